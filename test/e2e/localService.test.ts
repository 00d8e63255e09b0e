import { itemsOf } from '../../scripts/lib/n8n/executions.mjs';
import { findFreePort } from '../../scripts/lib/freePort.mjs';
import { joinService } from '../contract/support/sharedService';
import { startSite, type TestSite } from '../contract/support/startSite';
import { useN8n, type CredentialFields } from './scripted/n8nBench';
import { NODES } from './scripted/scrapeWorkflow';

const bench = useN8n();

const service = joinService();
let site: TestSite;
let credential: CredentialFields;

beforeAll(async () => {
	site = await startSite();
	credential = { baseUrl: service.baseUrl, apiKey: service.apiKey };
});
afterAll(async () => {
	await site?.stop();
});

test('a page that a script renders becomes Markdown', async () => {
	const url = `${site.url}/rendered`;
	const execution = await bench.run({ parameters: { urls: url } }, credential);

	expect(execution.status).toBe('success');
	expect(itemsOf(execution, NODES.tested)).toMatchObject([
		{
			json: {
				url,
				title: 'Furniture',
				content: expect.stringMatching(/# Furniture[^]*Basalt lamp[^]*Cedar chair[^]*Linen sofa/),
			},
		},
	]);
});

test('the fast mode reads a plain page without a browser, and one that a script renders with it', async () => {
	const urls = [`${site.url}/article`, `${site.url}/rendered`];
	const parameters = { urls, options: { fetchMode: 'fast' } };
	const items = itemsOf(await bench.run({ parameters }, credential), NODES.tested);

	expect(items.map(({ json }) => json)).toMatchObject([
		{ url: urls[0], content: expect.stringContaining('# The harbour of Ostrand') },
		{ url: urls[1], content: expect.stringContaining('Basalt lamp') },
	]);
	expect(items.map(({ json }) => Object(json).warnings)).toEqual([
		undefined,
		[expect.stringContaining('/rendered was read with the browser')],
	]);
});

test('one item per page: the tables of pages become Markdown tables', async () => {
	const urls = [`${site.url}/article`, `${site.url}/layout`];
	const execution = await bench.run({ parameters: { urls } }, credential);

	expect(itemsOf(execution, NODES.tested)).toMatchObject([
		{ json: { url: urls[0], content: expect.stringMatching(/\| Year +\| Ships +\|/) } },
		{ json: { url: urls[1], title: 'Museum guide' } },
	]);
});

test('a page that cannot be reached goes to the error branch with the reason of the browser', async () => {
	const broken = `http://127.0.0.1:${await findFreePort()}/`;
	const execution = await bench.run(
		{
			items: [
				{ name: 'broken', url: broken },
				{ name: 'article', url: `${site.url}/article` },
			],
			parameters: { urls: '={{ $json.url }}' },
			settings: { onError: 'continueErrorOutput' },
		},
		credential,
	);

	expect(itemsOf(execution, NODES.after)).toMatchObject([{ json: { pairedName: 'article' } }]);
	expect(itemsOf(execution, NODES.failed)).toMatchObject([
		{
			json: {
				name: 'broken',
				error: expect.stringContaining(`Failed to scrape ${broken}`),
				details: { jobId: expect.any(String), status: 'failed' },
			},
		},
	]);
});

test('a slow page that outlasts its time is taken up again by its job ID', async () => {
	const url = `${site.url}/slow?ms=5000`;
	const late = await bench.run({ parameters: { urls: url, options: { timeout: 2 } } }, credential);
	const jobId = /The scrape job (\S+) did not finish/.exec(late.error?.message ?? '')?.[1];
	const taken = await bench.run(
		{ parameters: { operation: 'getResult', jobId, waitForCompletion: true } },
		credential,
	);

	expect(itemsOf(taken, NODES.tested)).toMatchObject([{ json: { jobId, title: 'Slow page' } }]);
	expect(site.countHits('/slow')).toBe(1);
});

test('an address inside the private network is refused with the reason', async () => {
	const execution = await bench.run({ parameters: { urls: 'http://10.11.12.13/' } }, credential);

	expect(execution.status).toBe('error');
	expect(execution.error?.message).toMatch(/10\.11\.12\.13 .*private address/);
});

test('a wrong key is refused in the words of the service', async () => {
	const execution = await bench.run(
		{ parameters: { urls: `${site.url}/article` } },
		{ ...credential, apiKey: 'wrong-key' },
	);

	expect(execution.error?.message).toBe('Access token invalid or expired');
});
