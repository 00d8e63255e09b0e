/// <reference lib="dom" />
import { resolveAddress } from '../document.ts';

/** Schemes of links that lead somewhere although not to a page. */
const OTHER_SCHEMES = /^(mailto|tel):/i;

/** Makes links and pictures absolute; what leads nowhere loses its link, or goes if it is a picture. */
export function makeAddressesAbsolute(document: Document, baseUrl: string): void {
	for (const link of document.querySelectorAll('a')) {
		const href = link.getAttribute('href') ?? '';
		const address = OTHER_SCHEMES.test(href) ? href : resolveAddress(href, baseUrl);
		if (address === undefined) link.removeAttribute('href');
		else link.setAttribute('href', address);
	}
	for (const picture of document.querySelectorAll('img')) {
		const address = readPictureAddress(picture, baseUrl);
		if (address === undefined || isTrackingPixel(picture)) picture.remove();
		else picture.setAttribute('src', address);
	}
}

/** Address of a picture, also of one that is loaded only when it scrolls into view. */
export function readPictureAddress(picture: Element, baseUrl: string): string | undefined {
	const candidates = [
		picture.getAttribute('src'),
		picture.getAttribute('data-src'),
		picture.getAttribute('data-original'),
		picture.getAttribute('data-lazy-src'),
		readFirstSource(picture.getAttribute('srcset')),
		readFirstSource(picture.getAttribute('data-srcset')),
		readFirstSource(picture.parentElement?.querySelector('source')?.getAttribute('srcset')),
	];
	for (const candidate of candidates) {
		const address = resolveAddress(candidate, baseUrl);
		if (address !== undefined) return address;
	}
	return undefined;
}

function readFirstSource(sourceSet: string | null | undefined): string | undefined {
	return sourceSet?.trim().split(/\s+/, 1)[0];
}

function isTrackingPixel(picture: Element): boolean {
	const sides = [picture.getAttribute('width'), picture.getAttribute('height')];
	return sides.every((side) => side === '0' || side === '1');
}
