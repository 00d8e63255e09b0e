import { setTimeout as sleep } from 'node:timers/promises';
import { callService, waitForEnd } from '../contract/support/callService';
import { startPages, type Pages } from '../contract/support/startPages';
import type { RunningService } from '../contract/support/startService';
import { type OutageBench, OUTAGES_SECONDS, startOutageBench } from './support/outages';

let bench: OutageBench;
let engine: Pages;

beforeAll(async () => {
	[bench, engine] = await Promise.all([
		startOutageBench(),
		startPages((_request, response) => {
			response.setHeader('Content-Type', 'application/json');
			const results = [{ url: 'https://example.com/', title: 'One', content: 'One' }];
			setTimeout(() => response.end(JSON.stringify({ results })), 2_000);
		}),
	]);
});

afterAll(async () => {
	await bench.close();
	await engine.stop();
});

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
		const { postgres } = bench;
		const service = await bench.start('all', { SEARCH_URL: engine.url });
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
