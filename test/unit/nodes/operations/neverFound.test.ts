import { describeNeverFound } from '../../../../nodes/shared/operations/hints';
import { growthOf, LINEAR } from '../../../support/growth';

describe('fields that were never found', () => {
	it('on any of several pages are named with how many pages there are', () => {
		const answers = [
			{ sku: 'A1', stock: 0, deliveryTime: null, size: { width: '' } },
			{ sku: 'A2', stock: 0, deliveryTime: '', size: { width: null } },
		];

		expect(describeNeverFound(answers)).toEqual([
			"Found on none of 2 pages: 'deliveryTime', 'size.width'",
		]);
	});

	it('in any row are named with how many rows there are', () => {
		const rows = [
			{ name: 'Lamp', currency: null, tags: [] },
			{ name: 'Chair', currency: null, tags: ['new'] },
		];

		expect(describeNeverFound([{ products: rows }, { products: [] }])).toEqual([
			"Empty in all 2 rows: 'currency'",
		]);
	});

	it('on the only page are named, and columns of its only row are not', () => {
		const page = { sku: 'A1', deliveryTime: null, offers: [{ price: null }], tags: [] };

		expect(describeNeverFound([page])).toEqual(["Not found: 'deliveryTime', 'tags'"]);
	});

	it('are none where nothing was found, and in Markdown', () => {
		expect(describeNeverFound([{ sku: null }, { sku: null }])).toEqual([]);
		expect(describeNeverFound(['# A page', null, undefined])).toEqual([]);
	});
});

/** Answers in which nothing but one field was found, of so many fields with names of their own. */
const wideAnswers = (size: number) => {
	const empty = Object.fromEntries(
		Array.from({ length: size }, (_f, index) => [`f${index}`, null]),
	);
	return [
		{ ...empty, found: 1 },
		{ ...empty, found: 2 },
	];
};

test('the cost is in proportion to the fields', () => {
	const growth = growthOf((size) => {
		const answers = wideAnswers(size);
		return () => describeNeverFound(answers);
	}, 500);
	expect(growth).toBeLessThan(LINEAR);
});

test('any number of fields is counted', () => {
	expect(() => describeNeverFound(wideAnswers(200_000))).not.toThrow();
});
