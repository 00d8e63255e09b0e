/// <reference lib="dom" />
import { resolveAddress } from '../document.ts';

/** Schemes of links that lead somewhere although not to a page. */
const OTHER_SCHEMES = /^(mailto|tel):/i;

/** Where pages keep the address of a picture that is loaded when it scrolls into view. */
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-hi-res-src'];

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

/** Gives links without text, such as icons, the words of their label; those without any go. */
export function nameEmptyLinks(document: Document): void {
	for (const link of document.querySelectorAll('a')) {
		if (link.textContent.trim() !== '' || link.querySelector('img') !== null) continue;
		const label = link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '';
		if (label.trim() === '') link.remove();
		else link.textContent = label.trim();
	}
}

/**
 * Address of a picture. Of one that is loaded only when it scrolls into view, the address of the
 * picture itself rather than that of the one that stands in for it.
 */
export function readPictureAddress(picture: Element, baseUrl: string): string | undefined {
	const candidates = [
		...LAZY_SOURCES.map((name) => picture.getAttribute(name)),
		readFirstSource(picture.getAttribute('data-srcset')),
		picture.getAttribute('src'),
		readFirstSource(picture.getAttribute('srcset')),
		...readSources(picture),
	];
	for (const candidate of candidates) {
		const address = resolveAddress(candidate, baseUrl);
		if (address !== undefined) return address;
	}
	return undefined;
}

function readSources(picture: Element): (string | undefined)[] {
	const parent = picture.parentElement;
	if (parent?.nodeName !== 'PICTURE') return [];
	return [...parent.children]
		.filter(({ nodeName }) => nodeName === 'SOURCE')
		.map((source) => source.getAttribute('srcset') ?? source.getAttribute('data-srcset'))
		.map(readFirstSource);
}

function readFirstSource(sourceSet: string | null | undefined): string | undefined {
	return sourceSet?.trim().split(/\s+/, 1)[0];
}

function isTrackingPixel(picture: Element): boolean {
	const sides = [picture.getAttribute('width'), picture.getAttribute('height')];
	return sides.every((side) => side === '0' || side === '1');
}
