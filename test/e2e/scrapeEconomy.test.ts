import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { useN8n } from './scripted/n8nBench';
import { pageUrl } from './scripted/pageScript';
import { NODES } from './scripted/scrapeWorkflow';

const bench = useN8n();

function pages(count: number, seconds: (index: number) => number) {
	return Array.from({ length: count }, (_item, index) => {
		const name = `page-${index}`;
		return { name, url: pageUrl(name, { seconds: seconds(index) }) };
	});
}

test('20 items of 5 s jobs end within 23 s, in at most 80 requests', async () => {
	const execution = await bench.run({
		items: pages(20, () => 5),
		parameters: { urls: '={{ $json.url }}' },
	});

	expect(itemsOf(execution, NODES.after)).toHaveLength(20);
	expect(execution.runs[NODES.tested]?.[0]?.executionTime).toBeLessThan(23_000);
	expect(bench.api.requests.length).toBeLessThanOrEqual(80);
	expect(bench.api.sent('POST')).toHaveLength(20);
});

test('120 items share 3 batches and at most 30 requests, and every result is paired to its item', async () => {
	const items = pages(120, (index) => (index % 7) + 1);
	const execution = await bench.run({
		items,
		parameters: { resource: 'batch', operation: 'scrape', urls: '={{ $json.url }}' },
	});

	expect(bench.api.sent('POST')).toHaveLength(3);
	expect(bench.api.requests.length).toBeLessThanOrEqual(30);
	expect(
		itemsOf(execution, NODES.after).map(({ json }) => [json['url'], json['pairedName']]),
	).toEqual(items.map(({ url, name }) => [url, name]));
});
