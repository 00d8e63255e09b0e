import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollBatch, submitBatch, waitForBatch } from './support/callBatch';
import { callService, type CallTarget } from './support/callService';
import { startService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

const DEAD_URL = 'http://127.0.0.1:9/';

let site: TestSite;

beforeAll(async () => {
	site = await startSite();
});

afterAll(() => site.stop());

/** Where a page is read is no matter to how many may wait. */
const PLAIN = { output: 'markdown', scrapeMode: 'fast' };

const at = (path: string) => `${site.url}${path}`;

const submit = (service: CallTarget, urls: string[]) =>
	callService(service, 'POST', '/batch/scrape', { ...PLAIN, urls });

describe('a restart', () => {
	it('loses no address of a batch, neither what is done nor what ran and waited', async () => {
		const dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-batch-'));
		const environment = { MAX_CONCURRENT_PAGES: '1' };
		const options = { dataDirectory, environment, withoutBrowser: true };
		const urls = [at('/article'), at('/held?by=restart'), at('/layout'), DEAD_URL];
		try {
			const first = await startService(options);
			const batchId = await submitBatch(first, { ...PLAIN, urls });
			const before = await pollBatch(first, batchId, ({ items }) => items[1]?.status === 'running');
			await first.kill();
			const second = await startService(options);
			site.release('restart');
			const after = await waitForBatch(second, batchId);
			await second.stop();

			expect(before.items[0]?.status).toBe('completed');
			expect(after).toMatchObject({ status: 'completed', completedCount: 3, failedCount: 1 });
			expect(after.createdAt).toBe(before.createdAt);
			expect(after.items[0]).toEqual(before.items[0]);
			expect(after.items.map(({ url, jobId }) => ({ url, jobId }))).toEqual(
				before.items.map(({ url, jobId }) => ({ url, jobId })),
			);
			expect(site.countHits('/article')).toBe(1);
		} finally {
			await rm(dataDirectory, { recursive: true, force: true });
		}
	});
});

describe('the cap on pending addresses', () => {
	it('lets fifty wait and answers 429 to what goes beyond, retries too', async () => {
		const environment = { RATE_LIMIT_REQUESTS: '300', MAX_CONCURRENT_PAGES: '1' };
		const service = await startService({ environment, withoutBrowser: true });
		const failedId = await submitBatch(service, { ...PLAIN, urls: [DEAD_URL] });
		await waitForBatch(service, failedId);
		const full = await submit(service, Array<string>(49).fill(at('/slow?ms=20000')));
		const beyond = await submit(service, [at('/article'), at('/layout')]);
		const last = await submit(service, [at('/article')]);
		const retried = await callService(service, 'POST', `/batch/scrape/${failedId}/retry`);
		await callService(service, 'DELETE', `/batch/scrape/${Object(full.body).batchId}`);
		const afterwards = await submit(service, [at('/article'), at('/layout')]);
		await service.stop();

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
		const service = await startService({
			environment: { MONTHLY_SCRAPE_LIMIT: '3' },
			withoutBrowser: true,
		});
		const batchId = await submitBatch(service, { ...PLAIN, urls: [DEAD_URL, DEAD_URL] });
		await waitForBatch(service, batchId);
		const refused = await submit(service, [DEAD_URL, DEAD_URL]);
		const retried = await callService(service, 'POST', `/batch/scrape/${batchId}/retry`);
		const list = await callService(service, 'GET', '/batch/scrape');
		const single = () =>
			callService(service, 'POST', '/scrape', {
				urls: [{ url: DEAD_URL }],
				scrapeMode: 'fast',
			});
		const statuses = [(await single()).status, (await single()).status];
		const account = await callService(service, 'GET', '/account');
		await service.stop();

		const message = 'Monthly scrape limit exceeded for your plan.';
		expect(refused).toMatchObject({ status: 403, body: { status: 'error', message } });
		expect(retried).toMatchObject({ status: 403, body: { status: 'error', message } });
		validateResponse('submitBatchScrape', 403, refused.body);
		validateResponse('retryBatchScrape', 403, retried.body);
		expect(Object(list.body).pagination.total).toBe(1);
		expect(statuses).toEqual([202, 403]);
		expect(Object(account.body).data).toMatchObject({ scrapesUsed: 3, scrapesRemaining: 0 });
	});
});
