import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Workflow } from '../../scripts/lib/n8n/workflows.mjs';
import { itemsOf, type Execution } from '../../scripts/lib/n8n/executions.mjs';
import { callService } from '../contract/support/callService';
import { startPages, type Pages } from '../contract/support/startPages';
import { startRelay, type Relay } from '../contract/support/startRelay';
import { joinService } from '../contract/support/sharedService';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { scannedPage } from '../fixtures/documents/picture';
import { wordDocument } from '../fixtures/documents/wordDocument';
import { useN8n } from './scripted/n8nBench';
import { CREDENTIAL_TYPE } from './scripted/scrapeWorkflow';

const MEGABYTE = 1024 * 1024;
const PARSE_TYPE = 'n8n-nodes-web-data-extraction.parse';

const page = (...lines: string[]) => ({ content: textLines(lines.map((text) => ({ text }))) });
const scan = () => ({ content: 'q 612 0 0 792 0 0 cm /I0 Do Q', images: [scannedPage()] });

/** A PDF of one page that carries a picture nobody draws, of this many bytes. */
function heavyPdf(bytes: number): Buffer {
	const images = [{ jpeg: Buffer.alloc(bytes, 7), width: 10, height: 10 }];
	return pdf([{ ...page('A heavy document'), images }]);
}

const INVITATION = [
	'From: Ann <ann@example.com>',
	'To: Bo <bo@example.com>',
	'Subject: Berth inspection',
	'MIME-Version: 1.0',
	'Content-Type: multipart/mixed; boundary=part',
	'',
	'--part',
	'Content-Type: text/plain; charset=utf-8',
	'',
	'Please bring the register.',
	'--part',
	'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
	'',
	'BEGIN:VCALENDAR',
	'METHOD:REQUEST',
	'BEGIN:VEVENT',
	'UID:1',
	'SUMMARY:Berth inspection',
	'LOCATION:Quay 4',
	'DTSTART:20260417T090000Z',
	'DTEND:20260417T100000Z',
	'ORGANIZER;CN=Ann:mailto:ann@example.com',
	'ATTENDEE;CN=Bo:mailto:bo@example.com',
	'END:VEVENT',
	'END:VCALENDAR',
	'--part--',
].join('\r\n');

const workbook = () => readFileSync(join(__dirname, '../fixtures/documents/programs/berths.xls'));

const archive = async () =>
	Buffer.from(
		zipSync({
			'letters/report.docx': await wordDocument(),
			'prices.csv': strToU8('berth,price\nA1,120\n'),
			'setup.exe': new Uint8Array([77, 90, 0, 1, 0, 0, 255, 0]),
		}),
	);

/** The files that the workflows fetch, and the links that the service does. */
const FILES: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
	'/three.pdf': () => pdf([page('Page One here'), page('Page Two here'), page('Page Three here')]),
	'/scan.pdf': () => pdf([scan()]),
	'/invoice.pdf': () => pdf([page('Invoice number: RE-4711', 'Total: 120.00')]),
	'/locked.pdf': () => pdf([page('secret')], { isEncrypted: true }),
	'/report.docx': () => wordDocument(),
	'/mail.eml': () => Buffer.from(INVITATION),
	'/berths.xls': workbook,
	'/papers.zip': archive,
	'/heavy.pdf': () => heavyPdf(51 * MEGABYTE),
};

const bench = useN8n();
const service = joinService();
let relay: Relay;
let site: Pages;

beforeAll(async () => {
	site = await startPages((request, response) => {
		const make = FILES[request.url ?? ''];
		if (make === undefined) return void response.writeHead(404).end();
		void Promise.resolve(make()).then((body) => response.writeHead(200).end(body));
	});
	relay = await startRelay(service.baseUrl);
});

afterAll(async () => {
	await relay?.stop();
	await site?.stop();
});

beforeEach(() => {
	relay.requests.length = 0;
});

const node = (name: string, type: string, fields: object) => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
	...fields,
});

/** A Parse node; what a step leaves out is as the editor has it. */
interface Step {
	parameters: Record<string, unknown>;
	settings?: object;
}

/** Items, each with the file that its field `file` names, then Parse nodes one after the other. */
function workflowOf(items: readonly object[], steps: Readonly<Record<string, Step>>): Workflow {
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		node('List', 'n8n-nodes-base.set', {
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
		}),
		node('Input', 'n8n-nodes-base.splitOut', { parameters: { fieldToSplitOut: 'items' } }),
		node('File', 'n8n-nodes-base.httpRequest', {
			typeVersion: 4.2,
			parameters: {
				url: `=${site.url}{{ $json.file }}`,
				options: { response: { response: { responseFormat: 'file' } } },
			},
		}),
		...Object.entries(steps).map(([name, { parameters, settings }]) =>
			node(name, PARSE_TYPE, {
				parameters,
				credentials: { [CREDENTIAL_TYPE]: { id: '', name: '' } },
				...settings,
			}),
		),
	];
	const links = nodes
		.slice(1)
		.map(({ name }, at) => [
			nodes[at]?.name ?? '',
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return { name: 'Parse', nodes, connections: Object.fromEntries(links) };
}

async function run(items: readonly object[], steps: Record<string, Step>): Promise<Execution> {
	const { apiKey } = service;
	const link = await bench.n8n.createCredential({
		name: 'Local service',
		type: CREDENTIAL_TYPE,
		data: { baseUrl: relay.baseUrl, apiKey, authentication: 'bearer' },
	});
	const id = await bench.n8n.importWorkflow(workflowOf(items, steps), { [CREDENTIAL_TYPE]: link });
	const execution = await bench.n8n.run(id, { trigger: 'Start' });
	expect(execution.error?.message).toBeUndefined();
	return execution;
}

const jsonOf = (execution: Execution, name: string) =>
	itemsOf(execution, name).map(({ json }) => Object(json));

async function creditsUsed(): Promise<number> {
	const { body } = await callService(service, 'GET', '/account');
	return Object(body).data.creditsUsed;
}

test('files of input items become items: whole, by page, as a file, with fields', async () => {
	const schema = { type: 'object', properties: { invoice_number: { type: 'string' } } };
	const whole = { Whole: { parameters: {} } };
	const documents = await run([{ file: '/report.docx' }, { file: '/scan.pdf' }], whole);
	const pages = await run([{ file: '/three.pdf' }], {
		Pages: { parameters: { splitInto: 'page' } },
	});
	const fields = await run([{ file: '/invoice.pdf' }], {
		Fields: {
			parameters: {
				...{ get: 'record', fieldsAs: 'schema', fieldsSchema: JSON.stringify(schema) },
				options: { markdownAsFile: true },
			},
		},
	});

	expect(jsonOf(documents, 'Whole')).toMatchObject([
		{ fileName: 'report.docx', markdown: expect.stringContaining('| North | 12 |') },
		{ format: 'pdf', markdown: expect.stringContaining('# Harbour report') },
	]);
	expect(jsonOf(pages, 'Pages').map(({ pageNumber, markdown }) => [pageNumber, markdown])).toEqual([
		[1, 'Page One here'],
		[2, 'Page Two here'],
		[3, 'Page Three here'],
	]);
	const [item] = itemsOf(fields, 'Fields');
	expect(item?.json).toMatchObject({ invoice_number: 'RE-4711' });
	expect(item?.json).not.toHaveProperty('markdown');
	expect(Object(item).binary.markdown).toMatchObject({
		fileName: 'invoice.md',
		mimeType: 'text/markdown',
	});
});

test('a mail with an invitation, the files of a ZIP and the sheets of a workbook become items', async () => {
	const files = [{ file: '/mail.eml' }, { file: '/papers.zip' }, { file: '/berths.xls' }];
	const execution = await run(files, { Pages: { parameters: { splitInto: 'page' } } });
	const items = jsonOf(execution, 'Pages');
	expect(items.map(({ fileName, pageNumber }) => [fileName, pageNumber])).toEqual([
		['mail.eml', 1],
		['papers.zip', 1],
		['papers.zip', 2],
		['berths.xls', 1],
		['berths.xls', 2],
	]);
	const [mail, report, prices, berths, notes] = items.map(({ markdown }) => markdown);
	for (const part of ['Please bring the register.', 'Quay 4', '2026-04-17', 'Bo']) {
		expect(mail).toContain(part);
	}
	expect(report).toContain('| North | 12 |');
	expect(prices).toContain('| A1 | 120 |');
	expect(berths).toContain('Prices are valid until 30 June – Größe prüfen');
	expect(notes).toContain('Ж shape on sheet two');
	expect(JSON.stringify(items[1])).toContain('setup.exe');
});

test('a file is uploaded, parsed by its ID, and deleted, node after node', async () => {
	const fileId = '={{ $json.fileId }}';
	const execution = await run([{ file: '/three.pdf' }], {
		Upload: { parameters: { resource: 'file', operation: 'upload' } },
		Parse: { parameters: { source: 'fileId', fileId, options: { pages: '2' } } },
		Delete: { parameters: { resource: 'file', operation: 'delete', fileId } },
	});

	const [stored] = jsonOf(execution, 'Upload');
	expect(stored).toMatchObject({ fileName: 'three.pdf', expiresAt: expect.any(String) });
	expect(jsonOf(execution, 'Parse')).toMatchObject([
		{ fileId: stored.fileId, markdown: 'Page Two here' },
	]);
	expect(jsonOf(execution, 'Delete')).toEqual([{ deleted: true, fileId: stored.fileId }]);
	const again = await callService(service, 'POST', '/parse', { fileId: stored.fileId });
	expect(again.status).toBe(404);
});

test('a batch of files, links and file IDs: one call, and the broken one on the error branch', async () => {
	const prepared = await run([{ file: '/invoice.pdf' }], {
		Upload: { parameters: { resource: 'file', operation: 'upload' } },
	});
	const { fileId } = jsonOf(prepared, 'Upload')[0];
	relay.requests.length = 0;
	const inputOf = (field: string) => `={{ $('Input').item.json.${field} }}`;
	const execution = await run(
		[
			{ name: 'link', file: '/three.pdf', source: 'url', url: `${site.url}/three.pdf` },
			{ name: 'locked', file: '/locked.pdf', source: 'binary' },
			{ name: 'stored', file: '/three.pdf', source: 'fileId', fileId },
			{ name: 'word', file: '/report.docx', source: 'binary' },
		],
		{
			Batch: {
				parameters: {
					operation: 'parseBatch',
					source: inputOf('source'),
					url: inputOf('url'),
					fileId: inputOf('fileId'),
				},
				settings: { onError: 'continueErrorOutput' },
			},
		},
	);

	const [batch] = execution.runs['Batch'] ?? [];
	const [good, failed] = [0, 1].map((output) => batch?.data?.main[output] ?? []);
	expect(good?.map(({ json, pairedItem }) => [pairedItem, Object(json).markdown])).toEqual([
		[{ item: 0 }, expect.stringContaining('Page One here')],
		[{ item: 2 }, expect.stringContaining('RE-4711')],
		[{ item: 3 }, expect.stringContaining('# Harbour report')],
	]);
	expect(failed).toMatchObject([
		{
			json: {
				error: 'The PDF is password-protected. Remove the password and send it again.',
				details: {
					nextStep: expect.stringContaining("'locked.pdf' was not charged"),
					batchId: Object(good?.[0]?.json).batchId,
					status: 'failed',
				},
			},
			pairedItem: { item: 1 },
		},
	]);
	const batches = relay.requests.filter(
		({ method, path }) => method === 'POST' && path === '/api/parse/batch',
	);
	expect(batches).toHaveLength(1);
});

test('Estimate tells pages and credits, and charges nothing', async () => {
	const before = await creditsUsed();
	const execution = await run([{ file: '/three.pdf' }], {
		Estimate: { parameters: { operation: 'estimate' } },
	});

	expect(jsonOf(execution, 'Estimate')).toEqual([{ totalPages: 3, creditsUsed: 3 }]);
	expect(await creditsUsed()).toBe(before);
});

test('a file of more than 50 MB goes by a prepared upload, without the key', async () => {
	const execution = await run([{ file: '/heavy.pdf' }], { Parse: { parameters: {} } });

	expect(jsonOf(execution, 'Parse')).toMatchObject([
		{ fileName: 'heavy.pdf', markdown: 'A heavy document' },
	]);
	// A slow machine is asked for the result until it is there.
	const steps = relay.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, hasKey }) => [method, path.replace(/(uploads\/).*/, '$1…'), hasKey]);
	expect(steps).toEqual([
		['POST', '/api/parse/uploads', true],
		['PUT', '/api/parse/uploads/…', false],
		['POST', '/api/parse', true],
	]);
});
