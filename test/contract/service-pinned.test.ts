import { scrapeBatch } from './support/callBatch';
import { crawl } from './support/callCrawl';
import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import { startPages, type Pages } from './support/startPages';

const service = joinService();
let site: Pages;

const page = (body: string) =>
	`<!doctype html><html lang="en"><head><title>Lamps</title><meta name="sku" content="L-1"></head><body>${body}</body></html>`;
const card = (name: string, price: string) =>
	`<li class="card"><a class="t" href="/lamp/${name}"><b>${name}</b></a><span class="was">99.00</span><span class="now">€ ${price}</span></li>`;
const CARDS = card('Ash', '12.50') + card('Birch', '1,300.00');

/** Drawn by a script, with a shadow root and a text that a style hides. */
const DRAWN =
	page(`<div id="app"></div><x-stock></x-stock><style>.gone { display: none }</style><script>
	setTimeout(() => {
		document.querySelector('#app').innerHTML = ${JSON.stringify(`<h1>Lamps <i class="gone">old</i></h1><ul>${CARDS}</ul>`)};
	}, 200);
	document.querySelector('x-stock').attachShadow({ mode: 'open' }).innerHTML = '<b class="left">7 left</b>';
</script>`);

const PAGES: Record<string, string> = {
	'/drawn': DRAWN,
	'/plain': page(
		`<h1>Lamps</h1><table><tr><td>Ash<td>4<tr><td>Birch<td>5</table><ul>${CARDS}</ul>`,
	),
	'/site': page('<h1>Start</h1><p>All about our lamps.</p><a href="/site/lamps">Lamps</a>'),
	'/site/lamps': page(`<h1>Lamps</h1><ul>${CARDS}</ul>`),
};

beforeAll(async () => {
	site = await startPages(({ url = '' }, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(PAGES[url] ?? page('<h1>None</h1>'));
	});
});

afterAll(async () => {
	await site?.stop();
});

const at = (selector: unknown, type: string, more: object = {}) => ({
	type,
	'x-selector': selector,
	...more,
});
const objectOf = (properties: object) => ({ type: 'object', properties });
const LAMPS = at('li.card', 'array', {
	items: objectOf({
		name: at('.t b', 'string'),
		url: at('.t@href', 'string'),
		price: at('.now', 'number'),
	}),
});
const lamps = () => [
	{ name: 'Ash', url: `${site.url}/lamp/Ash`, price: 12.5 },
	{ name: 'Birch', url: `${site.url}/lamp/Birch`, price: 1300 },
];

async function scrape(path: string, properties: object, more: object = {}) {
	const request = { urls: [{ url: `${site.url}${path}` }], schema: objectOf(properties), ...more };
	const { status, body } = await callService(service, 'POST', '/scrape', request);
	expect([status, Object(body).schema_warnings]).toEqual([202, undefined]);
	const ended = await waitForEnd(service, `/scrape/${Object(body).jobId}`);
	return Object(ended.body).result;
}

describe('fields with an x-selector', () => {
	test('are read in the page that the browser has drawn', async () => {
		const { content, warnings } = await scrape('/drawn', {
			title: at('h1', 'string'),
			hidden: at('h1 .gone', 'string'),
			left: at('x-stock .left', 'string'),
			sku: at('meta[name="sku"]@content', 'string'),
			lamps: LAMPS,
		});
		expect(warnings).toBeUndefined();
		expect(content).toEqual({
			title: 'Lamps',
			hidden: 'old',
			left: '7 left',
			sku: 'L-1',
			lamps: lamps(),
		});
	});

	test('are read without a browser, in the tree that a browser makes', async () => {
		const cells = at('table > tbody > tr', 'array', {
			items: objectOf({ name: at('td', 'string'), count: at('td:nth-child(2)', 'integer') }),
		});
		const { content } = await scrape('/plain', { lamps: LAMPS, cells }, { scrapeMode: 'fast' });
		expect(content).toEqual({
			lamps: lamps(),
			cells: [
				{ name: 'Ash', count: 4 },
				{ name: 'Birch', count: 5 },
			],
		});
	});

	test('that find nothing are empty and named', async () => {
		const { content, warnings } = await scrape('/plain', {
			title: at('h1', 'string'),
			rating: at('.stars@data-rating', 'number'),
		});
		expect(content).toEqual({ title: 'Lamps', rating: null });
		expect(warnings).toEqual(['The CSS selector of "rating" (.stars@data-rating) found nothing.']);
	});

	test('are read in batches and crawls', async () => {
		const schema = objectOf({ title: at('h1', 'string'), lamps: LAMPS });
		const urls = [`${site.url}/plain`, `${site.url}/drawn`];
		const batch = await scrapeBatch(service, { urls, schema });
		const read = batch.items.map(({ result }) => result);
		expect(read).toEqual(urls.map(() => ({ title: 'Lamps', lamps: lamps() })));
		const { result } = await crawl(service, {
			baseUrl: `${site.url}/site`,
			crawlInstruction: 'Follow all links',
			schema,
		});
		const found = Object.fromEntries(result.map(({ url, data }) => [new URL(url).pathname, data]));
		expect(found).toMatchObject({
			'/site': { title: 'Start', lamps: [] },
			'/site/lamps': { title: 'Lamps', lamps: lamps() },
		});
		const warned = result.filter(({ warnings = [] }) => warnings.join().includes('"lamps"'));
		expect(warned.map(({ url }) => new URL(url).pathname)).toContain('/site');
	});

	test.each(['li.card >', 'a[', '', 7])(
		'that cannot be read are refused with their field: %j',
		async (selector) => {
			const lists = at('li', 'array', { items: objectOf({ price: at(selector, 'number') }) });
			const schema = objectOf({ lists });
			const url = `${site.url}/plain`;
			for (const [path, body] of [
				['/scrape', { urls: [{ url }], schema }],
				['/batch/scrape', { urls: [url], schema }],
				['/crawl', { baseUrl: url, crawlInstruction: 'all', schema }],
			] as const) {
				const { status, body: answer } = await callService(service, 'POST', path, body);
				expect([path, status, Object(answer).message ?? Object(answer).error]).toEqual([
					path,
					400,
					expect.stringContaining('x-selector of "lists[].price"'),
				]);
			}
		},
	);
});
