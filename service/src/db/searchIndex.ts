import { sql } from 'kysely';
import type { IndexedMedia, IndexedPage } from '../search/index/indexedPage.ts';
import { type Database, inTransaction, type Queries } from './database.ts';

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

/** A page that was found. */
export interface FoundPage {
	url: string;
	title: string;
	snippet: string;
	publisher: string | null;
	imageUrl: string | null;
	publishedAtMs: number | null;
}

/** An image or video that was found. */
export interface FoundMedia {
	/** Of the page that shows it. */
	url: string;
	title: string;
	mediaUrl: string;
	thumbnailUrl: string | null;
	durationSeconds: number | null;
	publishedAtMs: number | null;
}

/** Media stored at a time: statements take a limited number of values. */
const MEDIA_PER_STATEMENT = 500;

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/**
 * Everything this service has read, by its words. The words lie in SQLite's FTS5 tables, which the
 * database fills by itself: looking for them is the one place here that speaks SQLite alone.
 */
export function createSearchIndex({ relaxed, listings }: Database) {
	return {
		/** Takes a page in, in place of an earlier reading of the same address. */
		async add(page: IndexedPage): Promise<void> {
			const address = new URL(page.url);
			const row = {
				url: page.url,
				host: address.hostname.toLowerCase(),
				title: page.title,
				description: page.description,
				urlWords: decodeWords(`${address.hostname} ${address.pathname}`),
				text: page.text,
				publisher: page.publisher,
				imageUrl: page.imageUrl,
				publishedAtMs: page.publishedAtMs,
				isArticle: page.isArticle ? 1 : 0,
				indexedAtMs: Date.now(),
			};
			// Should a power cut take it, the page can be read again.
			await inTransaction(relaxed, async (transaction) => {
				await forget(page.url, transaction);
				const { id: pageId } = await transaction
					.insertInto('indexedPages')
					.values(row)
					.returning('id')
					.executeTakeFirstOrThrow();
				for (let from = 0; from < page.media.length; from += MEDIA_PER_STATEMENT) {
					const media = page.media.slice(from, from + MEDIA_PER_STATEMENT);
					await transaction
						.insertInto('indexedMedia')
						.values(media.map((medium) => toMediaRow(pageId, medium)))
						.execute();
				}
			});
		},

		async findPages(query: IndexQuery, articlesOnly: boolean): Promise<FoundPage[]> {
			const { rows } = await sql<FoundPage>`
				SELECT p.url, p.title, p.publisher, p.image_url, p.published_at_ms,
					coalesce(nullif(p.description, ''), snippet(page_words, 3, '', '', '…', 32)) AS snippet
				FROM page_words JOIN indexed_pages p ON p.id = page_words.rowid
				WHERE page_words MATCH ${query.match}
					AND (${articlesOnly ? 0 : 1} OR p.is_article = 1) AND ${conditionsOf(query)}
				ORDER BY ${PAGE_RANK} LIMIT ${query.limit} OFFSET ${query.offset}`.execute(listings);
			return rows;
		},

		async findMedia(query: IndexQuery, kind: 'image' | 'video'): Promise<FoundMedia[]> {
			const { rows } = await sql<FoundMedia>`
				SELECT p.url, m.title, m.media_url, m.thumbnail_url, m.duration_seconds,
					m.published_at_ms
				FROM media_words
					JOIN indexed_media m ON m.id = media_words.rowid
					JOIN indexed_pages p ON p.id = m.page_id
				WHERE media_words MATCH ${query.match} AND m.kind = ${kind} AND ${conditionsOf(query)}
				ORDER BY rank LIMIT ${query.limit} OFFSET ${query.offset}`.execute(listings);
			return rows;
		},
	};
}

/** Weights of title, description, words of the address, and text. */
const PAGE_RANK = sql`bm25(page_words, 10.0, 4.0, 3.0, 1.0)`;

function conditionsOf({ fromMs, includeDomains, excludeDomains }: IndexQuery) {
	const from = fromMs ?? null;
	const included = JSON.stringify(includeDomains);
	return sql`(${from} IS NULL OR coalesce(p.published_at_ms, p.indexed_at_ms) >= ${from})
		AND (json_array_length(${included}) = 0 OR ${isIn(includeDomains)})
		AND NOT ${isIn(excludeDomains)}`;
}

/** Whether a page's host is one of the domains or lies below one. */
function isIn(domains: readonly string[]) {
	return sql`EXISTS (
		SELECT 1 FROM json_each(${JSON.stringify(domains)})
		WHERE p.host = value OR p.host LIKE '%.' || value
	)`;
}

async function forget(url: string, transaction: Queries): Promise<void> {
	const page = await transaction
		.selectFrom('indexedPages')
		.select('id')
		.where('url', '=', url)
		.executeTakeFirst();
	if (page === undefined) return;
	await transaction.deleteFrom('indexedMedia').where('pageId', '=', page.id).execute();
	await transaction.deleteFrom('indexedPages').where('id', '=', page.id).execute();
}

function toMediaRow(pageId: number, medium: IndexedMedia) {
	const { kind, mediaUrl, title, thumbnailUrl, durationSeconds, publishedAtMs } = medium;
	return { pageId, kind, mediaUrl, title, thumbnailUrl, durationSeconds, publishedAtMs };
}

function decodeWords(text: string): string {
	return text
		.replace(/%[0-9a-f]{2}/gi, ' ')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}
