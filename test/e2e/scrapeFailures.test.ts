import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { useN8n } from './scripted/n8nBench';
import { pageUrl } from './scripted/pageScript';
import { startScriptedApi } from './scripted/scriptedApi';
import { NODES } from './scripted/scrapeWorkflow';

const bench = useN8n();

const BROKEN = pageUrl('chair', { end: 'failed' });
const REASON = `Failed to scrape ${BROKEN}: there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)`;
const ITEMS = [
	{ name: 'lamp', url: pageUrl('lamp', { seconds: 1 }) },
	{ name: 'chair', url: BROKEN },
	{ name: 'desk', url: pageUrl('desk') },
];
const PER_ITEM = { urls: '={{ $json.url }}' };

/** Everything that n8n stores of an execution, as text. */
async function storedText(executionId: string): Promise<string> {
	return JSON.stringify(await bench.n8n.request('GET', `/rest/executions/${executionId}`));
}

describe('a failed job', () => {
	test('goes to the error branch with the fields of its input item, and the others go on', async () => {
		const execution = await bench.run({
			items: ITEMS,
			parameters: PER_ITEM,
			settings: { onError: 'continueErrorOutput' },
		});

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, NODES.after)).toMatchObject([
			{ json: { title: 'lamp', pairedName: 'lamp' } },
			{ json: { title: 'desk', pairedName: 'desk' } },
		]);
		const failed = itemsOf(execution, NODES.failed);
		expect(failed).toHaveLength(1);
		const jobId = bench.api.jobFor(BROKEN).id;
		expect(failed[0]?.json).toEqual({
			...ITEMS[1],
			pairedName: 'chair',
			error: REASON,
			details: expect.objectContaining({
				nextStep: expect.stringContaining(jobId),
				jobId,
				status: 'failed',
			}),
		});
	});

	test('is an item among the others when the node continues on its regular output', async () => {
		const execution = await bench.run({
			items: ITEMS,
			parameters: PER_ITEM,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, NODES.after)).toMatchObject([
			{ json: { title: 'lamp', pairedName: 'lamp' } },
			{
				json: {
					success: false,
					errorMessage: REASON,
					jobId: bench.api.jobFor(BROKEN).id,
					pairedName: 'chair',
				},
			},
			{ json: { title: 'desk', pairedName: 'desk' } },
		]);
	});

	test('fails the node when that is wanted, with the reason of the service, and every job is named', async () => {
		const slow = pageUrl('slow', { seconds: 60 });
		const execution = await bench.run({
			items: [{ name: 'slow', url: slow }, ...ITEMS],
			parameters: { ...PER_ITEM, options: { onFailedPage: 'fail' } },
		});

		expect(execution.status).toBe('error');
		expect(execution.lastNodeExecuted).toBe(NODES.tested);
		expect(execution.error?.message).toBe(REASON);
		const { description } = execution.error ?? {};
		for (const jobId of bench.api.jobs.map(({ id }) => id)) expect(description).toContain(jobId);
		const running = /Still running at the service[^:]*: ([^.]*)\./.exec(description ?? '')?.[1];
		expect(running).toContain(bench.api.jobFor(slow).id);
	});
});

test.each(['jobs', 'batches'])(
	'a run in which no page could be scraped fails, and names all its jobs: %s',
	async (sendAs) => {
		const others = pageUrl('table', { end: 'failed' });
		const execution = await bench.run({
			items: [{ url: BROKEN }, { url: others }],
			parameters: { ...PER_ITEM, options: { sendAs } },
		});

		expect(execution.status).toBe('error');
		expect(execution.error?.message).toBe(REASON);
		const { description } = execution.error ?? {};
		expect(description).toContain('None of the 2 could be read.');
		for (const jobId of new Set(bench.api.jobs.map(({ id }) => id)))
			expect(description).toContain(jobId);
	},
);

describe('a failed page of a batch', () => {
	const options = { sendAs: 'batches' };
	const parameters = { ...PER_ITEM, options };

	test('is an item with its reason beside the good ones', async () => {
		const execution = await bench.run({ items: ITEMS, parameters });

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, NODES.after).map(({ json }) => json)).toMatchObject([
			{ success: true },
			{ batchId: 'batch-001', success: false, errorMessage: REASON, url: ITEMS[1]?.url },
			{ success: true },
		]);
	});

	test('fails the node when that is wanted, and the error names the batch with the other results', async () => {
		const execution = await bench.run({
			items: ITEMS,
			parameters: { ...PER_ITEM, options: { ...options, onFailedPage: 'fail' } },
		});

		expect(execution.status).toBe('error');
		expect(execution.error?.message).toBe(REASON);
		expect(execution.error?.description).toContain('batch-001');
	});

	test('goes to the error branch with the fields of its input item', async () => {
		const execution = await bench.run({
			items: ITEMS,
			parameters,
			settings: { onError: 'continueErrorOutput' },
		});

		expect(itemsOf(execution, NODES.after)).toMatchObject([
			{ json: { pairedName: 'lamp' } },
			{ json: { pairedName: 'desk' } },
		]);
		expect(itemsOf(execution, NODES.failed)).toMatchObject([
			{ json: { ...ITEMS[1], error: REASON, details: { batchId: 'batch-001' } } },
		]);
	});

	test('keeps its reason when no page of the batch succeeds', async () => {
		const execution = await bench.run({
			items: ITEMS.slice(1, 2),
			parameters,
			settings: { onError: 'continueErrorOutput' },
		});

		expect(itemsOf(execution, NODES.failed)).toMatchObject([
			{ json: { ...ITEMS[1], error: REASON } },
		]);
	});
});

describe('bad input stops the node before anything is sent', () => {
	const fourUrls = ['a', 'b', 'c', 'd'].map((name) => pageUrl(name)).join('\n');
	const cases = [
		{
			name: 'four URLs for one answer',
			urls: fourUrls,
			...{ get: 'answer', prompt: 'Which is cheaper?', combinePages: true },
			message: "'URLs' has 4 addresses",
			advice: 'use one input item for each',
		},
		{
			name: 'another scheme',
			urls: 'ftp://files.example/list.pdf',
			message: "'URLs' contains 'ftp://files.example/list.pdf', which is not a web address",
			advice: 'start with http:// or https://',
		},
		{
			name: 'an empty list from an expression',
			urls: '={{ $json.links }}',
			message: "'URLs' is empty",
			advice: 'check that it returns an address for this item',
		},
		{
			name: 'a field that the item does not have',
			urls: '={{ $json.missing }}',
			message: "'URLs' is empty",
			advice: 'check that it returns an address for this item',
		},
	];

	test('no URL: n8n itself names the field', async () => {
		const execution = await bench.run({ parameters: { urls: '' } });

		expect(execution.error?.message).toContain('Parameter "URLs" is required');
		expect(bench.api.requests).toEqual([]);
	});

	test.each(cases)('$name', async ({ name: _name, message, advice, ...parameters }) => {
		const execution = await bench.run({ items: [{ links: [] }], parameters });

		expect(execution.status).toBe('error');
		expect(execution.error?.message).toContain(message);
		expect(execution.error?.description).toContain(advice);
		expect(bench.api.requests).toEqual([]);
	});

	test('a mistake in item 50 of 60 costs none of the other 59 jobs', async () => {
		const items = Array.from({ length: 60 }, (_item, index) => ({
			name: `page-${index}`,
			url: index === 49 ? 'shop/page-49' : pageUrl(`page-${index}`),
		}));
		const execution = await bench.run({ items, parameters: PER_ITEM });

		expect(execution.error).toMatchObject({
			message: expect.stringContaining("'shop/page-49', which is not a web address"),
			context: { itemIndex: 49 },
		});
		expect(bench.api.requests).toEqual([]);
	});
});

describe('a job that outlasts its time', () => {
	test('fails with its ID, by which getResult takes it up and waits for it', async () => {
		const url = pageUrl('lamp', { seconds: 6 });
		const execution = await bench.run({ parameters: { urls: url, options: { timeout: 3 } } });

		expect(execution.status).toBe('error');
		expect(execution.error?.message).toBe(
			'The scrape job scrape-001 did not finish within 3 seconds',
		);
		expect(execution.error?.description).toContain("'Get Result'");

		const taken = await bench.run({
			parameters: { operation: 'getResult', jobId: 'scrape-001', waitForCompletion: true },
		});

		expect(itemsOf(taken, NODES.tested)).toMatchObject([{ json: { url, title: 'lamp' } }]);
		expect(bench.api.sent('POST')).toHaveLength(1);
	});

	test('is returned as it is when On Timeout says so', async () => {
		const execution = await bench.run({
			parameters: {
				urls: pageUrl('lamp', { seconds: 60 }),
				options: { timeout: 3, onTimeout: 'return' },
			},
		});

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, NODES.tested)).toMatchObject([
			{ json: { jobId: 'scrape-001', jobStatus: 'active', timedOut: true } },
		]);
	});
});

describe('the service', () => {
	test('refuses a wrong key: its words, what to do, and the key nowhere in what n8n keeps', async () => {
		const apiKey = 'wrong-key-4711-0815';
		const execution = await bench.run({ parameters: { urls: pageUrl('lamp') } }, { apiKey });

		expect(execution.error?.message).toBe('Access token invalid or expired');
		expect(execution.error?.description).toContain("check 'API Key'");
		expect(bench.api.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
		expect(await storedText(execution.id)).not.toContain(apiKey);
	});

	test('redirects: the other host is never asked, and so never gets the key', async () => {
		const other = await startScriptedApi();
		const location = `${other.baseUrl}/scrape`;
		bench.api.react = () => ({ answer: { status: 307, headers: { location }, body: {} } });
		const execution = await bench.run({ parameters: { urls: pageUrl('lamp') } });
		await other.close();

		expect(execution.error?.message).toMatch(/^The Base URL leads to another address/);
		expect(execution.error?.description).toContain("'Base URL'");
		expect(bench.api.requests).toHaveLength(1);
		expect(other.requests).toEqual([]);
	});
});
