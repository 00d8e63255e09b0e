import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { callService } from '../contract/support/callService';
import { listPaths, submitCrawl, waitForCrawl } from '../contract/support/callCrawl';
import { startCrawlSite } from '../contract/support/crawlSite';
import { startPages, type Pages } from '../contract/support/startPages';
import { startService, type RunningService } from '../contract/support/startService';
import { eventually } from '../support/eventually';
import { startPostgres } from '../support/postgres.mjs';
import { seededRandom } from '../support/seededRandom';

/** `FLEET_JOBS=1000` is the large run; this one is part of every test. */
const JOB_COUNT = Number(process.env['FLEET_JOBS'] ?? 150);
const SUBMITS_AT_A_TIME = 10;

/** A search engine that notes which query it is working on, and how often at a time. */
function createEngine(random: () => number) {
	const underWay = new Map<string, number>();
	const engine = { mostAtATime: 0, asked: 0 };
	const start = () =>
		startPages((request, response) => {
			const query = new URL(request.url ?? '/', 'http://engine').searchParams.get('q') ?? '';
			const count = (underWay.get(query) ?? 0) + 1;
			underWay.set(query, count);
			engine.asked += 1;
			engine.mostAtATime = Math.max(engine.mostAtATime, count);
			// Also when the worker that asked was killed.
			response.once('close', () => underWay.set(query, (underWay.get(query) ?? 1) - 1));
			const results = [{ url: `https://example.com/${query}`, title: query, content: query }];
			setTimeout(
				() => {
					response.setHeader('Content-Type', 'application/json');
					response.end(JSON.stringify({ results }));
				},
				50 + random() * 250,
			);
		});
	return { engine, start };
}

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let client: Client;
let sharedFolder: string;
let pages: Pages;
/** The fleet. */
let apis: [RunningService, RunningService];
let workers: RunningService[];

const random = seededRandom(20261122);
const { engine, start: startEngine } = createEngine(random);

beforeAll(async () => {
	[postgres, pages, sharedFolder] = await Promise.all([
		startPostgres(),
		startEngine(),
		mkdtemp(join(tmpdir(), 'extraction-fleet-')),
	]);
	// The first one makes the tables.
	const first = await startMember('api');
	apis = [first, await startMember('api')];
	workers = await Promise.all(Array.from({ length: 3 }, () => startMember('worker')));
});

afterAll(async () => {
	await Promise.all([...apis, ...workers].map((service) => service.kill()));
	await client?.end().catch(() => undefined);
	await postgres.stop();
	await pages.stop();
	await rm(sharedFolder, { recursive: true, force: true });
});

/** Starts a process of the fleet. */
async function startMember(role: 'api' | 'worker'): Promise<RunningService> {
	return await startService({
		dataDirectory: sharedFolder,
		withoutBrowser: true,
		environment: {
			DATABASE_URL: postgres.url,
			ROLE: role,
			LOG_LEVEL: 'error',
			SEARCH_URL: pages.url,
			MAX_UNFINISHED_JOBS: '10000',
		},
	});
}

/** Asks the database; while it is away, again. */
async function ask<Row extends object>(sql: string): Promise<Row[]> {
	for (;;) {
		try {
			if (client === undefined) {
				const fresh = new Client(postgres.url);
				fresh.on('error', () => undefined);
				await fresh.connect();
				client = fresh;
			}
			return (await client.query<Row>(sql)).rows;
		} catch (error) {
			if (/syntax|does not exist|column/.test(String(error))) throw error;
			client = undefined as unknown as Client;
			await sleep(200);
		}
	}
}

test('three workers and two APIs lose nothing and do nothing twice, whatever dies', async () => {
	const acknowledged: string[] = [];
	let sent = 0;
	const submit = async (): Promise<void> => {
		while (sent < JOB_COUNT) {
			sent += 1;
			const query = `job-${sent}`;
			const api = apis[random() < 0.5 ? 0 : 1];
			// One that gets no answer may be accepted or not: nothing is promised of it.
			const answer = await callService(api, 'POST', '/search', { query, sources: ['web'] }).catch(
				() => undefined,
			);
			if (answer?.status === 202) acknowledged.push(Object(answer.body).jobId);
			else await sleep(100);
		}
	};
	const submitting = Promise.all(Array.from({ length: SUBMITS_AT_A_TIME }, submit));

	const countEnded = async (): Promise<number> => {
		const [row] = await ask<{ ended: string }>(
			`SELECT count(*) AS ended FROM jobs WHERE state IN ('completed', 'failed', 'cancelled')`,
		);
		return Number(row?.ended);
	};
	const untilEnded = async (share: number): Promise<void> => {
		while ((await countEnded()) < share * JOB_COUNT) await sleep(50);
	};
	const replaceWorker = async (): Promise<void> => {
		const index = Math.floor(random() * workers.length);
		const victim = workers[index];
		if (victim === undefined) return;
		await victim.kill();
		workers[index] = await startMember('worker');
	};

	await untilEnded(0.15);
	await replaceWorker();
	await untilEnded(0.3);
	await apis[1].kill();
	apis[1] = await startMember('api');
	await untilEnded(0.45);
	await postgres.restart('immediate');
	await untilEnded(0.6);
	await replaceWorker();
	await submitting;

	const unfinished = `SELECT count(*) AS left FROM jobs WHERE state NOT IN ('completed', 'failed')`;
	await eventually(async () => {
		const [row] = await ask<{ left: string }>(unfinished);
		return Number(row?.left) === 0;
	}, 'Some jobs do not end');

	const states = await ask<{ state: string; count: string }>(
		'SELECT state, count(*) FROM jobs GROUP BY state',
	);
	const known = await ask<{ id: string }>('SELECT id FROM jobs');
	const [charged] = await ask<{ jobs: string; credits: number }>(
		'SELECT sum(jobs) AS jobs, sum(credits) AS credits FROM usage_quarters',
	);
	// What a worker held that was killed just after a job's end is handed on once more, to be found ended.
	const askQueued = () => ask(`SELECT id FROM pgboss.job WHERE state < 'completed'`);
	await eventually(
		async () => (await askQueued()).length === 0,
		'Jobs that have ended stay queued',
	);
	const ids = new Set(known.map(({ id }) => id));

	expect(states).toEqual([{ state: 'completed', count: String(known.length) }]);
	expect(acknowledged.length).toBeGreaterThan(JOB_COUNT * 0.5);
	expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
	expect(Number(charged?.jobs)).toBe(known.length);
	expect(Number(charged?.credits)).toBe(known.length);
	expect(engine.mostAtATime).toBe(1);
});

test('a crawl whose worker is killed goes on in another one: no page is lost, or loaded again', async () => {
	const PAGES = 30;
	const DONE_BEFORE = 6;
	const site = await startCrawlSite();
	try {
		const [api] = apis;
		const [worker, ...rest] = workers;
		for (const each of rest) await each.kill();
		const jobId = await submitCrawl(api, {
			baseUrl: `${site.url}/slow`,
			crawlInstruction: 'all pages',
			maxPages: PAGES,
		});
		const crawled = async (): Promise<number> => {
			const { body } = await callService(api, 'GET', `/crawl/${jobId}`);
			return Number(Object(body).progress?.pagesCrawled ?? 0);
		};
		await eventually(async () => (await crawled()) >= DONE_BEFORE, 'Too few pages are crawled', {
			intervalMs: 30,
		});
		await worker?.kill();
		site.takeRequests();
		const { body: listed } = await callService(api, 'GET', `/crawl/${jobId}/pages`);
		const pagesBefore: Array<{ url: string; status: string }> = Object(listed).pages;
		const done = listPaths(pagesBefore.filter(({ status }) => status === 'success'));
		workers = [await startMember('worker')];

		const { result, status } = await waitForCrawl(api, jobId);
		const requests = new Set(site.takeRequests());
		const { body } = await callService(api, 'GET', `/crawl/job/${jobId}`);

		expect(status).toBe('completed');
		expect(done.length).toBeGreaterThanOrEqual(DONE_BEFORE);
		expect(done.filter((path) => requests.has(path))).toEqual([]);
		expect(requests.size).toBeGreaterThan(0);
		expect(new Set(listPaths(result)).size).toBe(PAGES);
		expect(body).toMatchObject({ pages_crawled: PAGES, credits_used: PAGES });
	} finally {
		await site.stop();
	}
});
