import type { PageMetadata } from '../../content/pageMetadata.ts';
import type { IndexedMedia, IndexedPage } from './indexedPage.ts';
import { toPlainText } from './plainText.ts';

/** A page as rooms that read pages have it. */
export interface ReadPage {
	/** After redirects. */
	url: string;
	title: string;
	markdown: string;
	metadata: PageMetadata;
}

/** Longest text of a page that is searched. */
const MAX_TEXT_LENGTH = 200_000;

/** A page as the search index takes it. */
export function toIndexedPage({ url, title, markdown, metadata }: ReadPage): IndexedPage {
	return {
		url,
		title: title || metadata.title,
		description: metadata.description ?? '',
		text: toPlainText(markdown).slice(0, MAX_TEXT_LENGTH),
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
