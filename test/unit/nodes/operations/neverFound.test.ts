import { describeNeverFound } from '../../../../nodes/shared/operations/hints';

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
			"Empty: 'tags' in 1 of 2 rows",
		]);
	});

	it('in some rows are named as they were asked for, over all pages', () => {
		const [first, second] = [
			[{ price: 1 }, { price: null }],
			[{ price: '' }, { price: 4 }],
		];

		expect(describeNeverFound([{ items: first }, { items: second }])).toEqual([
			"Empty: 'price' in 2 of 4 rows",
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
