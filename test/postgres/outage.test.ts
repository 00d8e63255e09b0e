import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callService, waitForEnd } from '../contract/support/callService';
import { startPages, type Pages } from '../contract/support/startPages';
import { startService, type RunningService } from '../contract/support/startService';
import { startPostgres } from '../support/postgres.mjs';

/** How long Postgres is away: less, as much, and more than the service waits for a connection. */
const OUTAGES_SECONDS = [3, 15, 40];

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let engine: Pages;
let folder: string;
const services: RunningService[] = [];

beforeAll(async () => {
	[postgres, engine, folder] = await Promise.all([
		startPostgres(),
		startPages((_request, response) => {
			response.setHeader('Content-Type', 'application/json');
			const results = [{ url: 'https://example.com/', title: 'One', content: 'One' }];
			setTimeout(() => response.end(JSON.stringify({ results })), 2_000);
		}),
		mkdtemp(join(tmpdir(), 'extraction-outage-')),
	]);
});

afterAll(async () => {
	await Promise.all(services.map((service) => service.kill()));
	await engine.stop();
	await postgres.stop();
	await rm(folder, { recursive: true, force: true });
});

async function start(role: 'all' | 'worker'): Promise<RunningService> {
	const service = await startService({
		dataDirectory: folder,
		withoutBrowser: true,
		environment: {
			DATABASE_URL: postgres.url,
			SEARCH_URL: engine.url,
			LOG_LEVEL: 'warn',
			...(role === 'worker' && { ROLE: role }),
		},
	});
	services.push(service);
	return service;
}

const search = (service: RunningService) =>
	callService(service, 'POST', '/search', { query: 'one', sources: ['web'] });

/** What the service answers to reads and writes, one after the other, until it is told to stop. */
async function askUntil(service: RunningService, isOver: () => boolean) {
	const answers: Array<{ status: number; headers: Headers }> = [];
	const ask = async (send: () => ReturnType<typeof callService>): Promise<void> => {
		while (!isOver()) {
			answers.push(await send());
			await sleep(250);
		}
	};
	await Promise.all([
		ask(() => callService(service, 'GET', '/search-logs')),
		ask(() => callService(service, 'GET', '/usage-stats?range=7d')),
		ask(() => search(service)),
	]);
	return answers;
}

it.each(OUTAGES_SECONDS)(
	'Postgres is away for %i s: requests get an answer or 503 with a time to try again, and jobs go on',
	async (seconds) => {
		const service = await start('all');
		const before = await search(service);
		let isOver = false;
		await postgres.halt('immediate');
		const asking = askUntil(service, () => isOver);
		await sleep(seconds * 1000);
		await postgres.resume();
		await sleep(1000);
		isOver = true;

		const others = (await asking).filter(({ status }) => status >= 300);
		for (const { status, headers } of others) {
			expect(status).toBe(503);
			expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		}
		expect(before.status).toBe(202);
		const { body } = await waitForEnd(service, `/search/${Object(before.body).jobId}`);
		expect(body).toMatchObject({ status: 'completed' });
		const { stdout, stderr } = service.readOutput();
		expect(stdout + stderr).not.toContain('already been released');
		await service.stop();
	},
);

it.each(['all', 'worker'] as const)(
	'a process (%s) that starts while Postgres is away says so in words, and starts when it is back',
	async (role) => {
		await postgres.halt('immediate');
		const starting = start(role);
		await sleep(25_000);
		await postgres.resume();
		const service = await starting;
		const { stdout, stderr } = service.readOutput();
		expect(stdout + stderr).toContain('waiting for the database');
		expect(stdout + stderr).not.toMatch(/^\s+at /m);
		await service.stop();
	},
);
