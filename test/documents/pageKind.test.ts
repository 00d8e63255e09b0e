import { describe, expect, it } from '@jest/globals';
import type { TextItem } from '@llamaindex/liteparse';
import { extractPages } from '../../packages/documents/src/pdf/extract.ts';
import { isDoubtful, kindOf } from '../../packages/documents/src/pdf/pageKind.ts';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { scannedPage } from '../fixtures/documents/picture';

const PROSE =
	'The herring fleet left at dawn, when the ice had gone, and came back with the evening tide.';
/** The same with each letter three places on: a font whose letters are mapped wrongly. */
const GARBLED = PROSE.replace(/[a-z]/gi, (letter) => {
	const base = letter < 'a' ? 65 : 97;
	return String.fromCharCode(base + ((letter.charCodeAt(0) - base + 3) % 26));
});

function pageOf(...texts: Array<[fontName: string, text: string]>): { textItems: TextItem[] } {
	return {
		textItems: texts.map(([fontName, text]) => ({
			...{ fontName, text, x: 0, y: 0, width: 100, height: 10 },
		})),
	};
}

describe('a page of a PDF that must be looked at more closely', () => {
	it('is none with readable text', () => {
		expect(isDoubtful(pageOf(['Serif', PROSE], ['Sans', '1900 – 1905']))).toBe(false);
	});

	it('is one with hardly any text', () => {
		expect(isDoubtful(pageOf(['Serif', 'Received 12 March']))).toBe(true);
	});

	it('is one with a font whose letters are mapped wrongly, readable text beside it', () => {
		expect(isDoubtful(pageOf(['Serif', `${PROSE} ${PROSE}`], ['Sans', GARBLED]))).toBe(true);
	});

	it('is one whose fonts are each too small to judge', () => {
		const words = GARBLED.split(' ').map((word, at): [string, string] => [`F${at}`, word]);
		expect(isDoubtful(pageOf(...words))).toBe(true);
	});

	it('is none where there are no Latin letters to judge by', () => {
		expect(isDoubtful(pageOf(['Mincho', '鰊漁船団は夜明けに出航した。'.repeat(6)]))).toBe(false);
	});
});

describe('a page with a picture and its number typed below', () => {
	it.each([
		['stamped', 'the whole page', '612 0 0 792 0 0'],
		['stamped', 'the page without its margins', '500 0 0 640 56 76'],
		['text', 'a logo', '90 0 0 110 56 600'],
	])('is %s if the picture is %s', async (kind, _what, place) => {
		const content = `q ${place} cm /I0 Do Q\n${textLines([{ text: 'Page 3' }])}`;
		const { pages } = await extractPages(pdf([{ content, images: [scannedPage()] }]), [1]);
		const kinds = pages.map(({ page, isCovered }) => page && kindOf(page, isCovered));
		expect(kinds).toEqual([kind]);
	});
});
