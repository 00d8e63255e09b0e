import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { selectors, type Locator, type Page } from 'playwright-core';
import { findFreePort } from '../../scripts/lib/freePort.mjs';
import type { CredentialLink } from '../../scripts/lib/n8n/credentials.mjs';
import { callService, waitForEnd } from '../contract/support/callService';
import { startCrawlSite } from '../contract/support/crawlSite';
import { joinService } from '../contract/support/sharedService';
import { startPages, type Pages } from '../contract/support/startPages';
import { startSite, type TestSite } from '../contract/support/startSite';
import { useN8n } from './scripted/n8nBench';
import { LOGIN_TYPE } from '../../nodes/shared/fields/login';
import { CREDENTIAL_TYPE, NODES, SCRAPE_TYPE, scrapeWorkflow } from './scripted/scrapeWorkflow';
import { openEditor, type Editor } from './support/openEditor';

/** A folder for pictures of the editor, for people to look at; none are taken when it is not set. */
const PICTURES_FOLDER = process.env['E2E_PICTURES'];

/** The name under which n8n's parts are known to tests. */
selectors.setTestIdAttribute('data-test-id');

const isOnThisMachine = (url: string) =>
	!URL.canParse(url) || new URL(url).hostname === '127.0.0.1';

const bench = useN8n();

const service = joinService();
let site: TestSite;
let shop: Pages;
let editor: Editor;
/** What the page has reported as wrong since the test began. */
const complaints: string[] = [];

beforeAll(async () => {
	[site, shop] = await Promise.all([startSite(), startShop()]);
	await saveService();
	editor = await openEditor(bench.n8n);
	collectComplaints(editor.page);
});
afterAll(async () => {
	await Promise.all([editor?.close(), site?.stop(), shop?.stop()]);
});
beforeEach(() => {
	complaints.length = 0;
});

const TEXT = 'Made to order in our workshop within four weeks, and brought to your door. '.repeat(
	2,
);

/** A shop of plain cards, without any markup for machines. */
async function startShop(): Promise<Pages> {
	const cards = [
		['Basalt lamp', '120.00'],
		['Cedar chair', '49.50'],
	].map(
		([name, price]) =>
			`<li class="card"><h3>${name}</h3><p>${TEXT}</p><p class="price">€ ${price}</p></li>`,
	);
	return await startPages((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
		response.end(`<!doctype html><title>Shop</title><h1>Shop</h1><ul>${cards.join('')}</ul>`);
	});
}

async function saveService(): Promise<CredentialLink> {
	const { baseUrl, apiKey } = service;
	return await bench.n8n.createCredential({
		name: 'Local service',
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiKey, authentication: 'bearer' },
	});
}

async function importStart(): Promise<string> {
	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	return await bench.n8n.importWorkflow({ name: 'In the editor', nodes: [start], connections: {} });
}

function collectComplaints(page: Page): void {
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => {
		const { url } = message.location();
		// What the editor asks of its makers is not reached from here, and n8n's own nodes have no schemas.
		if (message.type() !== 'error' || !isOnThisMachine(url)) return;
		if (url.includes('/schemas/n8n-nodes-base.')) return;
		complaints.push(`${message.text()} ${url}`);
	});
}

async function takePicture(name: string): Promise<void> {
	if (!PICTURES_FOLDER) return;
	await mkdir(PICTURES_FOLDER, { recursive: true });
	await editor.screenshot(join(PICTURES_FOLDER, `${name}.png`));
}

/** Opens a new workflow, and adds a node behind its start as a user does: by searching for it. */
async function addNode(action: string, node = 'Web Data Scrape'): Promise<void> {
	const { page } = editor;
	await editor.openWorkflow(await importStart());
	await page.getByTestId('canvas-handle-plus').click();
	await page.getByTestId('node-creator-search-bar').fill(node.toLowerCase());
	await page.getByText(node, { exact: true }).click();
	await page.getByText(action, { exact: true }).waitFor();
	await takePicture('node-creator');
	await page.getByText(action, { exact: true }).click();
	await page.getByTestId('ndv').waitFor();
}

/** Chooses an entry of a selector in the open panel. */
async function choose(parameter: string, entry: string): Promise<void> {
	const { page } = editor;
	await page.getByTestId(`parameter-input-${parameter}`).first().click();
	const isMeant = { has: page.getByText(entry, { exact: true }) };
	await page.getByRole('option').filter(isMeant).locator('visible=true').first().click();
}

test('a user adds the node, scrapes a page that a script renders, and sees its text; one that cannot be reached fails the node, with the reason', async () => {
	const { page } = editor;
	await addNode('Scrape web pages');
	const urls = page.getByTestId('parameter-input-urls').locator('textarea');
	await urls.fill(`${site.url}/rendered`);
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('Basalt lamp').first().waitFor();
	await takePicture('result');

	expect(await output.innerText()).toMatch(/Linen sofa/);
	expect(complaints).toEqual([]);

	const broken = `http://127.0.0.1:${await findFreePort()}/`;
	await urls.fill(broken);
	await page.getByTestId('node-execute-button').click();
	await output.getByText(`Failed to scrape ${broken}`).first().waitFor();
	await takePicture('failure');

	const said = await output.innerText();
	expect(said.match(/nothing answers at this address/g)).toHaveLength(1);
	expect(said.match(/Check the host name and the port/g)).toHaveLength(1);
});

describe('a table of products, from the open panel on', () => {
	/** Clicks so far: what a user does with the mouse. */
	let clicks = 0;

	beforeEach(async () => {
		clicks = 0;
		await addNode('Scrape web pages');
		const { page } = editor;
		await page.getByTestId('parameter-input-urls').locator('textarea').fill(`${shop.url}/`);
	});

	async function click(target: Locator): Promise<void> {
		clicks += 1;
		await target.click();
	}

	async function pick(parameter: string, entry: string): Promise<void> {
		const { page } = editor;
		await click(page.getByTestId(`parameter-input-${parameter}`).first());
		const isMeant = { has: page.getByText(entry, { exact: true }) };
		const options = page.getByRole('option').filter(isMeant);
		await click(options.locator('visible=true').first());
	}

	/** Runs the node and waits for the table. */
	async function expectTable(picture: string): Promise<void> {
		const { page } = editor;
		await takePicture(`${picture}-panel`);
		const started = page.waitForRequest((request) => request.url().endsWith('/run'));
		await click(page.getByTestId('node-execute-button'));
		await started;
		const output = page.getByTestId('output-panel');
		const count = output.getByText(/^\d+ items?$/).first();
		await count.waitFor({ timeout: 60_000 }).catch(async (error) => {
			await takePicture(`${picture}-missing`);
			throw new Error(`No items; n8n shows: ${await output.innerText()}`, { cause: error });
		});
		await takePicture(picture);
		await output.getByText('Basalt lamp').first().waitFor();
		const text = await output.innerText();
		expect(text).toMatch(/2 items/);
		expect(text).toMatch(/Cedar chair/);
		expect(text).toMatch(/49\.5/);
	}

	test('takes five clicks and two texts', async () => {
		await pick('get', 'Rows of a List');
		const names = editor.page.getByTestId('parameter-input-fieldsText').locator('input');
		await click(names);
		// Pasted: while n8n is busy its inputs lose what is typed letter by letter.
		await names.fill('name, price');
		// Leaves the field, whose tip would take the next click.
		await editor.page.keyboard.press('Tab');
		await expectTable('table-by-names');
		expect(clicks).toBeLessThanOrEqual(5);
	});
});

test('a login is chosen as a credential, opens the page, and stands in no workflow', async () => {
	const { page } = editor;
	const members = await startPages(({ headers }, response) => {
		const isMember = headers.cookie?.includes('session=ann-4711') === true;
		response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
		response.end(`<h1>${isMember ? 'Welcome back, Ann' : 'Please sign in'}</h1><p>${TEXT}</p>`);
	});
	await bench.n8n.createCredential({
		name: 'Members of the shop',
		type: LOGIN_TYPE,
		data: { site: new URL(members.url).hostname, cookieSecret: 'session=ann-4711' },
	});
	await addNode('Scrape web pages');
	await page.getByTestId('parameter-input-urls').locator('textarea').fill(`${members.url}/`);
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Login From Credential', { exact: true }).click();
	const credential = page.getByTestId('node-credentials-select').nth(1);
	await credential.waitFor();
	await takePicture('login-wanted');
	await credential.click();
	await page.getByText('Members of the shop').first().click();
	await takePicture('login-chosen');
	const started = page.waitForResponse((response) => response.url().endsWith('/run'));
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('Welcome back, Ann').first().waitFor();
	const { data } = await (await started).json();
	const execution = await bench.n8n.request('GET', `/rest/executions/${data.executionId}`);
	await members.stop();

	expect(JSON.stringify(execution)).toContain('Members of the shop');
	expect(JSON.stringify(execution)).not.toContain('ann-4711');
	expect(complaints).toEqual([]);
});

test('the panel shows the fields of what is chosen, and nothing fails', async () => {
	const { page } = editor;
	await addNode('Scrape web pages');
	await takePicture('scrape-start');
	await choose('get', 'Rows of a List');
	await takePicture('scrape-rows');
	await choose('fieldsAs', 'Table');
	const names = page.getByPlaceholder('e.g. price, or products[].price');
	await names.waitFor();
	await takePicture('schema-start');
	await page.getByRole('button', { name: 'Add Field' }).click();
	await names.nth(1).waitFor();
	await takePicture('schema');
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Browser Actions', { exact: true }).click();
	await page.getByRole('button', { name: 'Add Action' }).click();
	const actions = page.getByTestId('fixed-collection-actions');
	await actions.getByText('CSS Selector', { exact: true }).waitFor();
	await takePicture('actions');
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Include Input Fields', { exact: true }).waitFor();
	await takePicture('options');
	await page.getByText('Fetch Mode', { exact: true }).click();
	await page.getByTestId('parameter-input-fetchMode').waitFor();
	await takePicture('fetch-mode');
	await page.keyboard.press('Escape');
	await choose('resource', 'Batch');
	await page.getByTestId('resource-locator-batchId').waitFor();
	await takePicture('batch');

	expect(complaints).toEqual([]);
});

test('a crawl is picked from a list that says what it was about, and gives its pages', async () => {
	const { page } = editor;
	const { body } = await callService(service, 'POST', '/crawl', {
		baseUrl: `${shop.url}/`,
		crawlInstruction: 'all pages',
	});
	await waitForEnd(service, `/crawl/${Object(body).jobId}`);
	await addNode('Wait for crawl and get pages', 'Web Data Crawl');
	await page.getByTestId('resource-locator-jobId').getByPlaceholder('Select a crawl...').click();
	const entries = page.getByTestId('rlc-item');
	await entries.nth(1).waitFor();
	const labels = await entries.allInnerTexts();
	await takePicture('crawl-list');
	await entries.nth(1).click();
	await takePicture('crawl-picked');
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('Basalt lamp').first().waitFor();
	await takePicture('crawl-pages');

	expect(labels[0]).toMatch(/^Latest/);
	expect(labels[1]).toMatch(/127\.0\.0\.1.*completed/);
	expect(complaints).toEqual([]);
});

test('as a tool of an agent, the node offers what an agent may set, and no more is asked for', async () => {
	const { page } = editor;
	const tool = {
		id: 'tool',
		name: 'Read pages',
		type: `${SCRAPE_TYPE}Tool`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { urls: 'https://example.com/' },
	};
	await editor.openWorkflow(
		await bench.n8n.importWorkflow({ name: 'Agent', nodes: [tool], connections: {} }),
	);
	await editor.openNode('Read pages');
	await page.getByText('Continue At', { exact: true }).waitFor();
	await takePicture('tool-top');
	await page.getByText('Continue At', { exact: true }).scrollIntoViewIfNeeded();
	await takePicture('tool-fields');

	expect(await page.getByText('Agent Output', { exact: true }).count()).toBe(1);
	expect(await page.getByText('Text Query', { exact: true }).count()).toBe(1);
	expect(await page.getByText('Max Characters', { exact: true }).count()).toBe(1);
});

test('every other panel opens without a complaint of the page', async () => {
	const names = ['Crawl', 'Search', 'Logs', 'Usage', 'Parse'];
	const nodes = names.map((name, index) => ({
		id: name,
		name,
		type: `n8n-nodes-web-data-extraction.${name.toLowerCase()}`,
		typeVersion: 1,
		position: [index * 220, 0],
		parameters: {},
	}));
	await editor.openWorkflow(
		await bench.n8n.importWorkflow({ name: 'Panels', nodes, connections: {} }),
	);
	for (const name of names) {
		await editor.openNode(name);
		await editor.page.getByText('Operation', { exact: true }).first().waitFor();
		await takePicture(`panel-${name.toLowerCase()}`);
	}
	await editor.page.getByPlaceholder('Add option').click();
	await editor.page.getByText('On Failed Extraction', { exact: true }).click();
	await editor.page.getByTestId('parameter-input-onFailedExtraction').waitFor();
	await takePicture('parse-options');
	await editor.page.getByTestId('credential-edit-button').first().click();
	await editor.page.getByText('Ignore SSL Issues', { exact: true }).waitFor();
	await takePicture('credential');

	expect(complaints).toEqual([]);
});

test('the progress of a crawl is shown in the console of the browser', async () => {
	const slow = await startCrawlSite();
	const workflow = scrapeWorkflow({
		nodeType: 'n8n-nodes-web-data-extraction.crawl',
		parameters: { baseUrl: `${slow.url}/slow`, crawlInstruction: 'all pages', maxPages: 30 },
	});
	const link = await saveService();
	const messages: string[] = [];
	editor.page.on('console', (message) => messages.push(message.text()));
	await editor.openWorkflow(await bench.n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link }));
	await editor.execute();
	await editor.openNode(NODES.tested);
	await takePicture('crawl-panel');
	await slow.stop();

	expect(messages.join('\n')).toMatch(/crawl \S+: Crawled \d+ of 30 pages/);
});

/** The trigger, once for each of its events. */
async function importTriggers(): Promise<string> {
	const events: Array<[string, object]> = [
		['Job finished', { event: 'jobFinished' }],
		['Page changed', { event: 'pageChanged', urls: `${site.url}/rendered\n${site.url}/other` }],
		['Credits below', { event: 'creditsBelow' }],
	];
	const nodes = events.map(([name, parameters], index) => ({
		id: name,
		name,
		type: 'n8n-nodes-web-data-extraction.webDataTrigger',
		typeVersion: 1,
		position: [0, index * 200],
		parameters: { pollTimes: { item: [{ mode: 'everyHour', minute: 0 }] }, ...parameters },
		credentials: { [CREDENTIAL_TYPE]: { id: '', name: '' } },
	}));
	const link = await saveService();
	const workflow = { name: 'Triggers', nodes, connections: {} };
	return await bench.n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link });
}

test('the trigger shows the fields of each event, what checks cost a day, and a real example', async () => {
	const { page } = editor;
	await editor.openWorkflow(await importTriggers());
	await page.getByText('page: 48 scrapes/day').waitFor();
	await takePicture('trigger-canvas');
	await editor.openNode('Job finished');
	await page.getByText('Outcomes', { exact: true }).waitFor();
	await takePicture('trigger-job-finished');
	await editor.openNode('Credits below');
	await page.getByText('Credits', { exact: true }).first().waitFor();
	await takePicture('trigger-credits-below');
	await editor.openNode('Page changed');
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('Basalt lamp').first().waitFor();
	await takePicture('trigger-page-changed');
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Ignore Dates and Times', { exact: true }).waitFor();
	await takePicture('trigger-page-options');

	expect(complaints).toEqual([]);
});
