import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type {
	IBinaryKeyData,
	IDataObject,
	INode,
	INodeExecutionData,
	NodeParameterValueType,
} from 'n8n-workflow';
import { Parse } from '../../nodes/Parse/Parse.node';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { wordDocument } from '../fixtures/documents/wordDocument';
import { withEnoughTime } from '../support/enoughTime';
import { undeclaredFields } from '../support/outputSchema';
import { runWorkflow, type NodeOutcome } from '../support/n8nWorkflow';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startRelay, type Relay } from './support/startRelay';
import { startService, type RunningService } from './support/startService';

const page = (...lines: string[]) => ({ content: textLines(lines.map((text) => ({ text }))) });
const threePages = pdf([page('Page One here'), page('Page Two here'), page('Page Three here')]);
const locked = pdf([page('secret')], { isEncrypted: true });
const invoice = pdf([page('Invoice number: RE-4711', 'Date: 2026-03-02', 'Total: 120.00')]);

let service: RunningService;
let relay: Relay;
let site: Pages;

beforeAll(async () => {
	site = await startPages((request, response) => {
		if (request.url === '/hanging.pdf') return;
		const body = request.url === '/three.pdf' ? threePages : undefined;
		response.writeHead(body ? 200 : 401, { 'Content-Type': 'application/pdf' }).end(body);
	});
	service = await startService({ withoutBrowser: true });
	relay = await startRelay(service.baseUrl);
});

afterAll(async () => {
	await relay?.stop();
	await Promise.all([service?.stop(), site?.stop()]);
});

beforeEach(() => {
	relay.requests.length = 0;
	relay.cut = undefined;
});

/** A binary field as n8n's in-memory mode keeps it. */
function file(content: Buffer | string, fileName: string, mimeType = ''): IBinaryKeyData {
	const fileExtension = mimeType === 'text/csv' ? 'csv' : '';
	const data = Buffer.from(content).toString('base64');
	return { data: { data, mimeType, fileName, fileExtension } };
}

type Parameters = Record<string, NodeParameterValueType>;

/** An input item: its JSON, its file, or both. */
interface Input {
	json?: IDataObject;
	binary?: IBinaryKeyData;
}

async function run(
	parameters: Parameters,
	inputs: readonly Input[] = [{}],
	settings: Partial<INode> = {},
): Promise<NodeOutcome> {
	const chosen = { resource: 'document', operation: 'parse', ...parameters };
	const outcome = await runWorkflow({
		nodeType: new Parse(),
		parameters: chosen,
		items: inputs.map(({ json = {} }) => json),
		binaries: inputs.map(({ binary }) => binary),
		baseUrl: relay.baseUrl,
		apiKey: service.apiKey,
		settings,
	});
	const { get = 'markdown', options } = parameters;
	const isRaw = Object(options).simplify === false;
	// Extracted fields have the names that the user gave them, and raw answers those of the service.
	if (get === 'markdown' && !isRaw) {
		const items = (outcome.outputs[0] ?? []).map(({ json }) => json);
		const good = items.filter(({ error }) => error === undefined);
		expect(undeclaredFields('Parse', chosen, good)).toEqual([]);
	}
	return outcome;
}

async function itemsOf(outcome: Promise<NodeOutcome>): Promise<INodeExecutionData[]> {
	const { outputs, error } = await outcome;
	expect(error).toBeUndefined();
	return outputs[0] ?? [];
}

const jsonOf = async (outcome: Promise<NodeOutcome>) =>
	(await itemsOf(outcome)).map(({ json }) => json);

const sent = () =>
	relay.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);

async function creditsUsed(): Promise<number> {
	const { body } = await callService(service, 'GET', '/account');
	return Object(body).data.creditsUsed;
}

describe('Parse', () => {
	test('an input file is one item with its Markdown, from a single request', async () => {
		const items = await itemsOf(run({}, [{ binary: file(threePages, 'three.pdf') }]));

		expect(items).toEqual([
			{
				json: {
					jobId: expect.any(String),
					fileName: 'three.pdf',
					fileId: expect.any(String),
					format: 'pdf',
					totalPages: 3,
					pagesParsed: 3,
					creditsUsed: 3,
					markdown: 'Page One here\n\nPage Two here\n\nPage Three here',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(sent()).toEqual(['POST /api/parse']);
	});

	test('all its options reach the service, and each page is an item', async () => {
		const options = {
			...{ pages: '2 – 3', maxPages: 1, pageMarkers: true, includePages: true },
			mode: 'fast',
		};
		const parameters = { splitInto: 'page', options };
		const items = await jsonOf(run(parameters, [{ binary: file(threePages, 'three.pdf') }]));
		const [whole] = await jsonOf(run({ options }, [{ binary: file(threePages, 'three.pdf') }]));

		expect(items).toMatchObject([{ pageNumber: 2, markdown: 'Page Two here', method: 'text' }]);
		expect(whole).toMatchObject({
			markdown: '<!-- page 2 -->\n\nPage Two here',
			pages: [{ pageNumber: 2 }],
			creditsUsed: 1,
		});
	});

	test('fields that are asked for are on the item, and an answer is its content', async () => {
		const input = [{ binary: file(invoice, 'invoice.pdf') }];
		const record = { get: 'record', fieldsText: 'invoice_number, total: number' };
		const [document] = await jsonOf(run(record, input));
		const prompt = { get: 'answer', prompt: 'Invoice number and total' };
		const [prompted] = await jsonOf(run(prompt, input));

		expect(document).toEqual({
			...{ invoice_number: 'RE-4711', total: 120 },
			fileName: 'invoice.pdf',
		});
		expect(prompted).toMatchObject({ content: { invoiceNumber: 'RE-4711' } });
	});

	test('the Markdown comes as a file when that is wanted', async () => {
		const options = { markdownAsFile: true, markdownFileField: 'text' };
		const [item] = await itemsOf(run({ options }, [{ binary: file(invoice, 'invoice.pdf') }]));

		expect(item?.json).not.toHaveProperty('markdown');
		expect(item?.binary?.text).toMatchObject({
			fileName: 'invoice.md',
			mimeType: 'text/markdown',
		});
		expect(Buffer.from(item?.binary?.text?.data ?? '', 'base64').toString()).toContain('RE-4711');
	});

	test('a file without an ending in its name is read as what n8n knows it to be', async () => {
		const input = [{ binary: file('a;b\n1;2\n', 'export', 'text/csv') }];
		expect(await jsonOf(run({}, input))).toMatchObject([
			{ fileName: 'export.csv', format: 'csv', markdown: '| a | b |\n| --- | --- |\n| 1 | 2 |' },
		]);
	});

	test('what the service warns of stands on the item and below the output', async () => {
		const input = [{ binary: file(threePages, 'report.docx') }];
		const { outputs, hints } = await run({}, input);
		const warning = expect.stringContaining('says a Word document, but the content is a PDF');

		expect(outputs[0]?.[0]?.json.warnings).toEqual([warning]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^report\.docx: The file name says a Word document/),
		]);
	});

	test('a job that is not waited for is taken up by its ID', async () => {
		const options = { waitForCompletion: false };
		const parameters = { source: 'url', url: `${site.url}/three.pdf`, options };
		const [queued] = await jsonOf(run(parameters));
		const jobId = String(queued?.jobId);
		const taken = { operation: 'getResult', jobId, waitForCompletion: true };

		expect(queued).toEqual({ jobId, jobStatus: expect.stringMatching(/queued|running/) });
		expect(await jsonOf(run(taken))).toMatchObject([{ jobId, totalPages: 3 }]);
		expect(await jsonOf(run({ ...taken, splitInto: 'page' }))).toMatchObject([
			{ pageNumber: 1 },
			{ pageNumber: 2 },
			{ pageNumber: 3 },
		]);
	});
});

describe('what cannot be parsed', () => {
	interface Refusal {
		parameters?: Parameters;
		/** A second item, after one that could be parsed. */
		input?: Input;
		words: RegExp;
		advice: RegExp;
	}

	test.each<[string, Refusal]>([
		[
			'a page range backwards',
			{ parameters: { options: { pages: '5-2' } }, words: /'5-2'/, advice: /2-5/ },
		],
		[
			'page 0',
			{ parameters: { options: { pages: '0' } }, words: /the page '0'/, advice: /page is 1/ },
		],
		[
			'pages that are none',
			{ parameters: { options: { pages: 'abc' } }, words: /'Pages' is 'abc'/, advice: /1-5/ },
		],
		[
			'a long prompt',
			{
				parameters: { get: 'answer', prompt: 'x'.repeat(5_001) },
				words: /5001 characters/,
				advice: /5000/,
			},
		],
		[
			'an empty file',
			{
				input: { binary: file('', 'a.pdf') },
				words: /'a\.pdf', an empty file/,
				advice: /node that created/,
			},
		],
		['no such field', { input: { json: { a: 1 } }, words: /no such file/, advice: /data/ }],
		[
			'no file ID',
			{
				parameters: { source: 'fileId', fileId: '={{ $json.none }}' },
				words: /'File ID' is empty/,
				advice: /stored file/,
			},
		],
		[
			'no web address',
			{
				parameters: { source: 'url', url: 'not an address' },
				words: /'URL'/,
				advice: /http/,
			},
		],
	])(
		'is refused before anything is sent: %s',
		async (_what, { parameters = {}, input, words, advice }) => {
			const good = { binary: file(threePages, 'three.pdf') };
			const { error } = await run(parameters, input ? [good, input] : [good]);

			expect(error?.message).toMatch(words);
			expect(`${error?.message} ${Object(error).description}`).toMatch(advice);
			expect(sent()).toEqual([]);
		},
	);

	test('fails with the reason of the service and what to do, and costs nothing', async () => {
		const before = await creditsUsed();
		const secret = await run({}, [{ binary: file(locked, 'locked.pdf') }]);
		const members = await run({ source: 'url', url: `${site.url}/members.pdf` });

		expect(secret.error?.message).toContain('password-protected. Remove the password');
		expect(members.error?.message).toContain('asks for a sign-in: download the document');
		expect(await creditsUsed()).toBe(before);
	});
});

describe('stored files', () => {
	test('are uploaded, parsed by ID as often as wanted, and deleted', async () => {
		const input = [{ binary: file(threePages, 'three.pdf') }];
		const [stored] = await jsonOf(run({ resource: 'file', operation: 'upload' }, input));
		const fileId = String(stored?.fileId);
		const byId = { source: 'fileId', fileId };
		const [uploadOfBytes] = relay.requests.filter(({ method }) => method === 'PUT');
		const lifeMs = Date.parse(String(stored?.expiresAt)) - Date.now();

		expect(stored).toMatchObject({ fileName: 'three.pdf', sizeBytes: threePages.length });
		expect(lifeMs / 3_600_000).toBeCloseTo(24, 1);
		expect(uploadOfBytes).toMatchObject({ hasKey: false });
		expect(await jsonOf(run(byId))).toMatchObject([{ fileId, totalPages: 3 }]);
		expect(await jsonOf(run({ ...byId, options: { pages: '3' } }))).toMatchObject([
			{ markdown: 'Page Three here' },
		]);
		expect(await jsonOf(run({ resource: 'file', operation: 'delete', fileId }))).toEqual([
			{ deleted: true, fileId },
		]);
		const { error } = await run(byId);
		expect(error?.message).toBe(`File not found: ${fileId}`);
	});

	test('that are too old fail with the advice to upload them again', async () => {
		const input = [{ binary: file(threePages, 'three.pdf') }];
		const [stored] = await jsonOf(run({ resource: 'file', operation: 'upload' }, input));
		const fileId = String(stored?.fileId);
		const database = new DatabaseSync(join(service.dataDirectory, 'service.db'), {
			timeout: 5_000,
		});
		database.prepare('UPDATE parse_files SET expires_at_ms = 0 WHERE id = ?').run(fileId);
		database.close();

		const { error } = await run({ source: 'fileId', fileId });
		expect(Object(error).description).toContain('stored files only for 24 hours');
	});

	test('are not there before their bytes came', async () => {
		const announced = { fileName: 'a.pdf', size: 5 };
		const { body } = await callService(service, 'POST', '/parse/uploads', announced);
		const { error } = await run({ source: 'fileId', fileId: Object(body).fileId });

		expect(error?.message).toBe('The file has not been uploaded yet');
		expect(Object(error).description).toContain('upload the file first');
	});
});

describe('Estimate', () => {
	test('tells pages and credits of files, links and stored files, and charges nothing', async () => {
		const before = await creditsUsed();
		const parameters = {
			operation: 'estimate',
			source: '={{ $json.url ? "url" : "binary" }}',
			url: '={{ $json.url }}',
			fileId: '={{ $json.fileId }}',
			options: { maxPages: 2 },
		};
		const inputs = [
			{ binary: file(threePages, 'three.pdf') },
			{ json: { url: `${site.url}/three.pdf` } },
		];

		expect(await jsonOf(run(parameters, inputs))).toEqual([
			{ totalPages: 3, creditsUsed: 2 },
			{ totalPages: 3, creditsUsed: 2 },
		]);
		expect(await creditsUsed()).toBe(before);
	});
});

describe('Parse Batch', () => {
	const mixed = {
		operation: 'parseBatch',
		source: '={{ $json.fileId ? "fileId" : $json.url ? "url" : "binary" }}',
		url: '={{ $json.url }}',
		fileId: '={{ $json.fileId }}',
	};

	test('shares one call among files, links and stored files; what is broken fails alone', async () => {
		const upload = { resource: 'file', operation: 'upload' };
		const [stored] = await jsonOf(run(upload, [{ binary: file(invoice, 'stored.pdf') }]));
		relay.requests.length = 0;
		const inputs: Input[] = [
			{ json: { name: 'stored', fileId: stored?.fileId ?? '' } },
			{ json: { name: 'link', url: `${site.url}/three.pdf` } },
			{ json: { name: 'locked' }, binary: file(locked, 'locked.pdf') },
			{ json: { name: 'word' }, binary: file(await wordDocument(), 'report.docx') },
			{ json: { name: 'members', url: `${site.url}/members.pdf` } },
			{ json: { name: 'unknown', fileId: 'never-stored' } },
			{ json: { name: 'empty' }, binary: file('', 'empty.pdf') },
		];
		const outcome = await run(mixed, inputs, { onError: 'continueErrorOutput' });
		const [good = [], failed = []] = outcome.outputs;

		expect(good.map(({ json, pairedItem }) => [pairedItem, json.markdown])).toEqual([
			[{ item: 0 }, expect.stringContaining('RE-4711')],
			[{ item: 1 }, expect.stringContaining('Page One here')],
			[{ item: 3 }, expect.stringContaining('# Harbour report')],
		]);
		expect(failed.map(({ json }) => [json.name, json.error])).toEqual([
			['locked', expect.stringContaining('password-protected')],
			['members', expect.stringContaining('answered 401')],
			['unknown', 'File not found'],
			['empty', expect.stringContaining("'empty.pdf', an empty file")],
		]);
		expect(Object(failed[0]?.json.details).nextStep).toContain('was not charged');
		expect(sent().filter((request) => request === 'POST /api/parse/batch')).toHaveLength(1);
		const batchId = String(good[0]?.json.batchId);
		const again = await run({ operation: 'getBatchResult', batchId }, [{}], {
			onError: 'continueErrorOutput',
		});
		expect(again.outputs.map((items) => items.length)).toEqual([3, 3]);
	});

	test('takes as few calls as fifty documents each allow', async () => {
		const inputs = Array.from({ length: 60 }, (_, at) => ({
			binary: file(`Line ${at}`, `${at}.txt`, 'text/plain'),
		}));
		const items = await itemsOf(run({ operation: 'parseBatch' }, inputs));

		expect(items.map(({ json }) => json.markdown)).toEqual(inputs.map((_, at) => `Line ${at}`));
		expect(sent().filter((request) => request === 'POST /api/parse/batch')).toHaveLength(2);
	});

	test('gives what is done when its time is over, and goes on at the service', async () => {
		const inputs = [
			{ json: { url: `${site.url}/hanging.pdf` } },
			{ binary: file(invoice, 'invoice.pdf') },
		];
		const runFor = async (timeout: number) =>
			await itemsOf(run({ ...mixed, options: { timeout, onTimeout: 'return' } }, inputs));
		const items = await withEnoughTime(runFor, ([, read]) => read?.json.timedOut !== true);

		expect(items.map(({ pairedItem, json }) => [pairedItem, json])).toEqual([
			[
				{ item: 0 },
				{
					batchId: expect.any(String),
					jobId: expect.any(String),
					fileName: 'hanging.pdf',
					sourceUrl: `${site.url}/hanging.pdf`,
					status: 'running',
					progress: expect.any(String),
					timedOut: true,
				},
			],
			[{ item: 1 }, expect.objectContaining({ markdown: expect.stringContaining('RE-4711') })],
		]);
	});

	test('without its pages is told of when they are wanted later', async () => {
		const submitted = await callService(service, 'POST', '/parse/batch', {
			urls: [`${site.url}/three.pdf`],
		});
		const { batchId } = Object(submitted.body);
		await waitForEnd(service, `/parse/batch/${batchId}`);
		const { outputs, hints } = await run({
			operation: 'getBatchResult',
			batchId,
			splitInto: 'page',
		});

		expect(outputs[0]).toHaveLength(1);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('three.pdf: was parsed without its pages'),
		]);
	});
});
