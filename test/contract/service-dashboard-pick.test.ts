import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../e2e/support/launchChromium';
import { schemaFromFields } from '../../nodes/shared/items/extractionSchema/fromFields';
import { PATIENCE_MS } from '../support/eventually';
import { callService, waitForEnd } from './support/callService';
import { askDashboard, signIn } from './support/dashboardClient';
import {
	copyPicked,
	openForPointing,
	openPickFields,
	pointAt,
	shownRows,
	whenRead,
} from './support/pointing';
import { joinService } from './support/sharedService';
import { startPages, type Pages } from './support/startPages';

const card = (name: string, price: string) =>
	`<li class="card"><a class="title" href="/lamp/${name}">${name}</a><p class="price">€ ${price}</p></li>`;
const shop = (cards: string) =>
	`<!doctype html><html lang="en"><title>Lamps</title><style>li { display: inline-block; width: 300px; height: 120px }</style>
	<body><h1>Lamps</h1><ul>${cards}</ul></body></html>`;
const HOSTILE = `<img src=x onerror="top.broken=1"><script>top.broken = 1</script>`;
const escaped = HOSTILE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const service = joinService();
let site: Pages;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let hasPrices = true;

beforeAll(async () => {
	site = await startPages(({ url, headers }, response) => {
		response.setHeader('content-type', 'text/html; charset=utf-8');
		const lamps = [card('Ash', '12.50'), card('Birch', '1,300.00'), card('Cedar', '7')].join('');
		if (url === '/gone') response.writeHead(404).end('<h1>Gone</h1><p>There is nothing here.</p>');
		else if (url === '/more') response.end(shop(card('Fir', '5') + card('Oak', '6')));
		else if (url === '/mine') {
			response.end(shop(headers.cookie?.includes('who=me') === true ? card('Mine', '1') : ''));
		} else if (url === '/hostile') {
			const rows = Array.from(
				{ length: 200 },
				(_, at) =>
					`<div class="${escaped}" title="${escaped}"><b id="${escaped}">${escaped} ${at}</b></div>`,
			);
			response.end(
				`<!doctype html><title>${escaped}</title>${rows.join('')}<p>${'long '.repeat(2_000)}</p>`,
			);
		} else if (url === '/large') {
			const huge = `${HOSTILE.replaceAll('<', '&lt;')} ${'y'.repeat(100_000)}`;
			const items = Array.from(
				{ length: 500 },
				(_, at) =>
					`<li class="${escaped} it" id="${escaped}${at}"><b title="${escaped}">n${at}</b><i>${at === 1 ? huge : `${at} €`}</i></li>`,
			);
			const style =
				'li { float: left; width: 60px; height: 20px; overflow: hidden; list-style: none }';
			response.end(
				`<!doctype html><title>Large</title><style>${style}</style><ul>${items.join('')}</ul>`,
			);
		} else
			response.end(shop(hasPrices ? lamps : lamps.replaceAll('class="price"', 'class="cost"')));
	});
	browser = await launchChromium();
	context = await browser.newContext({
		baseURL: new URL('/', service.baseUrl).href,
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	context.setDefaultTimeout(PATIENCE_MS);
	page = await context.newPage();
	complaints = [];
	page.on('console', (message) => complaints.push(message.text()));
	page.on('pageerror', (error) => complaints.push(error.message));
	await openPickFields(page, service.baseUrl);
});

afterEach(() => {
	expect(complaints.splice(0)).toEqual([]);
});

afterAll(async () => {
	await browser?.close();
	await site.stop();
});

const open = (path: string) => openForPointing(page, `${site.url}${path}`);
const clickText = (text: string) => pointAt(page, text);
const settled = () => whenRead(page);
const rows = () => shownRows(page);
const copied = (what: 'node' | 'schema') => copyPicked(page, what);

async function scrape(schema: unknown, scrapeMode = 'fast') {
	const request = { urls: [{ url: `${site.url}/` }], schema, scrapeMode };
	const { body } = await callService(service, 'POST', '/scrape', request);
	const ended = await waitForEnd(service, `/scrape/${Object(body).jobId}`);
	return Object(ended.body).result;
}

describe('pointing at values', () => {
	it('takes a list in three clicks, outlined in the picture, with its rows beside it', async () => {
		await open('/');
		await clickText('Ash');
		expect(await rows()).toEqual([['Ash']]);
		await clickText('Birch');
		expect(await page.locator('rect.taken').count()).toBe(3);
		expect(await page.locator('rect.entry').count()).toBe(3);
		await clickText('€ 7');
		expect(await rows()).toEqual([
			['Ash', '12.5'],
			['Birch', '1300'],
			['Cedar', '7'],
		]);
		await page.getByText('3 rows').waitFor();
	});

	it('gives a node for n8n, and a schema, that a scrape reads as it was shown', async () => {
		const { nodes } = JSON.parse(await copied('node'));
		const [{ parameters, type }] = nodes;
		expect([type, parameters.urls, parameters.get]).toEqual([
			'n8n-nodes-web-data-extraction.scrape',
			`${site.url}/`,
			'rows',
		]);
		const ofNode = schemaFromFields(parameters.fields, 'Fields');
		const schema = JSON.parse(await copied('schema'));
		const { content, warnings } = await scrape(schema, 'default');
		expect([content, warnings]).toEqual([
			{
				entries: [
					{ title: 'Ash', price: 12.5 },
					{ title: 'Birch', price: 1300 },
					{ title: 'Cedar', price: 7 },
				],
			},
			undefined,
		]);
		expect((await scrape(ofNode)).content).toEqual(content);
	});

	it('changes what is taken, its name, and is undone', async () => {
		await page.getByLabel('Name', { exact: true }).first().fill('lamp');
		await page.getByLabel('Name', { exact: true }).first().press('Tab');
		await settled();
		await page.getByLabel('Take as Well').first().selectOption('link');
		await page.getByRole('columnheader', { name: 'url' }).waitFor();
		expect((await rows())[0]).toEqual(['Ash', '12.5', `${site.url}/lamp/Ash`]);
		await page.getByRole('button', { name: 'Undo' }).click();
		await settled();
		expect((await rows())[0]).toEqual(['Ash', '12.5']);
		await page.getByRole('button', { name: 'Remove price' }).click();
		await settled();
		expect((await rows())[0]).toEqual(['Ash']);
		await page.getByRole('button', { name: 'Undo' }).click();
		await settled();
	});

	it('tries the fields on another page of the kind', async () => {
		await page.getByLabel('Try on Another Page of the Kind').fill(`${site.url}/more`);
		await page.getByRole('button', { name: 'Try' }).click();
		await page.getByText(`2 rows on ${site.url}/more`).waitFor();
		expect(await page.locator('[data-tried] tbody').textContent()).toContain('Oak6');
	});

	it('is saved, opened again, and named when its page loses a field', async () => {
		await page.getByLabel('Save as').fill('Lamps of the shop');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('The pick "Lamps of the shop" was saved.').waitFor();
		const schema = JSON.parse(await copied('schema'));
		hasPrices = false;
		const { warnings } = await scrape(schema);
		hasPrices = true;
		expect(warnings.join()).toContain(
			'The page no longer has what was picked as "Lamps of the shop": "entries[].price" (in 0 of 3 entries). Open the pick again',
		);
		expect((await scrape(schema)).warnings).toBeUndefined();
		await page.goto('/pick');
		await page.getByRole('link', { name: 'Lamps of the shop' }).click();
		await page.getByRole('button', { name: 'Open' }).click();
		await page.getByText('3 rows').waitFor();
		expect((await rows())[1]).toEqual(['Birch', '1300']);
	});

	it('works with the keyboard alone', async () => {
		await open('/');
		await page.locator('.pick-stage').focus();
		for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
		await settled();
		expect(await rows()).toEqual([['Ash']]);
		for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
		await settled();
		expect((await rows()).flat()).toEqual(['Ash', 'Birch', 'Cedar']);
		await page.keyboard.press('u');
		await settled();
		expect(await rows()).toEqual([['Ash']]);
	});

	it('fits a screen of 400 pixels', async () => {
		await page.setViewportSize({ width: 400, height: 800 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
		await page.setViewportSize({ width: 1280, height: 800 });
	});
});

describe('a page', () => {
	it('is opened with its cookies, and shown to nobody else', async () => {
		await page.goto('/pick');
		await page.getByLabel('URL of the Page').fill(`${site.url}/mine`);
		await page.getByText('Cookies and Waiting').click();
		await page.getByLabel('Cookies', { exact: true }).fill('who=me');
		await page.getByRole('button', { name: 'Open' }).click();
		await page.locator('.workbench[data-ready]').waitFor();
		await clickText('Mine');
		expect(await rows()).toEqual([['Mine']]);
		const path = new URL(page.url()).pathname;
		const other = await signIn(service);
		expect((await context.request.get(`${path}/picture`)).status()).toBe(200);
		expect((await other.get(`${path}/picture`)).status).toBe(404);
		const { status } = await askDashboard(service, `${path}/boxes`);
		expect(status).toBe(303);
	});

	it('that cannot be opened is named with the reason that a scrape gives', async () => {
		const client = await signIn(service);
		const { text } = await client.send('/pick', { url: `${site.url}/gone` });
		expect(text).toMatch(/role="alert">[^<]*Failed to scrape [^<]*404/);
		const { text: closed } = await client.send('/pick', { url: 'http://127.0.0.1:9/' });
		expect(closed).toMatch(/role="alert">[^<]*Failed to scrape/);
		expect((await client.send('/pick', { url: 'lamps' })).text).toContain('begins with https://');
	});

	it('of 1,500 elements, with a text of 100,000 letters, is taken whole; the first rows are shown', async () => {
		await open('/large');
		await clickText('n0');
		await clickText('n1');
		await page.getByText('500 rows').waitFor();
		await clickText('2 €');
		const shown = await rows();
		expect([shown.length, shown[0], shown[2]]).toEqual([20, ['n0', '0'], ['n2', '2']]);
		expect(await page.locator('[data-fields] .pick-selector').allTextContents()).toEqual([
			'b',
			'i',
		]);
		expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined();
		expect(await page.locator('.workbench img, .workbench script').count()).toBe(1);
	});

	it('whose names and texts are markup runs nothing of it', async () => {
		await open('/hostile');
		await clickText(`${HOSTILE} 0`.slice(0, 60));
		expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined();
		expect(await page.locator('.workbench img, .workbench script').count()).toBe(1);
		expect((await rows())[0]?.[0]).toContain('<script>');
	});
});
