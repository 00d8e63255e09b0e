/// <reference lib="dom" />
import { readPictureAddress } from '../clean/absoluteAddresses.ts';
import { resolveAddress } from '../document.ts';
import { readMeta } from './readMeta.ts';

/** A picture of a page. */
export interface PageImage {
	/** Absolute address of the picture. */
	url: string;
	/** Words for it: its alternative text, its caption or its title; may be empty. */
	text: string;
}

const SMALLEST_SIDE_PIXELS = 32;

/** Pictures of a page that show something, the one it names for previews first, each once. */
export function readImages(document: Document, baseUrl: string): PageImage[] {
	const images = new Map<string, PageImage>();
	const preview = resolveAddress(readMeta(document, 'og:image', 'twitter:image'), baseUrl);
	if (preview !== undefined) {
		const text = readMeta(document, 'og:image:alt', 'twitter:image:alt') ?? document.title;
		images.set(preview, { url: preview, text });
	}
	for (const picture of document.querySelectorAll('body img')) {
		const url = readPictureAddress(picture, baseUrl);
		if (url === undefined || isOrnament(picture)) continue;
		const text = describe(picture);
		if (!images.has(url)) images.set(url, { url, text });
	}
	return [...images.values()];
}

function isOrnament(picture: Element): boolean {
	const sides = ['width', 'height'].map((name) => Number(picture.getAttribute(name) ?? Number.NaN));
	return sides.some((side) => side < SMALLEST_SIDE_PIXELS);
}

function describe(picture: Element): string {
	const caption = picture.closest('figure')?.querySelector('figcaption')?.textContent;
	const texts = [picture.getAttribute('alt'), caption, picture.getAttribute('title')];
	const text = texts.find((candidate) => (candidate?.trim() ?? '') !== '') ?? '';
	return text.replace(/\s+/g, ' ').trim();
}
