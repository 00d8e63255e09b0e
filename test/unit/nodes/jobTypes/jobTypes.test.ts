import { batchJobType } from '../../../../nodes/shared/jobTypes/batchJob';
import {
	crawlJobType,
	earlierCrawlType,
	simplifyCrawlRecord,
} from '../../../../nodes/shared/jobTypes/crawlJob';
import { asScrapeJob, scrapeJobType } from '../../../../nodes/shared/jobTypes/scrapeJob';
import { searchJobType } from '../../../../nodes/shared/jobTypes/searchJob';
import { parseBatchJobType, readDocuments, parseJobType } from '../../../../nodes/Parse/parseJob';
import type { JobType } from '../../../../nodes/shared/jobs/jobType';
import { classifyResponse } from '../../../../nodes/shared/transport/classifyResponse';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';

const TYPES: ReadonlyArray<[string, JobType]> = [
	['scrape', scrapeJobType],
	['batch', batchJobType],
	['crawl', crawlJobType],
	['search', searchJobType],
	['parse', parseJobType],
	['parse batch', parseBatchJobType],
];

describe.each(TYPES)('a %s', (_label, type) => {
	test('is asked for and cancelled below its own path, whatever its ID holds', () => {
		const requests = [type.statusRequest('a/b?c'), type.cancelRequest?.('a/b?c')];
		for (const request of requests) {
			if (request) expect(request.path).toMatch(/\/a%2Fb%3Fc$/);
		}
		expect(type.statusRequest('x').method).toBe('GET');
		expect(type.cancelRequest?.('x').method ?? 'DELETE').toBe('DELETE');
	});

	test('has a status only in JSON with what the contract promises of it', () => {
		const request = type.statusRequest('x');
		const said = (body: unknown) => classifyResponse(request, { status: 200, headers: {}, body });
		expect(said({ message: 'Welcome' })).toBe('retry');
		expect(said({ status: 'queued', items: [] })).toBe('accepted');
	});

	test.each(['.', '..'])("can not have the ID '%s'", (id) => {
		expect(() => type.statusRequest(id)).toThrow(WebDataError);
	});

	test.each([[undefined], [null], ['text'], [[]], [{}]])('still runs after %j', (body) => {
		expect(type.readState(body).name).toBe('running');
		expect(type.readId(body)).toBeUndefined();
	});

	test('has its ID under the name that its items have', () => {
		expect(type.readId({ [type.idName]: ' j-1 ' })).toBe('j-1');
	});

	test('lists nothing of a body that holds no list', () => {
		for (const body of [undefined, {}, { jobs: 'none', data: { logs: {} } }]) {
			expect(type.listing?.readStates(body).size ?? 0).toBe(0);
		}
	});
});

test.each([
	[scrapeJobType, '/scrape-logs', 'scrape jobs', "in the node 'Web Data Logs'"],
	[
		batchJobType,
		'/batch/scrape',
		'batches',
		"with the operation 'Get Many' of the resource 'Batch'",
	],
	[
		crawlJobType,
		'/crawl/history',
		'crawls',
		"with the operation 'Get Many' of the resource 'Crawl'",
	],
	[searchJobType, undefined, 'searches', "in the node 'Web Data Logs'"],
])('$label: where it is listed, and what messages call it', (type, path, plural, lookUp) => {
	const job: JobType = type;
	expect(job.listing?.request.path).toBe(path);
	expect(job).toMatchObject({ plural, lookUp, resultOperation: 'Get Result' });
});

test('a simplified crawl record has ten fields and its warnings, its credits as a number', () => {
	const record = {
		id: 'c-1',
		base_url: 'https://a.test/',
		status: 'completed',
		pages_crawled: 3,
		max_pages: 20,
		credits_used: '1.5',
		crawl_instruction: 'Docs',
		transform_instruction: 'Titles',
		created_at: 'then',
		updated_at: 'now',
	};
	const { id, ...fields } = record;
	const simplified = { jobId: id, ...fields, credits_used: 1.5 };
	expect(simplifyCrawlRecord({ ...record, tokens: 7 })).toEqual(simplified);
	expect(Object.keys(simplified)).toHaveLength(10);
	const warnings = ['Stopped at Max Pages (3); 9 more addresses were found.'];
	expect(simplifyCrawlRecord({ ...record, warnings })).toEqual({ ...simplified, warnings });
	for (const credits of ['', ' ', 'many', 2, null]) {
		expect(simplifyCrawlRecord({ credits_used: credits })).toEqual({ credits_used: credits });
	}
});

describe('the listing of scrapes', () => {
	test('holds what runs; what is missing there has ended', () => {
		const body = { data: { logs: [{ uuid: 's-1' }, { uuid: '' }, {}] } };
		expect([...scrapeJobType.listing.readStates(body)]).toEqual([
			['s-1', { name: 'running', status: 'in_progress' }],
		]);
		expect(scrapeJobType.listing.request.query).toMatchObject({ status: 'in_progress' });
	});
});

describe('the state of a batch', () => {
	const items = [{ url: 'https://a.test/', status: 'failed' }];

	test.each(['failed', 'cancelled', 'completed'])(
		'that is %s is a result with its pages',
		(status) => {
			expect(batchJobType.readState({ status, items }).name).toBe('completed');
		},
	);

	test.each(['failed', 'cancelled'])('that is %s without pages is none', (status) => {
		expect(batchJobType.readState({ status, items: [] }).name).toBe(status);
	});

	test('that runs is none, though pages are done', () => {
		expect(batchJobType.readState({ status: 'running', items }).name).toBe('running');
	});

	test.each([
		[{ totalUrls: 50, completedCount: 10, failedCount: 2 }, '12 of 50 (2 failed)'],
		[{ totalUrls: 50, completedCount: 10, failedCount: 0 }, '10 of 50'],
		[{ totalUrls: 50, completedCount: 10 }, '10 of 50'],
		[{ totalUrls: 50 }, undefined],
	])('counts its pages: %j', (counts, progress) => {
		expect(batchJobType.readState({ status: 'running', ...counts }).progress).toBe(progress);
		const { readStates } = batchJobType.listing;
		const listed = readStates({ jobs: [{ uuid: 'b-1', status: 'running', ...counts }] });
		expect(listed.get('b-1')?.progress).toBe(progress);
	});
});

describe('the state of a crawl', () => {
	test('in the history says how far it is', () => {
		const rows = [
			{ id: 'c-1', status: 'active', pages_crawled: 3, max_pages: 20 },
			{ id: 'c-2', status: 'completed' },
			{ status: 'active' },
		];
		expect([...crawlJobType.listing.readStates({ jobs: rows })]).toEqual([
			['c-1', { name: 'running', status: 'active', progress: '3 of 20' }],
			['c-2', { name: 'completed', status: 'completed' }],
		]);
	});

	test('that is cancelled is a result only to those who ask for it by its ID', () => {
		const body = { status: 'cancelled' };
		expect(crawlJobType.readState(body).name).toBe('cancelled');
		expect(earlierCrawlType.readState(body)).toEqual({ name: 'completed', status: 'cancelled' });
		expect(earlierCrawlType.readState({ status: 'failed' }).name).toBe('failed');
	});
});

describe('the state of a batch of documents', () => {
	test('counts what is done', () => {
		const counts = { queued: 1, running: 2, completed: 3, failed: 4 };
		expect(parseBatchJobType.readState({ status: 'running', counts }).progress).toBe(
			'7 of 10 (4 failed)',
		);
	});

	test.each(['documents', 'items', 'jobs'])("its documents may be called '%s'", (name) => {
		expect(readDocuments({ [name]: [{ jobId: 'j-1' }, 'odd', null] })).toEqual([{ jobId: 'j-1' }]);
	});
});

describe('a scrape of which parts are missing or odd', () => {
	test.each([[undefined], ['text'], [{}], [{ result: null }], [{ result: 'text' }]])(
		'%j reads as one with nothing in its result',
		(body) => {
			const result = { data: [], screenshots: [], warnings: [] };
			expect(asScrapeJob(body)).toEqual({ result, schema_warnings: [] });
		},
	);

	test('keeps what can be read', () => {
		const result = {
			content: 'x',
			data: [{ url: 'u' }, 7],
			screenshots: 'none',
			warnings: ['w', 1],
		};
		expect(asScrapeJob({ result, schema_warnings: ['s', {}] })).toEqual({
			result: { content: 'x', data: [{ url: 'u' }], screenshots: [], warnings: ['w'] },
			schema_warnings: ['s'],
		});
	});
});
