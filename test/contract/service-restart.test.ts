import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { callService, waitForEnd, type CallTarget } from './support/callService';
import { startPages } from './support/startPages';
import { startService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

let site: TestSite;
let dataDirectory: string;

beforeAll(async () => {
	site = await startSite();
});

afterAll(() => site.stop());

beforeEach(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-restart-'));
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

async function submit(service: CallTarget, path: string): Promise<string> {
	const urls = [{ url: `${site.url}${path}` }];
	const { body } = await callService(service, 'POST', '/scrape', { urls });
	return Object(body).jobId;
}

async function waitUntilPathIsActive(service: CallTarget, path: string): Promise<void> {
	await eventually(
		async () => {
			const { body } = await callService(service, 'GET', path);
			return Object(body).status === 'active' ? true : undefined;
		},
		() => `${path} does not run`,
	);
}

async function waitUntilActive(service: CallTarget, jobId: string): Promise<void> {
	await waitUntilPathIsActive(service, `/scrape/${jobId}`);
}

describe('accepted jobs', () => {
	const environment = { MAX_CONCURRENT_PAGES: '1' };

	it('go back to waiting when the service is asked to stop, however often', async () => {
		let service = await startService({ dataDirectory, environment });
		const jobId = await submit(service, '/slow?ms=2000');
		for (let restarts = 0; restarts < 3; restarts += 1) {
			await waitUntilActive(service, jobId);
			expect(await service.stop()).toBe(0);
			service = await startService({ dataDirectory, environment });
		}
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);
		await service.stop();

		expect(body).toMatchObject({ status: 'completed' });
	});

	it('fail with the reason when the process died three times while they ran', async () => {
		let service = await startService({ dataDirectory, environment });
		const jobId = await submit(service, '/slow?ms=30000');
		for (let crashes = 0; crashes < 3; crashes += 1) {
			await waitUntilActive(service, jobId);
			await service.kill();
			service = await startService({ dataDirectory, environment });
		}
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);
		await service.stop();

		expect(body).toMatchObject({
			status: 'failed',
			error: expect.stringContaining('The service stopped 3 times while this job ran'),
		});
	});
});

describe('an error that nobody expected', () => {
	// Throws outside of everything, as a library's own timer would.
	const planted = `process.on('SIGUSR2', () => { throw new Error('planted') })`;
	const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(planted)}`;

	it('ends the service in good order; what it was at runs at the next start', async () => {
		const environment = { MAX_CONCURRENT_PAGES: '1', NODE_OPTIONS };
		const first = await startService({ dataDirectory, environment });
		const jobId = await submit(first, '/slow?ms=3000');
		await waitUntilActive(first, jobId);
		const exitCode = await first.signal('SIGUSR2');
		const second = await startService({ dataDirectory });
		const { body } = await waitForEnd(second, `/scrape/${jobId}`);
		await second.stop();

		expect(exitCode).toBe(1);
		expect(first.readOutput().stderr).toContain('stopping after an unexpected error');
		expect(first.readOutput().stderr).toContain('planted');
		expect(body).toMatchObject({ status: 'completed' });
	});
});

describe('a search that was cancelled while it ran', () => {
	it('stays cancelled when the process dies, and costs nothing', async () => {
		const silent = await startPages(() => undefined);
		const environment = { SEARCH_URL: `${silent.url}/search` };
		const first = await startService({ dataDirectory, environment });
		const { body } = await callService(first, 'POST', '/search', { query: 'lamps' });
		const path = `/search/${Object(body).jobId}`;
		await waitUntilPathIsActive(first, path);
		const cancelled = await callService(first, 'DELETE', path);
		await first.kill();
		const second = await startService({ dataDirectory, environment });
		const ended = await waitForEnd(second, path);
		const log = await callService(second, 'GET', '/search-logs');
		await second.stop();
		await silent.stop();

		expect(cancelled.body).toMatchObject({ status: 'cancelled' });
		expect(ended.body).toMatchObject({ status: 'failed', error: 'Search cancelled' });
		expect(Object(log.body).data.logs).toMatchObject([{ status: 'error', credits_used: 0 }]);
	});
});

describe('a browser that dies', () => {
	it('fails no job and takes no other down: the page is loaded again', async () => {
		const service = await startService({ dataDirectory });
		const jobId = await submit(service, '/slow?ms=1500');
		await waitUntilActive(service, jobId);
		await sleep(700);
		const ended = await service.killBrowser();
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);
		const account = await callService(service, 'GET', '/account');
		await service.stop();

		expect(ended).toBeGreaterThan(0);
		expect(body).toMatchObject({ status: 'completed', result: { data: [{ success: true }] } });
		expect(account.status).toBe(200);
	});
});

describe('a data folder of 0.1.0', () => {
	it('is taken over: jobs, logs, documents and usage are what they were', async () => {
		const database = new DatabaseSync(join(dataDirectory, 'service.db'));
		database.exec(await readFile(join(__dirname, '../fixtures/service-0.1.0.sql'), 'utf8'));
		// In the periods that usage is told of.
		const later = Date.now() - 1_764_000_000_000;
		database.exec(`UPDATE jobs SET created_at_ms = created_at_ms + ${later},
			started_at_ms = started_at_ms + ${later}, finished_at_ms = finished_at_ms + ${later}`);
		database.close();
		const service = await startService({ dataDirectory });
		const ask = async (path: string) => (await callService(service, 'GET', path)).body;
		const [scrape, parse, search] = ['1', '2', '3'].map(
			(digit) =>
				`${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`,
		);

		expect(await ask('/scrape-logs?searchTerm=example.com/OLD')).toMatchObject({
			data: { total: 1, logs: [{ uuid: scrape, status: 'success', credits_used: 2 }] },
		});
		expect(await ask(`/scrape-logs/${scrape}`)).toMatchObject({
			data: {
				urls: [{ url: 'https://example.com/Old' }],
				extraction_prompt: 'Title',
				scraped_sites_count: 1,
				result_data: { title: 'Old' },
				latency_ms: 2000,
			},
		});
		expect(await ask(`/search-logs/${search}`)).toMatchObject({
			data: { query: 'Old words', sources: 'web,news', result_limit: 5, status: 'error' },
		});
		expect(await ask(`/parse/${parse}`)).toMatchObject({ markdown: 'Old text' });
		const today = Object(await ask('/usage-stats?range=7d')).data.at(-1);
		expect(today).toMatchObject({ requests: 1, credits: 3, latency: 2000 });

		const again = await submit(service, '/article');
		await waitForEnd(service, `/scrape/${again}`);
		expect(await ask('/scrape-logs')).toMatchObject({ data: { total: 2 } });
		await service.stop();
	});
});
