import { scrapeBatch } from './support/callBatch';
import { crawl } from './support/callCrawl';
import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import { startPages, type Pages } from './support/startPages';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: Pages;

const TEXT = 'The ferry to the island of Holm leaves from the north quay every morning. '.repeat(5);

const STATED = {
	description: 'When the ferry leaves',
	language: 'en-GB',
	author: 'Ida Holm',
	publishedTime: '2026-03-04T08:00:00Z',
	siteName: 'Holm Harbour',
};

const withHead = (origin: string) => `<!doctype html><html lang="en-GB"><head><title>Ferry</title>
	<meta name="description" content="When the ferry leaves"><meta name="author" content="Ida Holm">
	<meta property="article:published_time" content="2026-03-04T08:00:00Z">
	<meta property="og:site_name" content="Holm Harbour"><meta property="og:image" content="/ferry.png">
	<link rel="canonical" href="${origin}/ferry">
	</head><body><main><h1>Ferry</h1><p>${TEXT}</p></main></body></html>`;

beforeAll(async () => {
	site = await startPages(({ url, headers: { host } }, response) => {
		const page = url?.startsWith('/bare') ? `<p>${TEXT}</p>` : withHead(`http://${host}`);
		response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
	});
});
afterAll(() => site.stop());

const expected = () => ({
	...STATED,
	image: `${site.url}/ferry.png`,
	canonical: `${site.url}/ferry`,
});

test('a scraped page comes with what it says about itself', async () => {
	const submitted = await callService(service, 'POST', '/scrape', {
		urls: [{ url: `${site.url}/ferry` }, { url: `${site.url}/bare` }],
		scrapeMode: 'fast',
	});
	const { status, body } = await waitForEnd(service, `/scrape/${Object(submitted.body).jobId}`);
	validateResponse('getScrapeJob', status, body);
	const [ferry, bare] = Object(body).result.data;
	expect(ferry.metadata).toEqual(expected());
	expect(bare).not.toHaveProperty('metadata');
});

test('so does each page of a batch', async () => {
	const { items } = await scrapeBatch(service, {
		urls: [`${site.url}/ferry`],
		scrapeMode: 'fast',
	});
	expect(items[0]).toMatchObject({ metadata: expected() });
});

test('and each page of a crawl', async () => {
	const { jobId } = await crawl(service, {
		baseUrl: `${site.url}/ferry`,
		maxPages: 1,
		scrapeMode: 'fast',
	});
	const { status, body } = await callService(service, 'GET', `/crawl/${jobId}/pages`);
	validateResponse('listCrawlPages', status, body);
	expect(Object(body).pages[0]).toMatchObject({ metadata: expected() });
});
