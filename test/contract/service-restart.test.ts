import { chmod, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
/** Where the services have their temporary files. */
let temporary: string;
/** Each test takes over what the one before has started last. */
let service: RunningService;

// Throws outside of everything, as a library's own timer would.
const planted = `process.on('SIGUSR2', () => { throw new Error('planted') })`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(planted)}`;

async function startAgain({ withoutBrowser = false } = {}): Promise<void> {
	const environment = { NODE_OPTIONS, TMPDIR: temporary };
	service = await startService({ dataDirectory, environment, withoutBrowser });
}

/** Leaves what 0.1.0 had in its data folder. */
async function fillAsFirstRelease(): Promise<void> {
	const database = new DatabaseSync(join(dataDirectory, 'service.db'));
	database.exec(await readFile(join(__dirname, '../fixtures/service-0.1.0.sql'), 'utf8'));
	// In the periods that usage is told of.
	const later = Date.now() - 1_764_000_000_000;
	database.exec(`UPDATE jobs SET created_at_ms = created_at_ms + ${later},
		started_at_ms = started_at_ms + ${later}, finished_at_ms = finished_at_ms + ${later}`);
	database.close();
}

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-restart-'));
	temporary = await mkdtemp(join(tmpdir(), 'extraction-temporary-'));
	// Root has its browser run as another user.
	await chmod(temporary, 0o777);
	site = await startSite();
	await fillAsFirstRelease();
	await startAgain({ withoutBrowser: true });
});

afterAll(async () => {
	await service?.stop();
	await site?.stop();
	for (const folder of [dataDirectory, temporary]) {
		await rm(folder, { recursive: true, force: true });
	}
});

async function submit(service: CallTarget, path: string, more: object = {}): Promise<string> {
	const urls = [{ url: `${site.url}${path}` }];
	const { body } = await callService(service, 'POST', '/scrape', { urls, ...more });
	return Object(body).jobId;
}

async function waitUntilActive(service: CallTarget, jobId: string): Promise<void> {
	await eventually(
		async () => {
			const { body } = await callService(service, 'GET', `/scrape/${jobId}`);
			return Object(body).status === 'active';
		},
		() => `${jobId} does not run`,
	);
}

describe('a data folder of 0.1.0', () => {
	it('is taken over: jobs, logs, documents and usage are what they were', async () => {
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

		const again = await submit(service, '/article', PLAIN);
		await waitForEnd(service, `/scrape/${again}`);
		expect(await ask('/scrape-logs')).toMatchObject({ data: { total: 2 } });
	});
});

describe('an accepted job', () => {
	it('goes back to waiting when the service is asked to stop, or ends in good order after an error that nobody expected, however often', async () => {
		const jobId = await submit(service, '/held?by=stops', PLAIN);
		const exitCodes: Array<number | null> = [];
		let printed = '';
		for (const signal of ['SIGTERM', 'SIGUSR2', 'SIGTERM'] as const) {
			await waitUntilActive(service, jobId);
			exitCodes.push(await service.signal(signal));
			printed += service.readOutput().stderr;
			await startAgain({ withoutBrowser: exitCodes.length < 3 });
		}
		site.release('stops');
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);

		expect(exitCodes).toEqual([0, 1, 0]);
		expect(printed).toContain('stopping after an unexpected error');
		expect(printed).toContain('planted');
		expect(body).toMatchObject({ status: 'completed' });
	});
});

describe('a service that listens', () => {
	it('has said how its browser runs', () => {
		expect(service.readOutput().stderr).toMatch(/the browser runs (in|without) its sandbox/);
	});
});

describe('a browser that dies', () => {
	const asked: string[] = [];
	let pages: Pages;

	beforeAll(async () => {
		pages = await startPages((request, response) => {
			const path = request.url ?? '';
			asked.push(path);
			if (path === '/loading' && countAsked(path) === 1) return;
			response.setHeader('Content-Type', 'text/html');
			response.end(
				`<!doctype html><title>Lamp</title><body onload="fetch('${path}/loaded')"><button>More</button>${LONG_TEXT}`,
			);
		});
	});
	afterAll(() => pages.stop());

	const countAsked = (path: string) => asked.filter((each) => each === path).length;

	it('is followed by another one, and the pages are read: one that loads, one between actions and one before its screenshot', async () => {
		const wait = { type: 'wait', duration: 6_000 };
		const requests = [
			{ path: '/loading' },
			{ path: '/actions', actions: [wait, { type: 'click', selector: 'button' }] },
			{ path: '/screenshot', actions: [wait], screenshot: true },
		];
		const jobs = await Promise.all(
			requests.map(async ({ path, actions = [], ...options }) => {
				const urls = [{ url: `${pages.url}${path}`, actions }];
				const { body } = await callService(service, 'POST', '/scrape', { urls, ...options });
				return `/scrape/${Object(body).jobId}`;
			}),
		);
		await eventually(
			() => ['/loading', '/actions/loaded', '/screenshot/loaded'].every((path) => countAsked(path)),
			() => `The pages were not all opened, but ${asked.join(', ')}`,
		);
		const killed = await service.killBrowser();
		const ended = await Promise.all(jobs.map((path) => waitForEnd(service, path)));

		expect(killed).toBeGreaterThan(0);
		for (const [at, { body }] of ended.entries()) {
			expect(body).toMatchObject({ status: 'completed', result: { data: [{ success: true }] } });
			expect(countAsked(requests[at]?.path ?? '')).toBe(2);
		}
		const screenshots = ended.map(({ body }) => Object(body).result.screenshots?.length ?? 0);
		expect(screenshots).toEqual([0, 0, 1]);
	});
});

describe('a process that dies', () => {
	/** What it had in the folder for temporary files. */
	let left: string[];

	it('leaves searches that read pages to the next one, which charges them once; a cancelled one stays cancelled and is free', async () => {
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
		left = await readdir(temporary, { recursive: true });
		// A younger folder may be one that is not locked yet.
		for (const name of await readdir(temporary)) {
			await utimes(join(temporary, name), new Date(0), new Date(0));
		}
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
		const charged = new Map<string, number>(
			Object(log.body).data.logs.map((entry: object) => [
				`/search/${Object(entry).uuid}`,
				Object(entry).credits_used,
			]),
		);
		expect([unfinished, cancelled].map((path) => charged.get(path))).toEqual([4, 0]);
	});

	it('leaves a profile of its browser in the folder for temporary files, which is gone after the next start; nothing is left after an end in good order', async () => {
		const own = await readdir(temporary);
		await service.stop();

		expect(left.some((name) => name.includes('chromiumdev_profile'))).toBe(true);
		expect(new Set(left.map((name) => name.split('/')[0])).size).toBe(1);
		expect(own).toHaveLength(1);
		expect(left).not.toContain(own[0]);
		expect(await readdir(temporary)).toEqual([]);
	});
});
