import type { IncomingMessage, ServerResponse } from 'node:http';
import {
	type Batch,
	pollBatch,
	readBatch,
	scrapeBatch,
	submitBatch,
	waitForBatch,
} from './support/callBatch';
import { WITH_BROWSER } from './support/callCrawl';
import { callService } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

const DEAD_URL = 'http://127.0.0.1:9/';
const PLACES = 2;
/** How many pages of slow servers are open in the browser: those in places, and four more for each place. */
const MOST_OPEN = PLACES + 4 * PLACES;
/** More than that: after them nothing starts. */
const HELD = Array.from({ length: 12 }, (_path, at) => `/held/${at + 1}`);

let service: RunningService;
let pages: Pages;
let hits: Map<string, number>;
/** Paths whose requests were given up. */
let droppedPaths: string[];

beforeAll(async () => {
	const environment = { MAX_CONCURRENT_PAGES: String(PLACES) };
	[service, pages] = await Promise.all([startService({ environment }), startPages(answer)]);
});

afterAll(async () => {
	await Promise.all([service.stop(), pages.stop()]);
});

beforeEach(() => {
	hits = new Map();
	droppedPaths = [];
});

/** `/held…` never answers, `/flaky…` fails twice, so that one retry does not mend it, everything else is a page. */
function answer({ url: path = '/' }: IncomingMessage, response: ServerResponse): void {
	const count = (hits.get(path) ?? 0) + 1;
	hits.set(path, count);
	if (path.startsWith('/held')) {
		response.on('close', () => droppedPaths.push(path));
		return;
	}
	response.statusCode = path.startsWith('/flaky') && count <= 2 ? 503 : 200;
	response.setHeader('Content-Type', 'text/html');
	const text = 'There is enough to say for a page that is read without a browser. '.repeat(8);
	response.end(
		`<title>Page</title><h1>Page ${path}</h1><p>Seen ${count} times by now.</p><p>${text}</p>`,
	);
}

const request = (...paths: string[]) => ({
	urls: paths.map((path) => (path.startsWith('/') ? `${pages.url}${path}` : path)),
	output: 'markdown',
	// Where a page is read is no matter to what becomes of it.
	scrapeMode: 'fast',
});

const statusesOf = (items: readonly { status: string }[]) => items.map(({ status }) => status);

/** Has so many pages wait for their server that nothing else starts, and waits until `count` of them do. */
async function block(count: number, options: object = {}) {
	const batchId = await submitBatch(service, { ...request(...HELD), ...options });
	const countOf = ({ items }: Batch) => items.filter(({ status }) => status === 'running').length;
	const running = await pollBatch(service, batchId, (batch) => countOf(batch) === count);
	return { batchId, running };
}

async function cancel(batchId: string) {
	const { status, body } = await callService(service, 'DELETE', `/batch/scrape/${batchId}`);
	validateResponse('cancelBatchScrape', status, body);
	return { status, body };
}

async function retry(batchId: string) {
	const { status, body } = await callService(service, 'POST', `/batch/scrape/${batchId}/retry`);
	validateResponse('retryBatchScrape', status, body);
	return { status, body };
}

describe('a batch under way', () => {
	it('is pending until its first address starts, then running', async () => {
		const { batchId: first, running } = await block(MOST_OPEN, WITH_BROWSER);
		const second = await submitBatch(service, request('/a'));
		const pending = await readBatch(service, second);
		await cancel(first);
		const ended = await waitForBatch(service, second);

		expect(running).toMatchObject({ status: 'running', finishedAt: null });
		expect(running.items[0]).toMatchObject({
			result: null,
			creditsUsed: null,
			startedAt: expect.stringMatching(/Z$/),
			finishedAt: null,
		});
		expect(pending).toMatchObject({
			status: 'pending',
			finishedAt: null,
			items: [{ status: 'pending', startedAt: null, creditsUsed: null, result: null }],
		});
		expect(ended.status).toBe('completed');
	});
});

describe('DELETE /batch/scrape/{batchId}', () => {
	it('stops what runs, never starts what waits, and keeps what is done', async () => {
		const batchId = await submitBatch(service, request('/a', ...HELD, '/b', '/c'));
		await pollBatch(service, batchId, ({ items }) => items[0]?.status === 'completed');
		while (hits.get('/held/1') === undefined || hits.get('/held/2') === undefined) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		const answered = await cancel(batchId);
		const batch = await readBatch(service, batchId);
		const next = await scrapeBatch(service, request('/d'));
		const account = await callService(service, 'GET', `/scrape-logs/${batch.items[13]?.jobId}`);

		expect(answered).toEqual({
			status: 200,
			body: { status: 'cancelled', cancelledItems: 14, creditsRefunded: 0 },
		});
		expect(batch).toMatchObject({
			status: 'cancelled',
			completedCount: 1,
			failedCount: 0,
			finishedAt: expect.stringMatching(/Z$/),
		});
		expect(statusesOf(batch.items)).toEqual(['completed', ...Array(14).fill('cancelled')]);
		expect(batch.items[0]).toMatchObject({
			result: expect.stringContaining('# Page /a'),
			creditsUsed: 1,
		});
		for (const item of batch.items.slice(1)) {
			expect(item).toMatchObject({ result: null, error: 'Cancelled', creditsUsed: 0 });
		}
		expect(next.status).toBe('completed');
		const opened = [...hits.keys()].filter((path) => path.startsWith('/held'));
		expect(droppedPaths.toSorted()).toEqual(opened.toSorted());
		expect([...hits.keys()].filter((path) => path === '/b' || path === '/c')).toEqual([]);
		expect(Object(account.body).data).toMatchObject({
			status: 'error',
			error_message: 'Cancelled',
		});
	});

	it('answers 409 to a batch that has ended, with the status it has', async () => {
		const completed = await scrapeBatch(service, request('/a', DEAD_URL));
		const failed = await scrapeBatch(service, request(DEAD_URL));
		const cancelled = await submitBatch(service, request('/held/1'));
		await cancel(cancelled);
		const answers = [
			await cancel(completed.batchId),
			await cancel(failed.batchId),
			await cancel(cancelled),
		];

		expect(answers).toEqual(
			['completed', 'failed', 'cancelled'].map((status) => ({
				status: 409,
				body: {
					status: 'error',
					message: `Cannot cancel a batch with status ${status}`,
					code: 'ALREADY_TERMINAL',
				},
			})),
		);
	});
});

describe('POST /batch/scrape/{batchId}/retry', () => {
	it('scrapes the failed addresses again and leaves the results there are', async () => {
		const before = await scrapeBatch(service, {
			...request('/a', '/flaky', '/b'),
			...WITH_BROWSER,
		});
		const answered = await retry(before.batchId);
		const after = await waitForBatch(service, before.batchId);

		expect(before).toMatchObject({ status: 'completed', completedCount: 2, failedCount: 1 });
		expect(before.items[1]?.error).toBe(
			`Failed to scrape ${pages.url}/flaky: HTTP status 503 (Service Unavailable), page title 'Page'`,
		);
		expect(answered).toEqual({ status: 202, body: { status: 'queued', retriedCount: 1 } });
		expect(after).toMatchObject({ status: 'completed', completedCount: 3, failedCount: 0 });
		expect(after.createdAt).toBe(before.createdAt);
		expect([after.items[0], after.items[2]]).toEqual([before.items[0], before.items[2]]);
		expect(after.items[1]).toMatchObject({
			uuid: before.items[1]?.uuid,
			url: before.items[1]?.url,
			status: 'completed',
			result: expect.stringContaining('Seen 3 times by now.'),
			error: null,
			creditsUsed: 1,
		});
		expect(after.items[1]?.jobId).not.toBe(before.items[1]?.jobId);
		expect([...hits]).toEqual(
			expect.arrayContaining([
				['/a', 1],
				['/flaky', 3],
				['/b', 1],
			]),
		);
	});

	it('can be asked again while addresses keep failing, and not meanwhile', async () => {
		const { batchId } = await scrapeBatch(service, request(DEAD_URL, '/a'));
		const { batchId: blocked } = await block(PLACES);
		const first = await retry(batchId);
		const running = await readBatch(service, batchId);
		const meanwhile = await retry(batchId);
		await cancel(blocked);
		await waitForBatch(service, batchId);
		const second = await retry(batchId);

		expect([first.status, meanwhile.status, second.status]).toEqual([202, 400, 202]);
		expect(running).toMatchObject({ status: 'running', finishedAt: null, failedCount: 0 });
		expect(await waitForBatch(service, batchId)).toMatchObject({ status: 'completed' });
	});

	it('answers 400 when nothing failed, and leaves cancelled addresses alone', async () => {
		const completed = await scrapeBatch(service, request('/a'));
		const cancelled = await submitBatch(service, request('/held/1'));
		await cancel(cancelled);
		const refusal = {
			status: 400,
			body: { status: 'error', message: 'The batch has no failed items to retry.' },
		};

		expect(await retry(completed.batchId)).toEqual(refusal);
		expect(await retry(cancelled)).toEqual(refusal);
	});
});
