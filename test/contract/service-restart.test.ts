import { chmod, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { callService, waitForEnd, type CallTarget } from './support/callService';
import { type Pages, startPages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

const LONG_TEXT = `<p>${'Of lamps there is enough to say for a page that is read. '.repeat(10)}</p>`;

/** Jobs that need no browser. */
const PLAIN = { scrapeMode: 'fast' };

let site: TestSite;
let dataDirectory: string;
/** Each test takes over what the one before has started last. */
let service: RunningService;

// Throws outside of everything, as a library's own timer would.
const planted = `process.on('SIGUSR2', () => { throw new Error('planted') })`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(planted)}`;

async function startAgain(): Promise<void> {
	service = await startService({ dataDirectory, environment: { NODE_OPTIONS } });
}

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-restart-'));
	site = await startSite();
	await startAgain();
});

afterAll(async () => {
	await service?.stop();
	await site?.stop();
	await rm(dataDirectory, { recursive: true, force: true });
});

async function submit(service: CallTarget, path: string, more: object = {}): Promise<string> {
	const urls = [{ url: `${site.url}${path}` }];
	const { body } = await callService(service, 'POST', '/scrape', { urls, ...more });
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
	it('go back to waiting when the service is asked to stop, however often', async () => {
		const jobId = await submit(service, '/held?by=stops', PLAIN);
		for (let restarts = 0; restarts < 3; restarts += 1) {
			await waitUntilActive(service, jobId);
			expect(await service.stop()).toBe(0);
			await startAgain();
		}
		site.release('stops');
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);

		expect(body).toMatchObject({ status: 'completed' });
	});

	it('fail with the reason when the process died three times while they ran', async () => {
		const jobId = await submit(service, '/held?by=nobody', PLAIN);
		for (let crashes = 0; crashes < 3; crashes += 1) {
			await waitUntilActive(service, jobId);
			await service.kill();
			await startAgain();
		}
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);

		expect(body).toMatchObject({
			status: 'failed',
			error: expect.stringContaining('The service stopped 3 times while this job ran'),
		});
	});
});

describe('an error that nobody expected', () => {
	it('ends the service in good order; what it was at runs at the next start', async () => {
		const jobId = await submit(service, '/held?by=error', PLAIN);
		await waitUntilActive(service, jobId);
		const exitCode = await service.signal('SIGUSR2');
		const { stderr } = service.readOutput();
		await startAgain();
		site.release('error');
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);

		expect(exitCode).toBe(1);
		expect(stderr).toContain('stopping after an unexpected error');
		expect(stderr).toContain('planted');
		expect(body).toMatchObject({ status: 'completed' });
	});
});

describe('searches that read pages when the process dies', () => {
	it('run again to their end and are charged once; a cancelled one stays cancelled and is free', async () => {
		const open = new Set<ServerResponse>();
		let isHanging = false;
		const pages = await startPages((request, response) => {
			response.setHeader('Content-Type', 'text/html');
			if (isHanging && request.url !== '/1') return void open.add(response);
			const text = `Of lamp ${request.url} there is enough to say for a search. `.repeat(8);
			response.end(`<title>Lamp</title><h1>Lamp ${request.url}</h1><p>${text}</p>`);
		});
		const urls = ['/1', '/2', '/3'].map((path) => ({ url: `${pages.url}${path}` }));
		for (const url of urls) {
			const { body } = await callService(service, 'POST', '/scrape', { urls: [url], ...PLAIN });
			await waitForEnd(service, `/scrape/${Object(body).jobId}`);
		}
		isHanging = true;
		const search = async () => {
			const request = { query: 'lamp', scrapeOptions: { formats: ['markdown'] } };
			const { body } = await callService(service, 'POST', '/search', request);
			return `/search/${Object(body).jobId}`;
		};
		const cancelled = await search();
		const unfinished = await search();
		await eventually(() => open.size > 2, 'Not both searches read pages');
		await callService(service, 'DELETE', cancelled);
		await service.kill();
		isHanging = false;
		await startAgain();
		const ended = await waitForEnd(service, unfinished);
		const free = await waitForEnd(service, cancelled);
		const log = await callService(service, 'GET', '/search-logs');
		await pages.stop();

		const { web } = Object(ended.body).result.data;
		const words = urls.map(({ url }) => expect.stringContaining(`Lamp ${new URL(url).pathname}`));
		expect(web.map(({ markdown }: { markdown: string }) => markdown).toSorted()).toEqual(words);
		expect(free.body).toMatchObject({ status: 'failed', error: 'Search cancelled' });
		const charged = Object(log.body).data.logs.map((entry: object) => Object(entry).credits_used);
		expect(charged.toSorted()).toEqual([0, 4]);
	});
});

describe('a browser that dies', () => {
	it('fails no job and takes no other down: the page is loaded again', async () => {
		const jobId = await submit(service, '/slow?ms=1500');
		await waitUntilActive(service, jobId);
		await sleep(700);
		const ended = await service.killBrowser();
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);
		const account = await callService(service, 'GET', '/account');

		expect(ended).toBeGreaterThan(0);
		expect(body).toMatchObject({ status: 'completed', result: { data: [{ success: true }] } });
		expect(account.status).toBe(200);
	});
});

describe('a data folder of 0.1.0', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'extraction-0.1.0-'));
	});

	afterEach(() => rm(folder, { recursive: true, force: true }));

	it('is taken over: jobs, logs, documents and usage are what they were', async () => {
		const database = new DatabaseSync(join(folder, 'service.db'));
		database.exec(await readFile(join(__dirname, '../fixtures/service-0.1.0.sql'), 'utf8'));
		// In the periods that usage is told of.
		const later = Date.now() - 1_764_000_000_000;
		database.exec(`UPDATE jobs SET created_at_ms = created_at_ms + ${later},
			started_at_ms = started_at_ms + ${later}, finished_at_ms = finished_at_ms + ${later}`);
		database.close();
		const upgraded = await startService({ dataDirectory: folder, withoutBrowser: true });
		const ask = async (path: string) => (await callService(upgraded, 'GET', path)).body;
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

		const again = await submit(upgraded, '/article', PLAIN);
		await waitForEnd(upgraded, `/scrape/${again}`);
		expect(await ask('/scrape-logs')).toMatchObject({ data: { total: 2 } });
		await upgraded.stop();
	});
});

describe('a browser that dies while it reads a page', () => {
	const asked: string[] = [];
	let pages: Pages;

	beforeAll(async () => {
		pages = await startPages((request, response) => {
			asked.push(request.url ?? '');
			response.setHeader('Content-Type', 'text/html');
			response.end(`<!doctype html><title>Lamp</title><button>More</button>${LONG_TEXT}`);
		});
	});
	afterAll(() => pages.stop());

	const WAIT = { type: 'wait', duration: 4_000 };
	it.each([
		['between actions', '/actions', { actions: [WAIT, { type: 'click', selector: 'button' }] }],
		['before a screenshot', '/screenshot', { actions: [WAIT], screenshot: true }],
	])('is followed by another one, and the page is read: %s', async (_when, path, fields) => {
		const { actions, ...options } = { screenshot: false, ...fields };
		const urls = [{ url: `${pages.url}${path}`, actions }];
		const { body } = await callService(service, 'POST', '/scrape', { urls, ...options });
		const { jobId } = Object(body);
		const countAsked = () => asked.filter((each) => each === path).length;
		await eventually(async () => countAsked() === 1, 'The page is not asked for');
		await sleep(500);
		expect(await service.killBrowser()).toBeGreaterThan(0);
		const { body: ended } = await waitForEnd(service, `/scrape/${jobId}`);

		expect(ended).toMatchObject({ status: 'completed', result: { data: [{ success: true }] } });
		expect(countAsked()).toBe(2);
		expect(Object(ended).result.screenshots ?? []).toHaveLength(options.screenshot ? 1 : 0);
	});
});

describe('the folder for temporary files, after the process was killed', () => {
	let temporary: string;

	beforeAll(async () => {
		temporary = await mkdtemp(join(tmpdir(), 'extraction-temporary-'));
		// Root has its browser run as another user.
		await chmod(temporary, 0o777);
	});
	afterAll(() => rm(temporary, { recursive: true, force: true }));

	it('has no profile of a browser any more after the next start, and nothing after its end', async () => {
		const environment = { TMPDIR: temporary };
		const killed = await startService({ environment });
		await killed.kill();
		const left = await readdir(temporary, { recursive: true });
		expect(left.some((name) => name.includes('chromiumdev_profile'))).toBe(true);
		// A younger folder may be one that is not locked yet.
		for (const name of await readdir(temporary)) {
			await utimes(join(temporary, name), new Date(0), new Date(0));
		}
		const next = await startService({ environment, dataDirectory: killed.dataDirectory });
		const own = await readdir(temporary);
		await next.stop();

		expect(own).toHaveLength(1);
		expect(left).not.toContain(own[0]);
		expect(await readdir(temporary)).toEqual([]);
		await rm(killed.dataDirectory, { recursive: true, force: true });
	});
});
