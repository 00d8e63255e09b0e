import type { FastifyBaseLogger } from 'fastify';
import type { IndexedMedia, IndexedPage, SearchIndex } from '../db/searchIndex.ts';
import type { PageMetadata } from '../page/pageMetadata.ts';
import type { PageTools, RememberedPage } from '../scrape/pageTools.ts';

/** Makes the step that puts pages into the search index. A page it cannot take is logged. */
export function createPageMemory(
	index: SearchIndex,
	log: FastifyBaseLogger,
): PageTools['rememberPage'] {
	return async (page) => {
		try {
			await index.add(toIndexedPage(page));
		} catch (error) {
			log.warn({ err: error, url: page.url }, 'page could not be indexed');
		}
	};
}

/** A page as the search index takes it. */
export function toIndexedPage({ url, title, text, metadata }: RememberedPage): IndexedPage {
	return {
		url,
		title: title || metadata.title,
		description: metadata.description ?? '',
		text,
		publisher: metadata.siteName,
		imageUrl: metadata.imageUrl,
		publishedAtMs: readMoment(metadata.publishedAt),
		isArticle: metadata.isArticle,
		media: readMedia(title, metadata),
	};
}

function readMoment(text: string | undefined): number | undefined {
	const moment = text === undefined ? Number.NaN : Date.parse(text);
	return Number.isNaN(moment) ? undefined : moment;
}

/** Media without words of their own are found by the words of their page. */
function readMedia(pageTitle: string, { images, videos }: PageMetadata): IndexedMedia[] {
	return [
		...images.map(({ url, text }): IndexedMedia => ({
			kind: 'image',
			mediaUrl: url,
			title: text || pageTitle,
		})),
		...videos.map((video): IndexedMedia => ({
			kind: 'video',
			mediaUrl: video.url,
			title: video.title ?? pageTitle,
			thumbnailUrl: video.thumbnailUrl,
			durationSeconds: video.durationSeconds,
			publishedAtMs: readMoment(video.publishedAt),
		})),
	];
}
