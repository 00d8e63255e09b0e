import type { IDataObject, INodeType, NodeParameterValueType } from 'n8n-workflow';
import { Logs } from '../../nodes/Logs/Logs.node';
import { Search } from '../../nodes/Search/Search.node';
import { Usage } from '../../nodes/Usage/Usage.node';
import { eventually } from '../support/eventually';
import { runWorkflow } from '../support/n8nWorkflow';
import { undeclaredFields } from '../support/outputSchema';
import { callService } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { joinService } from './support/sharedService';

const TEXT = 'The ferry leaves the pier at eight and comes back at nine. '.repeat(8);

let pages: Pages;
const service = joinService();

beforeAll(async () => {
	pages = await startPages((_request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(`<!doctype html><title>Ferry times</title><h1>Ferry times</h1><p>${TEXT}</p>`);
	});
	await callService(service, 'POST', '/crawl', {
		baseUrl: pages.url,
		crawlInstruction: 'all pages',
	});
	await callService(service, 'POST', '/scrape', { urls: [{ url: `${pages.url}/times` }] });
});

afterAll(async () => {
	await pages?.stop();
});

type Parameters = Record<string, NodeParameterValueType>;

async function jsonOf(nodeType: INodeType, parameters: Parameters): Promise<IDataObject[]> {
	const { outputs, error } = await runWorkflow({
		nodeType,
		parameters,
		items: [{}],
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
	});
	expect(error).toBeUndefined();
	return (outputs[0] ?? []).map(({ json }) => json);
}

const search = (more: Parameters = {}) => ({ operation: 'search', query: 'ferry', ...more });

/** Until the page is in the index. */
async function searchAgain(parameters: Parameters): Promise<IDataObject[]> {
	return await eventually(
		async () => {
			const found = await jsonOf(new Search(), parameters);
			return found.length > 0 && found;
		},
		'The page is not found',
		{ intervalMs: 250 },
	);
}

test.each<[string, Parameters]>([
	['one item per result', search()],
	['one item per search', search({ splitInto: 'search' })],
	['a job that is not waited for', search({ waitForCompletion: false })],
	['results with their text', search({ options: { scrapeFormats: ['markdown'] } })],
])('the output schema of Search has every field: %s', async (_label, parameters) => {
	const items = await searchAgain(parameters);
	expect(items.length).toBeGreaterThan(0);
	expect(undeclaredFields('Search', parameters, items)).toEqual([]);
	const taken = { operation: 'getResult', jobId: String(items[0]?.jobId) };
	const result = await jsonOf(new Search(), taken);
	expect(result[0]).toMatchObject({ jobStatus: 'completed' });
	expect(undeclaredFields('Search', taken, result)).toEqual([]);
});

test('the output schemas of Logs have every field', async () => {
	await searchAgain(search());
	for (const resource of ['scrapeLog', 'searchLog']) {
		const listed = { resource, operation: 'getMany' };
		const rows = await jsonOf(new Logs(), listed);
		expect(rows.length).toBeGreaterThan(0);
		expect(undeclaredFields('Logs', listed, rows)).toEqual([]);
		const one = { resource, operation: 'get', logId: String(rows[0]?.uuid) };
		expect(undeclaredFields('Logs', one, await jsonOf(new Logs(), one))).toEqual([]);
	}
});

test.each<[string, Parameters]>([
	['per period', { resource: 'usage', operation: 'get', range: '7d', splitInto: 'point' }],
	['totals', { resource: 'usage', operation: 'get', range: '7d', splitInto: 'total' }],
	['the account', { resource: 'account', operation: 'get' }],
])('the output schema of Usage has every field: %s', async (_label, parameters) => {
	const items = await jsonOf(new Usage(), parameters);
	expect(items.length).toBeGreaterThan(0);
	expect(undeclaredFields('Usage', parameters, items)).toEqual([]);
});
