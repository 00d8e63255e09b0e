import { readFile } from 'node:fs/promises';
import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { eventually } from '../e2e/scripted/n8nBench';
import { pageUrl } from '../e2e/scripted/pageScript';
import { startScriptedApi, type ScriptedApi } from '../e2e/scripted/scriptedApi';
import {
	CREDENTIAL_TYPE,
	NODES,
	scrapeWorkflow,
	type WorkflowOptions,
} from '../e2e/scripted/scrapeWorkflow';
import { startQueueMode, type QueueMode } from './support/startQueue';

/** How soon after Stop the service must have heard of it. */
const STOP_LIMIT_MS = 2_000;

let queue: QueueMode;
let api: ScriptedApi;

beforeAll(async () => {
	queue = await startQueueMode();
}, 240_000);
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

test('a worker scrapes pages', async () => {
	const items = ['lamp', 'chair'].map((name) => ({ name, url: pageUrl(name) }));
	const executionId = await start({ items, parameters: { urls: '={{ $json.url }}' } });
	const execution = await queue.n8n.waitForExecution(executionId);

	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, NODES.after)).toMatchObject([
		{ json: { pairedName: 'lamp' } },
		{ json: { pairedName: 'chair' } },
	]);
	expect(await readFile(queue.workerLogFile, 'utf8')).toContain(`execution ${executionId} `);
});

test('Stop reaches the worker: its crawls are cancelled at the service within two seconds', async () => {
	const items = ['lamp', 'chair'].map((name) => ({ name, url: pageUrl(name, { seconds: 60 }) }));
	const executionId = await start({
		nodeType: 'n8n-nodes-web-data-extraction.crawl',
		items,
		parameters: { baseUrl: '={{ $json.url }}', crawlInstruction: 'all pages' },
	});
	await eventually(() => api.jobs.length === 2, 'two crawls', 30_000);
	const stoppedMs = Date.now();
	await queue.n8n.stopExecution(executionId);
	await eventually(() => api.sent('DELETE', '/crawl/').length === 2, 'two cancels');

	for (const { atMs } of api.sent('DELETE')) expect(atMs - stoppedMs).toBeLessThan(STOP_LIMIT_MS);
});
