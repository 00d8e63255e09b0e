import { useN8n } from './scripted/n8nBench';
import { openEditor } from './support/openEditor';
const bench = useN8n();
test('explore', async () => {
	const { baseUrl, apiKey } = bench.api;
	await bench.n8n.createCredential({
		name: 'Scripted service',
		type: 'webDataExtractionApi',
		data: { baseUrl, apiKey, authentication: 'bearer' },
	});
	const id = await bench.n8n.importWorkflow({
		name: 'Add',
		nodes: [
			{
				id: 's',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			} as never,
		],
		connections: {},
	});
	const editor = await openEditor(bench.n8n);
	const { page } = editor;
	const messages: string[] = [];
	page.on('console', (m) => {
		if (['error', 'warning'].includes(m.type()))
			messages.push(m.type() + ' ' + m.text() + ' ' + m.location().url);
	});
	page.on('pageerror', (e) => messages.push('pageerror ' + String(e)));
	page.on('response', (r) => {
		if (r.status() >= 400) messages.push(`${r.status()} ${r.url()}`);
	});
	const shot = (n: string) => editor.screenshot(`/tmp/w/e2e-shots/${n}.png`);
	try {
		await editor.openWorkflow(id);
		await page.waitForTimeout(1500);
		await page.locator('[data-test-id="canvas-handle-plus"]').first().click();
		await page.waitForTimeout(1500);
		await shot('01-creator');
		await page.keyboard.type('Web Data Scrape', { delay: 20 });
		await page.waitForTimeout(1500);
		await shot('02-search');
		await page.getByText('Web Data Scrape', { exact: true }).first().click();
		await page.waitForTimeout(1500);
		await shot('03-actions');
		await page.getByText('Scrape web pages', { exact: true }).first().click();
		await page.waitForTimeout(2500);
		await shot('04-ndv');
		console.log(
			await page
				.locator('[data-test-id^="parameter-input"]')
				.evaluateAll((l) => l.map((e) => e.getAttribute('data-test-id'))),
		);
	} finally {
		await shot('99-end');
		console.log(messages.join('\n'));
		await editor.close();
	}
});
