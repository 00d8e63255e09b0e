import { join } from 'node:path';
import type { Workflow } from '../../../scripts/lib/n8n/workflows.mjs';
import { readJson } from '../../../scripts/lib/repository.mjs';
import { startPages, type Pages } from '../../contract/support/startPages';
import { useEditor } from '../support/editorBench';

const bench = useEditor();
let shop: Pages;

const PRODUCTS = [
	...['Basalt lamp', 'Cedar chair', 'Willow basket', 'Granite clock', 'Linen sofa', 'Copper vase'],
	...['Oak shelf', 'Wool rug', 'Birch stool', 'Glass bowl', 'Slate tray', 'Cork board'],
];

/** A shop as people know it, without markup for machines. */
function shopPage(): string {
	const style =
		'body{font:15px sans-serif;margin:24px;color:#111}ul{list-style:none;padding:0;display:grid;gap:16px;grid-template-columns:repeat(4,1fr)}li{border:1px solid #ddd;border-radius:6px;padding:12px}i{display:block;height:64px;border-radius:4px}b{display:block}small{color:#287a3d}nav a{color:#777;margin-right:12px;text-decoration:none}';
	const cards = PRODUCTS.map((name, at) => {
		const picture = `<i style="background:hsl(${at * 30} 45% 72%)"></i>`;
		return `<li>${picture}<h3><a href="/p/${at}">${name}</a></h3><b>€${19 + at * 11}.90</b><small>In stock</small></li>`;
	});
	return `<!doctype html><title>All products</title><style>${style}</style><nav><a href="/">Home</a><a href="/shop">Shop</a></nav><h1>All products</h1><ul>${cards.join('')}</ul>`;
}

/** A workflow whose last node gives the PDF of an invoice. */
function invoiceWorkflow(): Workflow {
	const example: Workflow = readJson(
		join(__dirname, '../../../examples/08-invoice-to-fields.json'),
	);
	const nodes = example.nodes.filter(({ name }) => ['Start', 'Invoice', 'As file'].includes(name));
	const { Start, Invoice } = Object(example.connections);
	return { name: 'Invoice', nodes, connections: { Start, Invoice } };
}

beforeAll(async () => {
	shop = await startPages((request, response) => {
		if (request.url === '/gone') {
			response.writeHead(404, { 'Content-Type': 'text/html' });
			response.end('<title>Not found</title><h1>Not found</h1>');
			return;
		}
		response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
		response.end(shopPage());
	});
	const tab = await bench.page.context().newPage();
	await tab.goto(`${shop.url}/shop`);
	await bench.takePicture('first-use-page', tab.locator('body'));
	await tab.close();
});
afterAll(async () => await shop?.stop());

describe('from the open panel to', () => {
	test('the rows of a list: five clicks and two texts', async () => {
		await bench.addNode('Scrape web pages');
		await bench.takePicture('first-use-panel');
		await bench.type('urls', `${shop.url}/shop`);
		await bench.choose('get', 'Rows of a List');
		await bench.type('fieldsText', 'name, price');
		const shown = await bench.expectItems('first-use-rows', /Basalt lamp[^]*Cedar chair/);

		expect(shown).toContain('12 items');
		expect(bench.clicks).toBeLessThanOrEqual(5);
		expect(await bench.hints()).toEqual([]);
		expect(bench.complaints).toEqual([]);
	});

	test('a page as Markdown: two clicks and an address', async () => {
		await bench.addNode('Scrape web pages');
		await bench.type('urls', `${shop.url}/shop`);
		await bench.expectItems('first-use-markdown', '# All products');

		expect(bench.clicks).toBeLessThanOrEqual(2);
		expect(await bench.hints()).toEqual([]);
	});

	test('the fields of a PDF: five clicks and their names', async () => {
		await bench.addNode('Parse document', 'Web Data Parse', invoiceWorkflow());
		await bench.choose('get', 'One Record');
		await bench.type('fieldsText', 'invoiceNumber, date: date, total: number');
		await bench.expectItems('first-use-invoice', /2026-0117[^]*1284\.5/);

		expect(bench.clicks).toBeLessThanOrEqual(5);
		expect(await bench.hints()).toEqual([]);
	});
});

test('of two pages, one of which is not there, the run has one box, which names it and what to do', async () => {
	await bench.addNode('Scrape web pages');
	await bench.type('urls', `${shop.url}/shop, ${shop.url}/gone`);
	await bench.expectItems('one-failed-page', '# All products');
	await bench.page.getByTestId('output-panel').getByTestId('node-hint').first().waitFor();

	expect(await bench.hints()).toEqual([
		expect.stringMatching(/^Could not read \S+\/gone: HTTP status 404.*check the address\./),
	]);
});

test('fields on a page without a list are one box: what was looked for, and what to choose', async () => {
	await bench.addNode('Scrape web pages');
	await bench.type('urls', `${shop.url}/gone-soon`);
	await bench.choose('get', 'Rows of a List');
	await bench.type('fieldsText', 'colour, weight');
	await bench.page.getByTestId('node-execute-button').click();
	await bench.page.getByTestId('output-panel').getByTestId('node-hint').first().waitFor();
	await bench.takePicture('no-rows');

	expect(await bench.hints()).toEqual([expect.stringContaining("'colour', 'weight'")]);
});

test('wrong input stops the run with the field and the fix', async () => {
	await bench.addNode('Scrape web pages');
	await bench.type('urls', 'the shop around the corner');
	await bench.page.getByTestId('node-execute-button').click();
	const output = bench.page.getByTestId('output-panel');
	await output.getByText("'URLs' contains 'the shop around the corner'").first().waitFor();
	await bench.takePicture('wrong-input');

	expect(await output.innerText()).toContain('Enter web addresses');
});

test('Include Sources, Press Enter and Wait for Element are found in the panel and explain themselves', async () => {
	const { page } = bench;
	await bench.addNode('Scrape web pages');
	await bench.type('urls', `${shop.url}/shop`);
	await bench.choose('get', 'Rows of a List');
	await bench.type('fieldsText', 'name, price');
	await bench.addOption('Include Sources');
	await page.getByTestId('parameter-input-includeSources').waitFor();
	await bench.expectItems('include-sources', 'sources');
	await bench.addOption('Browser Actions');
	await page.getByRole('button', { name: 'Add Action' }).click();
	await bench.choose('type', 'Wait for Element');
	await page.getByText('Max Wait (Milliseconds)', { exact: true }).scrollIntoViewIfNeeded();
	await bench.takePicture('wait-for-element');
	await bench.choose('type', 'Type');
	await page.getByText('Press Enter', { exact: true }).first().scrollIntoViewIfNeeded();
	await bench.takePicture('press-enter');

	expect(bench.complaints).toEqual([]);
});
