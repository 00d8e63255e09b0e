import { prepareListing } from '../../../../nodes/shared/operations/listing';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { Listing } from '../../../../nodes/shared/transport/listing';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';
import { answerOf, runPrepared } from '../../../support/prepareOperation';

const listing: Listing = {
	path: '/logs',
	maxPageSize: 10,
	idField: 'uuid',
	rowsAt: ['data'],
	totalAt: ['total'],
};
const query = { status: 'error' };

interface Reading {
	ids: unknown[];
	requests: ServiceRequest[];
}

/** Reads a listing from a service that answers page after page with these rows. */
async function read(
	values: ParameterValues,
	pageAt: (page: number) => unknown,
	{ total, ...more }: Partial<Listing> & { total?: unknown } = {},
): Promise<Reading> {
	const prepared = prepareListing(values, { ...listing, ...more }, { query });
	const { items, requests } = await runPrepared(prepared, (page) => {
		if (page > 50) throw new Error('The listing does not come to an end');
		return answerOf({ data: pageAt(page), total });
	});
	return { ids: items.map(({ json }) => json.uuid), requests };
}

/** Pages of a listing of so many rows. */
const rowsOf = (total: number) => (page: number) =>
	Array.from({ length: total }, (_row, index) => ({ uuid: index })).slice(
		(page - 1) * 10,
		page * 10,
	);

test('a page is asked for with its number, its size and the filters', async () => {
	const { requests } = await read({ returnAll: false, limit: 5 }, rowsOf(100));
	expect(requests).toMatchObject([
		{ method: 'GET', path: '/logs', query: { status: 'error', page: 1, limit: 5 } },
	]);
});

test.each([
	// limit, rows at the service, rows given, requests made
	[5, 100, 5, 1],
	[10, 100, 10, 1],
	[25, 100, 25, 3],
	[25, 12, 12, 2],
	[10, 0, 0, 1],
	[undefined, 100, 50, 5],
])('with the limit %j, %i rows give %i in %i requests', async (limit, total, given, made) => {
	const { ids, requests } = await read({ returnAll: false, limit }, rowsOf(total));
	expect(ids).toEqual(Array.from({ length: given }, (_row, index) => index));
	expect(requests).toHaveLength(made);
});

test.each([
	[0, 1],
	[9, 1],
	[10, 2],
	[35, 4],
])('all of %i rows are read in %i requests', async (total, made) => {
	const { ids, requests } = await read({ returnAll: true, limit: 5 }, rowsOf(total));
	expect(ids).toHaveLength(total);
	expect(requests).toHaveLength(made);
});

test('rows that moved to the next page while it was read are given once', async () => {
	const pages = [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [0, -1, -2, -3, -4, -5, -6, -7, -8, -9], [-10]];
	const { ids } = await read({ returnAll: true }, (page) =>
		pages[page - 1]?.map((uuid) => ({ uuid })),
	);
	expect(ids).toEqual(Array.from({ length: 20 }, (_row, index) => 9 - index));
});

/** Reads everything from a service to which so many rows are added before each page is read. */
async function readWhileGrowing(arrivalsBefore: (page: number) => number): Promise<unknown[]> {
	let newestFirst = Array.from({ length: 40 }, (_row, index) => `old-${index}`);
	const { items } = await runPrepared(prepareListing({ returnAll: true }, listing), (page) => {
		const arrived = Array.from({ length: arrivalsBefore(page) }, (_row, n) => `new-${page}-${n}`);
		newestFirst = [...arrived, ...newestFirst];
		const data = newestFirst.slice((page - 1) * 10, page * 10).map((uuid) => ({ uuid }));
		return answerOf({ data, total: newestFirst.length });
	});
	return items.map(({ json }) => json.uuid);
}

test('many rows that arrive at once hide none of those that were there', async () => {
	const ids = await readWhileGrowing((page) => (page === 3 ? 35 : 0));
	expect(ids.filter((id) => String(id).startsWith('old-'))).toHaveLength(40);
	expect(new Set(ids).size).toBe(ids.length);
});

test('a list that grows faster than it is read is given up, and says how to read it', async () => {
	await expect(readWhileGrowing((page) => (page === 1 ? 0 : 10))).rejects.toThrow('grows faster');
});

test.each([
	['its total', 35, 35],
	['a total as text', '35', 35],
	['a total that is too high', 1_000, 35],
	['a total that is too low', 3, 10],
	['no total', undefined, 10],
])(
	'a service that gives fewer rows per page than asked for is read by %s',
	async (_label, total, count) => {
		const { ids } = await read({ returnAll: true }, rowsOf(35), { maxPageSize: 50, total });
		expect(ids).toEqual(Array.from({ length: count }, (_row, index) => index));
	},
);

test('a service that gives the same page for ever is not asked for ever', async () => {
	const { ids, requests } = await read({ returnAll: true }, () => rowsOf(10)(1));
	expect(ids).toHaveLength(10);
	expect(requests).toHaveLength(2);
});

test.each([[null], [[]], [[null, 7, 'x']]])('a page of %j has no rows', async (rows) => {
	expect((await read({ returnAll: true }, () => rows)).ids).toEqual([]);
});

test('rows without an ID are all given', async () => {
	const { ids } = await read({ returnAll: true }, (page) =>
		page === 1 ? [{ a: 1 }, { a: 2 }] : [],
	);
	expect(ids).toHaveLength(2);
});

test('a row is shown as the listing says', async () => {
	const prepared = prepareListing({ returnAll: false, limit: 5 }, listing, {
		toJson: ({ uuid }) => ({ batchId: uuid }),
	});
	const { items } = await runPrepared(prepared, () => answerOf({ data: [{ uuid: 'u' }] }));
	expect(items).toEqual([{ json: { batchId: 'u' } }]);
});

test.each([{}, { message: 'Under maintenance' }, { data: 'rows' }, { data: {} }])(
	'the body %j is no empty listing: something between answered',
	async (body) => {
		const prepared = prepareListing({ returnAll: true }, listing);
		await expect(runPrepared(prepared, () => answerOf(body))).rejects.toThrow(
			'An answer from the service could not be read',
		);
	},
);

test.each([0, -1, 1.5, 'many'])('a limit of %j is refused', (limit) => {
	expect(() => prepareListing({ returnAll: false, limit }, listing)).toThrow("'Limit' is");
});

test('a page that holds an ID twice gives it once', async () => {
	const { ids } = await read({ returnAll: true }, (page) =>
		page === 1 ? [{ uuid: 1 }, { uuid: 1 }, { uuid: 2 }] : [],
	);
	expect(ids).toEqual([1, 2]);
});
