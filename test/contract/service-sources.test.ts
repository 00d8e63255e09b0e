import { scrapeBatch } from './support/callBatch';
import { crawl, waitForCrawl } from './support/callCrawl';
import { submitParse } from './support/callParse';
import { callService, waitForEnd } from './support/callService';
import { readZip } from './support/readZip';
import { joinService } from './support/sharedService';
import { startPages, type Pages } from './support/startPages';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: Pages;

const TEXT = 'All our stools are made by hand in the valley. '.repeat(5);
const PAGE = `<!doctype html><html lang="en"><head><title>Stools</title></head><body><main>
	<h1>Stools</h1><p>${TEXT}</p><ul id="list">
	<li><h3>Ash stool</h3><b class="price">$20</b></li>
	<li><h3>Oak stool</h3><b class="price">$20</b></li></ul>
	</main></body></html>`;
const INVOICE = `# Invoice 4711\n\nDate: 17.04.2026\n\nTotal: 60.00 EUR\n`;

const ROWS = {
	type: 'object',
	properties: {
		products: {
			type: 'array',
			items: {
				type: 'object',
				properties: { name: { type: 'string' }, price: { type: 'number' } },
			},
		},
	},
};
const asked = { schema: ROWS, includeSources: true, scrapeMode: 'fast' };
const EXPECTED = {
	'products[0].name': { text: 'Ash stool', selector: '#list > li:nth-of-type(1) > h3' },
	'products[0].price': { text: '$20', selector: '#list > li:nth-of-type(1) > b' },
	'products[1].name': { text: 'Oak stool', selector: '#list > li:nth-of-type(2) > h3' },
	'products[1].price': { text: '$20', selector: '#list > li:nth-of-type(2) > b' },
};

beforeAll(async () => {
	site = await startPages(({ url }, response) => {
		const isText = url === '/invoice.md';
		response.setHeader('content-type', isText ? 'text/markdown' : 'text/html; charset=utf-8');
		response.end(isText ? INVOICE : PAGE);
	});
});
afterAll(() => site.stop());

async function scrape(request: object) {
	const submitted = await callService(service, 'POST', '/scrape', request);
	const { status, body } = await waitForEnd(service, `/scrape/${Object(submitted.body).jobId}`);
	validateResponse('getScrapeJob', status, body);
	return Object(body).result;
}

test('a scrape says where each value stands, if it is asked to', async () => {
	const urls = [{ url: `${site.url}/stools` }];
	const { content, sources } = await scrape({ urls, ...asked });
	const plain = await scrape({ urls, ...asked, includeSources: false });

	expect(sources).toEqual(EXPECTED);
	expect(plain.content).toEqual(content);
	expect(plain).not.toHaveProperty('sources');
});

test('each page of a batch has its own sources', async () => {
	const { items } = await scrapeBatch(service, { urls: [`${site.url}/stools`], ...asked });

	expect(items[0]).toMatchObject({ sources: EXPECTED });
});

test('so has each page of a crawl, in its archive and after a new extraction too', async () => {
	const { jobId, result } = await crawl(service, {
		baseUrl: `${site.url}/stools`,
		maxPages: 1,
		...asked,
	});
	expect(result[0]).toMatchObject({ sources: EXPECTED });

	const listed = await callService(service, 'GET', `/crawl/${jobId}/pages`);
	validateResponse('listCrawlPages', listed.status, listed.body);
	const [page] = Object(listed.body).pages;
	expect(page).toMatchObject({ sources: EXPECTED });

	const headers = { 'x-api-key': service.apiKey };
	const archive = await fetch(`${service.baseUrl}/crawl/${jobId}/download`, { headers });
	const files = readZip(Buffer.from(await archive.arrayBuffer()));
	const [, text] = [...files].find(([name]) => name.endsWith('/sources.json')) ?? [];
	expect(JSON.parse(String(text))).toEqual(EXPECTED);

	const retried = await callService(service, 'POST', `/crawl/${jobId}/retry/${page.id}`);
	validateResponse('retryCrawlPage', retried.status, retried.body);
	expect(retried.body).toMatchObject({ sources: EXPECTED });

	const again = await callService(service, 'POST', `/crawl/${jobId}/extract`, {
		transformInstruction: 'name and price of each product',
		includeSources: true,
	});
	const [extracted] = (await waitForCrawl(service, Object(again.body).jobId)).result;
	expect(Object.values(Object(extracted).sources)).toEqual(Object.values(EXPECTED));
});

test('a parsed document has the line of each value', async () => {
	const { body } = await submitParse(service, {
		url: `${site.url}/invoice.md`,
		prompt: 'invoice number, date, total',
		includeSources: true,
	});

	expect(body.json).toMatchObject({ invoiceNumber: '4711' });
	expect(body.sources).toMatchObject({
		invoiceNumber: { text: 'Invoice 4711', line: 1 },
		date: { text: 'Date: 17.04.2026', line: 3 },
		total: { text: 'Total: 60.00 EUR', line: 5 },
	});
});

test('what is no answer in JSON says that it has no sources', async () => {
	const urls = [{ url: `${site.url}/stools` }];
	const noted = expect.stringContaining('includeSources had no effect');

	const { warnings } = await scrape({ urls, includeSources: true, scrapeMode: 'fast' });
	const { body } = await submitParse(service, {
		url: `${site.url}/invoice.md`,
		includeSources: true,
	});

	expect(warnings).toEqual([noted]);
	expect(body.warnings).toEqual([noted]);
});

test('a wish that is neither true nor false is refused', async () => {
	const urls = [{ url: `${site.url}/stools` }];
	const { status, body } = await callService(service, 'POST', '/scrape', {
		urls,
		schema: ROWS,
		includeSources: 'sometimes',
	});

	expect(status).toBe(400);
	expect(JSON.stringify(body)).toContain('includeSources');
});
