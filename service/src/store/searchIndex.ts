import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { IndexedPage } from '../search/index/indexedPage.ts';
import { inTransaction } from './database.ts';

/** Which indexed pages or media a search is about. */
export interface IndexQuery {
	/** FTS5 expression. */
	match: string;
	/** First moment a hit may be from; undefined for any time. */
	fromMs: number | undefined;
	/** A host must be one of these or below one; empty for any. */
	includeDomains: readonly string[];
	excludeDomains: readonly string[];
	limit: number;
	offset: number;
}

const pageRow = z.object({
	url: z.string(),
	title: z.string(),
	snippet: z.string(),
	publisher: z.string().nullable(),
	image_url: z.string().nullable(),
	published_at_ms: z.number().nullable(),
});

const mediaRow = z.object({
	url: z.string(),
	title: z.string(),
	media_url: z.string(),
	thumbnail_url: z.string().nullable(),
	duration_seconds: z.number().nullable(),
	published_at_ms: z.number().nullable(),
});

export type FoundPage = z.output<typeof pageRow>;
export type FoundMedia = z.output<typeof mediaRow>;

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** Domain lists as JSON parameters: a host is in a domain when it is that domain or ends in it. */
const IN_DOMAINS = (list: string) =>
	`EXISTS (SELECT 1 FROM json_each(${list}) WHERE p.host = value OR p.host LIKE '%.' || value)`;

const CONDITIONS = `
	(:fromMs IS NULL OR coalesce(p.published_at_ms, p.indexed_at_ms) >= :fromMs)
	AND (json_array_length(:included) = 0 OR ${IN_DOMAINS(':included')})
	AND NOT ${IN_DOMAINS(':excluded')}`;

/** Weights of title, description, words of the address, and text. */
const PAGE_RANK = 'bm25(page_words, 10.0, 4.0, 3.0, 1.0)';

/** Everything this service has read, by its words (SQLite FTS5). */
export function createSearchIndex(database: DatabaseSync) {
	const removePage = database.prepare('DELETE FROM indexed_pages WHERE url = ?');
	const removeMedia = database.prepare(
		'DELETE FROM indexed_media WHERE page_id = (SELECT id FROM indexed_pages WHERE url = ?)',
	);
	const insertPage = database.prepare(
		`INSERT INTO indexed_pages (url, host, title, description, url_words, text, publisher,
			image_url, published_at_ms, is_article, indexed_at_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const insertMedia = database.prepare(
		`INSERT INTO indexed_media (page_id, kind, media_url, title, thumbnail_url, duration_seconds,
			published_at_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
	);
	const selectPages = database.prepare(
		`SELECT p.url, p.title, p.publisher, p.image_url, p.published_at_ms,
			coalesce(nullif(p.description, ''), snippet(page_words, 3, '', '', '…', 32)) AS snippet
		FROM page_words JOIN indexed_pages p ON p.id = page_words.rowid
		WHERE page_words MATCH :match AND (:articlesOnly = 0 OR p.is_article = 1) AND ${CONDITIONS}
		ORDER BY ${PAGE_RANK} LIMIT :limit OFFSET :offset`,
	);
	const selectMedia = database.prepare(
		`SELECT p.url, m.title, m.media_url, m.thumbnail_url, m.duration_seconds, m.published_at_ms
		FROM media_words
			JOIN indexed_media m ON m.id = media_words.rowid
			JOIN indexed_pages p ON p.id = m.page_id
		WHERE media_words MATCH :match AND m.kind = :kind AND ${CONDITIONS}
		ORDER BY rank LIMIT :limit OFFSET :offset`,
	);
	const parametersOf = ({ match, fromMs, limit, offset, ...domains }: IndexQuery) => ({
		match,
		fromMs: fromMs ?? null,
		included: JSON.stringify(domains.includeDomains),
		excluded: JSON.stringify(domains.excludeDomains),
		limit,
		offset,
	});

	return {
		/** Takes a page in, in place of an earlier reading of the same address. */
		add(page: IndexedPage): void {
			const { url, title, description, text, publisher, imageUrl, publishedAtMs } = page;
			const address = new URL(url);
			const urlWords = decodeWords(`${address.hostname} ${address.pathname}`);
			inTransaction(database, () => {
				removeMedia.run(url);
				removePage.run(url);
				const { lastInsertRowid } = insertPage.run(
					url,
					address.hostname.toLowerCase(),
					title,
					description,
					urlWords,
					text,
					publisher ?? null,
					imageUrl ?? null,
					publishedAtMs ?? null,
					page.isArticle ? 1 : 0,
					Date.now(),
				);
				for (const media of page.media) {
					insertMedia.run(
						lastInsertRowid,
						media.kind,
						media.mediaUrl,
						media.title,
						media.thumbnailUrl ?? null,
						media.durationSeconds ?? null,
						media.publishedAtMs ?? null,
					);
				}
			});
		},

		findPages: (query: IndexQuery, articlesOnly: boolean): FoundPage[] =>
			selectPages
				.all({ ...parametersOf(query), articlesOnly: articlesOnly ? 1 : 0 })
				.map((row) => pageRow.parse(row)),

		findMedia: (query: IndexQuery, kind: 'image' | 'video'): FoundMedia[] =>
			selectMedia.all({ ...parametersOf(query), kind }).map((row) => mediaRow.parse(row)),
	};
}

function decodeWords(text: string): string {
	return text
		.replace(/%[0-9a-f]{2}/gi, ' ')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}
