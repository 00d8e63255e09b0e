import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, type Execution } from '../../scripts/lib/n8n/executions.mjs';
import type { Workflow } from '../../scripts/lib/n8n/workflows.mjs';
import { readJson } from '../../scripts/lib/repository.mjs';
import { callService } from '../contract/support/callService';
import { readZip } from '../contract/support/readZip';
import { eventually } from '../support/eventually';
import { startPages, type Pages } from '../contract/support/startPages';
import { joinService } from '../contract/support/sharedService';
import { useN8n, type CredentialFields } from './scripted/n8nBench';
import { pageUrl } from './scripted/pageScript';
import { startScriptedModel } from './scripted/scriptedModel';
import { CREDENTIAL_TYPE } from './scripted/scrapeWorkflow';
import { downloadFile } from './support/downloadFile';
import { joinN8nWithEditor } from './support/sharedN8n';

const bench = useN8n();

const FOLDER = join(__dirname, '../../examples');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

function readExample(file: string): Workflow {
	return readJson(join(FOLDER, file));
}

/** Imports a workflow as `npm start` does, with a credential for the scripted service or another. */
async function importLinked(
	workflow: Workflow,
	{ baseUrl, apiKey }: CredentialFields = bench.api,
): Promise<string> {
	const link = await bench.n8n.createCredential({
		name: 'Service',
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiKey, authentication: 'bearer' },
	});
	return await bench.n8n.importWorkflow(workflow, { [CREDENTIAL_TYPE]: link });
}

async function runExample(file: string): Promise<Execution> {
	return await bench.n8n.run(await importLinked(readExample(file)), { trigger: 'Start' });
}

/** An agent's workflow with a model as a user would choose it. */
async function withModel(
	credential: object,
	file = '11-agent-reads-pages.json',
): Promise<Workflow> {
	const data = { ...credential };
	const link = await bench.n8n.createCredential({ name: 'Model', type: 'openAiApi', data });
	const workflow = readExample(file);
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Model'
			? {
					...node,
					parameters: { ...node.parameters, responsesApiEnabled: false },
					credentials: { openAiApi: link },
				}
			: node,
	);
	return { ...workflow, nodes };
}

/** A page of a shop, which leads to the next one. */
function shopPage(page: number): string {
	const cards = [1, 2, 3].map(
		(number) =>
			`<li class="card"><h3>Lamp ${page}${number}</h3><p class="price">${page}${number}.00 EUR</p><p>In stock</p></li>`,
	);
	const next = page < 3 ? `<a rel="next" href="/shop/${page + 1}">Next page</a>` : '';
	return `<!doctype html><title>Desk lamp</title><h1>All products</h1><ul>${cards.join('')}</ul>${next}`;
}

function jsonOf(execution: Execution, node: string) {
	return itemsOf(execution, node).map(({ json }) => json);
}

describe('can be imported, with nodes that n8n knows and no stored credential:', () => {
	let known: Set<string>;

	beforeAll(async () => {
		const { request } = joinN8nWithEditor();
		const types: Array<{ name: string }> = await request('GET', '/types/nodes.json');
		known = new Set(types.map(({ name }) => name));
	});

	test.each(FILES)('%s', async (file) => {
		const example = readExample(file);
		const { nodes } = example;

		expect(await importLinked(example)).toEqual(expect.any(String));
		for (const { type } of nodes) expect(known).toContain(type);
		for (const { id } of nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}))) {
			expect(id).toBe('');
		}
	});
});

test('01-page-to-markdown.json turns a page into an item', async () => {
	const execution = await runExample('01-page-to-markdown.json');

	expect(execution).toMatchObject({ status: 'success', lastNodeExecuted: 'Scrape page' });
	expect(jsonOf(execution, 'Scrape page')).toMatchObject([
		{ url: 'https://example.com/', content: expect.stringContaining('#') },
	]);
});

test('02-products-to-rows.json gives an item per product, with the fields of its table', async () => {
	const execution = await runExample('02-products-to-rows.json');

	expect(execution.status).toBe('success');
	const row = { name: expect.any(String), price: 39.9, inStock: true };
	expect(jsonOf(execution, 'In stock')).toMatchObject([row, row]);
});

test('14-many-pages-with-error-branch.json sends the page that fails to its own branch', async () => {
	const execution = await runExample('14-many-pages-with-error-branch.json');

	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'Scraped')).toMatchObject([
		{ name: 'Example', content: expect.stringContaining('#') },
		{ name: 'Example domains', content: expect.stringContaining('#') },
	]);
	expect(jsonOf(execution, 'Failed')).toEqual([
		{
			name: 'A page that does not exist',
			url: 'https://no-such-site.invalid/',
			reason: expect.stringContaining('Failed to scrape'),
		},
	]);
});

test('16-start-now-get-result-later.json takes the job up by its ID', async () => {
	const execution = await runExample('16-start-now-get-result-later.json');

	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'Get result')).toMatchObject([
		{ jobId: 'scrape-001', url: 'https://example.com/' },
	]);
	expect(bench.api.sent('POST')).toHaveLength(1);
});

test('11-agent-reads-pages.json gives the agent what its pages say, and why one failed', async () => {
	const broken = pageUrl('chair', { end: 'failed' });
	const model = await startScriptedModel([
		{ input: { URLs: pageUrl('lamp') } },
		{ input: { URLs: broken } },
		{ input: { URLs: pageUrl('lamp') } },
	]);
	const workflow = await withModel(model.credential);
	const execution = await bench.n8n.run(await importLinked(workflow), { trigger: 'Start' });
	await model.close();

	expect(jsonOf(execution, 'Agent')).toEqual([{ output: 'Done' }]);
	expect(model.toolAnswers).toEqual([
		expect.stringContaining('The offer of the day.'),
		expect.stringContaining(`Failed to scrape ${broken}`),
		expect.stringContaining('The offer of the day.'),
	]);
	// The same call twice is meant by the agent: both are carried out.
	expect(bench.api.sent('POST')).toHaveLength(3);
});

describe('with the local service', () => {
	const TEXT = 'The ferry leaves the pier at eight and comes back at nine. '.repeat(8);
	const RULES = Array.from(
		{ length: 120 },
		(_rule, index) => `<p>Rule ${index + 1}: nobody leaves the ferry before it has stopped.</p>`,
	).join('');
	const service = joinService();
	let pages: Pages;

	beforeAll(async () => {
		pages = await startPages((request, response) => {
			if (request.url === '/sitemap.xml') {
				const today = new Date().toISOString().slice(0, 10);
				const entries = [`/long</loc><lastmod>2020-01-31`, `/short</loc><lastmod>${today}`];
				const urls = entries.map((entry) => `<url><loc>${pages.url}${entry}</lastmod></url>`);
				response.writeHead(200, { 'Content-Type': 'application/xml' });
				response.end(`<urlset>${urls.join('')}</urlset>`);
				return;
			}
			response.writeHead(200, { 'Content-Type': 'text/html' });
			if (request.url === '/long') {
				response.end(`<!doctype html><title>Rules</title><h1>Rules</h1>${RULES}`);
				return;
			}
			if (request.url === '/shop/item') {
				response.end(
					'<!doctype html><title>Desk lamp</title><h1>Desk lamp</h1><table><tr><th>Price</th><td>19.90 EUR</td></tr></table>',
				);
				return;
			}
			const shop = /^\/shop\/(\d?)$/.exec(request.url ?? '');
			if (shop) {
				response.end(shopPage(Number(shop[1] || 1)));
				return;
			}
			if (request.url === '/short') {
				response.end('<!doctype html><title>Sundays</title><p>The office is closed.</p>');
				return;
			}
			response.end(
				`<!doctype html><title>Ferry times</title><h1>Ferry times</h1><a href="/short">Short</a><p>${TEXT}</p>`,
			);
		});
	});
	afterAll(async () => {
		await pages?.stop();
	});

	/** An example with a site of this machine instead of those that it names. */
	function readLocally(file: string): Workflow {
		return JSON.parse(
			JSON.stringify(readExample(file))
				.replaceAll('https://example.com', pages.url)
				.replaceAll(
					'https://books.toscrape.com/catalogue/a-light-in-the-attic_1000/index.html',
					`${pages.url}/shop/item`,
				)
				.replaceAll('https://books.toscrape.com/', `${pages.url}/shop/`)
				.replaceAll('/home/node/.n8n-files', join(bench.n8n.userFolder, 'files')),
		);
	}

	async function runLocally(file: string, trigger = 'Start'): Promise<Execution> {
		return await bench.n8n.run(await importLinked(readLocally(file), service), { trigger });
	}

	test('03-shop-to-sheet.json reads the list to its end, and puts the products of all pages into one file', async () => {
		const execution = await runLocally('03-shop-to-sheet.json');

		expect(execution.error).toBeUndefined();
		const numbers = [11, 12, 13, 21, 22, 23, 31, 32, 33];
		expect(jsonOf(execution, 'Read shop')).toMatchObject(
			numbers.map((number) => ({ name: `Lamp ${number}`, price: number })),
		);
		const [item, ...others] = itemsOf(execution, 'Sheet');
		expect(others).toEqual([]);
		expect(item).toMatchObject({ binary: { data: { fileName: 'products.xlsx' } } });
	});

	test('04-watch-a-price.json says what something costs now', async () => {
		const execution = await runLocally('04-watch-a-price.json', 'Price changed');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'New price')).toMatchObject([
			{ price: 19.9, message: 'Desk lamp now costs 19.9' },
		]);
	});

	test('05-website-to-files.json writes a file for each page', async () => {
		const execution = await runLocally('05-website-to-files.json');

		expect(execution.error).toBeUndefined();
		const host = pages.url.replace('http://', '').replace(':', '_');
		const texts = [host, `${host}_short`].map((name) =>
			readFileSync(join(bench.n8n.userFolder, 'files', `${name}.md`), 'utf8'),
		);
		expect(texts).toEqual([
			expect.stringContaining('# Ferry times'),
			expect.stringContaining('The office is closed.'),
		]);
	});

	test('18-changed-pages-of-a-website.json reads the pages that changed lately', async () => {
		const execution = await runLocally('18-changed-pages-of-a-website.json');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'List addresses').length).toBeGreaterThan(2);
		expect(jsonOf(execution, 'Scrape pages')).toMatchObject([{ url: `${pages.url}/short` }]);
	});

	test('07-form-to-fields.json shows the fields of the files that a form gets', async () => {
		const workflow = readLocally('07-form-to-fields.json');
		const id = await importLinked(workflow, service);
		const { versionId } = await bench.n8n.request('GET', `/rest/workflows/${id}`);
		await bench.n8n.request('POST', `/rest/workflows/${id}/activate`, { versionId });
		const formUrl = `${bench.n8n.baseUrl}/form/${String(Object(workflow.nodes[0]).webhookId)}`;
		await eventually(
			async () => ((await fetch(formUrl)).ok ? true : undefined),
			'The form is not there.',
		);
		const form = new FormData();
		for (const [number, total] of [
			['2026-0117', '1,284.50'],
			['2026-0118', '89.00'],
		]) {
			const text = `<h1>Invoice</h1><p>Invoice number: ${number}</p><p>Date: 2026-10-02</p><p>Total: ${total} EUR</p>`;
			form.append('field-0', new Blob([text], { type: 'text/html' }), `${number}.html`);
		}
		const sent = await fetch(formUrl, { method: 'POST', body: form });
		const { formWaitingUrl } = Object(await sent.json());
		// n8n names itself localhost here, which may be another address; while it runs it answers nothing.
		const waitingUrl = String(formWaitingUrl).replace('//localhost:', '//127.0.0.1:');
		const ending = await eventually(async () => {
			const answer = await fetch(waitingUrl, { signal: AbortSignal.timeout(5_000) }).catch(
				() => undefined,
			);
			const page = await answer?.text();
			return page?.includes('Thank you') ? page : undefined;
		}, 'The form has no ending.');
		await bench.n8n.request('POST', `/rest/workflows/${id}/deactivate`, {});

		expect(ending).toContain('2026-0117.html: 2026-0117, 2026-10-02, 1284.5');
		expect(ending).toContain('2026-0118.html: 2026-0118, 2026-10-02, 89');
	});

	test('12-agent-reads-a-long-document.json gives the agent the passage that it asks for', async () => {
		const URL = `${pages.url}/long`;
		const model = await startScriptedModel(
			[{ input: { URL, Text_Query: '', Continue_At: 0 } }],
			[{ input: { URL, Text_Query: 'rule 77', Continue_At: 0 } }],
		);
		const workflow = await withModel(model.credential, '12-agent-reads-a-long-document.json');
		for (const node of workflow.nodes) {
			if (node.name === 'Parse tool') Object.assign(node.parameters, { maxToolCharacters: 3_000 });
		}
		const execution = await bench.n8n.run(await importLinked(workflow, service), {
			trigger: 'Start',
		});
		await model.close();

		expect(execution.error).toBeUndefined();
		expect(model.toolAnswers).toEqual([
			expect.stringMatching(/Rule 1: .*more characters: continue at character \d+/s),
			expect.stringContaining('Rule 77: '),
		]);
	});

	test('11-agent-reads-pages.json lets the agent read a long page in parts, and pays for it once', async () => {
		const URLs = `${pages.url}/long`;
		const model = await startScriptedModel(
			[{ input: { URLs, Text_Query: '', Continue_At: 0 } }],
			[{ input: { URLs, Text_Query: '', Continue_At: 5_000 } }],
			[{ input: { URLs, Text_Query: 'rule 77', Continue_At: 0 } }],
		);
		const workflow = await withModel(model.credential);
		for (const node of workflow.nodes) {
			if (node.name === 'Scrape tool') Object.assign(node.parameters, { maxToolCharacters: 3_000 });
		}
		const execution = await bench.n8n.run(await importLinked(workflow, service), {
			trigger: 'Start',
		});
		await model.close();
		const { body } = await callService(service, 'GET', `/scrape-logs?searchTerm=${pages.url}/long`);

		expect(execution.error).toBeUndefined();
		expect(model.toolAnswers).toEqual([
			expect.stringMatching(/Rule 1: .*more characters: continue at character \d+\]/s),
			expect.stringContaining('Rule 90: '),
			expect.stringContaining('Rule 77: '),
		]);
		expect(model.toolAnswers[1]).not.toContain('Rule 1: ');
		expect(Object(body).data.total).toBe(1);
	});

	test('06-website-to-zip.json gives an item per page, and one archive of all', async () => {
		const execution = await runLocally('06-website-to-zip.json');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'Long pages')).toMatchObject([{ title: 'Ferry times' }]);
		const [item, ...others] = itemsOf(execution, 'Download archive');
		expect(others).toEqual([]);
		expect(item).toMatchObject({
			json: { include: ['markdown'] },
			binary: { data: { mimeType: 'application/zip' } },
		});
		const archive = await downloadFile(bench.n8n, Object(item).binary.data.id);
		const texts = [...readZip(archive).values()].map(String);
		expect(texts).toHaveLength(2);
		expect(texts.join('\n')).toMatch(/The office is closed/);
		expect(texts.join('\n')).toMatch(/# Ferry times[^]*The ferry leaves the pier/);
	});

	test('15-job-finished.json gives the pages of a crawl that has finished', async () => {
		await runLocally('06-website-to-zip.json');
		const execution = await runLocally('15-job-finished.json', 'Job finished');

		expect(execution.error).toBeUndefined();
		const page = {
			kind: 'crawl',
			url: expect.stringContaining(pages.url),
			text: expect.any(String),
		};
		expect(jsonOf(execution, 'Page')).toMatchObject([page, page]);
	});

	test('13-page-changed.json tells what is new on the page', async () => {
		const execution = await runLocally('13-page-changed.json', 'Page changed');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'What is new')).toMatchObject([
			{
				url: `${pages.url}/`,
				message: 'Ferry times has changed (100 %)',
				added: expect.stringContaining('The ferry leaves'),
				removed: '',
			},
		]);
		expect(jsonOf(execution, 'Cannot be read')).toEqual([]);
	});

	test('17-loop-until-done.json asks until the crawl is completed, then goes on with its pages', async () => {
		const execution = await runLocally('17-loop-until-done.json');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'Pages')[0]).toMatchObject({
			title: 'Ferry times',
			jobStatus: 'completed',
		});
	});

	test('09-mail-attachments-to-rows.json gives a row per line of every attachment', async () => {
		const execution = await runLocally('09-mail-attachments-to-rows.json');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'Parse attachments')).toMatchObject([
			{
				fileName: 'invoice-0117.html',
				invoiceNumber: '2026-0117',
				item: 'Desk lamp',
				amount: 199.6,
			},
			{ fileName: 'invoice-0117.html', invoiceNumber: '2026-0117', item: 'Chair', amount: 310 },
			{ fileName: 'invoice-0118.html', invoiceNumber: '2026-0118', item: 'Bookshelf', amount: 89 },
		]);
	});

	test('23-mail-with-e-invoices-to-rows.json gives a row per invoice of a mail, with the values of its data', async () => {
		const execution = await runLocally('23-mail-with-e-invoices-to-rows.json');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'Parse invoices')).toEqual([
			expect.objectContaining({
				fileName: 'invoices-of-october.eml',
				invoiceNumber: '2026-0117',
				issueDate: '2026-10-02',
				dueDate: '2026-10-16',
				sellerName: 'Harbour Furniture GmbH',
				// Not on the page of the PDF: they are in its ZUGFeRD data alone.
				sellerVatId: 'DE811111111',
				iban: 'DE02120300000000202051',
				totalNet: 509.6,
				totalTax: 96.82,
				totalGross: 606.42,
				amountDue: 606.42,
				currency: 'EUR',
			}),
			expect.objectContaining({
				fileName: 'invoices-of-october.eml',
				invoiceNumber: 'R-7001',
				issueDate: '2026-10-05',
				sellerName: 'Oak GmbH',
				totalGross: 105.91,
				iban: 'DE75512108001245126199',
			}),
		]);
	});

	test('08-invoice-to-fields.json reads the fields of its table from the document', async () => {
		const execution = await runLocally('08-invoice-to-fields.json');

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'Parse invoice')).toMatchObject([
			{
				fileName: 'invoice.pdf',
				invoiceNumber: '2026-0117',
				date: '2026-10-02',
				total: 1284.5,
			},
		]);
	});

	test('10-search-and-read.json finds what was read before, with the text of the page', async () => {
		await runLocally('06-website-to-zip.json');
		const example = readExample('10-search-and-read.json');
		const ferries: Workflow = JSON.parse(
			JSON.stringify(example).replaceAll('standing desk reviews', 'ferry times'),
		);
		const execution = await bench.n8n.run(await importLinked(ferries, service), {
			trigger: 'Start',
		});

		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'With text')[0]).toMatchObject({
			title: 'Ferry times',
			markdown: expect.stringContaining('# Ferry times'),
		});
	});
});
