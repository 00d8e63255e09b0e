import { findFreePort } from '../../../scripts/lib/freePort.mjs';
import { callService, waitForEnd } from '../../contract/support/callService';
import { startCrawlSite } from '../../contract/support/crawlSite';
import { startPages, type Pages } from '../../contract/support/startPages';
import { startSite, type TestSite } from '../../contract/support/startSite';
import { LOGIN_TYPE } from '../../../nodes/shared/fields/login';
import { CREDENTIAL_TYPE, NODES, SCRAPE_TYPE, scrapeWorkflow } from '../scripted/scrapeWorkflow';
import { useEditor } from '../support/editorBench';

const bench = useEditor();
const { complaints } = bench;
let site: TestSite;
let shop: Pages;

beforeAll(async () => {
	[site, shop] = await Promise.all([startSite(), startShop()]);
});
afterAll(async () => {
	await Promise.all([site?.stop(), shop?.stop()]);
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

test('a user adds the node, scrapes a page that a script renders, and sees its text; one that cannot be reached fails the node, with the reason', async () => {
	const { page } = bench;
	await bench.addNode('Scrape web pages');
	const urls = page.getByTestId('parameter-input-urls').locator('textarea');
	await urls.fill(`${site.url}/rendered`);
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('Basalt lamp').first().waitFor();
	await bench.takePicture('result');

	expect(await output.innerText()).toMatch(/Linen sofa/);
	expect(complaints).toEqual([]);

	const broken = `http://127.0.0.1:${await findFreePort()}/`;
	await urls.fill(broken);
	await page.getByTestId('node-execute-button').click();
	await output.getByText(`Failed to scrape ${broken}`).first().waitFor();
	await bench.takePicture('failure');

	const said = await output.innerText();
	expect(said.match(/nothing answers at this address/g)).toHaveLength(1);
	expect(said.match(/Check the host name and the port/g)).toHaveLength(1);
});

test('a login is chosen as a credential, opens the page, and stands in no workflow', async () => {
	const { page } = bench;
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
	await bench.addNode('Scrape web pages');
	await page.getByTestId('parameter-input-urls').locator('textarea').fill(`${members.url}/`);
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Login From Credential', { exact: true }).click();
	const credential = page.getByTestId('node-credentials-select').nth(1);
	await credential.waitFor();
	await bench.takePicture('login-wanted');
	await credential.click();
	await page.getByText('Members of the shop').first().click();
	await bench.takePicture('login-chosen');
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
	const { page } = bench;
	await bench.addNode('Scrape web pages');
	await bench.takePicture('scrape-start');
	await bench.choose('get', 'Rows of a List');
	await bench.takePicture('scrape-rows');
	await bench.choose('fieldsAs', 'Table');
	const names = page.getByPlaceholder('e.g. price, or products[].price');
	await names.waitFor();
	await bench.takePicture('schema-start');
	await page.getByRole('button', { name: 'Add Field' }).click();
	await names.nth(1).waitFor();
	await bench.takePicture('schema');
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Browser Actions', { exact: true }).click();
	await page.getByRole('button', { name: 'Add Action' }).click();
	const actions = page.getByTestId('fixed-collection-actions');
	await actions.getByText('CSS Selector', { exact: true }).waitFor();
	await bench.takePicture('actions');
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Include Input Fields', { exact: true }).waitFor();
	await bench.takePicture('options');
	await page.getByText('Fetch Mode', { exact: true }).click();
	await page.getByTestId('parameter-input-fetchMode').waitFor();
	await bench.takePicture('fetch-mode');
	await page.keyboard.press('Escape');
	await bench.choose('resource', 'Batch');
	await page.getByTestId('resource-locator-batchId').waitFor();
	await bench.takePicture('batch');

	expect(complaints).toEqual([]);
});

test('a crawl is picked from a list that says what it was about, and gives its pages', async () => {
	const { page } = bench;
	const { body } = await callService(bench.service, 'POST', '/crawl', {
		baseUrl: `${shop.url}/`,
		crawlInstruction: 'all pages',
	});
	await waitForEnd(bench.service, `/crawl/${Object(body).jobId}`);
	await bench.addNode('Wait for crawl and get pages', 'Web Data Crawl');
	await page.getByTestId('resource-locator-jobId').getByPlaceholder('Select a crawl...').click();
	const entries = page.getByTestId('rlc-item');
	await entries.nth(1).waitFor();
	const labels = await entries.allInnerTexts();
	await bench.takePicture('crawl-list');
	await entries.nth(1).click();
	await bench.takePicture('crawl-picked');
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('Basalt lamp').first().waitFor();
	await bench.takePicture('crawl-pages');

	expect(labels[0]).toMatch(/^Latest/);
	expect(labels[1]).toMatch(/127\.0\.0\.1.*completed/);
	expect(complaints).toEqual([]);
});

test('as a tool of an agent, the node offers what an agent may set, and no more is asked for', async () => {
	const { page } = bench;
	const tool = {
		id: 'tool',
		name: 'Read pages',
		type: `${SCRAPE_TYPE}Tool`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { urls: 'https://example.com/' },
	};
	await bench.openWorkflow(
		await bench.n8n.importWorkflow({ name: 'Agent', nodes: [tool], connections: {} }),
	);
	await bench.editor.openNode('Read pages');
	await page.getByText('Continue At', { exact: true }).waitFor();
	await bench.takePicture('tool-top');
	await page.getByText('Continue At', { exact: true }).scrollIntoViewIfNeeded();
	await bench.takePicture('tool-fields');

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
	await bench.openWorkflow(
		await bench.n8n.importWorkflow({ name: 'Panels', nodes, connections: {} }),
	);
	for (const name of names) {
		await bench.editor.openNode(name);
		await bench.page.getByText('Operation', { exact: true }).first().waitFor();
		await bench.takePicture(`panel-${name.toLowerCase()}`);
	}
	await bench.page.getByPlaceholder('Add option').click();
	await bench.page.getByText('On Failed Extraction', { exact: true }).click();
	await bench.page.getByTestId('parameter-input-onFailedExtraction').waitFor();
	await bench.takePicture('parse-options');
	await bench.page.getByTestId('credential-edit-button').first().click();
	await bench.page.getByText('Ignore SSL Issues', { exact: true }).waitFor();
	await bench.takePicture('credential');

	expect(complaints).toEqual([]);
});

test('the progress of a crawl is shown in the console of the browser', async () => {
	const slow = await startCrawlSite();
	const workflow = scrapeWorkflow({
		nodeType: 'n8n-nodes-web-data-extraction.crawl',
		parameters: { baseUrl: `${slow.url}/slow`, crawlInstruction: 'all pages', maxPages: 30 },
	});
	const link = await bench.saveService();
	const messages: string[] = [];
	bench.page.on('console', (message) => messages.push(message.text()));
	await bench.openWorkflow(await bench.n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link }));
	await bench.editor.execute();
	await bench.editor.openNode(NODES.tested);
	await bench.takePicture('crawl-panel');
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
	const link = await bench.saveService();
	const workflow = { name: 'Triggers', nodes, connections: {} };
	return await bench.n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link });
}

test('the trigger shows the fields of each event, what checks cost a day, and a real example', async () => {
	const { page } = bench;
	await bench.openWorkflow(await importTriggers());
	await page.getByText('page: 48 scrapes/day').waitFor();
	await bench.takePicture('trigger-canvas');
	await bench.editor.openNode('Job finished');
	await page.getByText('Outcomes', { exact: true }).waitFor();
	await bench.takePicture('trigger-job-finished');
	await bench.editor.openNode('Credits below');
	await page.getByText('Credits', { exact: true }).first().waitFor();
	await bench.takePicture('trigger-credits-below');
	await bench.editor.openNode('Page changed');
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('Basalt lamp').first().waitFor();
	await bench.takePicture('trigger-page-changed');
	await page.getByPlaceholder('Add option').click();
	await page.getByText('Ignore Dates and Times', { exact: true }).waitFor();
	await bench.takePicture('trigger-page-options');

	expect(complaints).toEqual([]);
});
