import type { IDataObject } from 'n8n-workflow';
import { Scrape } from '../../../../nodes/Scrape/Scrape.node';
import { systemClock } from '../../../../nodes/shared/transport/clock';
import { bodyField } from '../../../../nodes/shared/transport/serviceBody';
import { speedUpSystemClock } from '../../../support/fastClock';
import { sendJson, startFakeService, type LoopbackServer } from '../../../support/loopbackServer';
import { startWorkflow, type RunningWorkflow } from '../../../support/n8nWorkflow';

/** A batch of the service below: its addresses, and when it ends. */
interface Batch {
	urls: string[];
	endsMs: number;
	isCancelled: boolean;
}

let service: LoopbackServer;
let batches: Batch[];

const BATCH_SECONDS = 60;

function isDone({ endsMs }: Batch): boolean {
	return systemClock.now() >= endsMs;
}

function toEntry(url: string, batch: Batch): object {
	const isLost = url.endsWith('/lost');
	if (!isDone(batch)) return { url, status: 'running', result: null };
	return isLost
		? { url, status: 'failed', result: null, error: 'No such page', creditsUsed: 0 }
		: { url, status: 'completed', result: `# ${url}`, creditsUsed: 1 };
}

function toSummary(batch: Batch): object {
	return { status: isDone(batch) ? 'completed' : 'running', totalUrls: batch.urls.length };
}

/** A service whose batches take a minute each, all at the same time. */
async function startBatchService(): Promise<LoopbackServer> {
	return await startFakeService(({ method, path, body }, response) => {
		const [pathname = ''] = path.split('?', 1);
		const id = pathname.split('/').at(-1) ?? '';
		const batch = batches[Number(id.replace('b-', ''))];
		if (method === 'POST') {
			const urls = bodyField(body, 'urls');
			const endsMs = systemClock.now() + BATCH_SECONDS * 1_000;
			batches.push({ urls: Array.isArray(urls) ? urls : [], endsMs, isCancelled: false });
			sendJson(response, 202, { status: 'queued', batchId: `b-${batches.length - 1}` });
		} else if (method === 'DELETE' && batch) {
			batch.isCancelled = true;
			sendJson(response, 200, { status: 'cancelled' });
		} else if (batch) {
			const items = batch.urls.map((url) => toEntry(url, batch));
			sendJson(response, 200, { ...toSummary(batch), items });
		} else {
			const jobs = batches.map((each, index) => ({ uuid: `b-${index}`, ...toSummary(each) }));
			sendJson(response, 200, { jobs: jobs.reverse() });
		}
	});
}

beforeEach(async () => {
	speedUpSystemClock();
	batches = [];
	service = await startBatchService();
});

function start(items: IDataObject[]): RunningWorkflow {
	return startWorkflow({
		nodeType: new Scrape(),
		parameters: { resource: 'page', operation: 'scrape', urls: '={{ $json.urls }}' },
		items,
		baseUrl: service.baseUrl,
	});
}

/** A list of addresses of a shop, some of which every input item names. */
function addressesOf(item: number, count: number): string[] {
	return Array.from({ length: count }, (_value, index) => `https://shop${item}.test/${index}`);
}

test('1,000 addresses take 20 submits and at most 200 requests, and come out in order, each paired', async () => {
	const items = Array.from({ length: 10 }, (_value, item) => ({ urls: addressesOf(item, 100) }));
	const { outputs, hints } = await start(items).outcome;

	expect(service.sent('POST')).toHaveLength(20);
	expect(service.requests.length).toBeLessThanOrEqual(200);
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual(
		items.flatMap(({ urls }, item) => urls.map((url) => [url, { item }])),
	);
	expect(hints).toEqual([]);
});

test('every input item gets its pages in its own order, also those that others asked for', async () => {
	const urls = addressesOf(0, 60);
	const lists = [urls, [...urls].reverse(), ['https://other.test/', ...urls.slice(30)]];
	const { outputs } = await start(lists.map((list) => ({ urls: list }))).outcome;

	expect(service.sent('POST')).toHaveLength(2);
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual(
		lists.flatMap((list, item) => list.map((url) => [url, { item }])),
	);
});

test('a page that failed is an item among the others, and the only hint', async () => {
	const urls = [...addressesOf(0, 11), 'https://shop0.test/lost'];
	const { outputs, hints } = await start([{ urls }]).outcome;

	expect(outputs[0]?.at(-1)?.json).toMatchObject({ success: false, errorMessage: 'No such page' });
	expect(hints.map(({ message }) => message)).toEqual([
		'Could not read https://shop0.test/lost: No such page',
	]);
});

test('Stop cancels all that runs, and starts no more', async () => {
	const run = start([{ urls: addressesOf(0, 1_000) }]);
	while (batches.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
	run.stop();
	await run.outcome;
	while (!batches.every(({ isCancelled }) => isCancelled)) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	expect(service.sent('POST')).toHaveLength(5);
	expect(service.sent('DELETE')).toHaveLength(5);
});
