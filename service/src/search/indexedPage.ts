import type { PageMetadata } from '../page/pageMetadata.ts';

/** An image or video that a page shows. */
export interface IndexedMedia {
	kind: 'image' | 'video';
	mediaUrl: string;
	/** What it shows: its own title or alternative text. */
	title: string;
	thumbnailUrl?: string | undefined;
	durationSeconds?: number | undefined;
	publishedAtMs?: number | undefined;
}

/** A page as the search index takes it. */
export interface IndexedPage {
	url: string;
	title: string;
	description: string;
	/** Plain text of the content. */
	text: string;
	publisher?: string | undefined;
	imageUrl?: string | undefined;
	publishedAtMs?: number | undefined;
	/** Whether the page is an article, and so a hit for news. */
	isArticle: boolean;
	media: readonly IndexedMedia[];
}

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
