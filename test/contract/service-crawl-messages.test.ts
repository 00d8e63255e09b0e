import { crawl, submitCrawl } from './support/callCrawl';
import { callService } from './support/callService';
import { startCrawlSite, type CrawlSite } from './support/crawlSite';
import { joinService } from './support/sharedService';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

let site: CrawlSite;
const service = joinService();
/** One that has no crawls at first, and limits what a client may ask for. */
let own: RunningService;

beforeAll(async () => {
	const environment = { RATE_LIMIT_REQUESTS: '1000' };
	[site, own] = await Promise.all([
		startCrawlSite(),
		startService({ environment, withoutBrowser: true }),
	]);
});

afterAll(async () => {
	await own?.stop();
	await site?.stop();
});

const UNKNOWN = '00000000-0000-0000-0000-000000000000';

const call = async (
	operationId: string,
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	body?: unknown,
) => {
	const answer = await callService(service, method, path, body);
	validateResponse(operationId, answer.status, answer.body);
	return answer;
};

const error = (message: string) => ({ status: 'error', message });

describe('a request to crawl is refused', () => {
	const valid = { baseUrl: 'http://127.0.0.1/', crawlInstruction: 'all pages' };

	it.each<[string, object, string]>([
		['without baseUrl', { crawlInstruction: 'x' }, 'baseUrl is missing.'],
		['with no page', { ...valid, maxPages: 0 }, 'maxPages must be at least 1.'],
		[
			'with too many pages',
			{ ...valid, maxPages: 2_001 },
			'maxPages must be 1 to 2000 (setting CRAWL_MAX_PAGES).',
		],
		['with a negative depth', { ...valid, maxDepth: -1 }, 'maxDepth must be at least 0.'],
		[
			'with a pattern that is an address',
			{ ...valid, includePaths: ['/a', 'https://example.com/blog/*'] },
			'includePaths[1] must be a path such as /blog/*, without the host: "https://example.com/blog/*".',
		],
		[
			'with more patterns than are compared with every link',
			{ ...valid, excludePaths: Array.from({ length: 1_001 }, (_, index) => `/p${index}`) },
			'excludePaths must hold at most 1000 entries.',
		],
		[
			'with a pattern that is longer than a path',
			{ ...valid, includePaths: [`/${'a'.repeat(2_000)}`] },
			'includePaths[0] must not have more than 2000 characters.',
		],
		[
			'with a very long instruction',
			{ ...valid, crawlInstruction: 'word '.repeat(1_001) },
			'crawlInstruction must not have more than 5000 characters.',
		],
	])('with 400 %s', async (_label, request, message) => {
		const { status, body } = await call('submitCrawl', 'POST', '/crawl', request);

		expect(status).toBe(400);
		expect(body).toEqual(error(message));
	});

	it('but not for a path pattern with an address in its query', async () => {
		const includePaths = ['/out?to=https://*'];
		const request = { ...valid, baseUrl: `${site.url}/single`, includePaths };
		const { status } = await call('submitCrawl', 'POST', '/crawl', request);

		expect(status).toBe(202);
	});

	it('with 400 when it wants a proxy that the service does not have', async () => {
		const { status, body } = await call('submitCrawl', 'POST', '/crawl', {
			...valid,
			useProxy: true,
		});

		expect(status).toBe(400);
		expect(Object(body).message).toContain('PROXY_URL');
	});

	it('with 400 when its instruction is longer than 5000 characters', async () => {
		const { status, body } = await call('submitCrawl', 'POST', '/crawl', {
			...valid,
			transformInstruction: 'x'.repeat(5001),
		});

		expect(status).toBe(400);
		expect(Object(body).message).toMatch(/^transformInstruction must .*5000/);
	});

	it('with 422 and every mistake when its schema is malformed', async () => {
		const schema = { type: 'array', properties: { a: 'text' } };
		const { status, body } = await call('submitCrawl', 'POST', '/crawl', { ...valid, schema });

		expect(status).toBe(422);
		expect(Object(body).errors.length).toBeGreaterThanOrEqual(2);
	});

	it('with 401 without a key', async () => {
		const response = await fetch(`${service.baseUrl}/crawl`, { method: 'POST' });

		expect(response.status).toBe(401);
		expect(await response.json()).toEqual(error('Access token invalid or expired'));
	});

	it('never makes a job', async () => {
		const before = await call('getCrawlStats', 'GET', '/crawl/stats');
		await call('submitCrawl', 'POST', '/crawl', { ...valid, maxPages: 2_001 });
		const after = await call('getCrawlStats', 'GET', '/crawl/stats');

		expect(after.body).toEqual(before.body);
	});
});

describe('an unknown crawl', () => {
	it.each([
		['getCrawlJob', 'GET', `/crawl/${UNKNOWN}`, 'Crawl job not found'],
		['getCrawlRecord', 'GET', `/crawl/job/${UNKNOWN}`, 'Crawl job not found'],
		['cancelCrawl', 'DELETE', `/crawl/${UNKNOWN}`, 'Crawl job not found'],
		['listCrawlPages', 'GET', `/crawl/${UNKNOWN}/pages`, 'Crawl job not found'],
		['downloadCrawl', 'GET', `/crawl/${UNKNOWN}/download`, 'Unauthorized access or job not found'],
	] as const)('answers %s with 404', async (operationId, method, path, message) => {
		const { status, body } = await call(operationId, method, path);

		expect(status).toBe(404);
		expect(body).toMatchObject(error(message));
	});

	it('answers extractCrawl with 404', async () => {
		const { status, body } = await call('extractCrawl', 'POST', `/crawl/${UNKNOWN}/extract`, {
			transformInstruction: 'prices',
		});

		expect(status).toBe(404);
		expect(body).toMatchObject(error('Source crawl job not found'));
	});

	it('is not a scrape job under the same ID', async () => {
		const { body } = await callService(service, 'POST', '/scrape', {
			urls: [{ url: `${site.url}/single` }],
			scrapeMode: 'fast',
		});

		expect((await call('getCrawlJob', 'GET', `/crawl/${Object(body).jobId}`)).status).toBe(404);
	});
});

describe('an extraction over a crawl is refused', () => {
	const finish = (path: string) =>
		crawl(service, { baseUrl: `${site.url}${path}`, crawlInstruction: 'all pages' });

	it.each<[string, object, RegExp]>([
		['without an instruction', {}, /^transformInstruction is missing\.$/],
		['with a blank one', { transformInstruction: ' ' }, /^transformInstruction is required\.$/],
		['with a long one', { transformInstruction: 'x'.repeat(5001) }, /^transformInstruction .*5000/],
	])('with 400 %s', async (_label, request, message) => {
		const { jobId } = await finish('/single');
		const { status, body } = await call('extractCrawl', 'POST', `/crawl/${jobId}/extract`, request);

		expect(status).toBe(400);
		expect(Object(body).message).toMatch(message);
	});

	it.each(['failed', 'active'])('with 400 when the source is %s', async (state) => {
		const request = { crawlInstruction: 'all pages', maxPages: 50 };
		const jobId =
			state === 'failed'
				? (await finish('/missing')).jobId
				: await submitCrawl(service, { ...request, baseUrl: `${site.url}/slow` });
		const answer = await call('extractCrawl', 'POST', `/crawl/${jobId}/extract`, {
			transformInstruction: 'prices',
		});
		await callService(service, 'DELETE', `/crawl/${jobId}`);

		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(error('The source crawl job is not completed.'));
	});
});

describe('the records of crawls', () => {
	it('hold configuration and statistics', async () => {
		const startedAtMs = Date.now();
		const { jobId } = await crawl(service, {
			baseUrl: `${site.url}/shop`,
			crawlInstruction: 'chairs',
			maxPages: 3,
		});
		const { body } = await call('getCrawlRecord', 'GET', `/crawl/job/${jobId}`);
		const { created_at: createdAt, updated_at: updatedAt } = Object(body);

		expect(body).toEqual({
			id: jobId,
			base_url: `${site.url}/shop`,
			crawl_instruction: 'chairs',
			transform_instruction: null,
			max_pages: 3,
			pages_crawled: 3,
			status: 'completed',
			created_at: createdAt,
			updated_at: updatedAt,
			input_tokens: 0,
			output_tokens: 0,
			credits_used: 3,
			warnings: expect.arrayContaining([expect.stringMatching(/^Stopped at Max Pages \(3\)/)]),
			expectedWarnings: [
				expect.stringMatching(/ addresses were not opened: .+ by Max Pages \(3\)\.$/),
			],
		});
		expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(startedAtMs);
		expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(createdAt));
	});

	it('are empty at first, then listed newest first, page by page, with their number', async () => {
		const empty = await callService(own, 'GET', '/crawl/history');
		const none = await callService(own, 'GET', '/crawl/stats');
		const ids: string[] = [];
		for (const path of ['/single', '/missing', '/flaky']) {
			const request = { baseUrl: `${site.url}${path}`, crawlInstruction: 'only this page' };
			ids.unshift((await crawl(own, request)).jobId);
		}
		const list = async (query: string) => {
			const { status, body } = await callService(own, 'GET', `/crawl/history${query}`);
			validateResponse('listCrawlHistory', status, body);
			const { jobs, ...paging } = Object(body);
			return { ids: jobs.map(({ id }: { id: string }) => id), ...paging };
		};
		const pages = [await list(''), await list('?limit=2'), await list('?limit=2&page=2')];
		const beyond = await list('?page=9');
		const stats = await callService(own, 'GET', '/crawl/stats');
		const usage = await callService(own, 'GET', '/usage-stats?range=7d');

		expect(empty.body).toEqual({ jobs: [], total: 0, page: 1, totalPages: 0 });
		expect(none.body).toEqual({ total: 0 });
		expect(pages).toEqual([
			{ ids, total: 3, page: 1, totalPages: 1 },
			{ ids: ids.slice(0, 2), total: 3, page: 1, totalPages: 2 },
			{ ids: ids.slice(2), total: 3, page: 2, totalPages: 2 },
		]);
		expect(beyond).toEqual({ ids: [], total: 3, page: 9, totalPages: 1 });
		expect(stats.body).toEqual({ total: 3 });
		expect(Object(usage.body).data.at(-1)).toMatchObject({ crawls: 3, credits: 2, requests: 0 });
	});

	it.each(['?page=0', '?limit=0', '?limit=101', '?page=x'])('refuse paging %s', async (query) => {
		const { status } = await call('listCrawlHistory', 'GET', `/crawl/history${query}`);

		expect(status).toBe(400);
	});
});

describe('unfinished crawls', () => {
	it('are five at most while rate limits are on', async () => {
		const request = { baseUrl: `${site.url}/slow`, scrapeMode: 'fast', maxPages: 50 };
		for (let count = 0; count < 5; count += 1) await submitCrawl(own, request);
		const { status, body, headers } = await callService(own, 'POST', '/crawl', request);

		validateResponse('submitCrawl', status, body);
		expect(status).toBe(429);
		expect(body).toMatchObject({ code: 'TOO_MANY_PENDING_JOBS', retry_after: 5 });
		expect(headers.get('retry-after')).toBe('5');
	});
});
