import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { callService, waitForEnd } from '../contract/support/callService';
import { startPages, type Pages } from '../contract/support/startPages';
import { startService, type RunningService } from '../contract/support/startService';
import { useN8n } from './scripted/n8nBench';
import { CREDENTIAL_TYPE, NODES } from './scripted/scrapeWorkflow';

const TYPE_PREFIX = 'n8n-nodes-web-data-extraction';
const TEXT = 'This text is long enough for a page that is worth reading. '.repeat(8);
const SITE: Readonly<Record<string, string>> = {
	'/': `<h1>Ferry times</h1><a href="/north">North pier</a> <a href="/south">South pier</a><p>${TEXT}</p>`,
	'/north': `<h1>North pier</h1><p>The ferry leaves at eight. ${TEXT}</p>`,
	'/south': `<h1>South pier</h1><p>The ferry leaves at nine. ${TEXT}</p>`,
};

const bench = useN8n();
let service: RunningService;
let pages: Pages;

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const path = request.url ?? '';
		const title = /<h1>(.*?)<\/h1>/.exec(SITE[path] ?? '')?.[1] ?? 'Missing';
		response.writeHead(SITE[path] === undefined ? 404 : 200, { 'Content-Type': 'text/html' });
		response.end(`<!doctype html><title>${title}</title><body>${SITE[path] ?? 'Missing'}</body>`);
	});
	service = await startService();
});

afterAll(async () => {
	await Promise.all([service?.stop(), pages?.stop()]);
});

/** Runs one of the package's nodes against the local service. */
async function run(node: string, parameters: Record<string, unknown>, items: object[] = [{}]) {
	const { baseUrl, apiKey } = service;
	const nodeType = `${TYPE_PREFIX}.${node}`;
	const execution = await bench.run({ nodeType, parameters, items }, { baseUrl, apiKey });
	expect({ error: execution.error?.message, status: execution.status }).toEqual({
		error: undefined,
		status: 'success',
	});
	return itemsOf(execution, NODES.tested);
}

const jsonOf = (items: Array<{ json: unknown }>) => items.map(({ json }) => Object(json));

test('Crawl follows a site, and its pages come as items and as an archive', async () => {
	const crawled = await run('crawl', {
		baseUrl: `${pages.url}/`,
		crawlInstruction: 'all pages',
		maxPages: 10,
	});
	const byTitle = jsonOf(crawled).map(({ title, success }) => `${title}: ${success}`);
	expect(byTitle.sort()).toEqual(['Ferry times: true', 'North pier: true', 'South pier: true']);

	const { jobId } = Object(crawled[0]?.json);
	const [record] = jsonOf(await run('crawl', { operation: 'get', jobId }));
	expect(record).toMatchObject({ jobId, pages_crawled: 3, status: 'completed' });
	const [archive] = await run('crawl', { operation: 'download', jobId, include: ['markdown'] });
	expect(Object(archive).binary.data).toMatchObject({
		fileName: `crawl-${jobId}.zip`,
		mimeType: 'application/zip',
	});
	const withFiles = await run('crawl', {
		resource: 'page',
		operation: 'getMany',
		jobId,
		returnAll: true,
		downloadFiles: ['markdown'],
	});
	expect(Object(withFiles[0]).binary.markdown.mimeType).toBe('text/markdown');
});

test('Search finds what was crawled, and finding nothing is no failure', async () => {
	const found = jsonOf(await run('search', { query: 'ferry north' }));
	expect(found[0]).toMatchObject({
		sourceType: 'web',
		position: 1,
		title: 'North pier',
		url: `${pages.url}/north`,
	});
	expect(await run('search', { query: 'xylophone' })).toEqual([]);
});

test('Parse reads a file of the input item and a link, and a broken one fails alone', async () => {
	const { baseUrl, apiKey } = service;
	const link = await bench.n8n.createCredential({
		name: 'Local service',
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiKey, authentication: 'header' },
	});
	const node = (name: string, type: string, fields: object) => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...fields,
	});
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const id = await bench.n8n.importWorkflow(
		{
			name: 'Parse a file',
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Text', 'n8n-nodes-base.set', {
					typeVersion: 3.4,
					parameters: {
						mode: 'raw',
						jsonOutput: JSON.stringify({ text: '# Minutes\n\nPresent: everyone' }),
						options: {},
					},
				}),
				node('File', 'n8n-nodes-base.convertToFile', {
					typeVersion: 1.1,
					parameters: {
						operation: 'toText',
						sourceProperty: 'text',
						options: { fileName: 'minutes.md' },
					},
				}),
				node('Parse', `${TYPE_PREFIX}.parse`, {
					credentials: { [CREDENTIAL_TYPE]: { id: '', name: '' } },
				}),
			],
			connections: { Start: to('Text'), Text: to('File'), File: to('Parse') },
		},
		{ [CREDENTIAL_TYPE]: link },
	);
	const execution = await bench.n8n.run(id, { trigger: 'Start' });
	expect(execution.error).toBeUndefined();
	expect(jsonOf(itemsOf(execution, 'Parse'))).toEqual([
		expect.objectContaining({
			jobId: expect.any(String),
			fileName: 'minutes.md',
			markdown: expect.stringContaining('# Minutes'),
		}),
	]);

	const nodeType = `${TYPE_PREFIX}.parse`;
	const batch = await bench.run(
		{
			nodeType,
			items: [
				{ name: 'missing', url: `${pages.url}/missing.pdf` },
				{ name: 'north', url: `${pages.url}/north` },
			],
			parameters: { operation: 'parseBatch', source: 'url', url: '={{ $json.url }}' },
			settings: { onError: 'continueErrorOutput' },
		},
		{ baseUrl, apiKey },
	);
	expect(jsonOf(itemsOf(batch, NODES.after))).toEqual([
		expect.objectContaining({
			pairedName: 'north',
			markdown: expect.stringContaining('North pier'),
		}),
	]);
	expect(jsonOf(itemsOf(batch, NODES.failed))).toEqual([
		expect.objectContaining({ pairedName: 'missing', error: expect.any(String) }),
	]);
});

test('Logs and Usage agree with what was done', async () => {
	const urls = [{ url: `${pages.url}/north` }];
	const { body } = await callService(service, 'POST', '/scrape', { urls });
	const { jobId } = Object(body);
	await waitForEnd(service, `/scrape/${jobId}`);

	const logs = jsonOf(await run('logs', { operation: 'getMany', returnAll: true }));
	expect(logs).toEqual([
		expect.objectContaining({ uuid: jobId, status: 'success', urls, credits_used: 1 }),
	]);
	const logId = { __rl: true, mode: 'id', value: jobId };
	const [log] = jsonOf(await run('logs', { operation: 'get', logId }));
	expect(log.result_data).toContain('North pier');

	const [total] = jsonOf(await run('usage', { splitInto: 'total' }));
	expect(total).toMatchObject({ range: '7d', requests: 1, crawls: 1 });
	const [account] = jsonOf(await run('usage', { resource: 'account' }));
	expect(account.creditsUsed).toBe(total.credits);
});
