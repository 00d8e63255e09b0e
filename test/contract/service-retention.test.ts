import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { submitBatch } from './support/callBatch';
import { callService, waitForEnd, type CallTarget } from './support/callService';
import { startService, type RunningService, type ServiceOptions } from './support/startService';
import { changeDatabase, isOnPostgres } from './support/testDatabase';
import { startSite, type TestSite } from './support/startSite';

const DAY_MS = 86_400_000;
const KEPT_DAYS = { KEEP_DAYS: '60' };

let site: TestSite;
let dataDirectory: string;
let service: RunningService | undefined;

beforeAll(async () => {
	site = await startSite();
});
afterAll(() => site.stop());

beforeEach(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-retention-'));
});
afterEach(async () => {
	await service?.kill();
	await rm(dataDirectory, { recursive: true, force: true });
});

async function run(service: CallTarget, path: string, request: object): Promise<string> {
	const { body } = await callService(service, 'POST', path, request);
	const { jobId } = Object(body);
	await waitForEnd(service, `${path}/${jobId}`);
	return jobId;
}

async function runBatch(service: CallTarget): Promise<string> {
	const batchId = await submitBatch(service, { urls: [`${site.url}/layout`], scrapeMode: 'fast' });
	await waitForEnd(service, `/batch/scrape/${batchId}`);
	return batchId;
}

/** Starts the service on the data folder of this file. */
async function start(
	environment: Record<string, string> = {},
	options: ServiceOptions = {},
): Promise<RunningService> {
	service = await startService({ ...options, dataDirectory, environment });
	return service;
}

const startWithoutBrowser = (environment?: Record<string, string>) =>
	start(environment, { withoutBrowser: true });

/** Makes everything that the data folder holds so many days older. */
async function age(days: number): Promise<void> {
	const by = days * DAY_MS;
	await changeDatabase(
		dataDirectory,
		`
		UPDATE jobs SET created_at_ms = created_at_ms - ${by}, started_at_ms = started_at_ms - ${by},
			finished_at_ms = finished_at_ms - ${by};
		UPDATE scrape_batches SET created_at_ms = created_at_ms - ${by};
		UPDATE parse_batches SET created_at_ms = created_at_ms - ${by};
		UPDATE usage_quarters SET start_ms = start_ms - ${by};
		UPDATE indexed_pages SET indexed_at_ms = indexed_at_ms - ${by};`,
	);
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

interface UsagePoint {
	requests: number;
	credits: number;
	latency: number;
}

const exists = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);

/** About a data folder that belongs to one process; with Postgres several share what is kept. */
const testOfDataFolder = isOnPostgres ? () => undefined : test;

const countFiles = async () => (await readdir(join(dataDirectory, 'files'))).length;

test('jobs, batches, pages and files are deleted when their time is over; the others stay, and the files that a new extraction has of an older crawl', async () => {
	const first = await start();
	const urls = [{ url: `${site.url}/article` }];
	const scrapeId = await run(first, '/scrape', { urls, screenshot: true });
	const batchId = await runBatch(first);
	const refused = await callService(first, 'POST', '/parse/batch', { fileIds: ['none'] });
	const crawlRequest = { baseUrl: `${site.url}/article`, scrapeMode: 'fast', maxPages: 1 };
	const crawlId = await run(first, '/crawl', crawlRequest);
	await first.stop();
	expect(await countFiles()).toBeGreaterThan(1);

	await age(59);
	const second = await startWithoutBrowser(KEPT_DAYS);
	const young = [
		`/scrape/${scrapeId}`,
		`/batch/scrape/${batchId}`,
		`/parse/batch/${Object(refused.body).batchId}`,
		`/crawl/${crawlId}`,
	];
	for (const path of young) expect(await statusOf(second, path)).toBe(200);
	const newId = await run(second, '/scrape', { urls, scrapeMode: 'fast' });
	await run(second, '/crawl', crawlRequest);
	const { body: extraction } = await callService(second, 'POST', `/crawl/${crawlId}/extract`, {
		transformInstruction: 'extract title',
	});
	const extractId: string = Object(extraction).jobId;
	await waitForEnd(second, `/crawl/${extractId}`);
	await second.stop();

	await age(3);
	const third = await startWithoutBrowser(KEPT_DAYS);
	for (const path of young) {
		await eventually(async () => (await statusOf(third, path)) === 404, `${path} is kept`);
	}
	expect(await statusOf(third, `/crawl/${crawlId}/pages`)).toBe(404);
	expect(await statusOf(third, `/scrape/${newId}`)).toBe(200);
	const { body: logs } = await callService(third, 'GET', '/scrape-logs');
	expect(Object(logs).data.logs.map(({ uuid }: { uuid: string }) => uuid)).toEqual([newId]);
	const { body: batches } = await callService(third, 'GET', '/batch/scrape');
	expect(batches).toMatchObject({ jobs: [] });
	// Files are deleted beside the first requests.
	await eventually(
		async () => ((await countFiles()) === 4 ? true : undefined),
		'More or less than the pages of the new crawl and of the extraction is left',
	);
	const archive = await fetch(
		`${third.baseUrl}/crawl/${extractId}/download?include=html,markdown`,
		{ headers: { 'x-api-key': third.apiKey } },
	);
	expect(archive.status).toBe(200);
	expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(500);
	await third.stop();
});

testOfDataFolder(
	'usage figures stay whole when their jobs are deleted, the disk gets its space back, and downloads and half-written files of a process that died are gone after the next start',
	async () => {
		const first = await startWithoutBrowser();
		const request = { urls: [{ url: `${site.url}/article` }], scrapeMode: 'fast' };
		for (let count = 0; count < 3; count += 1) await run(first, '/scrape', request);
		const figures = await callService(first, 'GET', '/usage-stats?range=30d');
		await first.kill();
		const file = join(dataDirectory, 'service.db');
		const database = new DatabaseSync(file);
		database.exec(
			`UPDATE job_results SET result = json_set(result, '$.filler', hex(zeroblob(2000000)))`,
		);
		database.close();
		const { size: fullSize } = await stat(file);

		await age(2);
		const left = [join('documents', 'orphan'), join('files', '.unfinished-orphan.html')];
		const young = join('files', 'kept.html');
		for (const name of [...left, young]) await writeFile(join(dataDirectory, name), 'x');
		const second = await startWithoutBrowser({ KEEP_DAYS: '1' });
		await eventually(
			async () => ((await stat(file)).size < fullSize / 4 ? true : undefined),
			'The database stays as large as it was',
		);
		const { body: logs } = await callService(second, 'GET', '/scrape-logs');
		const kept = await callService(second, 'GET', '/usage-stats?range=30d');
		await second.stop();

		const sum = ({ body }: typeof kept) =>
			Object(body).data.reduce((total: number, { requests, credits, latency }: UsagePoint) => {
				expect(latency > 0).toBe(requests > 0);
				return total + requests + credits;
			}, 0);
		expect(fullSize).toBeGreaterThan(10_000_000);
		expect(Object(logs).data.total).toBe(0);
		expect(sum(figures)).toBe(6);
		expect(sum(kept)).toBe(6);
		for (const name of left) expect(await exists(join(dataDirectory, name))).toBe(false);
		expect(await exists(join(dataDirectory, young))).toBe(true);
	},
);
