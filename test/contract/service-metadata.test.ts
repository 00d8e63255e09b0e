import { pdf, textLines } from '../fixtures/documents/pdf';
import { scrapeBatch } from './support/callBatch';
import { crawl } from './support/callCrawl';
import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import { startPages, type Pages } from './support/startPages';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: Pages;

const REPORT = pdf([{ content: textLines([{ text: 'The herring fleet left at dawn.' }]) }], {
	info: '/Title (Fleet report) /Author (Ida Holm) /CreationDate (D:20260304080000Z)',
});
const REPORT_FACTS = { title: 'Fleet report', author: 'Ida Holm', created: '2026-03-04T08:00:00Z' };

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
	</head><body><main><h1 id="ferry">Ferry</h1><p>${TEXT}</p></main></body></html>`;

beforeAll(async () => {
	site = await startPages(({ url, headers: { host } }, response) => {
		if (url === '/report.pdf') {
			response.setHeader('content-type', 'application/pdf').end(REPORT);
			return;
		}
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

test('a scraped page comes with what it says about itself, and where its headings are', async () => {
	const submitted = await callService(service, 'POST', '/scrape', {
		urls: [{ url: `${site.url}/ferry` }, { url: `${site.url}/bare` }],
		scrapeMode: 'fast',
	});
	const { status, body } = await waitForEnd(service, `/scrape/${Object(submitted.body).jobId}`);
	validateResponse('getScrapeJob', status, body);
	const [ferry, bare] = Object(body).result.data;
	expect(ferry.metadata).toEqual(expected());
	expect(ferry.anchors).toEqual([{ heading: 'Ferry', anchor: '#ferry' }]);
	expect(bare).not.toHaveProperty('anchors');
	expect(bare).not.toHaveProperty('metadata');
});

test('so does each page of a batch', async () => {
	const { items } = await scrapeBatch(service, {
		urls: [`${site.url}/ferry`],
		scrapeMode: 'fast',
	});
	expect(items[0]).toMatchObject({
		metadata: expected(),
		anchors: [{ heading: 'Ferry', anchor: '#ferry' }],
	});
});

test('and each page of a crawl', async () => {
	const { jobId } = await crawl(service, {
		baseUrl: `${site.url}/ferry`,
		maxPages: 1,
		scrapeMode: 'fast',
	});
	const { status, body } = await callService(service, 'GET', `/crawl/${jobId}/pages`);
	validateResponse('listCrawlPages', status, body);
	expect(Object(body).pages[0]).toMatchObject({
		metadata: expected(),
		anchors: [{ heading: 'Ferry', anchor: '#ferry' }],
	});
});

test('a document says when it was made and by whom, wherever it is read', async () => {
	const url = `${site.url}/report.pdf`;
	const submitted = await callService(service, 'POST', '/parse', { url, wait: false });
	const parsed = await waitForEnd(service, `/parse/${Object(submitted.body).jobId}`);
	validateResponse('getParseJob', parsed.status, parsed.body);
	expect(Object(parsed.body).metadata).toMatchObject({ ...REPORT_FACTS, totalPages: 1 });
	const metadata = { ...REPORT_FACTS, pages: 1 };
	const { items } = await scrapeBatch(service, { urls: [url], scrapeMode: 'fast' });
	expect(items[0]).toMatchObject({ metadata });
	const { jobId } = await crawl(service, { baseUrl: url, maxPages: 1, scrapeMode: 'fast' });
	const { body } = await callService(service, 'GET', `/crawl/${jobId}/pages`);
	expect(Object(body).pages[0]).toMatchObject({ metadata });
});
