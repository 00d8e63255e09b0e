import {
	describeRows,
	describeUnsplit,
	toRows,
	type RowView,
} from '../../../../nodes/shared/items/rows';

const plain: RowView = { isFlat: false };
const none = {};

const lamps = [
	{ name: 'Nova', price: 49.9 },
	{ name: 'Luna', price: 19 },
];

describe('the rows of an answer', () => {
	test.each<[string, unknown, object[]]>([
		['that is a list', lamps, lamps],
		['that holds nothing but a list', { products: lamps }, lamps],
		[
			'that holds a list and a count',
			{ products: lamps, total: 2 },
			lamps.map((lamp) => ({ total: 2, ...lamp })),
		],
		['whose list is nested', { result: { items: lamps } }, lamps],
		[
			'with texts beside the list',
			{ tags: ['a', 'b', 'c'], products: lamps },
			lamps.map((lamp) => ({ tags: ['a', 'b', 'c'], ...lamp })),
		],
		['of plain values', ['x', 'y'], [{ value: 'x' }, { value: 'y' }]],
		['of plain values in an object', { names: ['x'] }, [{ value: 'x' }]],
		['one of which has no value', [{ name: null, tags: [] }, { name: 'Nova' }], [{ name: 'Nova' }]],
		['whose values are 0 and false', [{ stock: 0, isNew: false }], [{ stock: 0, isNew: false }]],
		['whose only row has no value', { items: [{ name: null, price: null }] }, []],
		['whose list is nothing', { items: null }, []],
		['whose list is empty', { products: [], total: 0, next: null }, []],
		['without a list', { name: 'Nova', price: 5 }, [{ name: 'Nova', price: 5 }]],
		[
			'of one record with a list of texts',
			{ name: 'Nova', tags: ['a'] },
			[{ name: 'Nova', tags: ['a'] }],
		],
		['of one record with an empty list', { name: 'Nova', tags: [] }, [{ name: 'Nova', tags: [] }]],
		['that is text', '# Lamps', [{ content: '# Lamps' }]],
		['that is nothing', null, []],
	])('%s', (_label, answer, rows) => {
		expect(toRows(answer, plain, none)).toEqual(rows);
	});

	test('are the least nested list of objects, then the longest, then the first', () => {
		const [one, two] = [[{ a: 1 }], [{ b: 1 }, { b: 2 }]];
		const firstOf = (answer: unknown) => toRows(answer, plain, none)[0];
		expect(firstOf({ deep: { list: two }, near: one })).toMatchObject({ a: 1 });
		expect(firstOf({ one, two })).toMatchObject({ b: 1 });
		expect(firstOf({ first: one, second: [{ c: 1 }] })).toMatchObject({ a: 1 });
	});

	test('end with where they are from', () => {
		const [row] = toRows({ products: lamps }, plain, { pageUrl: 'https://a.test/' });
		expect(Object.keys(row ?? {})).toEqual(['name', 'price', 'pageUrl']);
	});

	test('keep the names of their own fields, the others are renamed on every row', () => {
		const source = { pageUrl: 'https://a.test/' };
		const rows = toRows([{ pageUrl: '/nova' }, { name: 'Luna' }], plain, source);
		expect(rows).toEqual([
			{ pageUrl: '/nova', sourcePageUrl: 'https://a.test/' },
			{ name: 'Luna', sourcePageUrl: 'https://a.test/' },
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
		const source = { pageUrl: 'https://a.test/' };
		const [row] = toRows([{ pageUrl: '/x', sourcePageUrl: '/y' }], plain, source);
		expect(row).toEqual({
			pageUrl: '/x',
			sourcePageUrl: '/y',
			sourcePageUrl_2: 'https://a.test/',
		});
	});

	test('carry the fields beside their list', () => {
		const answer = { number: 'R-7', name: 'Shop', meta: { items: lamps, page: 1 } };
		expect(toRows(answer, plain, none)).toEqual([
			{ number: 'R-7', parentName: 'Shop', meta: { page: 1 }, name: 'Nova', price: 49.9 },
			{ number: 'R-7', parentName: 'Shop', meta: { page: 1 }, name: 'Luna', price: 19 },
		]);
	});

	test('have the sources of their own values, and of those beside their list', () => {
		const at = (line: number) => ({ text: 'x', line });
		const answer = { number: 'R-7', name: 'Shop', items: [{ name: null }, ...lamps] };
		const sources = {
			number: at(1),
			name: at(2),
			'items[1].name': at(4),
			'items[1].price': at(5),
			'items[2].name': at(6),
		};
		const beside = { number: at(1), parentName: at(2) };

		expect(toRows(answer, plain, none, { sources }).map((row) => row.sources)).toEqual([
			{ ...beside, name: at(4), price: at(5) },
			{ ...beside, name: at(6) },
		]);
		expect(toRows(['a'], plain, none, { sources: { '[0]': at(1) } })).toEqual([
			{ value: 'a', sources: { value: at(1) } },
		]);
		expect(toRows([{ sources: 'user' }], plain, none, { sources: {} })).toEqual([
			{ sources: 'user', sourceSources: {} },
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
	test.each<[string, unknown, string]>([
		['nothing, where there are some', { products: lamps, total: 2 }, ''],
		['that there is no list', { name: 'Nova' }, "No list with 'name', 'price' was found"],
		['what was looked for', { products: [] }, "no list with 'name', 'price' was found."],
		['what was looked for', { products: [{ name: null }] }, "no list with 'name', 'price'"],
		['what was looked for', null, "no list with 'name', 'price'"],
	])('%s', (_label, answer, words) => {
		const said = describeRows(answer, ['name', 'price']).join(' ');
		expect(said).toContain(words);
		expect(said === '').toBe(words === '');
	});

	test('One Record is offered where the page itself has the fields, and the columns that it has are named', () => {
		const once = "Found once, not in a list: 'name', 'price'. In n8n, choose One Record.";
		const said = (...warnings: string[]) => describeRows([], ['name', 'price'], warnings);
		expect(said('Slow', once)).toEqual([
			`No rows: no list with 'name', 'price' was found. ${once}`,
		]);
		expect(said('Slow')).toEqual(["No rows: no list with 'name', 'price' was found."]);
		expect(describeRows(lamps, ['name'], [once])).toEqual([]);
		const columns = 'No table has most of these fields. The longest one has the columns "A", "B".';
		expect(said('Slow', columns)).toEqual([
			`No rows: no list with 'name', 'price' was found. ${columns}`,
		]);
	});

	test('of an earlier job that there is no list', () => {
		expect(describeRows([])).toEqual([expect.stringContaining('no list was found')]);
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
		const hint = expect.stringContaining('choose Rows of a List');
		expect(describeUnsplit(answer)).toEqual(isNamed ? [hint] : []);
	});
});
