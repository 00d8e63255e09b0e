/// <reference lib="dom" />
import { makeAddressesAbsolute, nameEmptyLinks } from './addresses.ts';
import { replaceMedia } from './media.ts';
import { removeNoise, showFallback } from './noise.ts';
import { markFootnotes, replaceMath, unwrapCodeTables } from './structures.ts';

/**
 * Prepares a parsed page for reading, in place: what a reader cannot see goes, addresses become
 * absolute, and structures that Markdown has no words for are rewritten into ones it has.
 * @param baseUrl where relative links start from
 */
export function cleanDocument(document: Document, baseUrl: string): void {
	showFallback(document);
	replaceMath(document);
	replaceMedia(document, baseUrl);
	markFootnotes(document);
	removeNoise(document);
	makeAddressesAbsolute(document, baseUrl);
	nameEmptyLinks(document);
	unwrapCodeTables(document);
}
