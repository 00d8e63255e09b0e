import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { useN8n } from './scripted/n8nBench';
import { pageUrl } from './scripted/pageScript';
import { NODES } from './scripted/scrapeWorkflow';

const bench = useN8n();

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

/** How often each page was paid for. */
function submitsByPage(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { url } of bench.api.jobs.flatMap(({ pages }) => pages)) {
		counts[url] = (counts[url] ?? 0) + 1;
	}
	return counts;
}

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

	test('submits again only the job that failed', async () => {
		const good = pageUrl('good', { seconds: 1 });
		const broken = pageUrl('broken', { end: 'failed', seconds: 3 });
		const execution = await bench.run({
			items: [
				{ name: 'good', url: good },
				{ name: 'broken', url: broken },
			],
			parameters: { urls: '={{ $json.url }}' },
			settings: RETRY_ON_FAIL,
		});

		expect(execution.status).toBe('error');
		expect(submitsByPage()).toEqual({ [good]: 1, [broken]: 3 });
	});

	test('with the error output: a failed first item lets the node run again, and costs no other job twice', async () => {
		const broken = pageUrl('broken', { end: 'failed' });
		const good = pageUrl('good', { seconds: 1 });
		const execution = await bench.run({
			items: [
				{ name: 'broken', url: broken },
				{ name: 'good', url: good },
			],
			parameters: { urls: '={{ $json.url }}' },
			settings: { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' },
		});

		expect(itemsOf(execution, NODES.after)).toMatchObject([{ json: { pairedName: 'good' } }]);
		expect(itemsOf(execution, NODES.failed)).toMatchObject([{ json: { name: 'broken' } }]);
		expect(submitsByPage()[good]).toBe(1);
	});

	test('does not submit again when the connection broke and the job may exist', async () => {
		bench.api.react = ({ method }) => (method === 'POST' ? 'drop' : undefined);
		const url = pageUrl('lamp');
		const execution = await bench.run({ parameters: { urls: url }, settings: RETRY_ON_FAIL });

		expect(execution.status).toBe('error');
		expect(execution.error?.message).toContain('not known whether the scrape job was started');
		expect(submitsByPage()).toEqual({ [url]: 1 });
	});
});
