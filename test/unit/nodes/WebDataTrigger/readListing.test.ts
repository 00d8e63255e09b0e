import {
	sourceOf,
	toJobRow,
	type JobTypeName,
} from '../../../../nodes/WebDataTrigger/jobFinished/jobSource';
import type { KnownJobs } from '../../../../nodes/WebDataTrigger/jobFinished/knownJobs';
import {
	readFirstSight,
	readSince,
} from '../../../../nodes/WebDataTrigger/jobFinished/readListing';
import type { PollServices } from '../../../../nodes/WebDataTrigger/triggerEvent';
import {
	ScriptedService,
	type ReceivedRequest,
	type Reply,
} from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const START_MS = Date.UTC(2026, 0, 5, 12);

let clock: SimulatedClock;
let service: ScriptedService;
let warnings: string[];

beforeEach(() => {
	clock = new SimulatedClock();
	warnings = [];
});

async function open(script: (request: ReceivedRequest) => Reply): Promise<PollServices> {
	service = new ScriptedService(clock, script);
	const client = await service.open();
	const warn = (message: string) => void warnings.push(message);
	return { client, clock, deadlineMs: Infinity, warn };
}

function timeOf(seconds: number): string {
	return new Date(START_MS + seconds * 1_000).toISOString();
}

function crawl(index: number, status = 'completed') {
	return { id: `c-${index}`, status, created_at: timeOf(index), base_url: 'https://example.com/' };
}

/** A service with these crawls, newest first, in pages of 100. */
function history(rows: readonly object[], total?: number) {
	return ({ query }: ReceivedRequest): Reply => {
		const { page, limit } = Object(query);
		const jobs = rows.slice((page - 1) * limit, page * limit);
		return { status: 200, body: { jobs, ...(total !== undefined && { total }) } };
	};
}

function crawls(count: number, status = 'completed') {
	return Array.from({ length: count }, (_row, index) => crawl(count - index, status));
}

function pagesRead(): unknown[] {
	return service.sent('GET').map(({ query }) => Object(query).page);
}

function known(parts: Partial<KnownJobs> = {}): KnownJobs {
	return { sinceMs: START_MS, open: [], settled: [], ...parts };
}

describe('since the last poll', () => {
	test('the listing is read until a page holds an older job', async () => {
		const services = await open(history(crawls(450)));
		const sinceMs = START_MS + 250_000;
		const { rows } = await clock.run(readSince(sourceOf('crawl'), known({ sinceMs }), services));
		const pageSize = sourceOf('crawl').listing.maxPageSize;
		expect(pagesRead()).toHaveLength(Math.floor(200 / pageSize) + 1);
		expect(rows.filter(({ startedAtMs }) => startedAtMs >= sinceMs)).toHaveLength(201);
	});

	test('a listing that ends is read to its end, also without a total', async () => {
		const { maxPageSize: pageSize } = sourceOf('crawl').listing;
		const services = await open(history(crawls(pageSize + 1)));
		const { rows } = await clock.run(readSince(sourceOf('crawl'), known(), services));
		expect(rows).toHaveLength(pageSize + 1);
		expect(pagesRead()).toEqual([1, 2]);
	});

	test('a short page is not the last when there are more in all', async () => {
		const { maxPageSize: pageSize } = sourceOf('crawl').listing;
		const services = await open(({ query }) => ({
			status: 200,
			body: { jobs: Object(query).page === 1 ? [crawl(9)] : [crawl(8)], total: pageSize + 1 },
		}));
		const { rows } = await clock.run(readSince(sourceOf('crawl'), known(), services));
		expect(rows.map(({ id }) => id)).toEqual(['c-9', 'c-8']);
	});

	test.each([[{}], [{ jobs: 'none' }], [[]], [{ status: 'success', message: 'Maintenance' }]])(
		'%j is no listing: the poll fails, and the next one begins where this one did',
		async (body) => {
			const services = await open(() => ({ status: 200, body }));
			const later = readSince(sourceOf('crawl'), known(), services);
			await expect(clock.run(later)).rejects.toThrow('could not be read');
			const first = readFirstSight(sourceOf('crawl'), services);
			await expect(clock.run(first)).rejects.toThrow('could not be read');
		},
	);

	test.each([[{ jobs: [] }], [{ jobs: null }]])('%j lists nothing', async (body) => {
		const services = await open(() => ({ status: 200, body }));
		const listed = await clock.run(readSince(sourceOf('crawl'), known(), services));
		expect(listed).toEqual({ rows: [], gone: new Set(), known: known() });
		expect(pagesRead()).toEqual([1]);
	});

	test('rows without an ID are left out, and one without a time counts as that before it', async () => {
		const { created_at: time, ...undated } = crawl(7);
		const services = await open(history([crawl(8), undated, {}, crawl(6)]));
		const { rows } = await clock.run(readSince(sourceOf('crawl'), known(), services));
		expect(rows.map(({ id, startedAtMs }) => [id, startedAtMs - START_MS])).toEqual([
			['c-8', 8_000],
			['c-7', 8_000],
			['c-6', 6_000],
		]);
		expect(time).toBeDefined();
	});

	test('a job that disappears while the listing is read makes it start again, at most twice', async () => {
		const { maxPageSize: pageSize } = sourceOf('crawl').listing;
		const all = crawls(pageSize * 2);
		let requests = 0;
		const services = await open((request) => {
			requests += 1;
			const left = all.slice(requests - 1);
			return history(left, left.length)(request);
		});
		await clock.run(readSince(sourceOf('crawl'), known(), services));
		expect(pagesRead()).toEqual([1, 2, 1, 2, 1, 2]);
	});

	test('a listing without an end is left with a warning', async () => {
		const { maxPageSize: pageSize } = sourceOf('crawl').listing;
		const services = await open(({ query }) => {
			const { page } = Object(query);
			const jobs = Array.from({ length: pageSize }, (_row, index) =>
				crawl(1_000_000 - page * pageSize - index),
			);
			return { status: 200, body: { jobs } };
		});
		const { rows } = await clock.run(readSince(sourceOf('crawl'), known(), services));
		expect(rows).toHaveLength(100 * pageSize);
		expect(warnings).toEqual([
			`More than ${100 * pageSize} jobs were started since the last poll (crawl). The oldest are left out.`,
		]);
	});
});

describe('open jobs', () => {
	const open5 = Array.from(
		{ length: 25 },
		(_mark, index) => [`o-${index}`, START_MS - 1_000] as const,
	);

	test('that are not listed are looked up, twenty per poll, in turns', async () => {
		const services = await open(({ path }) =>
			path === '/crawl/history'
				? { status: 200, body: { jobs: [] } }
				: { status: 200, body: { id: path.split('/').at(-1), status: 'active' } },
		);
		const listed = await clock.run(readSince(sourceOf('crawl'), known({ open: open5 }), services));
		expect(service.sent('GET', '/crawl/job/')).toHaveLength(20);
		expect(listed.rows).toHaveLength(20);
		expect(listed.known.open.slice(0, 5).map(([id]) => id)).toEqual([
			'o-20',
			'o-21',
			'o-22',
			'o-23',
			'o-24',
		]);
		expect(listed.known.open).toHaveLength(25);
	});

	test('that are listed further back are found there, up to five pages', async () => {
		const { maxPageSize: pageSize } = sourceOf('crawl').listing;
		const rows = crawls(pageSize * 8);
		const sinceMs = START_MS + pageSize * 8 * 1_000;
		const services = await open(history(rows));
		const near = known({
			sinceMs,
			open: [[`c-${pageSize * 6 + 1}`, START_MS + (pageSize * 6 + 1) * 1_000]],
		});
		await clock.run(readSince(sourceOf('crawl'), near, services));
		expect(pagesRead()).toEqual([1, 2, 3]);

		const far = await open((request) =>
			request.path === '/crawl/history' ? history(rows)(request) : { status: 200, body: crawl(1) },
		);
		await clock.run(
			readSince(sourceOf('crawl'), known({ sinceMs, open: [['c-1', START_MS]] }), far),
		);
		expect(service.sent('GET', '/crawl/history')).toHaveLength(6);
		expect(service.sent('GET', '/crawl/job/c-1')).toHaveLength(1);
	});

	describe.each<[JobTypeName, string, object]>([
		['crawl', '/crawl/job/x', { id: 'x', status: 'completed' }],
		['batch', '/batch/scrape/x', { status: 'completed', items: [] }],
		['scrape', '/scrape-logs/x', { data: { status: 'success' } }],
		['search', '/search-logs/x', { data: { status: 'success' } }],
	])('of the type %s', (kind, path, body) => {
		const lookUp = async (found: unknown) => {
			const services = await open((request) => ({
				status: 200,
				body: request.path === path ? found : { jobs: [], data: { logs: [] } },
			}));
			return readSince(sourceOf(kind), known({ open: [['x', START_MS]] }), services);
		};

		test(`are looked up at ${path}`, async () => {
			const { rows } = await clock.run(lookUp(body));
			expect(rows).toMatchObject([{ id: 'x', outcome: 'finished', startedAtMs: START_MS }]);
		});

		test.each([
			[{ status: 'success' }],
			[{ status: 'completed', message: 'OK' }],
			[{ status: 'success', data: {} }],
			[{ status: 'success', data: [] }],
			[{}],
			[[{ id: 'x', status: 'completed', items: [] }]],
		])('have not ended by %j, which something between answered', async (found) => {
			await expect(clock.run(lookUp(found))).rejects.toThrow('could not be read');
		});
	});

	test('that the service does not know are gone; other failures are errors', async () => {
		const script =
			(reply: Reply) =>
			({ path }: ReceivedRequest): Reply =>
				path === '/crawl/history' ? { status: 200, body: { jobs: [] } } : reply;
		const state = known({ open: [['x', START_MS]] });
		const missing = await open(script({ status: 404, body: { status: 'error', message: 'No' } }));
		const { rows, gone } = await clock.run(readSince(sourceOf('crawl'), state, missing));
		expect(rows).toEqual([]);
		expect([...gone]).toEqual(['x']);

		const proxy = await open(script({ status: 401, body: { status: 'error', message: 'Key' } }));
		await expect(clock.run(readSince(sourceOf('crawl'), state, proxy))).rejects.toThrow('Key');
	});
});

describe('at first sight', () => {
	test('logs are asked for the newest, and for those that run', async () => {
		const done = {
			uuid: 'done',
			status: 'success',
			started_at: timeOf(5),
			urls: [{ url: 'https://a.test/' }],
		};
		const runs = { uuid: 'runs', status: 'in_progress', started_at: timeOf(1) };
		const services = await open(({ query }) => {
			const logs = Object(query).status === 'in_progress' ? [runs] : [done, runs];
			return { status: 200, body: { data: { logs } } };
		});
		const rows = await clock.run(readFirstSight(sourceOf('scrape'), services));
		expect(service.sent('GET').map(({ query }) => Object(query).status)).toEqual([
			undefined,
			'in_progress',
		]);
		expect(rows.map(({ id, outcome }) => [id, outcome])).toEqual([
			['runs', undefined],
			['done', 'finished'],
		]);
	});

	test('of many logs the newest page is enough', async () => {
		const logs = Array.from({ length: 100 }, (_log, index) => ({
			uuid: `s-${index}`,
			status: 'success',
			started_at: timeOf(index),
		}));
		const services = await open(() => ({ status: 200, body: { data: { logs, total: 250 } } }));
		await clock.run(readFirstSight(sourceOf('scrape'), services));
		expect(pagesRead()).toEqual([1, 1]);
	});

	test('listings without such a filter are read while a page holds one that runs, up to five pages', async () => {
		const { maxPageSize: pageSize } = sourceOf('crawl').listing;
		const someRun = [...crawls(pageSize, 'active'), ...crawls(pageSize * 3)];
		await clock.run(readFirstSight(sourceOf('crawl'), await open(history(someRun))));
		expect(pagesRead()).toEqual([1, 2]);
		await clock.run(
			readFirstSight(sourceOf('crawl'), await open(history(crawls(pageSize * 8, 'active')))),
		);
		expect(pagesRead()).toEqual([1, 2, 3, 4, 5]);
	});
});

describe('a row', () => {
	test.each<[JobTypeName, object, string | undefined]>([
		['crawl', { id: 'x', status: 'completed' }, 'finished'],
		['crawl', { id: 'x', status: 'failed' }, 'failed'],
		['crawl', { id: 'x', status: 'cancelled' }, 'cancelled'],
		['crawl', { id: 'x', status: 'active' }, undefined],
		['crawl', { id: 'x' }, undefined],
		['batch', { uuid: 'x', status: 'completed' }, 'finished'],
		['batch', { uuid: 'x', status: 'running' }, undefined],
		['scrape', { uuid: 'x', status: 'success' }, 'finished'],
		['scrape', { uuid: 'x', status: 'error', error_message: 'Timed out' }, 'failed'],
		['scrape', { uuid: 'x', status: 'error', error_message: 'Cancelled by the user' }, 'cancelled'],
		['scrape', { uuid: 'x', status: 'success', error_message: 'Cancelled' }, 'finished'],
		['search', { uuid: 'x', status: 'error', error_message: 'search cancelled' }, 'cancelled'],
		['search', { uuid: 'x', status: 'error', error_message: 'It was cancelled' }, 'failed'],
		['search', { uuid: 'x', status: 'error', error_message: 'Cancelledness' }, 'failed'],
	])('of a %s %j has the outcome %s', (kind, row, outcome) => {
		expect(toJobRow(sourceOf(kind), row, 0)?.outcome).toBe(outcome);
	});

	test('names its addresses or its query, where the listing does', () => {
		const urls = [{ url: 'https://a.test/' }, {}, 'odd', { url: 'https://b.test/' }];
		expect(toJobRow(sourceOf('scrape'), { uuid: 'x', urls }, 0)?.subjects).toEqual([
			'https://a.test/',
			'https://b.test/',
		]);
		expect(toJobRow(sourceOf('scrape'), { uuid: 'x', urls: 'odd' }, 0)?.subjects).toEqual([]);
		expect(toJobRow(sourceOf('search'), { uuid: 'x', query: 'ferries' }, 0)?.subjects).toEqual([
			'ferries',
		]);
		expect(toJobRow(sourceOf('search'), { uuid: 'x' }, 0)?.subjects).toEqual([]);
		expect(
			toJobRow(sourceOf('crawl'), { id: 'x', base_url: 'https://a.test/' }, 0)?.subjects,
		).toEqual(['https://a.test/']);
		expect(toJobRow(sourceOf('crawl'), { id: 'x' }, 0)?.subjects).toEqual([]);
		expect(toJobRow(sourceOf('batch'), { uuid: 'x' }, 0)?.subjects).toBeUndefined();
	});

	test('is a record with its ID, without results, and without a field that makes an item a failed one', () => {
		const log = { uuid: 'x', status: 'error', error: 'E', result_data: 'long' };
		expect(toJobRow(sourceOf('scrape'), log, 0)?.record).toEqual({
			jobId: 'x',
			status: 'error',
			extractedError: 'E',
		});
		const batch = { uuid: 'x', status: 'failed', error: 'E', items: [1] };
		expect(toJobRow(sourceOf('batch'), batch, 0)?.record).toEqual({
			batchId: 'x',
			status: 'failed',
			extractedError: 'E',
		});
		const record = { id: 'x', error: 'E', credits_used: '1.5' };
		expect(toJobRow(sourceOf('crawl'), record, 0)?.record).toEqual({
			jobId: 'x',
			extractedError: 'E',
			credits_used: 1.5,
		});
	});

	test('has the time of its start', () => {
		const started = (createdAt: string) =>
			toJobRow(sourceOf('batch'), { uuid: 'x', createdAt }, START_MS)?.startedAtMs;
		expect(started(timeOf(3))).toBe(START_MS + 3_000);
		// A date that can't be right decides nothing about the other jobs.
		for (const odd of ['2099-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z']) {
			expect(started(odd)).toBe(START_MS);
		}
		expect(toJobRow(sourceOf('search'), { uuid: 'x', started_at: 'odd' }, 7)?.startedAtMs).toBe(7);
	});
});
