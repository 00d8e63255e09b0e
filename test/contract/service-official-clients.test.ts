import { waitForBatch } from './support/callBatch';
import { type Answer, callService, waitForEnd } from './support/callService';
import { submitCrawl, waitForCrawl } from './support/callCrawl';
import { startCrawlSite, type CrawlSite } from './support/crawlSite';
import { joinService } from './support/sharedService';

let site: CrawlSite;
const service = joinService();

beforeAll(async () => {
	site = await startCrawlSite();
});

afterAll(async () => {
	await site.stop();
});

const ignored = (...fields: string[]) =>
	expect.stringContaining(`had no effect: ${fields.join(', ')}.`);

/** A call as the clients make it that set a JSON content type on everything. */
async function callWithJsonHeader(method: 'POST' | 'DELETE', path: string): Promise<Answer> {
	const response = await fetch(service.baseUrl + path, {
		method,
		headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
	});
	return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Client and call, path, what it sends for a page, and the fields that have no effect. */
type Submit = [call: string, path: string, body: (url: string) => object, ignored: string[]];

const SUBMITS: Submit[] = [
	['MCP server, scrape', '/scrape', (url) => ({ urls: [{ url }], prompt: '' }), []],
	[
		'MCP server, scrape by HTTP alone',
		'/scrape',
		(url) => ({ urls: [{ url }], scrapeMode: 'fast', useProxy: false, prompt: '' }),
		[],
	],
	[
		'JS SDK, batch by HTTP alone',
		'/batch/scrape',
		(url) => ({ urls: [url], scrapeMode: 'fast', prompt: '' }),
		[],
	],
	[
		'JS SDK, crawl by HTTP alone',
		'/crawl',
		(baseUrl) => ({ baseUrl, maxPages: 1, scrapeMode: 'fast' }),
		[],
	],
	[
		'MCP server, scrape by one sentence',
		'/scrape',
		(url) => ({ urls: [{ url, instruction: 'open the prices' }] }),
		['urls[0].instruction'],
	],
	[
		'JS SDK, crawl without instruction and with a webhook',
		'/crawl',
		(baseUrl) => ({ baseUrl, maxPages: 1, webhookUrl: 'https://example.com/hook' }),
		['webhookUrl'],
	],
	[
		'JS SDK, search with page tokens and a file type',
		'/search',
		() => ({ query: 'harbour', pageTokens: { web: 'x' }, filetype: 'pdf' }),
		['pageTokens', 'filetype'],
	],
	[
		'JS SDK, search of papers and pages',
		'/search',
		() => ({ query: 'harbour', sources: ['web', 'research'] }),
		['sources[1] (research)'],
	],
	[
		'JS SDK, search at once',
		'/search',
		() => ({ query: 'harbour', wait: true, research: true }),
		['research'],
	],
	[
		'any client, parse by a link',
		'/parse',
		(url) => ({ url, wait: false, colour: true }),
		['colour'],
	],
	[
		'any client, parse of several links',
		'/parse/batch',
		(url) => ({ urls: [url], colour: true }),
		['colour'],
	],
	[
		'any client, unknown fields of an action',
		'/scrape',
		(url) => ({ urls: [{ url, actions: [{ type: 'wait', duration: 1, note: 'x' }] }] }),
		['urls[0].actions[0].note'],
	],
];

describe('what the official clients send is accepted, and what had no effect is named', () => {
	it.each(SUBMITS)('%s', async (_call, path, body, fields) => {
		const answer = await callService(service, 'POST', path, body(`${site.url}/single`));

		expect([200, 202]).toContain(answer.status);
		const { warnings, jobId } = Object(answer.body);
		const named = fields.length > 0 ? [ignored(...fields)] : undefined;
		// A search without an engine adds what it searches.
		if (path === '/search') expect(warnings ?? []).toEqual(expect.arrayContaining(named ?? []));
		else if (path !== '/parse') expect(warnings).toEqual(named);
		else {
			const { body: job } = await waitForEnd(service, `/parse/${jobId}`);
			expect(Object(job).warnings ?? named).toEqual(expect.arrayContaining(named ?? []));
		}
	});

	it('in the results of scrapes and batches, too', async () => {
		const url = `${site.url}/single`;
		const scrape = { urls: [{ url }], promt: 'x' };
		const { jobId } = Object((await callService(service, 'POST', '/scrape', scrape)).body);
		const { body } = await waitForEnd(service, `/scrape/${jobId}`);

		expect(Object(body).result.warnings).toEqual([ignored('promt')]);
	});

	it('in the record of a crawl', async () => {
		const request = { baseUrl: `${site.url}/single`, maxPages: 1, depth: 2 };
		const { body } = await waitForCrawl(service, await submitCrawl(service, request));

		expect(Object(body).warnings).toContainEqual(ignored('depth'));
	});
});

test('paths of a crawl that end in a slash mean everything below, as in the JS SDK', async () => {
	const jobId = await submitCrawl(service, {
		baseUrl: `${site.url}/guide`,
		includePaths: ['/guide/'],
		excludePaths: ['/guide/sub/', '^/nothing$'],
		maxPages: 5,
	});
	const { result, body } = await waitForCrawl(service, jobId);
	const paths = result.map(({ url }) => new URL(url).pathname);

	expect(paths).toHaveLength(5);
	expect(paths.filter((path) => path.startsWith('/guide/sub'))).toEqual([]);
	expect(Object(body).warnings).toContainEqual(expect.stringContaining('"^/nothing$"'));
});

test('a batch without output, prompt and schema gives Markdown', async () => {
	const request = { urls: [`${site.url}/single`], prompt: '' };
	const { body } = await callService(service, 'POST', '/batch/scrape', request);
	const { items } = await waitForBatch(service, Object(body).batchId);

	expect(items[0]?.result).toEqual(expect.stringMatching(/^# /m));
});

test('the logs take "failed" as another word for "error"', async () => {
	const { status } = await callService(service, 'GET', '/scrape-logs?status=failed&channel=api');

	expect(status).toBe(200);
});

describe('a JSON content type without a body is no mistake', () => {
	it('of a cancel', async () => {
		const jobId = await submitCrawl(service, { baseUrl: `${site.url}/slow`, maxPages: 5 });
		const answer = await callWithJsonHeader('DELETE', `/crawl/${jobId}`);

		expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled', jobId } });
	});

	it('of a retry', async () => {
		const request = { urls: [`${site.url}/single`] };
		const { body } = await callService(service, 'POST', '/batch/scrape', request);
		const { batchId } = Object(body);
		await waitForBatch(service, batchId);
		const answer = await callWithJsonHeader('POST', `/batch/scrape/${batchId}/retry`);

		expect(answer).toMatchObject({
			status: 400,
			body: { message: 'The batch has no failed items to retry.' },
		});
	});

	it('but where a body is needed it is missed', async () => {
		const answer = await callWithJsonHeader('POST', '/scrape');

		expect(answer).toMatchObject({
			status: 400,
			body: { message: 'The request body is empty. Send a JSON object.' },
		});
	});
});
