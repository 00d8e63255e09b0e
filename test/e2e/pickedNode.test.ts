import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { selectors } from 'playwright-core';
import { PASSWORD } from '../contract/support/dashboardClient';
import {
	copyPicked,
	openForPointing,
	openPickFields,
	pointAt,
	shownRows,
} from '../contract/support/pointing';
import { startPages, type Pages } from '../contract/support/startPages';
import { startService, type RunningService } from '../contract/support/startService';
import { useN8n } from './scripted/n8nBench';
import { CREDENTIAL_TYPE } from './scripted/scrapeWorkflow';
import { openEditor, type Editor } from './support/openEditor';

/** A folder for pictures, for people to look at; none are taken when it is not set. */
const PICTURES_FOLDER = process.env['E2E_PICTURES'];
const CREDENTIAL = 'Service of Pick Fields';

selectors.setTestIdAttribute('data-test-id');

const bench = useN8n();

let service: RunningService;
let shop: Pages;
let editor: Editor;

beforeAll(async () => {
	const lamps = [
		['Ash', '12.50'],
		['Birch', '1,300.00'],
		['Cedar', '7'],
	].map(([name, price]) => `<h3>${name}</h3><p class="price">€ ${price}</p>`);
	[service, shop, editor] = await Promise.all([
		startService({ environment: { DASHBOARD_PASSWORD: PASSWORD } }),
		startPages((_request, response) => {
			response.setHeader('content-type', 'text/html; charset=utf-8');
			response.end(`<!doctype html><html lang="en"><title>Lamps</title>${lamps.join('')}`);
		}),
		openEditor(bench.n8n),
	]);
	const { baseUrl, apiKey } = service;
	await bench.n8n.createCredential({
		name: CREDENTIAL,
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiKey, authentication: 'bearer' },
	});
});
afterAll(async () => {
	await Promise.all([editor?.close(), shop?.stop(), service?.stop()]);
});

async function takePicture(name: string): Promise<void> {
	if (!PICTURES_FOLDER) return;
	await mkdir(PICTURES_FOLDER, { recursive: true });
	await editor.screenshot(join(PICTURES_FOLDER, `${name}.png`));
}

test('a node that was copied in Pick Fields is pasted onto the canvas, and gives the rows that were shown', async () => {
	const { page } = editor;
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await openPickFields(page, service.baseUrl);
	await openForPointing(page, `${shop.url}/`);
	for (const value of ['Ash', 'Birch', '€ 7']) await pointAt(page, value);
	const shown = await shownRows(page);
	expect(shown).toEqual([
		['Ash', '12.5'],
		['Birch', '1300'],
		['Cedar', '7'],
	]);
	await takePicture('pick-fields');
	await copyPicked(page, 'node');

	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = { name: 'A pasted node', nodes: [start], connections: {} };
	await editor.openWorkflow(await bench.n8n.importWorkflow(workflow));
	await page.getByTestId('canvas').click({ position: { x: 300, y: 500 } });
	await page.keyboard.press('Control+V');
	await page.locator('[data-test-id=canvas-node][data-node-name="Scrape Picked Fields"]').waitFor();
	await takePicture('picked-pasted');

	await editor.openNode('Scrape Picked Fields');
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(CREDENTIAL, { exact: true }).locator('visible=true').first().click();
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('3 items').first().waitFor();
	await output.getByText('Cedar').first().waitFor();
	await takePicture('picked-result');
	const text = await output.innerText();
	for (const value of shown.flat()) expect(text).toContain(value);
});
