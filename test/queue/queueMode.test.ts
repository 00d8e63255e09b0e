import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { eventually } from '../support/eventually';
import { pageUrl } from '../e2e/scripted/pageScript';
import { startScriptedApi, type ScriptedApi } from '../e2e/scripted/scriptedApi';
import {
	CREDENTIAL_TYPE,
	NODES,
	scrapeWorkflow,
	type WorkflowOptions,
} from '../e2e/scripted/scrapeWorkflow';
import { downloadFile } from '../e2e/support/downloadFile';
import { startQueueMode, type QueueMode, type Worker } from './support/startQueue';

/** How soon after Stop the service must have heard of it. */
const STOP_LIMIT_MS = 20_000;

const CRAWL_TYPE = 'n8n-nodes-web-data-extraction.crawl';
const PER_ITEM = { urls: '={{ $json.url }}' };

let queue: QueueMode;
let api: ScriptedApi;

beforeAll(async () => {
	queue = await startQueueMode();
});
beforeEach(async () => {
	api = await startScriptedApi();
});
afterEach(async () => {
	await api.close();
});
afterAll(async () => {
	await queue?.close();
});

async function start(workflow: WorkflowOptions): Promise<string> {
	const { baseUrl, apiKey } = api;
	const link = await queue.n8n.createCredential({
		name: 'Scripted service',
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiKey, authentication: 'bearer' },
	});
	const id = await queue.n8n.importWorkflow(scrapeWorkflow(workflow), { [CREDENTIAL_TYPE]: link });
	return await queue.n8n.start(id, { trigger: NODES.start });
}

/** The worker whose log has come to match. Job IDs come again in each test, executions do not. */
async function findWorker(pattern: RegExp): Promise<Worker> {
	return await eventually(
		async () => {
			for (const worker of queue.workers) if (pattern.test(await worker.readLog())) return worker;
			return undefined;
		},
		() => `No worker has logged ${pattern}`,
	);
}

test('a worker scrapes pages', async () => {
	const items = ['lamp', 'chair'].map((name) => ({ name, url: pageUrl(name) }));
	const executionId = await start({ items, parameters: PER_ITEM });
	const execution = await queue.n8n.waitForExecution(executionId);

	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, NODES.after)).toMatchObject([
		{ json: { pairedName: 'lamp' } },
		{ json: { pairedName: 'chair' } },
	]);
	await findWorker(new RegExp(`execution ${executionId} `));
});

test('a file that a worker has fetched can be had from the main process', async () => {
	const screenshotBytes = 2_000_000;
	const executionId = await start({
		parameters: {
			urls: pageUrl('lamp', { screenshotBytes }),
			options: { screenshot: 'viewport', downloadScreenshots: true },
		},
	});
	const execution = await queue.n8n.waitForExecution(executionId);
	const [item] = itemsOf(execution, NODES.after);
	const { id } = Object(item?.binary?.['screenshot']);

	expect(await downloadFile(queue.n8n, id)).toHaveLength(screenshotBytes);
});

test('Stop reaches the worker: its crawls are cancelled at the service', async () => {
	const items = ['lamp', 'chair'].map((name) => ({ name, url: pageUrl(name, { seconds: 60 }) }));
	const executionId = await start({
		nodeType: CRAWL_TYPE,
		items,
		parameters: { baseUrl: '={{ $json.url }}', crawlInstruction: 'all pages' },
	});
	await eventually(() => api.jobs.length === 2, 'two crawls');
	const stoppedMs = Date.now();
	await queue.n8n.stopExecution(executionId);
	await eventually(() => api.sent('DELETE', '/crawl/').length === 2, 'two cancels');

	for (const { atMs } of api.sent('DELETE')) expect(atMs - stoppedMs).toBeLessThan(STOP_LIMIT_MS);
});

test('two workers share the allowance of one account: what it refuses one, it does not lose', async () => {
	const allowance = 8;
	const windowMs = 3_000;
	let windowEndMs = 0;
	let taken = 0;
	let refused = 0;
	api.react = () => {
		if (Date.now() >= windowEndMs) [windowEndMs, taken] = [Date.now() + windowMs, 0];
		taken += 1;
		if (taken <= allowance) return undefined;
		refused += 1;
		const seconds = String(Math.ceil((windowEndMs - Date.now()) / 1000));
		const headers = {
			'retry-after': seconds,
			'ratelimit-limit': String(allowance),
			'ratelimit-remaining': '0',
			'ratelimit-reset': seconds,
		};
		const body = { status: 'error', message: 'Too many requests' };
		return { answer: { status: 429, headers, body } };
	};
	const items = (start: number) =>
		Array.from({ length: 8 }, (_, index) => {
			const name = `page-${start + index}`;
			return { name, url: pageUrl(name, { seconds: 1 }) };
		});
	const ids = await Promise.all(
		[0, 8].map((first) => start({ items: items(first), parameters: PER_ITEM })),
	);
	const executions = await Promise.all(ids.map((id) => queue.n8n.waitForExecution(id)));
	const [one, two] = await Promise.all(ids.map((id) => findWorker(new RegExp(`execution ${id} `))));

	expect(one).not.toBe(two);
	expect(refused).toBeGreaterThan(0);
	for (const execution of executions) expect(itemsOf(execution, NODES.after)).toHaveLength(8);
	// Each page once: no job was submitted again for a request that was refused.
	expect(api.jobs.flatMap(({ pages }) => pages.map(({ url }) => url)).sort()).toEqual(
		[...items(0), ...items(8)].map(({ url }) => url).sort(),
	);
});

// Last, because one worker is left afterwards.
test('a worker is killed: its log names the job, which the other worker takes up by its ID', async () => {
	const killedId = await start({
		nodeType: CRAWL_TYPE,
		parameters: {
			baseUrl: pageUrl('lamp', { seconds: 15 }),
			crawlInstruction: 'all pages',
		},
	});
	await eventually(() => api.jobs.length === 1, 'a crawl');
	const jobId = api.jobs[0]?.id ?? '';
	const worker = await findWorker(
		new RegExp(`execution ${killedId} [^]*crawl ${jobId} started for item 0`),
	);
	await worker.kill();
	const executionId = await start({
		nodeType: CRAWL_TYPE,
		parameters: { operation: 'getResult', jobId },
	});
	const execution = await queue.n8n.waitForExecution(executionId);

	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, NODES.tested)).toMatchObject([{ json: { jobId } }]);
	expect(api.sent('POST')).toHaveLength(1);
	expect(api.jobs).toHaveLength(1);
});
