import { scrapeBatch } from './support/callBatch';
import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import {
	SHAPES,
	startListSite,
	type ListSite,
} from './service-browser/support/listSite/startListSite';
import { priceOf } from './service-browser/support/listSite/listShape';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: ListSite;

beforeAll(async () => {
	site = await startListSite();
});

afterAll(async () => {
	await site.stop();
});

const wholeList = (more: object = {}) => ({
	type: 'forEach',
	mode: 'inline',
	pagination: { maxPages: 9 },
	...more,
});

const PRODUCTS = {
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

async function scrape(number: number, request: object = {}, action: object = wholeList()) {
	const urls = [{ url: site.addressOf(number), actions: [action] }];
	const submit = await callService(service, 'POST', '/scrape', { urls, ...request });
	validateResponse('submitScrape', submit.status, submit.body);
	const { status, body } = await waitForEnd(service, `/scrape/${Object(submit.body).jobId}`);
	validateResponse('getScrapeJob', status, body);
	return Object(body);
}

const rowsOf = (number: number) =>
	(SHAPES[number]?.entries ?? []).map((name) => ({ name, price: Number(priceOf(name)) }));

describe('A list that is read as a whole', () => {
	it.concurrent.each([1, 5, 26])(
		'gives the rows of all its pages by a schema (shape %i)',
		async (number) => {
			const { result } = await scrape(number, { schema: PRODUCTS });
			expect(result.content).toEqual({ products: rowsOf(number) });
		},
	);

	it.concurrent('is Markdown of its entries, then what surrounded them once', async () => {
		const { result } = await scrape(1);
		const [{ markdownContent, list }] = result.data;
		expect(markdownContent.match(/^## Item \d+$/gm)).toHaveLength(20);
		expect(markdownContent.indexOf('Lamp 20')).toBeLessThan(
			markdownContent.indexOf('Welcome to our'),
		);
		expect(markdownContent.match(/Lamp \d\d/g)).toEqual(SHAPES[1]?.entries);
		expect(list).toEqual({
			...{ entries: 20, pages: 3, ways: ['control'] },
			...{ control: 'Load more', ended: 'end' },
		});
		expect(result.warnings).toBeUndefined();
	});

	it.concurrent('says where a limit of the request ended it', async () => {
		const [byPages, byItems] = await Promise.all([
			scrape(5, {}, wholeList({ pagination: { maxPages: 1 } })),
			scrape(5, {}, wholeList({ maxItems: 7 })),
		]);
		expect(byPages.result.data[0].list).toMatchObject({ entries: 12, pages: 2, ended: 'maxPages' });
		expect(byPages.result.warnings).toEqual([
			expect.stringContaining('up to entry 12 (2 pages), and may go on'),
		]);
		expect(byItems.result.data[0].list).toMatchObject({ entries: 7, ended: 'maxItems' });
		expect(byItems.result.warnings).toHaveLength(1);
	});

	it.concurrent('is missed on a page without one, which is read as it is', async () => {
		const { result } = await scrape(19);
		expect(result.content).toContain('A quiet afternoon');
		expect(result.data[0].list).toBeUndefined();
		expect(result.warnings).toEqual([expect.stringContaining('No list was found')]);
	});

	it.concurrent('is opened entry by entry, too, over all pages', async () => {
		const entries = { type: 'forEach', observe: '.list > li', mode: 'inline' };
		const action = { ...entries, captureSelector: 'h3', pagination: { maxPages: 2 } };
		const { result } = await scrape(8, {}, action);
		expect(result.data[0].markdownContent.match(/^#+ Shoe \d\d$/gm)).toHaveLength(28);
	});

	it.concurrent('is read in batches', async () => {
		const batch = await scrapeBatch(service, {
			urls: [site.addressOf(7), site.addressOf(8)],
			actions: [wholeList()],
			schema: PRODUCTS,
		});
		expect(batch.items.map(({ result }) => result)).toEqual([
			{ products: rowsOf(7) },
			{ products: rowsOf(8) },
		]);
		expect(batch.items[0]?.list).toMatchObject({ entries: 15, pages: 3, ways: ['link'] });
	});
});
