import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database.ts';
import { CUT, isUnspaced } from '../wordCuts.ts';
import type { FoundMedia, FoundPage, IndexQuery, WordSearch } from '../wordSearch.ts';

/** The words are in columns of type tsvector, which the database fills automatically. */
export function createPostgresWordSearch(listings: Queries): WordSearch {
	return {
		async findPages(query, articlesOnly) {
			// Snippets are made last, because this reads the text.
			const { rows } = await sql<FoundPage>`
				SELECT url, title, publisher, image_url, published_at_ms,
					coalesce(nullif(description, ''), replace(ts_headline(
						'english', replace(left(text, ${SNIPPET_SOURCE_CHARACTERS}), ${CUT}, ${APART}), wanted,
						'MaxFragments=1, MaxWords=32, MinWords=16, StartSel="", StopSel=""'
					), ${APART}, '')) AS snippet
				FROM (
					SELECT p.*, wanted, ts_rank(${WEIGHTS}, p.words, wanted) AS rank
					FROM indexed_pages p, words_wanted(${toExpression(query)}) AS wanted
					WHERE p.words @@ wanted AND (${articlesOnly ? 0 : 1} = 1 OR p.is_article = 1)
						AND ${conditionsOf(query)} AND ${hasEnough(query, sql`p.words`)}
						AND ${hasLiterals(query, sql`p.title || ' ' || p.description || ' ' || p.text`)}
					ORDER BY rank DESC, p.id LIMIT ${query.limit} OFFSET ${query.offset}
				) AS found ORDER BY rank DESC, id`.execute(listings);
			return rows;
		},

		async findMedia(query, kind) {
			const { rows } = await sql<FoundMedia>`
				SELECT p.url, m.title, m.media_url, m.thumbnail_url, m.duration_seconds,
					m.published_at_ms
				FROM indexed_media m
					JOIN indexed_pages p ON p.id = m.page_id,
					words_wanted(${toExpression(query)}) AS wanted
				WHERE m.words @@ wanted AND m.kind = ${kind} AND ${conditionsOf(query)}
					AND ${hasEnough(query, sql`m.words`)} AND ${hasLiterals(query, sql`m.title`)}
				ORDER BY ts_rank(m.words, wanted, 1) DESC, m.id
				LIMIT ${query.limit} OFFSET ${query.offset}`.execute(listings);
			return rows;
		},
	};
}

/** Of text, words of the address, description and title. */
const WEIGHTS = sql`'{0.1, 0.3, 0.4, 1.0}'::real[]`;

/** Not every locale treats the mark as a space. */
const APART = ` ${CUT} `;

const SNIPPET_SOURCE_CHARACTERS = 100_000;

/**
 * Words are quoted, so that none of them is an operator. In phrases, any word stands for one that the
 * database does not index, such as "up".
 */
function toExpression({ words, needed, phrases, excluded }: IndexQuery): string {
	const some = words.map(toTerm).join(needed === words.length ? ' & ' : ' | ');
	const without = excluded.map((word) => `!${toTerm(word)}`);
	return [...phrases.map(toTerm), ...(some === '' ? [] : [`(${some})`]), ...without].join(' & ');
}

/** The parts of a page that a word may stand in, as weights: words that follow one another are in one of them. */
const PARTS = ['A', 'B', 'C', 'D'];

function toTerm(words: string): string {
	const prefix = isUnspaced(words) ? '*' : '';
	if (!words.includes(' ')) return `'${words}'${prefix && `:${prefix}`}`;
	return `(${PARTS.map((part) => `'${words}':${prefix}${part}`).join(' | ')})`;
}

/** Whether enough of the words are there. Words that the database ignores count as found. */
function hasEnough({ words, needed }: IndexQuery, column: RawBuilder<unknown>) {
	if (needed === words.length || needed === 1) return sql`true`;
	const found = words.map((word) => {
		const wanted = sql`words_wanted(${toTerm(word)})`;
		return sql`(numnode(${wanted}) = 0 OR ${column} @@ ${wanted})::int`;
	});
	return sql`${sql.join(found, sql` + `)} >= ${needed}`;
}

/** Whether a text has some parts as they are written, and not others. */
function hasLiterals({ literals, excludedLiterals }: IndexQuery, text: RawBuilder<unknown>) {
	const conditions = [
		...literals.map((literal) => sql`position(${literal} IN lower(${text})) > 0`),
		...excludedLiterals.map((literal) => sql`position(${literal} IN lower(${text})) = 0`),
	];
	return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

function conditionsOf({ fromMs, includeDomains, excludeDomains }: IndexQuery) {
	return sql`coalesce(p.published_at_ms, p.indexed_at_ms) >= ${fromMs ?? 0}
		AND (${includeDomains.length} = 0 OR ${isIn(includeDomains)})
		AND NOT ${isIn(excludeDomains)}`;
}

/** Whether a page's host is one of the domains or a subdomain of one. */
function isIn(domains: readonly string[]) {
	return sql`EXISTS (
		SELECT 1 FROM json_array_elements_text(${JSON.stringify(domains)}::json) AS domain
		WHERE p.host = domain OR p.host LIKE '%.' || domain
	)`;
}
