import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { useN8n } from './scripted/n8nBench';
import { pageUrl } from './scripted/pageScript';
import { NODES } from './scripted/scrapeWorkflow';

const bench = useN8n();

const PER_ITEM = { urls: '={{ $json.url }}' };
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

/** How often each page was paid for. */
function submitsByPage(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { url } of bench.api.jobs.flatMap(({ pages }) => pages)) {
		counts[url] = (counts[url] ?? 0) + 1;
	}
	return counts;
}

function pages(count: number, seconds: (index: number) => number) {
	return Array.from({ length: count }, (_item, index) => {
		const name = `page-${index}`;
		return { name, url: pageUrl(name, { seconds: seconds(index) }) };
	});
}

describe('the number of requests', () => {
	test('20 items of 2 s jobs take 20 submits, and at most 80 requests', async () => {
		const execution = await bench.run({
			items: pages(20, () => 2),
			parameters: { ...PER_ITEM, options: { sendAs: 'jobs' } },
		});

		expect(itemsOf(execution, NODES.after)).toHaveLength(20);
		expect(bench.api.requests.length).toBeLessThanOrEqual(80);
		expect(bench.api.sent('POST')).toHaveLength(20);
	});

	test('120 items share 3 batches and at most 30 requests, and every result is paired to its item', async () => {
		const items = pages(120, (index) => (index % 7) + 1);
		const execution = await bench.run({
			items,
			parameters: PER_ITEM,
		});

		expect(bench.api.sent('POST')).toHaveLength(3);
		expect(bench.api.requests.length).toBeLessThanOrEqual(30);
		expect(
			itemsOf(execution, NODES.after).map(({ json }) => [json['url'], json['pairedName']]),
		).toEqual(items.map(({ url, name }) => [url, name]));
	});
});

describe('the service', () => {
	test('breaks the connection of a submit: it is not sent again, because the job may exist', async () => {
		bench.api.react = ({ method }) => (method === 'POST' ? 'drop' : undefined);
		const execution = await bench.run({ parameters: { urls: pageUrl('lamp') } });

		expect(execution.error?.message).toContain(
			'it is not known whether the scrape job was started',
		);
		expect(bench.api.sent('POST')).toHaveLength(1);
	});

	test('breaks the connection of a status request: it is sent again, and the result arrives', async () => {
		bench.api.react = ({ method }) =>
			method === 'GET' && bench.api.sent('GET').length === 1 ? 'drop' : undefined;
		const execution = await bench.run({ parameters: { urls: pageUrl('lamp') } });

		expect(itemsOf(execution, NODES.tested)).toMatchObject([{ json: { title: 'lamp' } }]);
		expect(bench.api.sent('POST')).toHaveLength(1);
	});

	test('answers 429 with Retry-After: everybody waits as long, then each job is submitted once', async () => {
		bench.api.react = () =>
			bench.api.requests.length <= 2
				? {
						answer: {
							status: 429,
							headers: { 'retry-after': '3' },
							body: { status: 'error', message: 'Too many requests' },
						},
					}
				: undefined;
		const execution = await bench.run({ items: pages(2, () => 0), parameters: PER_ITEM });

		expect(itemsOf(execution, NODES.after)).toHaveLength(2);
		expect(bench.api.jobs).toHaveLength(2);
		const [refused, , ...later] = bench.api.requests;
		for (const { atMs } of later) {
			expect(atMs - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(2_900);
		}
	});
});

describe('Retry On Fail', () => {
	test('takes a job up again that outlasted its time, and submits none a second time', async () => {
		const quick = pageUrl('quick');
		const slow = pageUrl('slow', { seconds: 5 });
		const execution = await bench.run({
			items: [
				{ name: 'quick', url: quick },
				{ name: 'slow', url: slow },
			],
			parameters: { urls: '={{ $json.url }}', options: { timeout: 3 } },
			settings: RETRY_ON_FAIL,
		});

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, NODES.after)).toMatchObject([
			{ json: { title: 'quick', pairedName: 'quick' } },
			{ json: { title: 'slow', pairedName: 'slow' } },
		]);
		expect(submitsByPage()).toEqual({ [quick]: 1, [slow]: 1 });
	});

	test('with the error output: a failed first item lets the node run again, and costs no other job twice', async () => {
		const broken = pageUrl('broken', { end: 'failed' });
		const good = pageUrl('good', { seconds: 1 });
		const execution = await bench.run({
			items: [
				{ name: 'broken', url: broken },
				{ name: 'good', url: good },
			],
			parameters: PER_ITEM,
			settings: { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' },
		});

		expect(itemsOf(execution, NODES.after)).toMatchObject([{ json: { pairedName: 'good' } }]);
		expect(itemsOf(execution, NODES.failed)).toMatchObject([{ json: { name: 'broken' } }]);
		expect(submitsByPage()[good]).toBe(1);
	});
});
