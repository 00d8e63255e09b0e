import type { FastifyBaseLogger } from 'fastify';
import type { IndexedMedia, SearchIndex } from '../db/searchIndex.ts';
import { joinWords } from '../db/wordCuts.ts';
import type { FoundMedia, FoundPage, IndexQuery } from '../db/wordSearch.ts';
import type { PageTools, RememberedPage } from '../scrape/pageTools.ts';
import { readQuery } from './readQuery.ts';
import {
	formatDuration,
	type FoundHit,
	type Hit,
	rankHits,
	type SearchProvider,
	type SourceAnswer,
	type SourceQuery,
} from './searchProvider.ts';

/** Creates the step that adds pages to the search index. A page that it cannot add is logged. */
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

/** Media without a description are found by the words of their page. */
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
 * Searches what this service has scraped and crawled: pages with all words of the query, or, when there
 * are none and the query has more than two, pages with two thirds of them. What is in quotes, or has signs,
 * is there in any case, and what follows a minus is not. The country is ignored. Warnings say which of this
 * happened.
 */
export function createIndexProvider(index: SearchIndex): SearchProvider {
	return {
		async search(query) {
			const { words: allWords, phrases, ...asked } = readQuery(query.query);
			const words = allWords.slice(0, MOST_WORDS);
			const isEmpty = words.length + phrases.length === 0;
			const warnings = describeUnused(query, allWords, isEmpty);
			if (isEmpty) return { hits: [], warnings };
			const required = { phrases: phrases.slice(0, MOST_WORDS), ...asked };
			const wanted = { ...query, words, ...required, fromMs: earliestMs(query.timeRange) };
			const strict = await find(index, query, { ...wanted, needed: words.length });
			if (strict.length > 0 || words.length <= 2) return { hits: strict, warnings };
			// After the last page with all words there are no looser matches: they would be different hits.
			if (
				query.offset > 0 &&
				(await hasStrict(index, query, { ...wanted, needed: words.length }))
			) {
				return { hits: [], warnings };
			}
			const needed = Math.ceil((words.length * 2) / 3);
			const hits = await find(index, query, { ...wanted, needed });
			return { hits, warnings: [...warnings, ...describeLoose(hits, needed, words.length)] };
		},
	};
}

/** Whether any page has all words of a query, when a later page of hits is requested. */
async function hasStrict(
	index: SearchIndex,
	query: SourceQuery,
	wanted: IndexQuery,
): Promise<boolean> {
	return (await find(index, query, { ...wanted, offset: 0, limit: 1 })).length > 0;
}

/** Which parts of a query the index ignores. */
function describeUnused(
	{ query, country }: SourceQuery,
	words: readonly string[],
	isEmpty: boolean,
): string[] {
	return [
		...(isEmpty
			? [`"${query}" has nothing to search for: only letters and digits are searched.`]
			: []),
		...(words.length > MOST_WORDS
			? [`Only the first ${MOST_WORDS} of the ${words.length} words were looked for.`]
			: []),
		...(country === undefined ? [] : ['"country" had no effect without SEARCH_URL.']),
	];
}

function describeLoose(
	hits: SourceAnswer['hits'],
	needed: number,
	count: number,
): SourceAnswer['warnings'] {
	if (hits.length === 0) return [];
	return [`Nothing has all ${count} words; these hits have at least ${needed} of them.`];
}

/** More words than a question has; each costs a lookup in the index. */
const MOST_WORDS = 40;

const DAY_MS = 24 * 60 * 60 * 1000;

const RANGE_MS: Readonly<Record<NonNullable<SourceQuery['timeRange']>, number>> = {
	hour: DAY_MS / 24,
	day: DAY_MS,
	week: 7 * DAY_MS,
	month: 31 * DAY_MS,
	year: 366 * DAY_MS,
};

/** The earliest time a hit may be from. */
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
