import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callService, waitForEnd } from '../contract/support/callService';
import { startPages, type Pages } from '../contract/support/startPages';
import {
	type RunningService,
	type ServiceOptions,
	startService,
} from '../contract/support/startService';
import { eventually } from '../support/eventually';
import { startPostgres } from '../support/postgres.mjs';
import { OUTAGES_SECONDS } from './support/outages';

/** Than the service waits for a connection. */
const LONGER_THAN_A_CONNECTION_MS = 16_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let engine: Pages;
let folder: string;
let service: RunningService;
const others: RunningService[] = [];

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
	service = await start('all');
});

afterAll(async () => {
	await Promise.all([service, ...others].map((each) => each.kill()));
	await postgres.stop();
	await engine.stop();
	await rm(folder, { recursive: true, force: true });
});

/** @param onSpawn see the options of `startService` */
function start(role: 'all' | 'worker', onSpawn: ServiceOptions['onSpawn'] = () => undefined) {
	const environment = {
		DATABASE_URL: postgres.url,
		SEARCH_URL: engine.url,
		LOG_LEVEL: 'warn',
		...(role === 'worker' && { ROLE: role }),
	};
	return startService({ dataDirectory: folder, environment, onSpawn, withoutBrowser: true });
}

const search = () => callService(service, 'POST', '/search', { query: 'one', sources: ['web'] });

/** What the service answers to reads and writes, one after the other, until it is told to stop. */
async function askUntil(isOver: () => boolean) {
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
		ask(() => search()),
	]);
	return answers;
}

it.each(OUTAGES_SECONDS)(
	'Postgres is away for %i s: requests get an answer or 503 with a time to try again, and jobs go on',
	async (seconds) => {
		const before = await search();
		let isOver = false;
		await postgres.halt('immediate');
		const asking = askUntil(() => isOver);
		await sleep(seconds * 1000);
		await postgres.resume();
		await sleep(1000);
		isOver = true;

		const refused = (await asking).filter(({ status }) => status >= 300);
		for (const { status, headers } of refused) {
			expect(status).toBe(503);
			expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		}
		expect(before.status).toBe(202);
		const { body } = await waitForEnd(service, `/search/${Object(before.body).jobId}`);
		expect(body).toMatchObject({ status: 'completed' });
		const { stdout, stderr } = service.readOutput();
		expect(stdout + stderr).not.toContain('already been released');
	},
);

it('processes that start while Postgres is away say so in words, and start when it is back, with all roles and as a worker', async () => {
	await postgres.halt('immediate');
	const starts = (['all', 'worker'] as const).map((role) => {
		let said = () => '';
		const started = start(role, (readOutput) => {
			said = () => Object.values(readOutput()).join('');
		});
		return { started, said: () => said() };
	});
	await eventually(
		() => starts.every(({ said }) => said().includes('waiting for the database')),
		() => `They do not say what they wait for: ${starts.map(({ said }) => said()).join('\n')}`,
	);
	await sleep(LONGER_THAN_A_CONNECTION_MS);
	await postgres.resume();
	for (const { started, said } of starts) {
		others.push(await started);
		expect(said()).not.toMatch(/^\s+at /m);
	}
});
