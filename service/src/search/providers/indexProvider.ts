import type { FoundMedia, FoundPage, SearchIndex } from '../../store/searchIndex.ts';
import { formatDuration } from '../duration.ts';
import { toMatchExpressions } from '../index/matchQuery.ts';
import { earliestMs, type Hit, type Source, type SourceQuery } from '../searchRequest.ts';
import type { SearchProvider } from './searchProvider.ts';

/**
 * Searches what this service has scraped and crawled. Hits with all words of the query come first;
 * only when there are none do hits with some of them. The country of a query plays no part.
 */
export function createIndexProvider(index: SearchIndex): SearchProvider {
	return {
		async search(query) {
			for (const match of toMatchExpressions(query.query)) {
				const hits = find(index, query, match);
				if (hits.length > 0) return hits;
			}
			return [];
		},
	};
}

function find(index: SearchIndex, query: SourceQuery, match: string): Hit[] {
	const { source, offset } = query;
	const wanted = { ...query, match, fromMs: earliestMs(query.timeRange, Date.now()) };
	const position = (place: number) => offset + place + 1;
	switch (source) {
		case 'web':
		case 'news':
			return index
				.findPages(wanted, source === 'news')
				.map((page, place) => toPageHit(page, source, position(place)));
		case 'images':
			return index
				.findMedia(wanted, 'image')
				.map((media, place) => toImageHit(media, position(place)));
		case 'videos':
			return index
				.findMedia(wanted, 'video')
				.map((media, place) => toVideoHit(media, position(place)));
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
		...(page.image_url !== null && { thumbnailUrl: page.image_url }),
		...(publisher !== undefined && { source: publisher }),
		...toDate(page.published_at_ms),
	};
}

function toImageHit({ title, url, media_url, thumbnail_url }: FoundMedia, position: number): Hit {
	return { title, url, position, imageUrl: media_url, thumbnailUrl: thumbnail_url ?? media_url };
}

function toVideoHit(media: FoundMedia, position: number): Hit {
	return {
		title: media.title,
		url: media.url,
		position,
		...(media.thumbnail_url !== null && { thumbnailUrl: media.thumbnail_url }),
		...toDate(media.published_at_ms),
		...(media.duration_seconds !== null && { duration: formatDuration(media.duration_seconds) }),
	};
}
