import { describe, expect, it } from '@jest/globals';
import type { ParsedPage } from '@llamaindex/liteparse';
import { placedWords } from '../../packages/documents/src/layout/placedWords.ts';
import { mergeReadings } from '../../packages/documents/src/ocr/mergeReadings.ts';
import { turnPicture } from '../../packages/documents/src/ocr/picture.ts';
import { withSpacesOf } from '../../packages/documents/src/ocr/spacing.ts';

const word = (text: string, x: number, confidence: number) => ({
	...{ text, x, y: 100, width: 40, height: 10, confidence },
	...{ words: [], fontName: '', fontSize: 10 },
});

const pageOf = (...textItems: Array<ReturnType<typeof word>>): ParsedPage => {
	const page: Partial<ParsedPage> = { pageNum: 1, width: 612, height: 792, textItems };
	return page as ParsedPage;
};

const line = (text: string, confidence: number, letters = [...text].map(() => confidence)) => ({
	...{ text, confidence, letters },
	box: { x: 90, y: 190, width: 300, height: 40 },
});

const textsOf = ({ textItems }: ParsedPage): string[] => textItems.map(({ text }) => text);

describe('two readings of a line on a picture', () => {
	it('give the letters of PP-OCR where it is sure, word by word', () => {
		const page = pageOf(word('T0TAL', 50, 0.6), word('I2.50', 100, 0.5));
		expect(textsOf(mergeReadings(page, [line('TOTAL 12.50', 0.97)], 0.5))).toEqual([
			'TOTAL',
			'12.50',
		]);
	});

	it('keep the letters that PP-OCR does not know, and what it is less sure of', () => {
		const page = pageOf(word('Größe', 50, 0.8));
		expect(textsOf(mergeReadings(page, [line('Grobe', 0.95)], 0.5))).toEqual(['Größe']);
		const faint = pageOf(word('Total', 50, 0.9));
		expect(textsOf(mergeReadings(faint, [line('Tolai', 0.4)], 0.5))).toEqual(['Total']);
	});

	it('keep what Tesseract alone sees, and of what PP-OCR alone sees what it is sure of', () => {
		const page = { ...pageOf(word('Below', 50, 0.9)) };
		page.textItems = page.textItems.map((item) => ({ ...item, y: 300 }));
		expect(textsOf(mergeReadings(page, [line('Above', 0.95)], 0.5))).toEqual(['Below', 'Above']);
		expect(textsOf(mergeReadings(page, [line('Stain', 0.7)], 0.5))).toEqual(['Below']);
	});
});

describe('the words of a picture', () => {
	const doubtfulIn = (page: ParsedPage) =>
		placedWords(page.textItems).flatMap(([, , , , text, isDoubtful = false]) =>
			isDoubtful ? [text] : [],
		);

	it('are doubtful if the readings differ and a letter is not sure', () => {
		const page = pageOf(word('BlRCH', 50, 0.9), word('T0TAL', 100, 0.9));
		const letters = [0.99, 0.7, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99];
		const read = line('BIRCH TOTAL', 0.96, letters);
		expect(doubtfulIn(mergeReadings(page, [read], 0.5))).toEqual(['BIRCH']);
	});

	it('are not doubtful if both readings have them, be a letter unsure or not', () => {
		const page = pageOf(word('Birch', 50, 0.4), word('12,5O', 100, 0.4));
		const read = line('BIRCH 12.50', 0.7);
		expect(doubtfulIn(mergeReadings(page, [read], 0.5))).toEqual(['12.50']);
		const same = pageOf(word('BIRCH12', 50, 0.4), word('50', 100, 0.4));
		expect(doubtfulIn(mergeReadings(same, [read], 0.5))).toEqual([]);
	});

	it('that one reading alone has are doubtful if it is hardly confident of them', () => {
		expect(doubtfulIn(pageOf(word('Birch', 50, 0.6), word('8irch', 100, 0.4)))).toEqual(['8irch']);
	});
});

describe('a picture', () => {
	it('is turned clockwise', () => {
		const picture = { width: 2, height: 1, channels: 1, data: Uint8Array.of(10, 20) };
		const pixelsAt = (turns: 0 | 1 | 2 | 3) => {
			const { width, height, data } = turnPicture(picture, turns);
			return [width, height, ...Array.from(data)];
		};
		expect(pixelsAt(0)).toEqual([2, 1, 10, 20]);
		expect(pixelsAt(1)).toEqual([1, 2, 10, 20]);
		expect(pixelsAt(2)).toEqual([2, 1, 20, 10]);
		expect(pixelsAt(3)).toEqual([1, 2, 20, 10]);
	});

	it('is mirrored before it is turned', () => {
		const data = Uint8Array.of(1, 2, 3, 4, 5, 6);
		const turned = turnPicture({ width: 3, height: 2, channels: 1, data }, 1, true);
		expect(turned).toMatchObject({ width: 2, height: 3 });
		// 3 2 1 above 6 5 4, then clockwise.
		expect(Array.from(turned.data)).toEqual([6, 3, 5, 2, 4, 1]);
	});
});

describe('the letters of one reading with the spaces of another', () => {
	it.each([
		['12JALANTAMPOI7/4', '12 JA1AN TAMPO1 7/4', '12 JALAN TAMPOI 7/4'],
		['TOTAL 12.50', 'TOTAL12.50', 'TOTAL12.50'],
		['Total:RM53.60', 'Tota: RM53.6O', 'Total: RM53.60'],
		['ab', 'a b c', 'a b'],
		['abc', '', 'abc'],
		['', 'a b', ''],
	])('%s and %s: %s', (letters, spaced, expected) => {
		expect(withSpacesOf(letters, spaced)).toBe(expected);
	});
});
