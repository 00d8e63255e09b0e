import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itemsOf, type Execution } from '../../scripts/lib/n8n/executions.mjs';
import { entriesBelow } from '../support/entriesBelow';
import { eventually } from '../support/eventually';
import { crawl, submitCrawl } from '../contract/support/callCrawl';
import { callService } from '../contract/support/callService';
import {
	GUIDE_PAGES,
	SLOW_PAGES,
	startCrawlSite,
	type CrawlSite,
} from '../contract/support/crawlSite';
import { readZip } from '../contract/support/readZip';
import { startRelay, type Relay } from '../contract/support/startRelay';
import { joinService } from '../contract/support/sharedService';
import { useN8n } from './scripted/n8nBench';
import { NODES } from './scripted/scrapeWorkflow';

const NODE_TYPE = 'n8n-nodes-web-data-extraction.crawl';

const bench = useN8n();
let site: CrawlSite;
const service = joinService();
/** The connection from n8n to the service. */
let relay: Relay;

beforeAll(async () => {
	site = await startCrawlSite();
	relay = await startRelay(service.baseUrl);
});

afterAll(async () => {
	await relay?.stop();
	await site?.stop();
});

const credential = () => ({ baseUrl: relay.baseUrl, apiKey: service.apiKey });

const run = (parameters: Record<string, unknown>, settings = {}) =>
	bench.run({ nodeType: NODE_TYPE, parameters, settings }, credential());

async function pagesOf(parameters: Record<string, unknown>) {
	const execution = await run(parameters);
	expect(execution.error?.message).toBeUndefined();
	return itemsOf(execution, NODES.tested).map(({ json }) => Object(json));
}

const slowCrawl = () => ({
	baseUrl: `${site.url}/slow`,
	crawlInstruction: 'all pages',
	maxPages: 50,
});

async function listDone(jobId: string): Promise<Array<{ url: string }>> {
	const { body } = await callService(service, 'GET', `/crawl/${jobId}/pages`);
	return Object(body).pages.filter(({ status }: { status: string }) => status === 'success');
}

/** The files that n8n keeps of an execution's binary fields, and what is left of files it could not finish. */
async function listStoredFiles({ id }: Execution): Promise<string[]> {
	const files = await entriesBelow(join(bench.n8n.userFolder, '.n8n/storage'));
	const folder = `/executions/${id}/binary_data`;
	return files
		.filter((file) => file.isFile() && file.parentPath.includes(folder))
		.map(({ parentPath, name }) => join(parentPath, name));
}

test('a crawl of a site full of traps gives an item for each of its pages', async () => {
	const pages = await pagesOf({
		baseUrl: `${site.url}/guide`,
		crawlInstruction: 'all pages',
		maxPages: 50,
		options: { excludePaths: '/guide/sub*', onFailedPage: 'leaveOut' },
	});

	const numbers = Array.from({ length: GUIDE_PAGES }, (_, index) => `/guide/${index + 1}`);
	const paths = pages.map(({ url }) => new URL(url).pathname.replace(/\/$/, ''));
	expect(paths.sort()).toEqual(['/guide', ...numbers].sort());
});

test('Stop cancels the crawl at the service, and Get Result returns what was done', async () => {
	const executionId = await bench.start(
		{ nodeType: NODE_TYPE, parameters: slowCrawl() },
		credential(),
	);
	const jobId = await eventually(async () => {
		const { body } = await callService(service, 'GET', '/crawl/history?limit=1');
		const [job] = Object(body).jobs;
		return job?.status === 'active' && job.pages_crawled >= 3 ? String(job.id) : undefined;
	}, 'The crawl did not get under way');
	await bench.n8n.stopExecution(executionId);
	await eventually(async () => {
		const { body } = await callService(service, 'GET', `/crawl/${jobId}`);
		return Object(body).status === 'cancelled' ? true : undefined;
	}, 'The crawl was not cancelled');
	expect((await bench.n8n.waitForExecution(executionId)).status).toBe('canceled');

	const pages = await pagesOf({ operation: 'getResult', jobId });
	const done = await listDone(jobId);
	expect(pages.length).toBeGreaterThanOrEqual(3);
	expect(pages.length).toBeLessThan(SLOW_PAGES + 1);
	expect(pages.map(({ url }) => url)).toEqual(done.map(({ url }) => url));
	expect(pages.every(({ content }) => String(content).startsWith('# Slow'))).toBe(true);
});

test('a crawl that outlasts its time is named, and Get Result takes it up', async () => {
	const late = await run({ ...slowCrawl(), options: { timeout: 2 } });
	const jobId = /^The crawl (\S+) did not finish within 2 seconds$/.exec(
		late.error?.message ?? '',
	)?.[1];
	expect(late.error?.description).toContain("'Get Result'");

	const taken = await pagesOf({ operation: 'getResult', jobId, waitForCompletion: true });
	expect(taken).toHaveLength(SLOW_PAGES + 1);
	expect(taken.every((page) => page.jobId === jobId)).toBe(true);
});

test('the archive is stored whole, or not at all when the connection drops', async () => {
	const { jobId } = await crawl(service, {
		baseUrl: `${site.url}/large`,
		crawlInstruction: 'all pages',
		maxPages: 10,
	});
	const execution = await run({ operation: 'download', jobId });
	const [item] = itemsOf(execution, NODES.tested);
	const stored = await listStoredFiles(execution);
	const archive = stored.find((file) => !file.endsWith('.metadata')) ?? '';

	expect(Object(item).binary.data).toMatchObject({
		fileName: `crawl-${jobId}.zip`,
		mimeType: 'application/zip',
	});
	const files = [...readZip(await readFile(archive)).keys()];
	expect(files).toHaveLength(30);
	expect(files.filter((name) => name.endsWith('/data.json'))).toHaveLength(10);

	relay.cut = { path: /\/download/, afterBytes: 500_000 };
	const broken = await run({ operation: 'download', jobId });
	const branched = await run({ operation: 'download', jobId }, { onError: 'continueErrorOutput' });
	relay.cut = undefined;

	expect(broken.status).toBe('error');
	expect(broken.error?.message).toBe(`The file 'crawl-${jobId}.zip' was not received completely`);
	expect(itemsOf(branched, NODES.after)).toEqual([]);
	expect(itemsOf(branched, NODES.failed)).toHaveLength(1);
	expect(await listStoredFiles(broken)).toEqual([]);
	expect(await listStoredFiles(branched)).toEqual([]);
});

test('a crawl that has ended cannot be cancelled, in the words of the service', async () => {
	const jobId = await submitCrawl(service, slowCrawl());
	const first = await pagesOf({ operation: 'cancel', jobId });
	const second = await run({ operation: 'cancel', jobId });

	expect(first).toEqual([{ jobId, status: 'cancelled' }]);
	expect(second.error?.message).toBe('Cannot cancel a job with status cancelled');
});
