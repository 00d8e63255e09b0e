/// <reference lib="dom" />
import { resolveAddress } from './document.ts';
import { isOfType, readLinkedData, readLinkedText } from './metadata/linkedData.ts';
import { readImages, type PageImage } from './metadata/pageImages.ts';
import { readVideos, type PageVideo } from './metadata/pageVideos.ts';
import { readMeta } from './metadata/readMeta.ts';

/** What a page says about itself. What it does not say is undefined. */
export interface PageMetadata {
	title: string;
	/** Language tag, such as `en` or `de-AT`. */
	language: string | undefined;
	description: string | undefined;
	/** The page's preferred address. */
	canonicalUrl: string | undefined;
	siteName: string | undefined;
	author: string | undefined;
	/** As the page writes it, ISO 8601 as a rule. */
	publishedAt: string | undefined;
	/** Picture for previews. */
	imageUrl: string | undefined;
	/** Whether the page describes itself as an article or news (JSON-LD or OpenGraph). */
	isArticle: boolean;
	images: PageImage[];
	videos: PageVideo[];
}

const ARTICLE_TYPES = /^((News|Blog|Tech|Scholarly|Reportage)?Article|BlogPosting|Report)$/i;

/**
 * Reads what a page says about itself.
 * @param document the page as it was loaded, before `cleanDocument` takes the scripts out
 * @param baseUrl where relative links start from
 */
export function readPageMetadata(document: Document, baseUrl: string): PageMetadata {
	const linkedData = readLinkedData(document);
	const article = linkedData.find((node) => isOfType(node, ARTICLE_TYPES));
	const images = readImages(document, baseUrl);
	return {
		title: (document.title || readMeta(document, 'og:title') || '').trim(),
		language: readLanguage(document),
		description: readMeta(document, 'description', 'og:description', 'twitter:description'),
		canonicalUrl: resolveAddress(
			document.querySelector('link[rel="canonical" i]')?.getAttribute('href'),
			baseUrl,
		),
		siteName: readMeta(document, 'og:site_name', 'application-name'),
		author:
			readMeta(document, 'author', 'article:author', 'dc.creator') ??
			readLinkedText(article?.['author']),
		publishedAt:
			readMeta(document, 'article:published_time', 'datePublished', 'dc.date', 'date') ??
			readLinkedText(article?.['datePublished']) ??
			document.querySelector('article time[datetime]')?.getAttribute('datetime') ??
			undefined,
		imageUrl: resolveAddress(readMeta(document, 'og:image', 'twitter:image'), baseUrl),
		isArticle: article !== undefined || readMeta(document, 'og:type') === 'article',
		images,
		videos: readVideos(document, linkedData, baseUrl),
	};
}

function readLanguage(document: Document): string | undefined {
	const declared = document.documentElement.getAttribute('lang')?.trim() ?? '';
	if (declared !== '') return declared;
	return readMeta(document, 'og:locale', 'content-language')?.replace('_', '-');
}
