import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callService, waitForEnd } from '../contract/support/callService';
import { startPages, type Pages } from '../contract/support/startPages';
import { type RunningS3, startS3 } from '../contract/support/startS3';
import { startService, type RunningService } from '../contract/support/startService';
import { eventually } from '../support/eventually';
import { startPostgres } from '../support/postgres.mjs';

/** How long Postgres is away: less, as much, and more than the service waits for a connection. */
const OUTAGES_SECONDS = [3, 15, 40];

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let engine: Pages;
let s3: RunningS3;
let folder: string;
const services: RunningService[] = [];

beforeAll(async () => {
	[postgres, s3, engine, folder] = await Promise.all([
		startPostgres(),
		startS3(),
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
	await s3.stop();
	await postgres.stop();
	await rm(folder, { recursive: true, force: true });
});

async function start(
	role: 'all' | 'worker',
	environment: Record<string, string> = {},
): Promise<RunningService> {
	const service = await startService({
		dataDirectory: folder,
		withoutBrowser: true,
		environment: {
			DATABASE_URL: postgres.url,
			SEARCH_URL: engine.url,
			LOG_LEVEL: 'warn',
			...(role === 'worker' && { ROLE: role }),
			...environment,
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

/** Sends a document to be parsed. */
async function upload(service: RunningService): Promise<Response> {
	const form = new FormData();
	form.append('file', new Blob(['Words of a document.']), 'words.txt');
	const headers = { 'x-api-key': service.apiKey };
	return await fetch(`${service.baseUrl}/parse?wait=false`, {
		method: 'POST',
		headers,
		body: form,
	});
}

it.each(OUTAGES_SECONDS)(
	'S3 is away for %i s: uploads get 503 with a time to try again, readiness says so, and jobs go on',
	async (seconds) => {
		const service = await start('all', s3.environment);
		const { origin } = new URL(service.baseUrl);
		const isReady = () => fetch(`${origin}/readyz`);
		const before = await upload(service);
		const { jobId, fileId } = Object(await before.json());
		await s3.pause();
		const refused: Response[] = [];
		const endMs = Date.now() + seconds * 1000;
		while (Date.now() < endMs) {
			refused.push(await upload(service));
			await sleep(500);
		}
		const ready = await isReady();
		const others = await callService(service, 'GET', '/usage-stats?range=7d');
		await s3.resume();

		expect(before.ok).toBe(true);
		expect(refused.length).toBeGreaterThan(0);
		for (const { status, headers } of refused) {
			expect(status).toBe(503);
			expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		}
		expect(ready.status).toBe(503);
		expect(await ready.json()).toEqual({ status: 'not ready', reasons: ['files'] });
		expect(others.status).toBe(200);
		await eventually(async () => (await isReady()).ok, 'The service is not ready again');
		expect([jobId, fileId]).not.toEqual([undefined, undefined]);
		expect((await upload(service)).ok).toBe(true);
		const { body } = await waitForEnd(service, `/parse/${jobId}`);
		expect(body).toMatchObject({ status: 'completed' });
		const { stdout, stderr } = service.readOutput();
		expect(stdout + stderr).not.toMatch(/^\s+at /m);
		await service.stop();
	},
);

it.each([
	['the bucket refuses it', { FILES_URL: 's3://nobody-made-it' }, 1],
	['the database refuses it', { DATABASE_URL: 'postgres://nobody:wrong@HOST/postgres' }, 1],
])(
	'a process ends with a code that is not for another try where %s',
	async (_why, settings, code) => {
		const host = new URL(postgres.url).host;
		const environment = Object.fromEntries(
			Object.entries({ ...s3.environment, ...settings }).map(([name, value]) => [
				name,
				value.replace('HOST', host),
			]),
		);
		await expect(start('all', environment)).rejects.toThrow(`ended at start with code ${code}`);
	},
);

it('a process ends with the code for another try where the database does not come', async () => {
	await postgres.halt('immediate');
	const error: unknown = await start('all').catch((thrown: unknown) => thrown);
	await postgres.resume();
	expect(String(error)).toContain('ended at start with code 75');
});
