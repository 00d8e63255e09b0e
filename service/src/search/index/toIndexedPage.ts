import type { PageMetadata } from '../../page/pageMetadata.ts';
import type { IndexedMedia, IndexedPage } from './indexedPage.ts';

/** A page as rooms that read pages have it. */
export interface ReadPage {
	/** After redirects. */
	url: string;
	title: string;
	/** Plain text of its content. */
	text: string;
	metadata: PageMetadata;
}

/** A page as the search index takes it. */
export function toIndexedPage({ url, title, text, metadata }: ReadPage): IndexedPage {
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
