import { prepareListing } from '../../../../nodes/shared/operations/listing';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { Listing } from '../../../../nodes/shared/transport/listing';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';

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
function read(values: ParameterValues, pageAt: (page: number) => unknown, more = {}): Reading {
	const prepared = prepareListing(values, { ...listing, ...more }, { query });
	const ids: unknown[] = [];
	const requests: ServiceRequest[] = [];
	for (let request: ServiceRequest | undefined = prepared.request; request;) {
		requests.push(request);
		if (requests.length > 50) throw new Error('The listing does not come to an end');
		const answer = { status: 200, headers: {}, body: { data: pageAt(requests.length) } };
		ids.push(...prepared.toItems(answer).map(({ json }) => json.uuid));
		request = prepared.next?.(answer);
	}
	return { ids, requests };
}

/** Pages of a listing of so many rows. */
const rowsOf = (total: number) => (page: number) =>
	Array.from({ length: total }, (_row, index) => ({ uuid: index })).slice(
		(page - 1) * 10,
		page * 10,
	);

test('a page is asked for with its number, its size and the filters', () => {
	const { requests } = read({ returnAll: false, limit: 5 }, rowsOf(100));
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
])('with the limit %j, %i rows give %i in %i requests', (limit, total, given, made) => {
	const { ids, requests } = read({ returnAll: false, limit }, rowsOf(total));
	expect(ids).toEqual(Array.from({ length: given }, (_row, index) => index));
	expect(requests).toHaveLength(made);
});

test.each([
	[0, 1],
	[9, 1],
	[10, 2],
	[35, 4],
])('all of %i rows are read in %i requests', (total, made) => {
	const { ids, requests } = read({ returnAll: true, limit: 5 }, rowsOf(total));
	expect(ids).toHaveLength(total);
	expect(requests).toHaveLength(made);
});

test('rows that moved to the next page while it was read are given once', () => {
	const pages = [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [0, -1, -2, -3, -4, -5, -6, -7, -8, -9], [-10]];
	const { ids } = read({ returnAll: true }, (page) => pages[page - 1]?.map((uuid) => ({ uuid })));
	expect(ids).toEqual(Array.from({ length: 20 }, (_row, index) => 9 - index));
});

/** Reads everything from a service to which so many rows are added before each page is read. */
function readWhileGrowing(arrivalsBefore: (page: number) => number): unknown[] {
	const prepared = prepareListing({ returnAll: true }, listing);
	const ids: unknown[] = [];
	let newestFirst = Array.from({ length: 40 }, (_row, index) => `old-${index}`);
	let page = 1;
	for (let request: ServiceRequest | undefined = prepared.request; request; page += 1) {
		const arrived = Array.from({ length: arrivalsBefore(page) }, (_row, n) => `new-${page}-${n}`);
		newestFirst = [...arrived, ...newestFirst];
		const data = newestFirst.slice((page - 1) * 10, page * 10).map((uuid) => ({ uuid }));
		const answer = { status: 200, headers: {}, body: { data, total: newestFirst.length } };
		ids.push(...prepared.toItems(answer).map(({ json }) => json.uuid));
		request = prepared.next?.(answer);
	}
	return ids;
}

test('many rows that arrive at once hide none of those that were there', () => {
	const ids = readWhileGrowing((page) => (page === 3 ? 35 : 0));
	expect(ids.filter((id) => String(id).startsWith('old-'))).toHaveLength(40);
	expect(new Set(ids).size).toBe(ids.length);
});

test('a list that grows faster than it is read is given up, and says how to read it', () => {
	expect(() => readWhileGrowing((page) => (page === 1 ? 0 : 10))).toThrow('grows faster');
});

test.each([
	['its total', 35, 35],
	['a total as text', '35', 35],
	['a total that is too high', 1_000, 35],
	['a total that is too low', 3, 10],
	['no total', undefined, 10],
])(
	'a service that gives fewer rows per page than asked for is read by %s',
	(_label, total, count) => {
		const prepared = prepareListing({ returnAll: true }, { ...listing, maxPageSize: 50 });
		const ids: unknown[] = [];
		for (
			let page = 1, request: ServiceRequest | undefined = prepared.request;
			request && page < 20;
			page += 1
		) {
			const answer = { status: 200, headers: {}, body: { data: rowsOf(35)(page), total } };
			ids.push(...prepared.toItems(answer).map(({ json }) => json.uuid));
			request = prepared.next?.(answer);
		}
		expect(ids).toEqual(Array.from({ length: count }, (_row, index) => index));
	},
);

test('a service that gives the same page for ever is not asked for ever', () => {
	const { ids, requests } = read({ returnAll: true }, () => rowsOf(10)(1));
	expect(ids).toHaveLength(10);
	expect(requests).toHaveLength(2);
});

test.each([[null], [[]], [[null, 7, 'x']]])('a page of %j has no rows', (rows) => {
	expect(read({ returnAll: true }, () => rows).ids).toEqual([]);
});

test('rows without an ID are all given', () => {
	const { ids } = read({ returnAll: true }, (page) => (page === 1 ? [{ a: 1 }, { a: 2 }] : []));
	expect(ids).toHaveLength(2);
});

test('a row is shown as the listing says', () => {
	const prepared = prepareListing({ returnAll: false, limit: 5 }, listing, {
		toJson: ({ uuid }) => ({ batchId: uuid }),
	});
	const answer = { status: 200, headers: {}, body: { data: [{ uuid: 'u' }] } };
	expect(prepared.toItems(answer)).toEqual([{ json: { batchId: 'u' } }]);
});

test.each([{}, { message: 'Under maintenance' }, { data: 'rows' }, { data: {} }])(
	'the body %j is no empty listing: something between answered',
	(body) => {
		const prepared = prepareListing({ returnAll: true }, listing);
		expect(() => prepared.toItems({ status: 200, headers: {}, body })).toThrow(
			'An answer of the service could not be read',
		);
	},
);

test.each([0, -1, 1.5, 'many'])('a limit of %j is refused', (limit) => {
	expect(() => prepareListing({ returnAll: false, limit }, listing)).toThrow("'Limit' is");
});

test('a page that holds an ID twice gives it once', () => {
	const { ids } = read({ returnAll: true }, (page) =>
		page === 1 ? [{ uuid: 1 }, { uuid: 1 }, { uuid: 2 }] : [],
	);
	expect(ids).toEqual([1, 2]);
});
