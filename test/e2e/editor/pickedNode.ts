import type { CredentialLink } from '../../../scripts/lib/n8n/credentials.mjs';
import { PASSWORD } from '../../contract/support/dashboardClient';
import {
	copyPicked,
	openForPointing,
	openPickFields,
	pointAt,
	shownRows,
} from '../../contract/support/pointing';
import { startPages, type Pages } from '../../contract/support/startPages';
import { startService, type RunningService } from '../../contract/support/startService';
import { CREDENTIAL_TYPE } from '../scripted/scrapeWorkflow';
import { START, useEditor } from '../support/editorBench';

const CREDENTIAL = 'Service of Pick Fields';

const bench = useEditor();

describe('with Pick Fields of the dashboard,', () => {
	let service: RunningService;
	let shop: Pages;
	let link: CredentialLink;

	beforeAll(async () => {
		const lamps = [
			['Ash', '12.50'],
			['Birch', '1,300.00'],
			['Cedar', '7'],
		].map(([name, price]) => `<h3>${name}</h3><p class="price">€ ${price}</p>`);
		[service, shop] = await Promise.all([
			startService({ environment: { DASHBOARD_PASSWORD: PASSWORD } }),
			startPages((_request, response) => {
				response.setHeader('content-type', 'text/html; charset=utf-8');
				response.end(`<!doctype html><html lang="en"><title>Lamps</title>${lamps.join('')}`);
			}),
		]);
		const { baseUrl, apiKey } = service;
		link = await bench.n8n.createCredential({
			name: CREDENTIAL,
			type: CREDENTIAL_TYPE,
			data: { baseUrl, apiKey, authentication: 'bearer' },
		});
	});
	afterAll(async () => {
		// A node that is added takes the credential that was saved last.
		await bench.n8n.request('DELETE', `/rest/credentials/${link.id}`);
		await Promise.all([shop?.stop(), service?.stop()]);
	});

	test('a node that was copied in Pick Fields is pasted onto the canvas, and gives the rows that were shown', async () => {
		const { editor, page } = bench;
		await editor.openWorkflow(await bench.n8n.importWorkflow(START));

		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		const tab = await page.context().newPage();
		await openPickFields(tab, service.baseUrl);
		await openForPointing(tab, `${shop.url}/`);
		for (const value of ['Ash', 'Birch', '€ 7']) await pointAt(tab, value);
		const shown = await shownRows(tab);
		expect(shown).toEqual([
			['Ash', '12.5'],
			['Birch', '1300'],
			['Cedar', '7'],
		]);
		await bench.takePicture('pick-fields', tab.locator('body'));
		await copyPicked(tab, 'node');
		await tab.close();
		await page.bringToFront();

		await page.getByTestId('canvas').click({ position: { x: 300, y: 500 } });
		await page.keyboard.press('Control+V');
		await page
			.locator('[data-test-id=canvas-node][data-node-name="Scrape Picked Fields"]')
			.waitFor();
		await bench.takePicture('picked-pasted');

		await editor.openNode('Scrape Picked Fields');
		await page.getByTestId('node-credentials-select').click();
		await page.getByText(CREDENTIAL, { exact: true }).locator('visible=true').first().click();
		await page.getByTestId('node-execute-button').click();
		const output = page.getByTestId('output-panel');
		await output.getByText('3 items').first().waitFor();
		await output.getByText('Cedar').first().waitFor();
		await bench.takePicture('picked-result');
		const text = await output.innerText();
		for (const value of shown.flat()) expect(text).toContain(value);
	});
});
