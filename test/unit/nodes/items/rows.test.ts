import {
	describeRows,
	describeUnsplit,
	toRows,
	type RowView,
} from '../../../../nodes/shared/items/rows';

const plain: RowView = { isFlat: false, repeatsFields: false };
const none = { first: {}, last: {} };

const lamps = [
	{ name: 'Nova', price: 49.9 },
	{ name: 'Luna', price: 19 },
];

describe('the rows of an answer', () => {
	test.each<[string, unknown, object[]]>([
		['that is a list', lamps, lamps],
		['that holds nothing but a list', { products: lamps }, lamps],
		['that holds a list and a count', { products: lamps, total: 2 }, lamps],
		['whose list is nested', { result: { items: lamps }, ok: true }, lamps],
		['with texts beside the list', { tags: ['a', 'b', 'c'], products: lamps }, lamps],
		['of plain values', ['x', 'y'], [{ value: 'x' }, { value: 'y' }]],
		['of plain values in an object', { names: ['x'], total: 0 }, [{ value: 'x' }]],
		['whose list is empty', { products: [], total: 0, next: null }, []],
		['without a list', { name: 'Nova', price: 5 }, [{ name: 'Nova', price: 5 }]],
		[
			'of one record with a list of texts',
			{ name: 'Nova', tags: ['a'] },
			[{ name: 'Nova', tags: ['a'] }],
		],
		['of one record with an empty list', { name: 'Nova', tags: [] }, [{ name: 'Nova', tags: [] }]],
		['that is text', '# Lamps', [{ content: '# Lamps' }]],
		['that is nothing', null, [{ content: null }]],
	])('%s', (_label, answer, rows) => {
		expect(toRows(answer, plain, none)).toEqual(rows);
	});

	test('are the least nested list of objects, then the longest, then the first', () => {
		const [one, two] = [[{ a: 1 }], [{ b: 1 }, { b: 2 }]];
		expect(toRows({ deep: { list: two }, near: one }, plain, none)).toEqual(one);
		expect(toRows({ one, two }, plain, none)).toEqual(two);
		expect(toRows({ first: one, second: [{ c: 1 }] }, plain, none)).toEqual(one);
	});

	test('begin with where they are from and end with the job', () => {
		const facts = { first: { url: 'https://a.test/' }, last: { jobId: 'j-1' } };
		const [row] = toRows({ products: lamps }, plain, facts);
		expect(Object.keys(row ?? {})).toEqual(['url', 'name', 'price', 'jobId']);
	});

	test('keep the names of their own fields, the others are renamed on every row', () => {
		const facts = { first: { url: 'https://a.test/' }, last: { jobId: 'j-1' } };
		const rows = toRows([{ url: '/nova' }, { name: 'Luna' }], plain, facts);
		expect(rows).toEqual([
			{ sourceUrl: 'https://a.test/', url: '/nova', jobId: 'j-1' },
			{ sourceUrl: 'https://a.test/', name: 'Luna', jobId: 'j-1' },
		]);
	});

	test('are flat on request: nested fields by their full names, lists as text', () => {
		const answer = [
			{
				name: 'A',
				address: { city: 'Bonn', geo: { lat: 1 } },
				tags: ['x', 2, null],
				parts: [{ id: 1 }],
			},
		];
		expect(toRows(answer, { ...plain, isFlat: true }, none)).toEqual([
			{
				name: 'A',
				'address.city': 'Bonn',
				'address.geo.lat': 1,
				tags: 'x, 2, ',
				parts: '[{"id":1}]',
			},
		]);
	});

	test('keep every value when they are flat, whatever its name', () => {
		const answer = [{ a: { b: 1 }, 'a.b': 2, 'a.b_2': 3, c: [] }];
		expect(toRows(answer, { ...plain, isFlat: true }, none)).toEqual([
			{ 'a.b': 1, 'a.b_2': 2, 'a.b_2_2': 3, c: '' },
		]);
	});

	test('keep every value beside facts of the same names', () => {
		const facts = { first: { url: 'https://a.test/' }, last: { jobId: 'j-1' } };
		const rows = toRows([{ url: '/x', sourceUrl: '/y', jobId: 'own' }], plain, facts);
		expect(rows).toEqual([
			{
				sourceUrl_2: 'https://a.test/',
				url: '/x',
				sourceUrl: '/y',
				jobId: 'own',
				sourceJobId: 'j-1',
			},
		]);
	});

	test('carry the fields beside their list on request', () => {
		const answer = { number: 'R-7', name: 'Shop', meta: { items: lamps, page: 1 } };
		expect(toRows(answer, { ...plain, repeatsFields: true }, none)).toEqual([
			{ number: 'R-7', parentName: 'Shop', meta: { page: 1 }, name: 'Nova', price: 49.9 },
			{ number: 'R-7', parentName: 'Shop', meta: { page: 1 }, name: 'Luna', price: 19 },
		]);
	});

	test('with a field called error make no failed item', () => {
		expect(toRows([{ error: 'E42', extractedError: 'no' }], plain, none)).toEqual([
			{ extractedError_2: 'E42', extractedError: 'no' },
		]);
		expect(toRows([{ error: 'E42' }], plain, none)).toEqual([{ extractedError: 'E42' }]);
	});
});

describe('what is said about rows', () => {
	test.each<[string, unknown, string[]]>([
		['nothing, where they are all of the answer', { products: lamps }, []],
		['how to get some, where there is no list', { name: 'Nova' }, ['products[].price']],
		[
			'that the list is empty',
			{ products: [] },
			["There are no rows: the list 'products' is empty"],
		],
		['that the answer is empty', [], ['There are no rows: the answer is empty']],
		[
			'where they were found, and what is not on them',
			{ result: { items: lamps, tags: ['a'] }, total: 2 },
			["the list 'result.items'", 'Not included: result.tags, total.'],
		],
		[
			'a record beside them by its own name, not by those of its fields',
			{ shop: { name: 'Nova', address: { city: 'Oslo' } }, products: lamps },
			['Not included: shop.'],
		],
	])('%s', (_label, answer, words) => {
		const said = describeRows(answer, plain).join(' ');
		expect(words.filter((word) => !said.includes(word))).toEqual([]);
		expect(said === '').toBe(words.length === 0);
	});

	test('nothing is missing where fields are repeated', () => {
		const answer = { items: lamps, total: 2 };
		expect(describeRows(answer, { ...plain, repeatsFields: true })).toEqual([]);
	});
});

describe('describeUnsplit', () => {
	const rows = [{ name: 'Desk' }, { name: 'Lamp' }];

	it.each([
		['a list under a name', { products: rows }, true],
		['a list', rows, true],
		['a list beside nothing', { title: null, products: rows, count: 0 }, true],
		['a list beside another field', { total: 12, lines: rows }, false],
		['a list of one', { products: rows.slice(0, 1) }, false],
		['a list of texts', { tags: ['a', 'b'] }, false],
		['a record', { name: 'Desk' }, false],
		['Markdown', '# Desk', false],
		['nothing', undefined, false],
	])('of %s', (_case, answer, isNamed) => {
		const hint = expect.stringContaining("choose 'One Item per Row'");
		expect(describeUnsplit(answer)).toEqual(isNamed ? [hint] : []);
	});
});
