import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeExecutionData,
	NodeParameterValueType,
} from 'n8n-workflow';
import { Crawl } from '../../nodes/Crawl/Crawl.node';
import { listCrawls } from '../../nodes/shared/jobTypes/crawlJob';
import { inNode } from '../support/nodeProbe';
import { undeclaredFields } from '../support/outputSchema';
import { withEnoughTime } from '../support/enoughTime';
import { runWorkflow, startWorkflow, type NodeOutcome } from '../support/n8nWorkflow';
import { crawl } from './support/callCrawl';
import { callService } from './support/callService';
import { ORDER_PAGES, SLOW_PAGES, startCrawlSite, type CrawlSite } from './support/crawlSite';
import { readZip } from './support/readZip';
import { startPages, type Pages } from './support/startPages';
import { startRelay, type Relay } from './support/startRelay';
import { joinService } from './support/sharedService';

let site: CrawlSite;
const service = joinService();
let relay: Relay;

beforeAll(async () => {
	site = await startCrawlSite();
	relay = await startRelay(service.baseUrl);
});

afterAll(async () => {
	await relay?.stop();
	await site?.stop();
});

beforeEach(() => {
	relay.requests.length = 0;
	relay.cut = undefined;
});

type Parameters = Record<string, NodeParameterValueType>;

const settingsOf = (parameters: Parameters, nodeType = new Crawl()) => ({
	nodeType,
	parameters: { resource: 'crawl', operation: 'run', ...parameters },
	items: [{}],
	baseUrl: relay.baseUrl,
	apiKey: service.apiKey,
});

/** Runs the node, and holds what it gives to the output schema that the editor shows. */
async function run(parameters: Parameters, nodeType?: Crawl): Promise<NodeOutcome> {
	const settings = settingsOf(parameters, nodeType);
	const outcome = await runWorkflow(settings);
	const items = (outcome.outputs[0] ?? []).map(({ json }) => json);
	// Rows and records have the fields that the user named.
	const isNamed = ['rows', 'record'].includes(String(parameters.get));
	if (!isNamed) expect(undeclaredFields('Crawl', settings.parameters, items)).toEqual([]);
	return outcome;
}

async function itemsOf(outcome: Promise<NodeOutcome>): Promise<INodeExecutionData[]> {
	const { outputs, error } = await outcome;
	expect(error).toBeUndefined();
	return outputs[0] ?? [];
}

async function jsonOf(outcome: Promise<NodeOutcome>): Promise<IDataObject[]> {
	return (await itemsOf(outcome)).map(({ json }) => json);
}

/** Without a browser: what the node does with a crawl is the same. */
const start = (path: string, { options, ...more }: Parameters = {}): Parameters => ({
	baseUrl: `${site.url}${path}`,
	crawlInstruction: 'all pages',
	...more,
	options: { fetchMode: 'fast', ...Object(options) },
});

const slow = (more: Parameters = {}) => start('/slow', { maxPages: 50, ...more });

async function submit(parameters: Parameters): Promise<string> {
	const options = { ...Object(parameters.options), waitForCompletion: false };
	const [job] = await jsonOf(run({ ...parameters, options }));
	expect(job).toMatchObject({ jobStatus: 'queued' });
	return String(job?.jobId);
}

/** A crawl that has ended, without waiting as the node does. */
async function finish(path: string, more: object = {}): Promise<string> {
	const request = { baseUrl: `${site.url}${path}`, crawlInstruction: 'all pages', ...more };
	return (await crawl(service, request)).jobId;
}

/** The shop, and its first two chairs. */
const finishShop = (more: object = {}): Promise<string> =>
	finish('/shop', { crawlInstruction: 'chairs', maxPages: 3, ...more });

async function waitForPages(jobId: string, count: number): Promise<void> {
	for (;;) {
		const { body } = await callService(service, 'GET', `/crawl/${jobId}/pages`);
		const pages: Array<{ status: string }> = Object(body).pages;
		if (pages.filter(({ status }) => status === 'success').length >= count) return;
		await sleep(50);
	}
}

describe('running a crawl', () => {
	test('gives an item per page, failed ones with their reason', async () => {
		const { outputs, hints } = await run(start('/broken'));
		const items = (outputs[0] ?? []).map(({ json }) => json);

		expect(items).toHaveLength(3);
		expect(items[0]).toMatchObject({
			url: `${site.url}/broken`,
			title: 'Broken part',
			success: true,
			content: expect.stringMatching(/^# Broken part/),
			htmlUrl: expect.stringContaining('/files/'),
			markdownUrl: expect.stringContaining('/files/'),
		});
		// They are loaded side by side, so either may end first.
		const failed = { success: false, errorMessage: expect.stringContaining('HTTP status 404') };
		expect(items).toContainEqual(
			expect.objectContaining({ ...failed, url: `${site.url}/broken/missing` }),
		);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Could not read 2 of 3 pages, such as .*: HTTP status 404 \(Not Found\)\. There is no such page/,
			),
		]);
	});

	test('gives the pages in the order they were opened, whichever is there first', async () => {
		const pages = await jsonOf(run(start('/order', { maxPages: ORDER_PAGES + 1 })));
		const paths = Array.from({ length: ORDER_PAGES }, (_page, index) => `/order/${index + 1}`);

		expect(pages.map(({ url }) => String(url).replace(site.url, ''))).toEqual(['/order', ...paths]);
	});

	test('gives a record for each page, with its address', async () => {
		const records = await jsonOf(
			run(
				start('/shop', {
					crawlInstruction: 'chairs',
					maxPages: 3,
					...{ get: 'record', fieldsText: 'name, price: number' },
				}),
			),
		);

		expect(records).toHaveLength(3);
		expect(records).toContainEqual(
			expect.objectContaining({
				...{ name: 'Chair 1', price: 1.5 },
				pageUrl: `${site.url}/shop/product/1`,
			}),
		);
	});

	test('tells what the service says about the schema and the instruction', async () => {
		const { hints } = await run(
			start('/shop', {
				crawlInstruction: 'vacancies',
				...{ get: 'record', fieldsAs: 'schema' },
				fieldsSchema: '{"type":"object","properties":{"name":{"type":"string"}},"pattern":"x"}',
			}),
		);

		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Schema: .*pattern/),
			expect.stringContaining('No link fits the words of the crawl instruction'),
		]);
	});

	test.each([
		[
			'an address among the paths',
			{ options: { includePaths: '/a, https://site.test/blog/*' } },
			"'Include Paths' contains 'https://site.test/blog/*'",
		],
		['no page', { maxPages: 0 }, "'Max Pages' is 0"],
		[
			'a broken schema',
			{ get: 'rows', fieldsAs: 'schema', fieldsSchema: '{' },
			"'JSON Schema' is not",
		],
	])('refuses %s before anything is sent', async (_label, more, words) => {
		const { error } = await run(start('/shop', more));

		expect(error?.message).toContain(words);
		expect(relay.requests).toEqual([]);
	});

	test('fails with the reason of the service when no page can be loaded', async () => {
		const { error } = await run(start('/missing'));

		expect(error?.message).toContain(`Failed to scrape ${site.url}/missing: HTTP status 404`);
	});
});

describe('a crawl that outlasts its time', () => {
	test('returns the pages so far on request', async () => {
		const runFor = async (timeout: number) => {
			const options = { timeout, onTimeout: 'return' };
			const items = await jsonOf(run(slow({ options })));
			await run({ operation: 'cancel', jobId: String(items[0]?.jobId) });
			return items;
		};
		// The item of a crawl without a page says nothing of success.
		const pages = await withEnoughTime(runFor, ([first]) => first?.success !== undefined);

		expect(pages.length).toBeGreaterThan(0);
		expect(pages.length).toBeLessThan(SLOW_PAGES + 1);
		expect(pages.every(({ success, timedOut }) => success === true && timedOut === true)).toBe(
			true,
		);
	});

	test('still names its job while no page is done', async () => {
		const options = { timeout: 3, onTimeout: 'return' };
		const [job, ...others] = await jsonOf(run(start('/stuck', { options })));
		await run({ operation: 'cancel', jobId: String(job?.jobId) });

		expect(others).toEqual([]);
		expect(job).toMatchObject({
			jobId: expect.any(String),
			jobStatus: 'active',
			progress: 'Crawled 0 of 5 pages',
			timedOut: true,
		});
	});
});

describe('a crawl that is stopped', () => {
	test('by somebody else fails those who wait for it, and says where its pages are', async () => {
		const jobId = await submit(slow());
		const waiting = run(slow({ operation: 'getResult', jobId, waitForCompletion: true }));
		const running = run(slow());
		await waitForPages(jobId, 1);
		await run({ operation: 'cancel', jobId });
		const { body } = await callService(service, 'GET', '/crawl/history?limit=1');
		await callService(service, 'DELETE', `/crawl/${Object(body).jobs[0].id}`);

		expect((await waiting).error).toBeUndefined();
		expect((await running).error).toMatchObject({
			message: expect.stringMatching(/^The crawl \S+ was cancelled$/),
			description: expect.stringContaining(
				"To get the finished pages, use the operation 'Get Many' of the resource 'Page'.",
			),
		});
	});
});

describe('picking a crawl', () => {
	const choices = async (filter?: string) =>
		await inNode({ baseUrl: relay.baseUrl, apiKey: service.apiKey }, async (context) =>
			// A list method uses nothing of its context but what every context has.
			listCrawls.call(context as unknown as ILoadOptionsFunctions, filter),
		);

	test('shows what it was about, how it went and when, and finds what is typed', async () => {
		const jobId = await finish('/single');
		const { results } = await choices();

		expect(results[0]).toEqual({ name: 'Latest', value: 'latest' });
		expect(results[1]).toEqual({
			name: expect.stringMatching(
				/^127\.0\.0\.1:\d+\/single \(completed, 1 page, \d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/,
			),
			value: jobId,
		});
		expect((await choices('/SINGLE')).results.length).toBeGreaterThan(0);
		expect((await choices('no such site')).results).toEqual([]);
	});

	test('by Latest continues a crawl that was stopped', async () => {
		const { outcome, stop } = startWorkflow(settingsOf(slow()));
		const wait = async (): Promise<string> => {
			const { body } = await callService(service, 'GET', '/crawl/history?limit=1');
			const [job] = Object(body).jobs;
			return job?.base_url === `${site.url}/slow` && job.status === 'active'
				? String(job.id)
				: sleep(50).then(wait);
		};
		const jobId = await wait();
		await waitForPages(jobId, 2);
		stop();
		await outcome;
		const picked = { __rl: true, mode: 'list', value: 'latest' };
		const pages = await jsonOf(run({ operation: 'getResult', jobId: picked }));
		const [record] = await jsonOf(run({ operation: 'get', jobId: picked }));

		expect(pages.length).toBeGreaterThanOrEqual(2);
		expect(pages.every((page) => page.jobId === jobId && page.jobStatus === 'cancelled')).toBe(
			true,
		);
		expect(record).toMatchObject({ jobId, status: 'cancelled' });
	});
});

describe('the records of crawls', () => {
	test('hold configuration and statistics, singly and as a history', async () => {
		const first = await finish('/single');
		const second = await finishShop({ transformInstruction: 'the title' });
		const record = await jsonOf(run({ operation: 'get', jobId: second }));
		const history = await jsonOf(run({ operation: 'getMany', limit: 2 }));
		const all = await jsonOf(run({ operation: 'getMany', returnAll: true }));

		expect(record).toEqual([
			expect.objectContaining({
				jobId: second,
				base_url: `${site.url}/shop`,
				crawl_instruction: 'chairs',
				transform_instruction: 'the title',
				max_pages: 3,
				pages_crawled: 3,
				status: 'completed',
				credits_used: 3,
			}),
		]);
		expect(history.map(({ jobId }) => jobId)).toEqual([second, first]);
		expect(history[0]).toEqual(record[0]);
		expect(all.length).toBeGreaterThan(2);
	});

	test('of an unknown job are an error that says so', async () => {
		const { error } = await run({ operation: 'get', jobId: 'no-such-job' });

		expect(error?.message).toBe('Crawl job not found: no-such-job');
	});
});

describe('extracting again', () => {
	test('waits for the new job and gives its pages, without loading any', async () => {
		const source = await finishShop();
		site.takeRequests();
		const pages = await jsonOf(
			run({ operation: 'extract', jobId: source, prompt: 'name and price as JSON' }),
		);

		expect(pages).toHaveLength(3);
		expect(pages.find(({ url }) => String(url).endsWith('/product/1'))).toMatchObject({
			content: { name: 'Chair 1', price: 1.5 },
		});
		expect(pages[0]?.jobId).not.toBe(source);
		expect(site.takeRequests()).toEqual([]);
	});

	test('a crawl that did not complete is an error in the words of the service', async () => {
		const jobId = await submit(slow());
		await run({ operation: 'cancel', jobId });
		const { error } = await run({ operation: 'extract', jobId, prompt: 'title' });

		expect(error?.message).toBe('The source crawl job is not completed.');
	});
});

/** The file of an item's binary field, as n8n keeps it in these tests. */
function fileOf(item: INodeExecutionData | undefined, field: string) {
	const { data = '', ...facts } = item?.binary?.[field] ?? {};
	return { ...facts, content: Buffer.from(data, 'base64') };
}

describe('downloading', () => {
	test('gives the archive as a file under the name that the service gave it', async () => {
		const jobId = await finishShop();
		const [item] = await itemsOf(run({ operation: 'download', jobId, include: ['markdown'] }));
		const { content, fileName, mimeType } = fileOf(item, 'data');
		const host = new URL(site.url).host.replace(':', '-');

		expect({ fileName, mimeType }).toEqual({
			fileName: `crawl-${jobId}.zip`,
			mimeType: 'application/zip',
		});
		expect([...readZip(content).keys()].sort()).toEqual(
			['shop', 'shop_product_1', 'shop_product_2'].map((name) => `${host}_${name}.md`),
		);
	});

	test('a crawl without pages is an error in the words of the service', async () => {
		const jobId = await finish('/missing');
		const { error } = await run({ operation: 'download', jobId });

		expect(error?.message).toBe(`No successful pages found for this crawl: ${jobId}`);
	});
});

describe('the pages of a crawl', () => {
	const list = (jobId: string, more: Parameters = {}) =>
		run({ resource: 'page', operation: 'getMany', jobId, ...more });

	test('come with their files, whose links never get the API key', async () => {
		const jobId = await finishShop();
		relay.requests.length = 0;
		const items = await itemsOf(list(jobId, { downloadFiles: ['html', 'markdown'] }));
		const first = items.find(({ json }) => json.url === `${site.url}/shop/product/1`);

		expect(items).toHaveLength(3);
		expect(fileOf(first, 'markdown')).toMatchObject({
			fileName: `${new URL(site.url).host.replace(':', '_')}_shop_product_1.md`,
			mimeType: 'text/markdown',
		});
		expect(fileOf(first, 'markdown').content.toString()).toBe(first?.json.content);
		expect(fileOf(first, 'html').content.toString()).toContain('<title>Chair 1</title>');
		expect(relay.requests.map(({ path, hasKey }) => [path.split('/')[1], hasKey])).toEqual([
			['api', true],
			...Array.from({ length: 6 }, () => ['files', false]),
		]);
	});

	test('can be listed while the crawl runs, and are limited on request', async () => {
		const jobId = await submit(slow());
		await waitForPages(jobId, 2);
		const pages = await jsonOf(list(jobId, { returnAll: true }));
		const [only, ...others] = await jsonOf(list(jobId, { limit: 1 }));
		await run({ operation: 'cancel', jobId });

		expect(pages.map(({ success, status }) => success ?? status)).toEqual(
			expect.arrayContaining([true, 'pending']),
		);
		expect(only?.url).toBe(`${site.url}/slow`);
		expect(others).toEqual([]);
	});

	test('are there without a file whose connection drops, and say which', async () => {
		const jobId = await finish('/single');
		relay.cut = { path: /\.html/, afterBytes: 10 };
		const [item] = await itemsOf(list(jobId, { downloadFiles: ['html', 'markdown'] }));

		expect(Object.keys(item?.binary ?? {})).toEqual(['markdown']);
		expect(item?.json.missingFiles).toEqual([
			expect.stringMatching(/^The file '.*_single\.html' was not received completely/),
		]);
	});
});

describe('the addresses of a site', () => {
	const SITEMAPS = 2;
	const PAGES = 1_000;
	let mapped: Pages;

	beforeAll(async () => {
		const entry = (tag: string, path: string) =>
			`<${tag}><loc>${mapped.url}${path}</loc><lastmod>2026-01-31</lastmod></${tag}>`;
		const texts: Record<string, (path: string) => string> = {
			'/robots.txt': () =>
				`User-agent: *\nDisallow: /private\nSitemap: ${mapped.url}/map/index.xml`,
			'/map/index.xml': () =>
				`<sitemapindex>${Array.from({ length: SITEMAPS }, (_map, at) => entry('sitemap', at === 0 ? '/map/0.xml' : `/map/${at}.xml.gz`)).join('')}</sitemapindex>`,
			'/': () =>
				'<title>Start</title><p>The start page</p><a href="/map/0/page-0">Known</a> <a href="/about#us">About</a>',
		};
		mapped = await startPages((request, response) => {
			const path = request.url ?? '';
			const listed = /^\/map\/(\d)\.xml(?:\.gz)?$/.exec(path)?.[1];
			const text =
				listed === undefined
					? texts[path]?.(path)
					: `<urlset>${Array.from({ length: PAGES }, (_page, at) => entry('url', `/map/${listed}/page-${at}`)).join('')}</urlset>`;
			const types = { xml: 'application/xml', gz: 'application/x-gzip', txt: 'text/plain' };
			const type = Object(types)[path.split('.').at(-1) ?? ''] ?? 'text/html';
			response.writeHead(text === undefined ? 404 : 200, { 'content-type': type });
			response.end(path.endsWith('.gz') ? gzipSync(text ?? '') : text);
		});
	});

	afterAll(async () => {
		await mapped.stop();
	});

	it('are an item each, with the date of the last change, and no page is read', async () => {
		const parameters = { operation: 'listAddresses', baseUrl: mapped.url, returnAll: true };
		const items = await itemsOf(run(parameters));
		const addresses = items.map(({ json }) => json);

		expect(addresses).toHaveLength(SITEMAPS * PAGES + 2);
		expect(addresses[1]).toEqual({
			url: `${mapped.url}/map/0/page-1`,
			lastModified: '2026-01-31',
			source: 'sitemap',
		});
		expect(addresses.slice(-2)).toEqual([
			{ url: `${mapped.url}/about`, lastModified: null, source: 'startPage' },
			{ url: `${mapped.url}/`, lastModified: null, source: 'startPage' },
		]);
	});

	it('end with the limit', async () => {
		const parameters = { operation: 'listAddresses', baseUrl: mapped.url, limit: 7 };

		expect(await itemsOf(run(parameters))).toHaveLength(7);
	});

	it('of a site that cannot be reached are an error with its reason', async () => {
		const parameters = { operation: 'listAddresses', baseUrl: 'http://127.0.0.1:1/' };
		const { error } = await runWorkflow(settingsOf(parameters));

		expect(error?.message).toContain('127.0.0.1:1');
	});
});
