/// <reference lib="dom" />
import { makeAddressesAbsolute } from './absoluteAddresses.ts';
import { moveLinksIntoHeadings } from './blockLinks.ts';
import { unwrapCodeTables } from './codeTables.ts';
import { nameEmptyLinks } from './emptyLinks.ts';
import { numberListItems } from './listNumbers.ts';
import { replaceMedia } from './media.ts';
import { replaceMath } from './math.ts';
import { removeNoise } from './noise.ts';
import { separateNeighbours } from './neighbours.ts';

/**
 * Prepares a parsed page for reading, in place: what a reader cannot see goes, addresses become
 * absolute, and structures that Markdown has no words for are rewritten into ones it has.
 * @param baseUrl where relative links start from
 */
export function cleanDocument(document: Document, baseUrl: string): void {
	replaceMath(document);
	replaceMedia(document, baseUrl);
	removeNoise(document);
	makeAddressesAbsolute(document, baseUrl);
	nameEmptyLinks(document);
	unwrapCodeTables(document);
	moveLinksIntoHeadings(document);
	separateNeighbours(document);
	numberListItems(document);
}
