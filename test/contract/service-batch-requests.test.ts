import { submitBatch, waitForBatch } from './support/callBatch';
import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

const DEAD_URL = 'http://127.0.0.1:9/';

const service = joinService();
let site: TestSite;

beforeAll(async () => {
	site = await startSite();
});

afterAll(async () => {
	await site.stop();
});

const at = (path: string) => `${site.url}${path}`;

describe('POST /batch/scrape', () => {
	const refuse = async (request: object) => {
		const { status, body } = await callService(service, 'POST', '/batch/scrape', request);
		validateResponse('submitBatchScrape', status, body);
		return { status, body };
	};
	const many = (count: number) => Array.from({ length: count }, () => at('/article'));

	it.each<[string, object, string]>([
		['no addresses', {}, 'urls is missing.'],
		['an empty list', { urls: [] }, 'urls must hold 1 to 50 entries.'],
		['51 addresses', { urls: Array(51).fill(DEAD_URL) }, 'urls must hold 1 to 50 entries.'],
		[
			'an address that is none',
			{ urls: [DEAD_URL, 'ftp://example.com/'] },
			'urls[1] does not fit. Expected: An absolute http or https address.',
		],
		[
			'a broken address',
			{ urls: [DEAD_URL, 'http://['] },
			'urls[1] is not a valid web address: http://[',
		],
		['actions', { urls: [{ url: DEAD_URL, actions: [] }] }, 'urls[0] must be of type string.'],
		[
			'another output',
			{ urls: [DEAD_URL], output: 'auto' },
			'output must be one of json, markdown.',
		],
		[
			'a country without the proxy',
			{ urls: [DEAD_URL], proxyCountry: 'de' },
			'proxyCountry requires useProxy true.',
		],
		[
			'a full page without the screenshot',
			{ urls: [DEAD_URL], fullPageScreenshot: true },
			'fullPageScreenshot requires screenshot true.',
		],
	])('answers 400 to %s', async (_label, request, message) => {
		expect(await refuse(request)).toEqual({ status: 400, body: { status: 'error', message } });
	});

	it.each<[string, object, RegExp]>([
		['a proxy that is not there', { useProxy: true }, /PROXY_URL/],
		['cookies that are none', { cookies: 'no cookies' }, /cookie/i],
	])('answers 400 to %s before anything is queued', async (_label, option, message) => {
		const before = await callService(service, 'GET', '/batch/scrape');
		const { status, body } = await refuse({ urls: many(2), ...option });
		const after = await callService(service, 'GET', '/batch/scrape');

		expect(status).toBe(400);
		expect(Object(body).message).toMatch(message);
		expect(after.body).toEqual(before.body);
	});

	it('lists every mistake of a schema with 422', async () => {
		const { status, body } = await refuse({
			urls: many(1),
			schema: { type: 'array', properties: 5, required: 'all' },
		});

		expect(status).toBe(422);
		expect(body).toMatchObject({ status: 'error', message: 'The extraction schema is invalid.' });
		expect(Object(body).errors.length).toBeGreaterThan(1);
	});

	it('names the keywords of a schema that it does not support', async () => {
		const { body } = await callService(service, 'POST', '/batch/scrape', {
			urls: [at('/product')],
			schema: {
				type: 'object',
				properties: { name: { type: 'string', contentEncoding: 'base64' } },
			},
		});

		validateResponse('submitBatchScrape', 202, body);
		expect(Object(body).schema_warnings).toEqual([expect.stringContaining('contentEncoding')]);
		await waitForEnd(service, `/batch/scrape/${Object(body).batchId}`);
	});

	it('needs a key', async () => {
		const stranger = { ...service, apiKey: 'wrong' };
		const { status, body } = await callService(stranger, 'POST', '/batch/scrape', {
			urls: many(1),
		});

		expect(status).toBe(401);
		validateResponse('submitBatchScrape', status, body);
	});
});

describe('GET /batch/scrape', () => {
	const list = async (query: string) => {
		const { status, body } = await callService(service, 'GET', `/batch/scrape${query}`);
		validateResponse('listBatchScrapes', status, body);
		return { statusCode: status, body, ...Object(body) };
	};

	it('pages through all batches, newest first, without repeats', async () => {
		const ids: string[] = [];
		for (let index = 0; index < 3; index += 1) {
			ids.push(await submitBatch(service, { urls: [DEAD_URL] }));
		}
		await Promise.all(ids.map((id) => waitForBatch(service, id)));
		const whole = await list('');
		const first = await list('?limit=2');
		const second = await list('?limit=2&page=2');
		const beyond = await list('?limit=50&page=900719925474099');
		const { total } = whole.pagination;

		expect(whole.jobs.slice(0, 3).map(({ uuid }: { uuid: string }) => uuid)).toEqual(
			ids.toReversed(),
		);
		expect(whole.jobs[0]).toEqual({
			uuid: ids[2],
			status: 'failed',
			totalUrls: 1,
			completedCount: 0,
			failedCount: 1,
			warningCount: 0,
			outputFormat: 'markdown',
			scrapingChannel: 'api',
			createdAt: expect.stringMatching(/Z$/),
			finishedAt: expect.stringMatching(/Z$/),
		});
		expect(whole.pagination).toEqual({ page: 1, limit: 20, total, totalPages: 1 });
		expect([...first.jobs, ...second.jobs]).toEqual(whole.jobs.slice(0, 4));
		expect(second.pagination).toEqual({
			page: 2,
			limit: 2,
			total,
			totalPages: Math.ceil(total / 2),
		});
		expect(beyond.jobs).toEqual([]);
	});

	it.each([
		['limit=0', 'limit must be 1 to 50.'],
		['limit=51', 'limit must be 1 to 50.'],
		['page=0', 'page must be at least 1.'],
	])('answers 400 to %s', async (query, message) => {
		const { statusCode, body } = await list(`?${query}`);

		expect(statusCode).toBe(400);
		expect(body).toEqual({ status: 'error', message });
	});
});

describe('an unknown batch', () => {
	it.each([
		['getBatchScrape', 'GET', ''],
		['cancelBatchScrape', 'DELETE', ''],
		['retryBatchScrape', 'POST', '/retry'],
	] as const)('is answered by %s with 404', async (operation, method, suffix) => {
		const { status, body } = await callService(service, method, `/batch/scrape/unknown${suffix}`);

		expect(status).toBe(404);
		expect(body).toEqual({ status: 'error', message: 'Batch not found' });
		validateResponse(operation, status, body);
	});
});
