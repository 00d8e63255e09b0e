import type { FastifyBaseLogger } from 'fastify';
import type { IndexedMedia, SearchIndex } from '../db/searchIndex.ts';
import { cutWords, joinWords } from '../db/wordCuts.ts';
import type { FoundMedia, FoundPage, IndexQuery } from '../db/wordSearch.ts';
import type { PageTools, RememberedPage } from '../scrape/pageTools.ts';
import {
	formatDuration,
	type FoundHit,
	type Hit,
	rankHits,
	type SearchProvider,
	type SourceQuery,
} from './searchProvider.ts';

/** Makes the step that puts pages into the search index. A page it cannot take is logged. */
export function createPageMemory(
	index: SearchIndex,
	log: FastifyBaseLogger,
): PageTools['rememberPage'] {
	return async ({ url, title, text, metadata }) => {
		try {
			await index.add({
				url,
				title: title || metadata.title,
				description: metadata.description ?? '',
				text,
				publisher: metadata.siteName,
				imageUrl: metadata.imageUrl,
				publishedAtMs: readMoment(metadata.publishedAt),
				isArticle: metadata.isArticle,
				media: readMedia(title, metadata),
			});
		} catch (error) {
			log.warn({ err: error, url }, 'page could not be indexed');
		}
	};
}

function readMoment(text: string | undefined): number | undefined {
	const moment = Date.parse(text ?? '');
	return Number.isNaN(moment) ? undefined : moment;
}

/** Media without words of their own are found by the words of their page. */
function readMedia(
	pageTitle: string,
	{ images, videos }: RememberedPage['metadata'],
): IndexedMedia[] {
	return [
		...images.map(({ url, text }): IndexedMedia => {
			return { kind: 'image', mediaUrl: url, title: text || pageTitle };
		}),
		...videos.map(({ url, title, publishedAt, ...video }): IndexedMedia => {
			const publishedAtMs = readMoment(publishedAt);
			return { ...video, kind: 'video', mediaUrl: url, title: title ?? pageTitle, publishedAtMs };
		}),
	];
}

/**
 * Searches what this service has scraped and crawled. Hits with all words of the query come first;
 * only when there are none, and the query has more than two, do hits with
 * two thirds of them. The country of a query plays no part.
 */
export function createIndexProvider(index: SearchIndex): SearchProvider {
	return {
		async search(query) {
			const words = wordsOf(query.query);
			if (words.length === 0) return [];
			const fromMs = earliestMs(query.timeRange);
			const strict = await find(index, query, { ...query, words, fromMs, needed: words.length });
			if (strict.length > 0 || words.length <= 2) return strict;
			const needed = Math.ceil((words.length * 2) / 3);
			return await find(index, query, { ...query, words, fromMs, needed });
		},
	};
}

/** Words that say nothing about a page; a query of nothing else keeps them. */
const STOP_WORDS = new Set('a an and are for in is of on or the to with'.split(' '));

/** Particles of Chinese and Japanese. */
const PARTICLE = /^(?:\p{Script=Hiragana}{1,2}|[的了是在和])$/u;

/** More words than a question has; each costs a look into the index. */
const MOST_WORDS = 40;

function wordsOf(query: string): string[] {
	const found = cutWords(query.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
	const words = [...new Set(found)];
	const telling = words.filter((word) => !STOP_WORDS.has(word) && !PARTICLE.test(word));
	return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS);
}

const DAY_MS = 24 * 60 * 60 * 1000;

const RANGE_MS: Readonly<Record<NonNullable<SourceQuery['timeRange']>, number>> = {
	hour: DAY_MS / 24,
	day: DAY_MS,
	week: 7 * DAY_MS,
	month: 31 * DAY_MS,
	year: 366 * DAY_MS,
};

/** The first moment a hit may be from. */
function earliestMs(timeRange: SourceQuery['timeRange']): number | undefined {
	return timeRange === undefined ? undefined : Date.now() - RANGE_MS[timeRange];
}

async function find(
	index: SearchIndex,
	{ source, offset }: SourceQuery,
	wanted: IndexQuery,
): Promise<Hit[]> {
	switch (source) {
		case 'web':
			return rankHits((await index.findPages(wanted, false)).map(toWebHit), offset);
		case 'news':
			return rankHits((await index.findPages(wanted, true)).map(toNewsHit), offset);
		case 'images':
			return rankHits((await index.findMedia(wanted, 'image')).map(toImageHit), offset);
		case 'videos':
			return rankHits((await index.findMedia(wanted, 'video')).map(toVideoHit), offset);
	}
}

function toWebHit({ url, title, snippet }: FoundPage): FoundHit {
	return { title: joinWords(title) || url, url, description: joinWords(snippet) };
}

function toNewsHit(page: FoundPage): FoundHit {
	return {
		...toWebHit(page),
		thumbnailUrl: page.imageUrl ?? undefined,
		source: page.publisher ?? URL.parse(page.url)?.hostname,
		date: toDate(page),
	};
}

function toImageHit({ title, url, mediaUrl, thumbnailUrl }: FoundMedia): FoundHit {
	return {
		title: joinWords(title),
		url,
		imageUrl: mediaUrl,
		thumbnailUrl: thumbnailUrl ?? mediaUrl,
	};
}

function toVideoHit(media: FoundMedia): FoundHit {
	const { title, url, thumbnailUrl, durationSeconds } = media;
	const duration = durationSeconds === null ? undefined : formatDuration(durationSeconds);
	const name = joinWords(title);
	return {
		title: name,
		url,
		thumbnailUrl: thumbnailUrl ?? undefined,
		date: toDate(media),
		duration,
	};
}

function toDate({ publishedAtMs }: FoundPage | FoundMedia): string | undefined {
	return publishedAtMs === null ? undefined : new Date(publishedAtMs).toISOString();
}
