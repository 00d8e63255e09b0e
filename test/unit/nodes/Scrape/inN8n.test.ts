import type { INodeParameters } from 'n8n-workflow';
import { Scrape } from '../../../../nodes/Scrape/Scrape.node';
import { bodyField } from '../../../../nodes/shared/transport/serviceBody';
import { speedUpSystemClock } from '../../../support/fastClock';
import { sendJson, startFakeService, type LoopbackServer } from '../../../support/loopbackServer';
import { runWorkflow, type NodeOutcome } from '../../../support/n8nWorkflow';

const KEY = 'k-4711';

let service: LoopbackServer;

/** A service that scrapes at the second look; hosts that begin with "no" do not exist. */
async function startScrapeService(): Promise<LoopbackServer> {
	let looks = 0;
	let submitted: unknown[] = [];
	return await startFakeService(({ method, path, body }, response) => {
		if (path.startsWith('/files/')) {
			response.writeHead(200, { 'content-type': 'image/png' });
			response.end('picture');
			return;
		}
		if (method === 'POST') {
			const urls = bodyField(body, 'urls');
			submitted = Array.isArray(urls) ? urls : [];
			sendJson(response, 202, { status: 'queued', jobId: 'j-1', batchId: 'b-1' });
			return;
		}
		looks += 1;
		if (looks === 1) {
			sendJson(response, 200, {
				status: 'active',
				progress: { message: 'Loading', progress: 0.5 },
			});
		} else if (path.includes('/batch/')) {
			sendJson(response, 200, { status: 'completed', items: submitted.map(toBatchEntry) });
		} else {
			sendJson(response, 200, completedPage(submitted[0]));
		}
	});
}

function completedPage(submitted: unknown): object {
	const url = String(bodyField(submitted, 'url'));
	if (url.includes('//no')) {
		return { status: 'failed', error: `Failed to scrape ${url} net::ERR_NAME_NOT_RESOLVED` };
	}
	const screenshotUrl = `${service.origin}/files/1.png?signature=2`;
	const page = { url, title: 'A', markdownContent: '# A', success: true, screenshotUrl };
	return { status: 'completed', result: { content: '# A', data: [page] }, error: null };
}

function toBatchEntry(url: unknown, index: number): object {
	const isGone = String(url).includes('//no');
	return {
		url,
		jobId: `j-${index}`,
		status: isGone ? 'failed' : 'completed',
		result: isGone ? null : `# ${String(url)}`,
		error: isGone ? 'No such host' : null,
	};
}

beforeEach(async () => {
	speedUpSystemClock();
	service = await startScrapeService();
});

async function run(urls: string[], parameters: INodeParameters): Promise<NodeOutcome> {
	return await runWorkflow({
		nodeType: new Scrape(),
		parameters: { urls: '={{ $json.url }}', ...parameters },
		items: urls.map((url) => ({ url })),
		baseUrl: service.baseUrl,
		apiKey: KEY,
		settings: { onError: 'continueErrorOutput' },
	});
}

const page = { resource: 'page', operation: 'scrape' };
const batch = { ...page, options: { sendAs: 'batches' } };

test('a page is submitted, waited for, and becomes an item', async () => {
	const { outputs } = await run(['a.test'], page);
	expect(service.sent('POST').map(({ path, body }) => [path, body])).toEqual([
		['/api/scrape', { urls: [{ url: 'https://a.test' }], extractContentOnly: true }],
	]);
	expect(outputs[0]).toMatchObject([
		{ json: { jobId: 'j-1', url: 'https://a.test', content: '# A' }, pairedItem: { item: 0 } },
	]);
	expect(service.sent('GET').map(({ path }) => path)).toEqual([
		'/api/scrape/j-1',
		'/api/scrape/j-1',
	]);
});

test('a page that cannot be opened goes to the error branch, with its job ID', async () => {
	const { outputs } = await run(['no-such.test'], page);
	expect(outputs[0]).toEqual([]);
	expect(outputs[1]).toMatchObject([
		{
			json: {
				url: 'no-such.test',
				error:
					'Failed to scrape https://no-such.test: there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)',
				details: { jobId: 'j-1', status: 'failed' },
			},
			pairedItem: { item: 0 },
		},
	]);
});

test('a screenshot becomes a binary field, fetched without the API key', async () => {
	const options = { downloadScreenshots: true, screenshot: 'viewport' };
	const { outputs } = await run(['a.test'], { ...page, options });
	const { screenshot } = outputs[0]?.[0]?.binary ?? {};
	expect(screenshot).toMatchObject({ fileName: 'screenshot.png', mimeType: 'image/png' });
	expect(Buffer.from(screenshot?.data ?? '', 'base64').toString()).toBe('picture');
	const downloads = service.requests.filter(({ path }) => path.startsWith('/files/'));
	expect(downloads).toHaveLength(1);
	expect(JSON.stringify(downloads)).not.toContain(KEY);
});

test('all items share a batch, and each address comes back to its item', async () => {
	const { outputs } = await run(['a.test', 'no-such.test', 'c.test'], batch);
	expect(service.sent('POST')).toHaveLength(1);
	expect(outputs[0]).toMatchObject([
		{ json: { content: '# https://a.test' }, pairedItem: { item: 0 } },
		{ json: { content: '# https://c.test' }, pairedItem: { item: 2 } },
	]);
	expect(outputs[1]).toMatchObject([
		{
			json: { url: 'no-such.test', error: 'No such host', details: { batchId: 'b-1' } },
			pairedItem: { item: 1 },
		},
	]);
});
