import { Logs } from '../../../../nodes/Logs/Logs.node';
import { describeLog, scrapeLogListing } from '../../../../nodes/shared/jobTypes/logRows';
import { createGet, createGetMany, type LogType } from '../../../../nodes/Logs/logOperations';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { ServiceAnswer } from '../../../../nodes/shared/transport/serviceRequest';
import {
	answerOf,
	itemWith,
	runCalls,
	refusalOf,
	requestOf,
} from '../../../support/prepareOperation';

const kind: LogType = {
	resource: 'scrapeLog',
	label: 'scrape log',
	listing: scrapeLogListing,
	listMethod: 'listScrapeLogs',
	searchDescription: 'Only logs whose web address contains this',
	simplifiedFields: ['uuid', 'status'],
};
const get = createGet(kind);
const getMany = createGetMany(kind);

function page(uuids: number[], total = 120): ReturnType<typeof answerOf> {
	const logs = uuids.map((uuid) => ({ uuid, status: 'success' }));
	return answerOf({ status: 'success', data: { logs, total } });
}

const range = (from: number, count: number) =>
	Array.from({ length: count }, (_value, index) => from + index);

describe('listing logs', () => {
	test('filters go into the query, dates as days', async () => {
		const filters = {
			status: 'error',
			searchTerm: ' example.com ',
			dateStart: '2026-11-01T00:00:00',
			dateEnd: new Date('2026-11-20T12:00:00Z'),
		};
		expect(await requestOf(getMany, { filters })).toMatchObject({
			method: 'GET',
			path: '/scrape-logs',
			query: {
				page: 1,
				limit: 50,
				status: 'error',
				searchTerm: 'example.com',
				dateStart: '2026-11-01',
				dateEnd: '2026-11-20',
			},
		});
	});

	const midnight = {
		'Europe/Berlin': '2026-11-01T23:00:00Z',
		'America/New_York': '2026-11-02T05:00:00Z',
	};

	test.each(Object.entries(midnight))(
		'a moment is a day of %s, where the workflow is',
		async (timezone, moment) => {
			for (const dateStart of [new Date(moment), moment, moment.replace('Z', '.000+00:00')]) {
				const item = itemWith(undefined, 0, timezone);
				const { query } = await requestOf(getMany, { filters: { dateStart } }, item);
				expect(query).toMatchObject({ dateStart: '2026-11-02' });
			}
		},
	);

	test.each([
		[{ dateStart: '', dateEnd: null }, {}],
		[{ dateStart: '2026-11-02', dateEnd: '' }, { dateStart: '2026-11-02' }],
		[{ dateStart: null, dateEnd: '2026-11-02' }, { dateEnd: '2026-11-02' }],
		[{ dateStart: undefined, searchTerm: '', status: 'any' }, {}],
	])('of the filters %j, only what is set is sent', async (filters, sent) => {
		const { query } = await requestOf(getMany, { filters });
		expect(query).toStrictEqual({ page: 1, limit: 50, ...sent });
	});

	test('logs of one day are asked for with the same day twice', async () => {
		const filters = { dateStart: '2026-11-02', dateEnd: '2026-11-02' };
		expect((await requestOf(getMany, { filters })).query).toMatchObject(filters);
	});

	test('a date of n8n has its own zone', async () => {
		const date = { toISO: () => '2026-11-02T00:00:00.000+02:00' };
		const { query } = await requestOf(getMany, { filters: { dateEnd: date } });
		expect(query).toMatchObject({ dateEnd: '2026-11-02' });
	});

	test.each([
		[
			'a date that does not exist',
			{ dateStart: new Date('no date') },
			"'From Date' is 'Invalid Date'",
		],
		['a list as date', { dateStart: ['2026-11-02'] }, "'From Date' is '["],
		['a status that does not exist', { status: 'done' }, '\'Status\' is "done"'],
		['a date that is none', { dateStart: 'yesterday' }, "'From Date' is 'yesterday'"],
		['an impossible day', { dateEnd: '2026-13-45' }, "'To Date' is '2026-13-45'"],
		['a day that its month lacks', { dateEnd: '2026-02-30' }, "'To Date' is '2026-02-30'"],
		[
			'dates the wrong way round',
			{ dateStart: '2026-11-02', dateEnd: '2026-11-01' },
			"'From Date' (2026-11-02) is later than 'To Date' (2026-11-01)",
		],
	])('%s is refused by the name of the field', async (_label, filters, words) => {
		expect(await refusalOf(getMany, { filters })).toContain(words);
	});

	const read = async (set: ParameterValues, ...pages: ServiceAnswer[]) => {
		const { items, requests } = await runCalls(getMany, set, ...pages);
		return { ids: items.map(({ json }) => json.uuid), requests };
	};

	test('all of them are read page by page, 100 each', async () => {
		const [full, last] = [page(range(1, 100)), page(range(101, 20))];
		const { ids, requests } = await read({ returnAll: true }, full, last);
		expect(requests.map(({ query }) => query)).toEqual([
			{ page: 1, limit: 100 },
			{ page: 2, limit: 100 },
		]);
		expect(ids).toEqual(range(1, 120));
	});

	test('rows that new logs pushed to the next page are given once', async () => {
		const shifted = page(range(98, 100), 250);
		const pages = [page(range(1, 100)), shifted, page(range(198, 20), 250), page([], 250)];
		const { ids } = await read({ returnAll: true }, ...pages);
		expect(ids).toEqual(range(1, 217));
	});

	test('a service that repeats the same page for ever ends the listing', async () => {
		const same = page(range(1, 100), 1_000);
		const { ids, requests } = await read({ returnAll: true }, same, same);
		expect(ids).toEqual(range(1, 100));
		expect(requests).toHaveLength(2);
	});

	test('a limit beyond one page is kept over pages', async () => {
		const [first, second] = [page(range(1, 100)), page(range(101, 100))];
		const { ids, requests } = await read({ limit: 130 }, first, second);
		expect(ids).toEqual(range(1, 130));
		expect(requests).toHaveLength(2);
	});
});

test('one log is got by its ID, with its result data', async () => {
	expect(await requestOf(get, { logId: 'a/b' })).toMatchObject({
		method: 'GET',
		path: '/scrape-logs/a%2Fb',
	});
	const log = { uuid: 'a', result_data: { price: 5 }, latency_ms: 9 };
	const answer = answerOf({ status: 'success', data: log });
	const { items } = await runCalls(get, { logId: 'a' }, answer);
	expect(items[0]?.json).toEqual({ uuid: 'a', result_data: { price: 5 } });
	const raw = await runCalls(get, { logId: 'a', simplify: false }, answer);
	expect(raw.items[0]?.json).toEqual(log);
	expect(await refusalOf(get, { logId: '' })).toContain("'Log' is empty");
});

test.each([
	[
		{
			uuid: 'a',
			status: 'success',
			started_at: '2026-11-02T09:05:00.000Z',
			urls: [{ url: 'https://a.test' }],
		},
		'https://a.test (success, 2026-11-02 09:05 UTC)',
	],
	[
		{ uuid: 'b', status: 'error', started_at: '2026-11-02T09:05:00.000Z', query: 'lamps' },
		'lamps (error, 2026-11-02 09:05 UTC)',
	],
])('a log in the list is readable', (row, label) => {
	expect(describeLog(row)).toBe(label);
});

test('the list methods that the fields name exist', () => {
	const node = new Logs();
	const named = node.description.properties
		.flatMap(({ modes }) => modes ?? [])
		.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	expect(named.sort()).toEqual(Object.keys(node.methods.listSearch).sort());
});
