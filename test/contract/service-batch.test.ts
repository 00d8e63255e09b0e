import { scrapeBatch, waitForBatch } from './support/callBatch';
import { callService, type CallTarget } from './support/callService';
import { joinService } from './support/sharedService';
import { startService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { isOnPostgres } from './support/testDatabase';
import { validateResponse } from './support/validateResponse';

const DEAD_URL = 'http://127.0.0.1:9/';
/** Where a page is read is no matter to what becomes of it. */
const PLAIN = { scrapeMode: 'fast' };

let service: CallTarget;
let site: TestSite;

beforeAll(async () => {
	site = await startSite();
	// The shared one is on SQLite.
	service = isOnPostgres ? await startService() : joinService();
});

afterAll(() => site.stop());

const at = (path: string) => `${site.url}${path}`;

describe('a batch of five addresses, one of them dead', () => {
	it('answers at once, and in the end shows each address in the order submitted', async () => {
		const urls = [at('/slow?ms=900'), at('/article'), DEAD_URL, at('/prices.csv'), at('/layout')];
		const submitted = await callService(service, 'POST', '/batch/scrape', {
			...PLAIN,
			urls,
			output: 'markdown',
		});
		const { batchId } = Object(submitted.body);

		expect(submitted.status).toBe(202);
		validateResponse('submitBatchScrape', 202, submitted.body);
		expect(submitted.body).toEqual({ status: 'queued', batchId: expect.any(String), total: 5 });
		expect(submitted.headers.get('Location')).toBe(`/api/batch/scrape/${batchId}`);

		const batch = await waitForBatch(service, batchId);
		const { items, ...facts } = batch;
		expect(facts).toEqual({
			status: 'completed',
			totalUrls: 5,
			completedCount: 4,
			failedCount: 1,
			createdAt: expect.stringMatching(/Z$/),
			finishedAt: expect.stringMatching(/Z$/),
		});
		expect(items.map(({ url }) => url)).toEqual(urls);
		expect(items.map(({ uuid }) => uuid)).toEqual(
			urls.map((_, index) => `${batchId}-${index + 1}`),
		);
		expect(new Set(items.map(({ jobId }) => jobId)).size).toBe(5);
		expect(items.map(({ result }) => result)).toEqual([
			expect.stringContaining('The harbour of Ostrand was dug in 1874'),
			expect.stringContaining('# The harbour of Ostrand'),
			null,
			expect.stringMatching(/\| Basalt lamp +\| 120 +\|/),
			expect.stringContaining('# Museum guide'),
		]);
		expect(items[1]).toMatchObject({ status: 'completed', error: null, creditsUsed: 1 });
		expect(items[2]).toMatchObject({
			status: 'failed',
			error: expect.stringContaining(`Failed to scrape ${DEAD_URL}: `),
			creditsUsed: 0,
		});
		for (const { startedAt, finishedAt } of items) {
			expect(Date.parse(String(startedAt))).toBeGreaterThanOrEqual(Date.parse(batch.createdAt));
			expect(Date.parse(String(finishedAt))).toBeLessThanOrEqual(
				Date.parse(String(batch.finishedAt)),
			);
		}
	});
});

describe('the result of an address', () => {
	it('is JSON when a prompt asks for something', async () => {
		const request = { ...PLAIN, urls: [at('/product')], prompt: 'the title' };
		const { items } = await scrapeBatch(service, request);

		expect(items[0]?.result).toMatchObject({ title: 'Cedar chair' });
	});

	it('fits the schema, which forces JSON', async () => {
		const schema = {
			type: 'object',
			properties: { name: { type: 'string' }, price: { type: 'number' } },
		};
		const { items, batchId } = await scrapeBatch(service, {
			...PLAIN,
			urls: [at('/product')],
			output: 'markdown',
			schema,
		});
		const { body } = await callService(service, 'GET', '/batch/scrape?limit=1');

		expect(items[0]?.result).toEqual({ name: 'Cedar chair', price: 49.5 });
		expect(Object(body).jobs[0]).toMatchObject({ uuid: batchId, outputFormat: 'json' });
	});

	it('leaves page frames out and comes with a screenshot when asked to', async () => {
		const { items } = await scrapeBatch(service, {
			urls: [at('/layout')],
			output: 'markdown',
			extractContentOnly: true,
			screenshot: true,
		});
		const image = await fetch(String(items[0]?.screenshotUrl));

		expect(items[0]?.result).not.toContain('Sidebar with offers');
		expect(image.headers.get('Content-Type')).toBe('image/png');
		expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(1000);
	});

	it('can be read whole by its scrape job', async () => {
		const { items } = await scrapeBatch(service, { ...PLAIN, urls: [at('/article')] });
		const { status, body } = await callService(service, 'GET', `/scrape/${items[0]?.jobId}`);

		validateResponse('getScrapeJob', status, body);
		expect(body).toMatchObject({
			status: 'completed',
			result: {
				content: items[0]?.result,
				data: [{ url: at('/article'), title: items[0]?.title, success: true }],
			},
		});
	});
});

describe('a batch of which no address gives anything', () => {
	it('has failed, with a reason for each address, and is free', async () => {
		const { status, completedCount, failedCount, items } = await scrapeBatch(service, {
			urls: [DEAD_URL, at('/missing')],
			output: 'markdown',
		});

		expect({ status, completedCount, failedCount }).toEqual({
			status: 'failed',
			completedCount: 0,
			failedCount: 2,
		});
		expect(items.map(({ creditsUsed }) => creditsUsed)).toEqual([0, 0]);
		expect(items[1]).toMatchObject({
			result: null,
			error: `Failed to scrape ${at('/missing')}: HTTP status 404 (Not Found), page title 'Not found'`,
		});
	});
});

describe('the records', () => {
	it('count each address as a scrape, in the logs, the usage and the account', async () => {
		const readTotals = async () => {
			const logs = await callService(service, 'GET', '/scrape-logs');
			const usage = await callService(service, 'GET', '/usage-stats?range=7d');
			const account = await callService(service, 'GET', '/account');
			const { requests, credits } = Object(usage.body).data.at(-1);
			const { scrapesUsed } = Object(account.body).data;
			return { logs: Object(logs.body).data.total, requests, credits, scrapesUsed };
		};
		const before = await readTotals();
		const { items } = await scrapeBatch(service, {
			...PLAIN,
			urls: [at('/article'), DEAD_URL],
			prompt: 'year and ships',
		});
		const after = await readTotals();
		const log = await callService(service, 'GET', `/scrape-logs/${items[0]?.jobId}`);

		expect(after).toEqual({
			logs: before.logs + 2,
			requests: before.requests + 2,
			credits: before.credits + 1,
			scrapesUsed: before.scrapesUsed + 2,
		});
		validateResponse('getScrapeLog', log.status, log.body);
		expect(Object(log.body).data).toMatchObject({
			status: 'success',
			urls: [{ url: at('/article') }],
			extraction_prompt: 'year and ships',
			credits_used: 1,
			scraped_sites_count: 1,
			result_data: items[0]?.result,
		});
	});

	it('count the pages with warnings in the list of batches', async () => {
		const urls = [at('/empty'), at('/article')];
		const { batchId } = await scrapeBatch(service, { ...PLAIN, urls, output: 'markdown' });
		const { status, body } = await callService(service, 'GET', '/batch/scrape?limit=1');

		validateResponse('listBatchScrapes', status, body);
		expect(Object(body).jobs).toMatchObject([
			{ uuid: batchId, completedCount: 2, warningCount: 1 },
		]);
	});
});
