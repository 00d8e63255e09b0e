import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { itemsOf, type Execution } from '../../scripts/lib/n8n/executions.mjs';
import { entriesBelow } from '../support/entriesBelow';
import { eventually } from '../support/eventually';
import { useN8n } from './scripted/n8nBench';
import { pageUrl } from './scripted/pageScript';
import { NODES } from './scripted/scrapeWorkflow';

const bench = useN8n();

const LARGE_BYTES = 64 * 1024 * 1024;

/** What a node behind the one under test sees: fields and the paired input item. */
function received(execution: Execution, node: string = NODES.after) {
	return itemsOf(execution, node).map(({ json }) => json);
}

/** Sizes of all files that n8n keeps for its executions. */
async function binarySizes(): Promise<number[]> {
	const entries = await entriesBelow(join(bench.n8n.userFolder, '.n8n/storage'));
	const files = entries.filter(({ parentPath }) => parentPath.includes('/binary_data'));
	return await Promise.all(
		files.map(({ parentPath, name }) =>
			stat(join(parentPath, name)).then(
				({ size }) => size,
				// n8n renames a file when it is complete, perhaps just now.
				() => 0,
			),
		),
	);
}

test('pages become items with Markdown and job ID, in input order and paired, however long each takes', async () => {
	const execution = await bench.run({
		items: [
			{ name: 'lamp', url: pageUrl('lamp', { seconds: 4 }) },
			{ name: 'chair', url: pageUrl('chair', { seconds: 1 }) },
			{ name: 'desk', url: pageUrl('desk') },
		],
		parameters: { urls: '={{ $json.url }}' },
	});

	expect(execution.status).toBe('success');
	expect(received(execution)).toEqual(
		['lamp', 'chair', 'desk'].map((name) =>
			expect.objectContaining({
				pairedName: name,
				title: name,
				content: `# ${name}\n\nThe offer of the day.`,
				jobId: expect.stringMatching(/^scrape-00\d$/),
			}),
		),
	);
	expect(received(execution, NODES.failed)).toEqual([]);
});

test('the rows of an answer become items, each paired to its page', async () => {
	const execution = await bench.run({
		items: [
			{ name: 'lamps', url: pageUrl('lamps', { rows: 3 }) },
			{ name: 'chairs', url: pageUrl('chairs', { rows: 2 }) },
		],
		parameters: {
			urls: '={{ $json.url }}',
			...{ get: 'rows', fieldsAs: 'example' },
			fieldsExample: '{"products": [{"name": "Desk lamp"}]}',
		},
	});

	expect(received(execution).map(({ name, pairedName }) => [name, pairedName])).toEqual([
		['lamps 1', 'lamps'],
		['lamps 2', 'lamps'],
		['lamps 3', 'lamps'],
		['chairs 1', 'chairs'],
		['chairs 2', 'chairs'],
	]);
	expect(bench.api.sent('POST')[0]?.body).toMatchObject({
		schema: { type: 'object', properties: { products: { type: 'array' } } },
	});
});

test('a job that is only submitted gives its ID at once, and getResult reads the result later', async () => {
	const url = pageUrl('lamp', { seconds: 3 });
	const submitted = await bench.run({
		items: [{ name: 'lamp' }],
		parameters: { urls: url, options: { waitForCompletion: false } },
	});
	const [item] = received(submitted);

	expect(item).toMatchObject({ jobId: 'scrape-001', pairedName: 'lamp' });
	expect(bench.api.requests).toHaveLength(1);

	const read = await bench.run({
		parameters: { operation: 'getResult', jobId: item?.['jobId'], waitForCompletion: true },
	});

	expect(received(read)).toMatchObject([{ jobId: 'scrape-001', url, title: 'lamp' }]);
	expect(bench.api.sent('POST')).toHaveLength(1);
});

test('the raw output is the status body of the service, with the job ID', async () => {
	const url = pageUrl('lamp');
	const execution = await bench.run({ parameters: { urls: url, options: { simplify: false } } });

	expect(received(execution)).toMatchObject([
		{ jobId: 'scrape-001', status: 'completed', result: { data: [{ url }], stats: {} } },
	]);
});

test('a large screenshot is written to disk while it is still being sent, and its link gets no API key', async () => {
	let isStreamed = false;
	bench.api.amidFile = async () => {
		const hasBeginning = async () =>
			(await binarySizes()).some((size) => size > LARGE_BYTES / 4 && size < LARGE_BYTES);
		isStreamed = await eventually(
			async () => await hasBeginning(),
			'Nothing of the screenshot was written before all of it was sent',
		).catch(() => false);
	};
	const execution = await bench.run({
		parameters: {
			urls: pageUrl('lamp', { screenshotBytes: LARGE_BYTES }),
			options: { screenshot: 'viewport', downloadScreenshots: true },
		},
	});

	const [item] = itemsOf(execution, NODES.tested);
	expect(isStreamed).toBe(true);
	expect(item?.binary).toMatchObject({
		screenshot: { data: 'filesystem-v2', mimeType: 'image/png', fileName: 'screenshot.png' },
	});
	expect(await binarySizes()).toContain(LARGE_BYTES);
	const [download] = bench.api.sent('GET', '/files/');
	expect(download?.headers).not.toHaveProperty('authorization');
	expect(download?.headers).not.toHaveProperty('x-api-key');
});

test('batches can be listed, read, retried and cancelled', async () => {
	const failing = pageUrl('chair', { end: 'failed' });
	const submitted = await bench.run({
		parameters: {
			urls: `${pageUrl('lamp')}\n${failing}`,
			options: { waitForCompletion: false, sendAs: 'batches' },
		},
	});
	expect(received(submitted)).toMatchObject([{ batchId: 'batch-001' }]);

	const batch = (operation: string, parameters: object = { batchId: 'batch-001' }) =>
		bench.run({
			parameters: { resource: 'batch', operation, ...parameters },
			settings: { onError: 'continueErrorOutput' },
		});
	const read = await batch('getResult');
	expect(received(read)).toMatchObject([{ batchId: 'batch-001', content: expect.anything() }]);
	expect(received(read, NODES.failed)).toMatchObject([
		{ error: expect.stringContaining(failing), details: { batchId: 'batch-001', url: failing } },
	]);
	expect(received(await batch('retry'))).toHaveLength(2);
	expect(received(await batch('getMany', {}))).toMatchObject([
		{ batchId: 'batch-001', status: 'completed', totalUrls: 2, completedCount: 2 },
	]);
	expect(received(await batch('cancel'), NODES.failed)).toMatchObject([
		{ error: 'The batch has already ended.' },
	]);
});
