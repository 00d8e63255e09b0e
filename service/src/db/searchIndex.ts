import type { Compilable } from 'kysely';
import { countRows, type Database } from './database.ts';
import { cutWords } from './wordCuts.ts';

/** An image or video on a page. */
export interface IndexedMedia {
	kind: 'image' | 'video';
	mediaUrl: string;
	/** What it shows: its title or alternative text. */
	title: string;
	thumbnailUrl?: string | undefined;
	durationSeconds?: number | undefined;
	publishedAtMs?: number | undefined;
}

/** A page to be indexed. */
export interface IndexedPage {
	url: string;
	title: string;
	description: string;
	/** Plain text of the content. */
	text: string;
	publisher?: string | undefined;
	imageUrl?: string | undefined;
	publishedAtMs?: number | undefined;
	/** Whether the page is an article, and so a result for news. */
	isArticle: boolean;
	media: readonly IndexedMedia[];
}

/** Media stored at a time: statements take a limited number of values. */
const MEDIA_PER_STATEMENT = 500;

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** Everything this service has read, indexed by words. */
export function createSearchIndex({ relaxed, words, writeTogether }: Database) {
	return {
		/** Adds a page, replacing an earlier reading of the same address. */
		async add(page: IndexedPage): Promise<void> {
			const address = new URL(page.url);
			const row = {
				url: page.url,
				host: address.hostname.toLowerCase(),
				title: cutWords(page.title),
				description: cutWords(page.description),
				urlWords: decodeWords(`${address.hostname} ${address.pathname}`),
				text: cutWords(page.text),
				publisher: page.publisher,
				imageUrl: page.imageUrl,
				publishedAtMs: page.publishedAtMs,
				isArticle: page.isArticle ? 1 : 0,
				indexedAtMs: Date.now(),
			};
			const earlier = relaxed.selectFrom('indexedPages').select('id').where('url', '=', page.url);
			const statements: Compilable[] = [
				relaxed.deleteFrom('indexedMedia').where('pageId', 'in', earlier),
				relaxed.deleteFrom('indexedPages').where('url', '=', page.url),
				relaxed.insertInto('indexedPages').values(row),
			];
			for (let from = 0; from < page.media.length; from += MEDIA_PER_STATEMENT) {
				const media = page.media.slice(from, from + MEDIA_PER_STATEMENT).map((medium) => {
					const { kind, mediaUrl, thumbnailUrl, durationSeconds, publishedAtMs } = medium;
					const title = cutWords(medium.title);
					const facts = { kind, mediaUrl, title, thumbnailUrl, durationSeconds, publishedAtMs };
					return { pageId: earlier, ...facts };
				});
				statements.push(relaxed.insertInto('indexedMedia').values(media));
			}
			// If a power cut loses it, the page can be read again.
			await writeTogether('relaxed', statements, `page ${page.url}`);
		},

		/** Number of indexed pages. */
		countPages: (): Promise<number> => countRows(relaxed.selectFrom('indexedPages')),

		findPages: words.findPages,
		findMedia: words.findMedia,
	};
}

function decodeWords(text: string): string {
	return text
		.replace(/%[0-9a-f]{2}/gi, ' ')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}
