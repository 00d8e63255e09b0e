/// <reference lib="dom" />
import { readMediaAddress } from '../clean/media.ts';
import { resolveAddress } from '../document.ts';
import { isOfType, readLinkedText, type LinkedDataNode } from './linkedData.ts';
import { readMeta } from './readMeta.ts';

/** A video of a page. What the page does not say is left out. */
export interface PageVideo {
	/** Absolute address of the video or its player. */
	url: string;
	title?: string;
	thumbnailUrl?: string;
	durationSeconds?: number;
	/** As the page writes it, ISO 8601 as a rule. */
	publishedAt?: string;
}

const DURATION = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i;

/** Videos of a page: those it describes for machines, then its players, each address once. */
export function readVideos(
	document: Document,
	linkedData: readonly LinkedDataNode[],
	baseUrl: string,
): PageVideo[] {
	const described = linkedData
		.filter((node) => isOfType(node, /^VideoObject$/))
		.flatMap((node) => toVideo(node, baseUrl));
	const videos = [...described, ...readPlayers(document, baseUrl)];
	const byUrl = new Map<string, PageVideo>();
	for (const video of videos) if (!byUrl.has(video.url)) byUrl.set(video.url, video);
	return [...byUrl.values()];
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

function toVideo(node: LinkedDataNode, baseUrl: string): PageVideo[] {
	const address = readLinkedText(node['contentUrl'] ?? node['embedUrl'] ?? node['url']);
	const url = resolveAddress(address, baseUrl);
	if (url === undefined) return [];
	const thumbnail = resolveAddress(readLinkedText(node['thumbnailUrl']), baseUrl);
	return [
		{
			url,
			...present('title', readLinkedText(node['name'])),
			...present('thumbnailUrl', thumbnail),
			...present('durationSeconds', parseDuration(readLinkedText(node['duration']) ?? '')),
			...present('publishedAt', readLinkedText(node['uploadDate'])),
		},
	];
}

function readPlayers(document: Document, baseUrl: string): PageVideo[] {
	const preview = resolveAddress(readMeta(document, 'og:video:url', 'og:video'), baseUrl);
	const thumbnail = resolveAddress(readMeta(document, 'og:image'), baseUrl);
	const own =
		preview === undefined
			? []
			: [{ url: preview, title: document.title, ...present('thumbnailUrl', thumbnail) }];
	const players = [...document.querySelectorAll('video, iframe[src]')].flatMap((player) => {
		const url = readMediaAddress(player, baseUrl);
		if (url === undefined) return [];
		const poster = resolveAddress(player.getAttribute('poster'), baseUrl);
		const title = player.getAttribute('title') ?? undefined;
		return [{ url, ...present('title', title), ...present('thumbnailUrl', poster) }];
	});
	return [...own, ...players];
}

function present<Key extends string, Value>(
	key: Key,
	value: Value | undefined,
): { [Name in Key]?: Value } {
	const entry: { [Name in Key]?: Value } = {};
	if (value !== undefined) entry[key] = value;
	return entry;
}
