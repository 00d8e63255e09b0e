import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../../scripts/lib/waitUntil.mjs';
import { submitBatch } from './support/callBatch';
import { callService, waitForEnd, type CallTarget } from './support/callService';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

jest.setTimeout(90_000);

const DAY_MS = 86_400_000;
const KEPT_DAYS = { KEEP_DAYS: '60' };

let site: TestSite;
let dataDirectory: string;
let service: RunningService | undefined;

beforeAll(async () => {
	site = await startSite();
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-retention-'));
});
afterAll(async () => {
	await service?.kill();
	await site.stop();
	await rm(dataDirectory, { recursive: true, force: true });
});

async function run(service: CallTarget, path: string, request: object): Promise<string> {
	const { body } = await callService(service, 'POST', path, request);
	const { jobId } = Object(body);
	await waitForEnd(service, `${path}/${jobId}`);
	return jobId;
}

async function runBatch(service: CallTarget): Promise<string> {
	const batchId = await submitBatch(service, { urls: [`${site.url}/layout`] });
	await waitForEnd(service, `/batch/scrape/${batchId}`);
	return batchId;
}

/** Starts the service on the data folder of this file. */
async function start(environment: Record<string, string> = {}): Promise<RunningService> {
	service = await startService({ dataDirectory, environment });
	return service;
}

/** Makes everything that the data folder holds so many days older. */
async function age(days: number): Promise<void> {
	const database = new DatabaseSync(join(dataDirectory, 'service.db'));
	const by = days * DAY_MS;
	database.exec(`
		UPDATE jobs SET created_at_ms = created_at_ms - ${by}, finished_at_ms = finished_at_ms - ${by};
		UPDATE scrape_batches SET created_at_ms = created_at_ms - ${by};
		UPDATE indexed_pages SET indexed_at_ms = indexed_at_ms - ${by};`);
	database.close();
	const folder = join(dataDirectory, 'files');
	for (const name of await readdir(folder)) {
		const file = join(folder, name);
		const then = new Date((await stat(file)).mtimeMs - by);
		await utimes(file, then, then);
	}
}

async function statusOf(service: CallTarget, path: string): Promise<number> {
	return (await callService(service, 'GET', path)).status;
}

const countFiles = async () => (await readdir(join(dataDirectory, 'files'))).length;

test('jobs, batches, pages and files are deleted when their time is over, the others stay', async () => {
	const first = await start();
	const urls = [{ url: `${site.url}/article` }];
	const scrapeId = await run(first, '/scrape', { urls, screenshot: true });
	const batchId = await runBatch(first);
	const crawlId = await run(first, '/crawl', {
		baseUrl: `${site.url}/article`,
		crawlInstruction: 'all pages',
		maxPages: 1,
	});
	await first.stop();
	expect(await countFiles()).toBeGreaterThan(1);

	await age(59);
	const second = await start(KEPT_DAYS);
	const young = [`/scrape/${scrapeId}`, `/batch/scrape/${batchId}`, `/crawl/${crawlId}`];
	for (const path of young) expect(await statusOf(second, path)).toBe(200);
	const newId = await run(second, '/scrape', { urls, screenshot: true });
	await second.stop();

	await age(3);
	const third = await start(KEPT_DAYS);
	for (const path of young) expect(await statusOf(third, path)).toBe(404);
	expect(await statusOf(third, `/crawl/${crawlId}/pages`)).toBe(404);
	expect(await statusOf(third, `/scrape/${newId}`)).toBe(200);
	const { body: logs } = await callService(third, 'GET', '/scrape-logs');
	expect(Object(logs).data.logs.map(({ uuid }: { uuid: string }) => uuid)).toEqual([newId]);
	const { body: batches } = await callService(third, 'GET', '/batch/scrape');
	expect(batches).toMatchObject({ jobs: [] });
	// Files are deleted beside the first requests.
	await waitUntil(async () => ((await countFiles()) === 1 ? true : undefined), {
		timeoutMs: 10_000,
		onTimeout: () => new Error('More or less than the new screenshot is left'),
	});
	await third.stop();
});
