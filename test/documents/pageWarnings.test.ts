import type { ConvertedPage } from '../../packages/documents/src/conversion/conversion.ts';
import { describePages, describePictures } from '../../packages/documents/src/conversion/pages.ts';

const page = (pageNumber: number, fields: Partial<ConvertedPage> = {}): ConvertedPage => ({
	pageNumber,
	markdown: 'text',
	method: 'text',
	...fields,
});
const broken = { markdown: '', error: 'The page is damaged.' };

describe('what a reader is told of the pages of a document', () => {
	it.each<[string, ConvertedPage[], string[]]>([
		['nothing when all were read', [page(1), page(2, { markdown: '' })], []],
		[
			'a page that could not be read',
			[page(1), page(2, broken)],
			['Page 2 could not be read and is not charged: The page is damaged.'],
		],
		[
			'several such pages, with the reason of the first',
			[page(1, broken), page(2, broken), page(3), page(5, broken)],
			['Pages 1-2, 5 could not be read and are not charged: The page is damaged.'],
		],
		[
			'a document without text',
			[page(1, { markdown: ' ' }), page(2, { markdown: '' })],
			['No text was found in the document.'],
		],
	])('%s', (_what, pages, warnings) => {
		expect(describePages(pages, 'auto')).toEqual(warnings);
	});

	it('the mode that reads pictures, where another leaves pages empty', () => {
		expect(describePages([page(1, { markdown: '' })], 'fast')).toEqual([
			expect.stringContaining('The mode fast reads no pictures'),
		]);
		expect(describePictures([2, 3, 7])).toMatch(/^Pages 2-3, 7 have pictures but no text/);
		expect(describePictures([2])).toMatch(/^Page 2 has pictures but no text/);
	});
});
