import type { SearchIndex } from '../db/searchIndex.ts';
import type { FoundMedia, FoundPage } from '../db/wordSearch.ts';
import { formatDuration, type SearchProvider } from './searchProvider.ts';
import { earliestMs, type Hit, type Source, type SourceQuery } from './searchRequest.ts';

/**
 * Searches what this service has scraped and crawled. Hits with all words of the query come first;
 * only when there are none do hits with some of them. The country of a query plays no part.
 */
export function createIndexProvider(index: SearchIndex): SearchProvider {
	return {
		async search(query) {
			for (const match of toWordMatches(query.query)) {
				const hits = await find(index, query, match);
				if (hits.length > 0) return hits;
			}
			return [];
		},
	};
}

async function find(index: SearchIndex, query: SourceQuery, match: WordMatch): Promise<Hit[]> {
	const { source, offset } = query;
	const wanted = { ...query, ...match, fromMs: earliestMs(query.timeRange, Date.now()) };
	const position = (place: number) => offset + place + 1;
	switch (source) {
		case 'web':
		case 'news': {
			const pages = await index.findPages(wanted, source === 'news');
			return pages.map((page, place) => toPageHit(page, source, position(place)));
		}
		case 'images': {
			const images = await index.findMedia(wanted, 'image');
			return images.map((media, place) => toImageHit(media, position(place)));
		}
		case 'videos': {
			const videos = await index.findMedia(wanted, 'video');
			return videos.map((media, place) => toVideoHit(media, position(place)));
		}
	}
}

function toDate(publishedAtMs: number | null): { date?: string } {
	return publishedAtMs === null ? {} : { date: new Date(publishedAtMs).toISOString() };
}

function toPageHit(page: FoundPage, source: Source, position: number): Hit {
	const { url, title, snippet: description } = page;
	const hit = { title: title || url, url, position, description };
	if (source === 'web') return hit;
	const publisher = page.publisher ?? URL.parse(url)?.hostname;
	return {
		...hit,
		...(page.imageUrl !== null && { thumbnailUrl: page.imageUrl }),
		...(publisher !== undefined && { source: publisher }),
		...toDate(page.publishedAtMs),
	};
}

function toImageHit({ title, url, mediaUrl, thumbnailUrl }: FoundMedia, position: number): Hit {
	return { title, url, position, imageUrl: mediaUrl, thumbnailUrl: thumbnailUrl ?? mediaUrl };
}

function toVideoHit(media: FoundMedia, position: number): Hit {
	return {
		title: media.title,
		url: media.url,
		position,
		...(media.thumbnailUrl !== null && { thumbnailUrl: media.thumbnailUrl }),
		...toDate(media.publishedAtMs),
		...(media.durationSeconds !== null && { duration: formatDuration(media.durationSeconds) }),
	};
}

/** Words that say nothing about a page; a query of nothing else keeps them. */
const STOP_WORDS = new Set([
	'a',
	'an',
	'and',
	'are',
	'for',
	'in',
	'is',
	'of',
	'on',
	'or',
	'the',
	'to',
	'with',
]);

function wordsOf(query: string): string[] {
	const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	return telling.length > 0 ? telling : words;
}

/** Words to look for, and whether all of them must be there. */
export interface WordMatch {
	words: readonly string[];
	match: 'all' | 'any';
}

/**
 * A query of people as words to look for, strictest first: all words, then any. Empty when there is
 * nothing to search for.
 */
export function toWordMatches(query: string): WordMatch[] {
	const words = [...new Set(wordsOf(query))];
	if (words.length === 0) return [];
	const all = { words, match: 'all' } as const;
	return words.length === 1 ? [all] : [all, { words, match: 'any' }];
}
