import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { useN8n } from './scripted/n8nBench';
import { pageUrl } from './scripted/pageScript';
import type { ReceivedRequest } from './scripted/scriptedApi';
import { followLog } from './support/sharedN8n';

const bench = useN8n();

/** How soon after Stop the service must have heard of it: long before a job's own end. */
const STOP_LIMIT_MS = 20_000;

/** Long enough for a request to come that should not. */
const SILENCE_MS = 3_000;

const ITEMS = ['lamp', 'chair', 'desk'].map((name) => ({
	name,
	url: pageUrl(name, { seconds: 60 }),
}));
/** Another prompt for each item: they can't share a batch. */
const BATCHES = {
	urls: '={{ $json.url }}',
	get: 'answer',
	prompt: '=Price of {{ $json.name }}',
	options: { sendAs: 'batches' },
};

/** Presses Stop; returns when that was. */
async function stop(executionId: string): Promise<number> {
	const atMs = Date.now();
	await bench.n8n.stopExecution(executionId);
	return atMs;
}

function cancelled(): ReceivedRequest[] {
	return bench.api.sent('DELETE', '/batch/scrape/');
}

test('Stop cancels every batch that runs, with the key', async () => {
	const executionId = await bench.start({ items: ITEMS, parameters: BATCHES });
	await eventually(() => bench.api.jobs.length === 3, 'three batches');
	const stoppedMs = await stop(executionId);
	await eventually(() => cancelled().length === 3, 'three cancels');

	expect(
		cancelled()
			.map(({ path }) => path)
			.sort(),
	).toEqual(['001', '002', '003'].map((number) => `/batch/scrape/batch-${number}`));
	for (const { atMs, headers } of cancelled()) {
		expect(atMs - stoppedMs).toBeLessThan(STOP_LIMIT_MS);
		expect(headers.authorization).toBe(`Bearer ${bench.api.apiKey}`);
	}
	expect((await bench.n8n.waitForExecution(executionId)).status).toBe('canceled');
});

test.each([
	{
		kind: 'crawl',
		parameters: { baseUrl: '={{ $json.url }}', crawlInstruction: 'all pages' },
	},
	{
		kind: 'search',
		// The hits are scraped, so that the submit is answered at once.
		parameters: {
			query: '=desks {{ $json.url }}',
			options: { scrapeFormats: ['markdown'] },
		},
	},
])('Stop cancels every $kind that runs', async ({ kind, parameters }) => {
	const nodeType = `n8n-nodes-web-data-extraction.${kind}`;
	const executionId = await bench.start({ nodeType, items: ITEMS, parameters });
	await eventually(() => bench.api.jobs.length === 3, 'three jobs');
	const stoppedMs = await stop(executionId);
	await eventually(() => bench.api.sent('DELETE', `/${kind}/`).length === 3, 'three cancels');

	for (const { atMs } of bench.api.sent('DELETE')) {
		expect(atMs - stoppedMs).toBeLessThan(STOP_LIMIT_MS);
	}
});

test('Stop cancels a batch whose submit is still on its way, as soon as the answer names it', async () => {
	bench.api.react = ({ method }) => (method === 'POST' ? { answerAfterMs: 1_500 } : undefined);
	const executionId = await bench.start({ items: ITEMS, parameters: BATCHES });
	await eventually(() => bench.api.jobs.length === 3, 'three batches');
	const stoppedMs = await stop(executionId);
	await eventually(() => cancelled().length === 3, 'three cancels');

	for (const { atMs } of cancelled()) expect(atMs - stoppedMs).toBeLessThan(STOP_LIMIT_MS);
});

test('Stop leaves batches alone that have ended, or that the user wants to keep', async () => {
	const [unfinished] = ITEMS;
	const done = { name: 'done', url: pageUrl('done') };
	const executionId = await bench.start({ items: [done, unfinished], parameters: BATCHES });
	await eventually(() => bench.api.jobs.some(({ endToldMs }) => endToldMs), 'the end of one');
	await stop(executionId);
	await eventually(() => cancelled().length > 0, 'a cancel');
	const { id } = bench.api.jobFor(unfinished?.url ?? '');
	const kept = await bench.start({
		items: [unfinished],
		parameters: { ...BATCHES, options: { ...BATCHES.options, cancelOnStop: false } },
	});
	await eventually(() => bench.api.jobs.length === 3, 'the batch to keep');
	await stop(kept);
	await sleep(SILENCE_MS);

	expect(cancelled().map(({ path }) => path)).toEqual([`/batch/scrape/${id}`]);
});

test('Stop names the scrape jobs in the log of n8n, because the service cannot cancel them', async () => {
	const log = followLog(bench.n8n);
	// Other tests run in the same n8n.
	const nodeName = 'Stopped';
	const executionId = await bench.start({
		nodeName,
		items: ITEMS,
		parameters: { urls: '={{ $json.url }}' },
	});
	await eventually(() => bench.api.jobs.length === 3, 'three jobs');
	await stop(executionId);
	await sleep(SILENCE_MS);

	const named = new Set(
		Array.from(log().matchAll(/^Stopped: .*(scrape-\d+)/gm), ([, jobId]) => jobId),
	);
	expect([...named].sort()).toEqual(bench.api.jobs.map(({ id }) => id));
	expect(bench.api.requests.map(({ method }) => method)).not.toContain('DELETE');
});

test('a batch that is lost ends the run: the others are cancelled, and all are named', async () => {
	const lost = '/batch/scrape/batch-002';
	const body = { status: 'error', code: 'JOB_NOT_FOUND', message: 'Batch not found' };
	// Without the listing each batch is asked for by itself, and the lost one is missed at once.
	const isMissing = (path: string) => path === lost || /^\/batch\/scrape(\?|$)/.test(path);
	bench.api.react = ({ method, path }) =>
		method === 'GET' && isMissing(path) ? { answer: { status: 404, body } } : undefined;
	const execution = await bench.run({ items: ITEMS, parameters: BATCHES });

	expect(execution.status).toBe('error');
	expect(execution.error?.message).toMatch(/batch-002: Batch not found/);
	expect(execution.error?.description).toMatch(
		/Cancelled at the service: batch-00[13], batch-00[13]\./,
	);
	expect(cancelled().map(({ path }) => path)).toHaveLength(2);
	expect(cancelled().map(({ path }) => path)).not.toContain(lost);
});
