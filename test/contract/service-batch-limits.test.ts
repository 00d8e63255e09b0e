import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollBatch, submitBatch, waitForBatch } from './support/callBatch';
import { callService } from './support/callService';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

const DEAD_URL = 'http://127.0.0.1:9/';

/** A month: what the restart takes of it, what the cap does, and three more. */
const MONTHLY_SCRAPE_LIMIT = 4 + 53 + 3;

let site: TestSite;
let dataDirectory: string;
let service: RunningService;

const start = () =>
	startService({
		dataDirectory,
		environment: {
			MAX_CONCURRENT_PAGES: '1',
			RATE_LIMIT_REQUESTS: '10000',
			MONTHLY_SCRAPE_LIMIT: String(MONTHLY_SCRAPE_LIMIT),
		},
		withoutBrowser: true,
	});

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-batch-'));
	[site, service] = await Promise.all([startSite(), start()]);
});

afterAll(async () => {
	await Promise.all([site.stop(), service.stop()]);
	await rm(dataDirectory, { recursive: true, force: true });
});

/** Where a page is read is no matter to how many may wait. */
const PLAIN = { output: 'markdown', scrapeMode: 'fast' };

const at = (path: string) => `${site.url}${path}`;

const submit = (urls: string[]) =>
	callService(service, 'POST', '/batch/scrape', { ...PLAIN, urls });

const retry = (batchId: string) => callService(service, 'POST', `/batch/scrape/${batchId}/retry`);

// The tests share one month, so that each finds what those before it have left of it.
describe('a restart', () => {
	it('loses no address of a batch, neither what is done nor what ran and waited', async () => {
		const urls = [at('/article'), at('/held?by=restart'), at('/layout'), DEAD_URL];
		const batchId = await submitBatch(service, { ...PLAIN, urls });
		const before = await pollBatch(
			service,
			batchId,
			({ items: [first, held] }) => first?.status === 'completed' && held?.status === 'running',
		);
		await service.kill();
		service = await start();
		site.release('restart');
		const after = await waitForBatch(service, batchId);

		expect(after).toMatchObject({ status: 'completed', completedCount: 3, failedCount: 1 });
		expect(after.createdAt).toBe(before.createdAt);
		expect(after.items[0]).toEqual(before.items[0]);
		expect(after.items.map(({ url, jobId }) => ({ url, jobId }))).toEqual(
			before.items.map(({ url, jobId }) => ({ url, jobId })),
		);
		expect(site.countHits('/article')).toBe(1);
	});
});

describe('the cap on pending addresses', () => {
	it('lets fifty wait and answers 429 to what goes beyond, retries too', async () => {
		const failedId = await submitBatch(service, { ...PLAIN, urls: [DEAD_URL] });
		await waitForBatch(service, failedId);
		const full = await submit(Array<string>(49).fill(at('/slow?ms=20000')));
		const beyond = await submit([at('/article'), at('/layout')]);
		const last = await submit([at('/article')]);
		const retried = await retry(failedId);
		await callService(service, 'DELETE', `/batch/scrape/${Object(full.body).batchId}`);
		const afterwards = await submit([at('/article'), at('/layout')]);

		expect([full, beyond, last, retried, afterwards].map(({ status }) => status)).toEqual([
			202, 429, 202, 429, 202,
		]);
		expect(beyond.body).toEqual({
			status: 'error',
			message:
				'At most 50 batch jobs may be waiting or running. There is room for 1, and this request adds 2. ' +
				'Wait until some of them have finished.',
			code: 'TOO_MANY_PENDING_JOBS',
			retry_after: 5,
		});
		validateResponse('submitBatchScrape', 429, beyond.body);
		validateResponse('retryBatchScrape', 429, retried.body);
	});
});

describe('the monthly limit', () => {
	it('counts every address of a batch, and a batch that exceeds it is refused whole', async () => {
		const batchId = await submitBatch(service, { ...PLAIN, urls: [DEAD_URL, DEAD_URL] });
		await waitForBatch(service, batchId);
		const totalOf = async () =>
			Object((await callService(service, 'GET', '/batch/scrape')).body).pagination.total;
		const batches = await totalOf();
		const refused = await submit([DEAD_URL, DEAD_URL]);
		const retried = await retry(batchId);
		const batchesAfterwards = await totalOf();
		const single = () =>
			callService(service, 'POST', '/scrape', {
				urls: [{ url: DEAD_URL }],
				scrapeMode: 'fast',
			});
		const statuses = [(await single()).status, (await single()).status];
		const account = await callService(service, 'GET', '/account');

		const message = 'Monthly scrape limit exceeded for your plan.';
		expect(refused).toMatchObject({ status: 403, body: { status: 'error', message } });
		expect(retried).toMatchObject({ status: 403, body: { status: 'error', message } });
		validateResponse('submitBatchScrape', 403, refused.body);
		validateResponse('retryBatchScrape', 403, retried.body);
		expect(batchesAfterwards).toBe(batches);
		expect(statuses).toEqual([202, 403]);
		expect(Object(account.body).data).toMatchObject({
			scrapesUsed: MONTHLY_SCRAPE_LIMIT,
			scrapesRemaining: 0,
		});
	});
});
