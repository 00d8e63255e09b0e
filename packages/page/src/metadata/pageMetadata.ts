/// <reference lib="dom" />
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { readMediaAddress, readPictureAddress } from '../clean/clean.ts';
import { readMetaTags, typesOf } from './declaredData.ts';
import { oneLine } from '../parse/document.ts';
import { resolveAddress } from '../parse/resolveAddress.ts';

/** A picture of a page. */
export interface PageImage {
	/** Absolute address of the picture. */
	url: string;
	/** Description: its alternative text, its caption or its title; may be empty. */
	text: string;
}

/** A video of a page. What the page does not say is undefined. */
export interface PageVideo {
	/** Absolute address of the video or its player. */
	url: string;
	title?: string | undefined;
	thumbnailUrl?: string | undefined;
	durationSeconds?: number | undefined;
	/** As the page writes it, usually ISO 8601. */
	publishedAt?: string | undefined;
}

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
	/** As the page writes it, usually ISO 8601. */
	publishedAt: string | undefined;
	/** Preview picture. */
	imageUrl: string | undefined;
	/** Whether the page describes itself as an article or news (JSON-LD or OpenGraph). */
	isArticle: boolean;
	images: PageImage[];
	videos: PageVideo[];
}

const ARTICLE_TYPES = /^(?:(?:News|Blog|Tech|Scholarly|Reportage)?Article|BlogPosting|Report)$/i;
const DURATION = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i;

const SMALLEST_SIDE_PIXELS = 32;
/** How many pictures and videos of a page are kept. */
const MOST_MEDIA = 500;
/** Longest text about a page or picture; longer ones are cut. */
const LONGEST_TEXT = 2_000;

/** The first of several meta elements that has a value, by `name`, `property` or `itemprop`. */
type MetaReader = (...names: readonly string[]) => string | undefined;

/**
 * Reads what a page says about itself.
 * @param document the page as loaded, before `cleanDocument` removes the scripts
 * @param things everything that it describes for machines, see `listThings`
 * @param baseUrl what relative links are resolved against
 */
export function readPageMetadata(
	document: Document,
	things: readonly JsonObject[],
	baseUrl: string,
): PageMetadata {
	const meta = metaReader(document);
	const article = things.find((thing) => typesOf(thing).some((type) => ARTICLE_TYPES.test(type)));
	const canonical = document.querySelector('link[rel="canonical" i]')?.getAttribute('href');
	const time = document.querySelector('article time[datetime]')?.getAttribute('datetime');
	const language = document.documentElement.getAttribute('lang')?.trim();
	return {
		title: shortText(document.title || meta('og:title') || ''),
		language: language || meta('og:locale', 'content-language')?.replace('_', '-'),
		description: meta('description', 'og:description', 'twitter:description'),
		canonicalUrl: resolveAddress(canonical, baseUrl),
		siteName: meta('og:site_name', 'application-name'),
		author: readAuthor(meta, article),
		publishedAt:
			meta('article:published_time', 'datepublished', 'dc.date', 'date') ??
			readText(article?.['datePublished']) ??
			time ??
			undefined,
		imageUrl: resolveAddress(meta('og:image', 'twitter:image'), baseUrl),
		isArticle: article !== undefined || meta('og:type') === 'article',
		images: readImages(document, meta, baseUrl),
		videos: readVideos(document, things, meta, baseUrl),
	};
}

/** A name: OpenGraph's author of an article is mostly the address of a profile. */
function readAuthor(meta: MetaReader, article: JsonObject | undefined): string | undefined {
	const declared = [meta('author'), meta('article:author'), meta('dc.creator')];
	return [...declared, readText(article?.['author'])].find(
		(author) => author !== undefined && author !== '' && !/^https?:\/\//iu.test(author),
	);
}

function metaReader(document: Document): MetaReader {
	const contents = new Map<string, string>();
	for (const { name, content } of readMetaTags(document)) {
		const key = name.toLowerCase();
		if (!contents.has(key)) contents.set(key, shortText(content));
	}
	return (...names) => names.map((name) => contents.get(name)).find(Boolean);
}

/** Meaningful pictures of a page, its preview picture first, each once. */
function readImages(document: Document, meta: MetaReader, baseUrl: string): PageImage[] {
	const images = new Map<string, PageImage>();
	const preview = resolveAddress(meta('og:image', 'twitter:image'), baseUrl);
	if (preview !== undefined) {
		const text = meta('og:image:alt', 'twitter:image:alt') ?? shortText(document.title);
		images.set(preview, { url: preview, text });
	}
	for (const picture of document.querySelectorAll('body img')) {
		if (images.size >= MOST_MEDIA) break;
		const sides = [picture.getAttribute('width'), picture.getAttribute('height')];
		const isOrnament = sides.some((side) => Number(side ?? NaN) < SMALLEST_SIDE_PIXELS);
		const url = isOrnament ? undefined : readPictureAddress(picture, baseUrl);
		if (url !== undefined && !images.has(url)) images.set(url, { url, text: describe(picture) });
	}
	return [...images.values()];
}

function describe(picture: Element): string {
	const caption = picture.closest('figure')?.querySelector('figcaption')?.textContent;
	const texts = [picture.getAttribute('alt'), caption, picture.getAttribute('title')];
	return texts.map((text) => shortText(text ?? '')).find(Boolean) ?? '';
}

/** Videos of a page: those it describes for machines, then its players, each address once. */
function readVideos(
	document: Document,
	things: readonly JsonObject[],
	meta: MetaReader,
	baseUrl: string,
): PageVideo[] {
	const described = things.filter((thing) => typesOf(thing).includes('VideoObject'));
	const players = [...document.querySelectorAll('video, iframe[src]')];
	const videos = [
		...described.map((thing) => ({
			url: resolveAddress(
				readText(thing['contentUrl'] ?? thing['embedUrl'] ?? thing['url']),
				baseUrl,
			),
			title: readText(thing['name']),
			thumbnailUrl: resolveAddress(readText(thing['thumbnailUrl']), baseUrl),
			durationSeconds: parseDuration(readText(thing['duration']) ?? ''),
			publishedAt: readText(thing['uploadDate']),
		})),
		{
			url: resolveAddress(meta('og:video:url', 'og:video'), baseUrl),
			title: shortText(document.title),
			thumbnailUrl: resolveAddress(meta('og:image'), baseUrl),
		},
		...players.map((player) => ({
			url: readMediaAddress(player, baseUrl),
			title: player.getAttribute('title') ?? undefined,
			thumbnailUrl: resolveAddress(player.getAttribute('poster'), baseUrl),
		})),
	];
	const byUrl = new Map<string, PageVideo>();
	for (const { url, ...facts } of videos) {
		if (url !== undefined && !byUrl.has(url)) byUrl.set(url, { url, ...facts });
	}
	return [...byUrl.values()].slice(0, MOST_MEDIA);
}

/** Seconds of an ISO 8601 duration such as `PT1M30S`; undefined for other text. */
export function parseDuration(text: string): number | undefined {
	const match = DURATION.exec(text.trim());
	if (match === null) return undefined;
	const [days = 0, hours = 0, minutes = 0, seconds = 0] = match
		.slice(1)
		.map((part) => Number(part ?? 0));
	return Math.round(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
}

/** A property as text: a plain value, the first of several, or the name or address of a thing. */
function readText(value: JsonValue | undefined): string | undefined {
	if (typeof value === 'string') return shortText(value) || undefined;
	if (Array.isArray(value)) return readText(value[0]);
	if (!isJsonObject(value)) return undefined;
	return readText(value['name'] ?? value['url'] ?? value['contentUrl']);
}

function shortText(text: string): string {
	return oneLine(text).slice(0, LONGEST_TEXT);
}
