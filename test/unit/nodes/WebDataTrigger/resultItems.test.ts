import type { IDataObject } from 'n8n-workflow';
import type {
	JobOutcome,
	JobTypeName,
} from '../../../../nodes/WebDataTrigger/jobFinished/jobSource';
import {
	readBatchUrls,
	readResultItems,
} from '../../../../nodes/WebDataTrigger/jobFinished/resultItems';
import { ScriptedService, type Reply } from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const MISSING: Reply = { status: 404, body: { status: 'error', message: 'No such job' } };

let clock: SimulatedClock;
let service: ScriptedService;

beforeEach(() => {
	clock = new SimulatedClock();
});

/** Opens the client in front of a service with these answers by path; others are missing. */
async function open(answers: Record<string, object | Reply>) {
	service = new ScriptedService(clock, ({ path }) => {
		const answer = answers[path];
		if (answer === undefined) return MISSING;
		return 'status' in answer && typeof answer.status === 'number'
			? (answer as Reply)
			: { status: 200, body: answer };
	});
	const client = await service.open();
	return { client, clock, deadlineMs: clock.now() + 28_000, warn: () => undefined };
}

interface Ended {
	kind?: JobTypeName;
	outcome?: JobOutcome;
	record?: IDataObject;
	output?: 'result' | 'record';
	isSimplified?: boolean;
}

async function read(answers: Record<string, object | Reply>, ended: Ended = {}) {
	const { kind = 'scrape', outcome = 'finished', record = { jobId: 'j', status: 'x' } } = ended;
	const { output = 'result', isSimplified = true } = ended;
	const services = await open(answers);
	const row = { id: 'j', startedAtMs: 0, outcome, record };
	return await clock.run(readResultItems(kind, row, { output, isSimplified }, services));
}

function paths(): string[] {
	return service.requests.map(({ path }) => path);
}

const scraped = {
	status: 'completed',
	result: {
		content: 'Text',
		data: [{ url: 'https://a.test/', success: true, title: 'A', markdownContent: 'Text' }],
	},
};

describe.each<[JobTypeName, string]>([
	['batch', '/batch/scrape/j'],
	['crawl', '/crawl/j'],
	['scrape', '/scrape/j'],
	['search', '/search/j'],
])('the result of a %s', (kind, path) => {
	test.each([[{ status: 'success' }], [{ message: 'OK' }], [{}]])(
		'is not %j, which something between answered: the next poll reads it',
		async (body) => {
			await expect(read({ [path]: body }, { kind })).rejects.toThrow('could not be read');
		},
	);
});

test('a crawl whose pages something between answered is read by the next poll', async () => {
	const answers = {
		'/crawl/j': { status: 'completed', result: [{ url: 'https://a.test/', status: 'success' }] },
		'/crawl/j/pages': { message: 'Welcome' },
	};
	await expect(read(answers, { kind: 'crawl' })).rejects.toThrow('could not be read');
});

test('addresses of a batch are not read from what something between answered', async () => {
	const services = await open({ '/batch/scrape/j': { status: 'success' } });
	await expect(clock.run(readBatchUrls('j', services))).rejects.toThrow('could not be read');
});

test('the record alone asks the service nothing; the ID comes last', async () => {
	const [item] = await read({}, { output: 'record', record: { jobId: 'j', status: 'success' } });
	expect(item).toEqual({
		event: 'jobFinished',
		kind: 'scrape',
		outcome: 'finished',
		status: 'success',
		jobId: 'j',
	});
	expect(Object.keys(item ?? {}).at(-1)).toBe('jobId');
	expect(paths()).toEqual([]);
});

test('a log names its reason as other items do', async () => {
	const record = { jobId: 'j', error_message: 'Timed out' };
	expect(await read({}, { outcome: 'failed', record })).toMatchObject([
		{ errorMessage: 'Timed out' },
	]);
});

describe('a finished', () => {
	const head = { event: 'jobFinished', outcome: 'finished', jobStatus: 'completed' };

	test('scrape gives its pages', async () => {
		const items = await read({ '/scrape/j': scraped });
		expect(items).toMatchObject([
			{ ...head, kind: 'scrape', url: 'https://a.test/', content: 'Text', jobId: 'j' },
		]);
		expect(paths()).toEqual(['/scrape/j']);
	});

	test('batch gives its pages', async () => {
		const body = {
			status: 'completed',
			items: [{ url: 'https://a.test/', status: 'completed', result: 'Text' }],
		};
		const items = await read({ '/batch/scrape/j': body }, { kind: 'batch' });
		expect(items).toMatchObject([
			{ ...head, kind: 'batch', url: 'https://a.test/', content: 'Text' },
		]);
	});

	test('crawl gives its pages, of which its status names none', async () => {
		const pages = { pages: [{ url: 'https://a.test/', status: 'success', data: 'Text' }] };
		const items = await read(
			{ '/crawl/j': { status: 'completed' }, '/crawl/j/pages': pages },
			{ kind: 'crawl' },
		);
		expect(items).toMatchObject([
			{ ...head, kind: 'crawl', url: 'https://a.test/', content: 'Text' },
		]);
	});

	test('crawl that was cancelled gives the pages that were done', async () => {
		const pages = { pages: [{ url: 'https://a.test/', status: 'success', data: 'Text' }] };
		const items = await read(
			{ '/crawl/j': { status: 'cancelled' }, '/crawl/j/pages': pages },
			{ kind: 'crawl', outcome: 'cancelled' },
		);
		expect(items).toMatchObject([{ outcome: 'cancelled', url: 'https://a.test/' }]);
	});

	test('crawl whose pages are gone gives its record', async () => {
		const items = await read({ '/crawl/j': { status: 'completed' } }, { kind: 'crawl' });
		expect(items).toHaveLength(1);
		expect(items).toMatchObject([{ kind: 'crawl', outcome: 'finished', jobId: 'j' }]);
	});

	test('search gives its hits, or its record when there are none', async () => {
		const hit = { title: 'A', url: 'https://a.test/', snippet: 's' };
		const found = { status: 'completed', result: { data: { web: [hit] } } };
		expect(await read({ '/search/j': found }, { kind: 'search' })).toMatchObject([
			{ ...head, kind: 'search', url: 'https://a.test/' },
		]);
		const none = { status: 'completed', result: { data: { web: [] } } };
		const items = await read({ '/search/j': none }, { kind: 'search' });
		expect(items).toMatchObject([{ kind: 'search', jobId: 'j' }]);
	});

	test('job gives the answer of the service on request', async () => {
		const [item] = await read({ '/scrape/j': scraped }, { isSimplified: false });
		expect(item).toMatchObject({ event: 'jobFinished', result: scraped.result });
	});
});

describe('a job that the service names otherwise than its log', () => {
	test.each<[JobTypeName, string, unknown, object]>([
		['scrape', '/scrape-logs/j', 'Text', { content: 'Text' }],
		[
			'search',
			'/search-logs/j',
			{ web: [{ title: 'A', url: 'https://a.test/' }] },
			{ url: 'https://a.test/' },
		],
	])('(%s) has its result in the log', async (kind, path, data, expected) => {
		const items = await read(
			{ [path]: { data: { uuid: 'j', status: 'success', result_data: data } } },
			{ kind },
		);
		expect(items).toMatchObject([{ kind, outcome: 'finished', ...expected }]);
	});

	test.each([
		[{ data: { uuid: 'j', status: 'success' } }],
		[{ data: { uuid: 'j', status: 'success', result_data: null } }],
		[MISSING],
	])('and whose log %j holds none gives its record with the reason', async (log) => {
		const items = await read({ '/scrape-logs/j': log });
		expect(items).toMatchObject([{ status: 'x', jobId: 'j', errorMessage: 'No such job' }]);
	});

	test.each<JobTypeName>(['crawl', 'batch'])('(%s) has no log', async (kind) => {
		expect(await read({}, { kind })).toMatchObject([{ errorMessage: expect.any(String) }]);
		expect(paths()).toHaveLength(1);
	});
});

describe('a result that can not be read', () => {
	test.each([400, 403, 410])(
		'because the service refuses it (%d) gives the record',
		async (status) => {
			const reply = { status, body: { status: 'error', message: 'Own words' } };
			const items = await read({ '/scrape/j': reply });
			expect(items).toMatchObject([{ jobId: 'j', errorMessage: expect.any(String) }]);
		},
	);

	test.each<[string, Reply]>([
		['a wrong key', { status: 401, body: { status: 'error', message: 'Own words' } }],
		['no credits', { status: 402, body: { status: 'error', message: 'Own words' } }],
		['a proxy', { status: 403, body: '<html>' }],
		['a failure', { status: 500, body: { status: 'error', message: 'Own words' } }],
	])('because of %s is an error, and comes again', async (_label, reply) => {
		await expect(read({ '/scrape/j': reply })).rejects.toThrow();
	});
});

describe('without a result', () => {
	test.each<[JobTypeName, JobOutcome, boolean]>([
		['scrape', 'failed', false],
		['scrape', 'cancelled', false],
		['search', 'failed', false],
		['search', 'cancelled', false],
		['crawl', 'cancelled', true],
		['batch', 'failed', true],
		['batch', 'cancelled', true],
	])('a %s that is %s is asked for: %s', async (kind, outcome, isAsked) => {
		await read({}, { kind, outcome });
		expect(paths().length > 0).toBe(isAsked);
	});

	test('a failed crawl is asked for the reason that its record lacks', async () => {
		const answers = { '/crawl/j': { status: 'failed', error: 'Robots' } };
		const ended = { kind: 'crawl', outcome: 'failed' } as const;
		expect(await read(answers, ended)).toMatchObject([{ jobId: 'j', errorMessage: 'Robots' }]);
		expect(await read({}, ended)).toMatchObject([{ errorMessage: 'No such job' }]);
		const [silent] = await read({ '/crawl/j': { status: 'failed' } }, ended);
		expect(silent).not.toHaveProperty('errorMessage');
		const record = { jobId: 'j', errorMessage: 'Known' };
		expect(await read(answers, { ...ended, record })).toMatchObject([{ errorMessage: 'Known' }]);
		expect(paths()).toEqual([]);
	});
});

test('the addresses of a batch are those of its pages; of a lost one there are none', async () => {
	const items = [{ url: 'https://a.test/' }, {}, { url: 'https://b.test/' }];
	const services = await open({ '/batch/scrape/j': { status: 'running', items } });
	expect(await clock.run(readBatchUrls('j', services))).toEqual([
		'https://a.test/',
		'https://b.test/',
	]);
	expect(await clock.run(readBatchUrls('k', services))).toEqual([]);
});
