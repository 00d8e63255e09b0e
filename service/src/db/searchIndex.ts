import type { IndexedMedia, IndexedPage } from '../search/index/indexedPage.ts';
import { type Database, inTransaction, type Queries } from './database.ts';

/** Media stored at a time: statements take a limited number of values. */
const MEDIA_PER_STATEMENT = 500;

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** Everything this service has read, by its words. */
export function createSearchIndex({ relaxed, words, lock }: Database) {
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
				await lock(`page ${page.url}`, transaction);
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

		findPages: words.findPages,
		findMedia: words.findMedia,
	};
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
