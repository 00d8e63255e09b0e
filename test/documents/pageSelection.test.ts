import { DocumentFailure } from '../../packages/documents/src/conversion/documentFailure.ts';
import {
	formatPageSelection,
	parsePageSelection,
	selectPages,
} from '../../packages/documents/src/conversion/pages.ts';
import { fc } from '../support/properties';

describe('a page selection', () => {
	it.each([
		['3', [3]],
		['1-5', [1, 2, 3, 4, 5]],
		['1-3, 8', [1, 2, 3, 8]],
		['1-3,8', [1, 2, 3, 8]],
		['10-', [10, 11, 12]],
		['8, 1-2', [1, 2, 8]],
		['1-3,2-4', [1, 2, 3, 4]],
		[' 2 - 4 ', [2, 3, 4]],
		['2–4', [2, 3, 4]],
		['11-99', [11, 12]],
		['12-12', [12]],
		['1-2, 12-', [1, 2, 12]],
		[undefined, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
	])('of a document of 12 pages, %s, selects %j', (selection, pages) => {
		expect(selectPages(12, selection, undefined)).toEqual(pages);
	});

	it.each([
		['', `The page range "" can't be read.`],
		['1,,3', `The page range "" can't be read.`],
		['two', `The page range "two" can't be read.`],
		['-5', `The page range "-5" can't be read.`],
		['1-2-3', `The page range "1-2-3" can't be read.`],
		['4, 0-3', 'Page numbers start at 1, got "0-3".'],
		['5-1', 'The page range "5-1" ends before it starts.'],
		['1.5', `The page range "1.5" can't be read.`],
		['99999999999', `The page range "99999999999" can't be read.`],
	])('of the form %j is refused: %s', (selection, message) => {
		expect(() => parsePageSelection(selection)).toThrow(
			`${message} Use forms like 1-5, 1-3, 8 or 10-.`,
		);
	});

	it('that selects no page of the document is refused with the number of its pages', () => {
		expect(() => selectPages(3, '4-', undefined)).toThrow(
			'The document has 3 pages; the page selection "4-" selects none of them.',
		);
		expect(() => selectPages(1, '2', 5)).toThrow('The document has 1 page;');
	});

	it('gives at most the first pages that maxPages allows', () => {
		expect(selectPages(12, '3-', 2)).toEqual([3, 4]);
		expect(selectPages(2, undefined, 9)).toEqual([1, 2]);
	});

	it.each([
		[[1, 2, 3, 8], '1-3,8'],
		[[5], '5'],
		[[1, 3, 4], '1,3-4'],
		[[], ''],
	])('of the pages %j is written %j', (pages, text) => {
		expect(formatPageSelection(pages)).toBe(text);
	});
});

describe('any page selection', () => {
	it('is read or refused with a reason', () => {
		const pieces = fc.constantFrom('1', '20', '0', '-', '–', ',', ' ', 'x', '999999999', '');
		const texts = fc.oneof(
			fc.string(),
			fc.array(pieces).map((parts) => parts.join('')),
		);
		fc.assert(
			fc.property(texts, (text) => {
				try {
					const pages = selectPages(30, text, undefined);
					expect(pages.length).toBeGreaterThan(0);
					expect(pages.every((page) => page >= 1 && page <= 30)).toBe(true);
				} catch (error) {
					expect(error).toBeInstanceOf(DocumentFailure);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	it('that is written for some pages selects them again', () => {
		const somePages = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 });
		fc.assert(
			fc.property(somePages, (pages) => {
				const ascending = [...pages].sort((a, b) => a - b);
				expect(selectPages(60, formatPageSelection(ascending), undefined)).toEqual(ascending);
			}),
			{ numRuns: 500 },
		);
	});
});
