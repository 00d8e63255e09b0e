import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database.ts';
import { isUnspaced } from '../wordCuts.ts';
import type { FoundMedia, FoundPage, IndexQuery, WordSearch } from '../wordSearch.ts';

/** The words are in FTS5 tables, which the database fills automatically. */
export function createSqliteWordSearch(listings: Queries): WordSearch {
	return {
		async findPages(query, articlesOnly) {
			const { rows } = await sql<FoundPage>`
				SELECT p.url, p.title, p.publisher, p.image_url, p.published_at_ms,
					coalesce(nullif(p.description, ''), snippet(page_words, 3, '', '', '…', 32)) AS snippet
				FROM page_words JOIN indexed_pages p ON p.id = page_words.rowid
				WHERE page_words MATCH ${toExpression(query)}
					AND (${articlesOnly ? 0 : 1} OR p.is_article = 1) AND ${conditionsOf(query)}
					AND ${hasEnough(query, sql`page_words`)}
					AND ${hasLiterals(query, sql`p.title || ' ' || p.description || ' ' || p.text`)}
				ORDER BY ${PAGE_RANK} LIMIT ${query.limit} OFFSET ${query.offset}`.execute(listings);
			return rows;
		},

		async findMedia(query, kind) {
			const { rows } = await sql<FoundMedia>`
				SELECT p.url, m.title, m.media_url, m.thumbnail_url, m.duration_seconds,
					m.published_at_ms
				FROM media_words
					JOIN indexed_media m ON m.id = media_words.rowid
					JOIN indexed_pages p ON p.id = m.page_id
				WHERE media_words MATCH ${toExpression(query)} AND m.kind = ${kind}
					AND ${conditionsOf(query)} AND ${hasEnough(query, sql`media_words`)}
					AND ${hasLiterals(query, sql`m.title`)}
				ORDER BY rank LIMIT ${query.limit} OFFSET ${query.offset}`.execute(listings);
			return rows;
		},
	};
}

/** Weights of title, description, words of the address, and text. */
const PAGE_RANK = sql`bm25(page_words, 10.0, 4.0, 3.0, 1.0)`;

/** Words are quoted, so that none of them is an operator. */
function toExpression({ words, needed, phrases, excluded }: IndexQuery): string {
	const some = words.map(toTerm).join(needed === words.length ? ' AND ' : ' OR ');
	const wanted = [...phrases.map(toTerm), ...(some === '' ? [] : [`(${some})`])].join(' AND ');
	return [`(${wanted})`, ...excluded.map(toTerm)].join(' NOT ');
}

const toTerm = (word: string): string => `"${word}"${isUnspaced(word) ? '*' : ''}`;

/** Whether enough of the words are there. */
function hasEnough({ words, needed }: IndexQuery, table: RawBuilder<unknown>) {
	if (needed === words.length || needed === 1) return sql`1`;
	const found = words.map(
		(word) =>
			sql`(${table}.rowid IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${toTerm(word)}))`,
	);
	return sql`${sql.join(found, sql` + `)} >= ${needed}`;
}

/** Whether a text has some parts as they are written, and not others. */
function hasLiterals({ literals, excludedLiterals }: IndexQuery, text: RawBuilder<unknown>) {
	const conditions = [
		...literals.map((literal) => sql`instr(lower(${text}), ${literal}) > 0`),
		...excludedLiterals.map((literal) => sql`instr(lower(${text}), ${literal}) = 0`),
	];
	return conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `);
}

function conditionsOf({ fromMs, includeDomains, excludeDomains }: IndexQuery) {
	const from = fromMs ?? null;
	const included = JSON.stringify(includeDomains);
	return sql`(${from} IS NULL OR coalesce(p.published_at_ms, p.indexed_at_ms) >= ${from})
		AND (json_array_length(${included}) = 0 OR ${isIn(includeDomains)})
		AND NOT ${isIn(excludeDomains)}`;
}

/** Whether a page's host is one of the domains or a subdomain of one. */
function isIn(domains: readonly string[]) {
	return sql`EXISTS (
		SELECT 1 FROM json_each(${JSON.stringify(domains)})
		WHERE p.host = value OR p.host LIKE '%.' || value
	)`;
}
