import { documentEstimate } from '../../../../nodes/Parse/operations/documentEstimate';
import {
	documentGetBatchResult,
	documentGetResult,
} from '../../../../nodes/Parse/operations/earlierDocument';
import { documentParse } from '../../../../nodes/Parse/operations/documentParse';
import { documentParseBatch } from '../../../../nodes/Parse/operations/documentParseBatch';
import { fileDelete, fileUpload } from '../../../../nodes/Parse/operations/storedFile';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import { toFormData, type FileToSend } from '../../../../nodes/shared/transport/fileToSend';
import type { ServiceClient } from '../../../../nodes/shared/transport/serviceClient';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';
import { valuesOf } from '../../../support/operationValues';
import {
	answerOf,
	bodyOf,
	itemWith,
	jsonOf,
	planJobs,
	prepareCalls,
	prepareJob,
	refusalOf,
} from '../../../support/prepareOperation';
import { connectionFailure, ScriptedService, type Reply } from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const MEGABYTE = 1024 * 1024;
const link = { source: 'url', url: 'a.test/report.pdf' };

function fileOf(sizeBytes: number | undefined, fileName = 'report.pdf'): FileToSend {
	return {
		contentId: `content of ${fileName}`,
		fileName,
		mimeType: 'application/pdf',
		sizeBytes,
		open: async () => [new TextEncoder().encode(`content of ${fileName}`)],
	};
}

/** A client that stores files under `f-1`, `f-2` … and remembers what it was asked. */
function recordingClient() {
	const sent: ServiceRequest[] = [];
	const uploaded: string[] = [];
	const client = {
		async send(request: ServiceRequest) {
			sent.push(request);
			return answerOf({
				fileId: `f-${sent.length}`,
				uploadUrl: 'https://up.test/1',
				expiresIn: 900,
			});
		},
		async upload(_url: string, { fileName }: FileToSend) {
			uploaded.push(fileName);
		},
	} as unknown as ServiceClient;
	return { client, sent, uploaded };
}

const never = new AbortController().signal;

describe('a document', () => {
	test('behind a link is asked for with the options that differ from the defaults', async () => {
		expect(await bodyOf(documentParse, link)).toEqual({
			url: 'https://a.test/report.pdf',
			wait: true,
		});
		const options = {
			...{ pages: '1-3, 8', maxPages: 4, pageMarkers: true, includePages: true },
			...{ mode: 'ocr', waitForCompletion: false },
		};
		const set = { ...link, get: 'answer', prompt: 'Total', options };
		expect(await bodyOf(documentParse, set)).toEqual({
			url: 'https://a.test/report.pdf',
			mode: 'ocr',
			pages: '1-3,8',
			maxPages: 4,
			includePages: true,
			pageMarkers: true,
			prompt: 'Total',
			wait: false,
		});
		expect(await bodyOf(documentParse, { ...link, splitInto: 'page' })).toMatchObject({
			includePages: true,
		});
	});

	test.each([
		['rows', { items: { type: 'array' } }],
		['record', { date: { format: 'date' } }],
	])('is asked for %s with a schema', async (get, properties) => {
		const set = { ...link, get, fieldsText: 'number, date: date' };
		const { schema } = Object(await bodyOf(documentParse, set));
		expect(schema).toMatchObject({ type: 'object', properties });
	});

	test.each([
		['1-5', '1-5'],
		[' 1 - 3 , 8 ', '1-3,8'],
		['10-', '10-'],
		['1–5', '1-5'],
		[7, '7'],
	])('takes pages as people write them: %s', async (pages, sent) => {
		expect(await bodyOf(documentParse, { ...link, options: { pages } })).toMatchObject({
			pages: sent,
		});
	});

	test('that is stored is asked for by its file ID', async () => {
		expect(await bodyOf(documentParse, { source: 'fileId', fileId: 'f-9' })).toEqual({
			fileId: 'f-9',
			wait: true,
		});
	});

	test('of the input item is sent as a form, read piece by piece', async () => {
		const { task } = await prepareJob(documentParse, {}, itemWith(fileOf(20)));
		if (!('submit' in task.start)) throw new Error('nothing is submitted');
		const form = toFormData(task.start.submit.form ?? []);
		expect(JSON.parse(String(form.get('options')))).toEqual({ wait: true });
		const part = form.get('file');
		if (!(part instanceof File)) throw new Error('there is no file part');
		expect([part.name, part.type, part.size]).toEqual(['report.pdf', 'application/pdf', 20]);
		const chunks: string[] = [];
		const stream = part.stream() as unknown as AsyncIterable<Uint8Array>;
		for await (const chunk of stream) chunks.push(new TextDecoder().decode(chunk));
		expect(chunks).toEqual(['content of report.pdf']);
	});

	test.each([
		[51 * MEGABYTE, 'whichever way these are counted'],
		[50_000_001, 'of a thousand times a thousand bytes'],
	])(
		'of %i bytes is more than 50 MB, %s: it is stored first, then asked for by its file ID',
		async (size) => {
			const { task } = await prepareJob(documentParse, {}, itemWith(fileOf(size)));
			const { client, sent, uploaded } = recordingClient();
			if (!('submit' in task.start)) throw new Error('nothing is submitted');
			const request = await task.start.complete?.(client, never);
			expect(sent).toEqual([
				{
					method: 'POST',
					path: '/parse/uploads',
					body: { fileName: 'report.pdf', size },
					expects: ['uploadUrl'],
				},
			]);
			expect(uploaded).toEqual(['report.pdf']);
			expect(request?.body).toEqual({ fileId: 'f-1', wait: true });
		},
	);

	test.each<[string, ParameterValues, string]>([
		['no link', { source: 'url', url: '' }, "'URL' is empty"],
		['no file ID', { source: 'fileId', fileId: ' ' }, "'File ID' is empty"],
		['an unknown source', { source: 'disk' }, "'Source' is"],
		[
			'an unknown mode',
			{ ...link, options: { mode: 'slow' } },
			'Choose one of Automatic (auto), Fast (fast), OCR (ocr)',
		],
		['pages that are none', { ...link, options: { pages: 'abc' } }, "'Pages' is 'abc'"],
		['page 0', { ...link, options: { pages: '0' } }, 'The first page is 1'],
		['a list with page 0', { ...link, options: { pages: '3,0-2' } }, "has the page '0-2'"],
		['a range backwards', { ...link, options: { pages: '1,5-2' } }, "has the range '5-2'"],
		['two pages without a comma', { ...link, options: { pages: '1 5' } }, "'Pages' is '1 5'"],
		['no pages', { ...link, options: { maxPages: 0 } }, "'Max Pages' is 0"],
		[
			'a long prompt',
			{ ...link, get: 'answer', prompt: 'x'.repeat(5001) },
			"'Prompt' has 5001 characters",
		],
	])('with %s is refused by the name of the field', async (_label, set, words) => {
		expect(await refusalOf(documentParse, set)).toContain(words);
	});

	test.each<[string, FileToSend, string]>([
		['empty', fileOf(0), 'an empty file'],
		['too large', fileOf(501 * MEGABYTE), 'a file of 526 MB'],
	])('that is %s is refused before anything is sent', async (_label, file, words) => {
		const refused = prepareJob(documentParse, {}, itemWith(file));
		await expect(refused).rejects.toThrow(words);
	});
});

describe('a parsed document', () => {
	const body = {
		jobId: 'j-1',
		status: 'completed',
		fileName: 'report.pdf',
		totalPages: 2,
		markdown: '# Report',
		json: { total: 5 },
		pages: [{ pageNumber: 1, markdown: '# Report', method: 'text' }],
		warnings: ['Page 2 is empty'],
	};
	const answer = { jobId: 'j-1', body };

	const RECORD = { ...link, get: 'record', fieldsText: 'total' };

	test('is one record with its fields, and no more than its name beside them', async () => {
		const { pages: _pages, ...parsed } = body;
		expect(await jsonOf(documentParse, RECORD, { jobId: 'j-1', body: parsed })).toEqual([
			{ total: 5, fileName: 'report.pdf' },
		]);
		const options = { includeMarkdown: true };
		const [item] = await jsonOf(documentParse, { ...RECORD, options }, { jobId: 'j-1', body });
		expect(item).toMatchObject({ total: 5, markdown: '# Report', pages: body.pages });
	});

	test.each<[string, ParameterValues, object, [has: string[], hasNot: string[]]]>([
		['an answer', { get: 'answer', prompt: 'x' }, body, [['content'], ['markdown', 'total']]],
		[
			'no answer',
			{ get: 'answer', prompt: 'x' },
			{ ...body, json: null },
			[['markdown'], ['content']],
		],
		['no fields', { get: 'record', fieldsText: 'a' }, { ...body, json: null }, [['markdown'], []]],
		['Markdown', {}, { ...body, json: null }, [['markdown'], ['answer', 'content']]],
		['an answer that was not asked for', {}, body, [['markdown', 'answer'], ['content']]],
	])('has what it is asked for: %s', async (_label, set, parsed, [has, hasNot]) => {
		const [item] = await jsonOf(documentParse, { ...link, ...set }, { jobId: 'j', body: parsed });
		const names = Object.keys(Object(item));
		expect(names).toEqual(expect.arrayContaining(has));
		expect(names.filter((name) => hasNot.includes(name))).toEqual([]);
		expect(names[0]).toBe('fileName');
		expect(names.at(-1)).toBe('jobId');
	});

	test('has the sources of its values beside them, if they are asked for', async () => {
		const options = { includeSources: true };
		expect(await bodyOf(documentParse, { ...RECORD, options })).toMatchObject(options);
		expect(await bodyOf(documentParse, { ...link, options })).not.toHaveProperty('includeSources');

		const sources = { total: { text: 'Total: 5', line: 3 } };
		const traced = { jobId: 'j-1', body: { ...body, sources } };
		for (const set of [RECORD, { ...link, get: 'answer', prompt: 'x' }, link]) {
			expect(await jsonOf(documentParse, set, traced)).toMatchObject([{ sources }]);
		}
	});

	test('is a row per entry of its list, with what stands beside it', async () => {
		const json = { number: 'R-7', items: [{ name: 'Lamp' }, { name: 'Desk' }] };
		const set = { ...link, get: 'rows', fieldsText: 'number, items[].name' };
		const invoice = { jobId: 'j-1', body: { ...body, json } };
		expect(await jsonOf(documentParse, set, invoice)).toEqual([
			{ number: 'R-7', name: 'Lamp', fileName: 'report.pdf' },
			{ number: 'R-7', name: 'Desk', fileName: 'report.pdf' },
		]);
		const { report } = await prepareJob(documentParse, set);
		expect(report?.({ jobId: 'j', body: { ...body, json: null } }).hints).toContainEqual(
			expect.stringContaining('has no extracted fields'),
		);
		expect(report?.({ jobId: 'j', body: { ...body, json: { items: [] } } }).hints).toContainEqual(
			expect.stringContaining("report.pdf: No rows: no list with 'number', 'name' was found"),
		);
	});

	test('is an item per page when that is wanted', async () => {
		expect(await jsonOf(documentParse, { ...link, splitInto: 'page' }, answer)).toEqual([
			{
				answer: { total: 5 },
				jobId: 'j-1',
				fileName: 'report.pdf',
				totalPages: 2,
				pageNumber: 1,
				markdown: '# Report',
				method: 'text',
				warnings: ['Page 2 is empty'],
			},
		]);
	});

	test('tells of a page that could not be read without looking like a failed item', async () => {
		const pages = [{ pageNumber: 1, error: 'The page is damaged' }];
		const set = { ...link, splitInto: 'page' };
		const [page] = await jsonOf(documentParse, set, { jobId: 'j-1', body: { ...body, pages } });
		expect(page).toMatchObject({ pageNumber: 1, pageError: 'The page is damaged' });
		expect(page).not.toHaveProperty('error');
	});

	test('keeps extracted fields that are called like its own facts', async () => {
		const json = { fileName: 'contract', pages: 12, markdown: 'no' };
		const set = { ...RECORD, options: { includeMarkdown: true } };
		const [item] = await jsonOf(documentParse, set, { jobId: 'j-1', body: { ...body, json } });
		expect(item).toMatchObject({
			...json,
			documentFileName: 'report.pdf',
			documentPages: body.pages,
			documentMarkdown: '# Report',
		});
	});

	test('with an extracted field that is called error is no failed item', async () => {
		const json = { error: 'E42', total: 5 };
		const [item] = await jsonOf(documentParse, RECORD, { jobId: 'j-1', body: { ...body, json } });
		expect(item).toMatchObject({ extractedError: 'E42', total: 5 });
		expect(item).not.toHaveProperty('error');
	});

	test('gives each page its own Markdown file when both are wanted', async () => {
		const set = { ...link, splitInto: 'page', options: { markdownAsFile: true } };
		const [item] = (await prepareJob(documentParse, set)).toItems(answer);
		expect(item?.json).not.toHaveProperty('markdown');
		expect(item?.files).toMatchObject([{ fileName: 'report-1.md', text: '# Report' }]);
	});

	test('gives its Markdown as a file when that is wanted', async () => {
		const set = { ...link, options: { markdownAsFile: true } };
		const [item] = (await prepareJob(documentParse, set)).toItems(answer);
		expect(item?.json).not.toHaveProperty('markdown');
		expect(item?.files).toEqual([
			{ field: 'markdown', fileName: 'report.md', mimeType: 'text/markdown', text: '# Report' },
		]);
	});

	test('tells its warnings in hints, with its name', async () => {
		const { report } = await prepareJob(documentParse, link);
		expect(report?.(answer).hints).toEqual(['report.pdf: Page 2 is empty']);
	});

	test('that was parsed without its pages says so when they are wanted', async () => {
		const { report } = await prepareJob(documentGetBatchResult, {
			batchId: 'b-1',
			splitInto: 'page',
		});
		const documents = [{ jobId: 'j-1', status: 'completed', fileName: 'a.pdf', markdown: 'A' }];
		expect(report?.({ jobId: 'b-1', body: {}, collected: { documents } }).hints).toEqual([
			expect.stringContaining(
				"a.pdf: was parsed without its pages, so it is one item. 'Get Result'",
			),
		]);
	});

	test('taken up for its pages asks for them', async () => {
		const { collect } = await prepareJob(documentGetResult, { jobId: 'j-1', splitInto: 'page' });
		expect(collect?.request('j-1')).toMatchObject({ path: '/parse/j-1', query: { pages: true } });
	});
});

describe('several files of an item', () => {
	const mail = {
		attachment_0: fileOf(10, 'a.pdf'),
		body: fileOf(10, 'mail.html'),
		attachment_1: fileOf(10, 'b.pdf'),
		'scan.1': fileOf(10, 'c.png'),
	};

	async function plan(operation: typeof documentParse, ...names: string[]) {
		return await planJobs(
			operation,
			names.map((binaryPropertyName, index) => ({
				item: itemWith(mail, index),
				values: valuesOf(operation, { binaryPropertyName }),
			})),
		);
	}

	function sentNames(submit: ServiceRequest): string[] {
		return (submit.form ?? []).flatMap((part) => ('file' in part ? part.file.fileName : []));
	}

	test.each([
		['attachment_*', ['a.pdf', 'b.pdf']],
		['attachment_1, attachment_*', ['b.pdf', 'a.pdf']],
		['*', ['a.pdf', 'mail.html', 'b.pdf', 'c.png']],
		['scan.*', ['c.png']],
		['scan?1*', []],
		['attachment.*', []],
		['body,scan.1', ['mail.html', 'c.png']],
	])('%s: each is a document of its own, paired to the item', async (name, fileNames) => {
		const { jobs, refused, hints } = await plan(documentParse, 'body', name);
		expect(refused).toEqual([]);
		expect(jobs.slice(1).map(({ itemIndexes }) => itemIndexes)).toEqual(fileNames.map(() => [1]));
		const submits = jobs.flatMap(({ task }) => ('submit' in task.start ? task.start.submit : []));
		expect(submits.slice(1).flatMap(sentNames)).toEqual(fileNames);
		expect(hints).toHaveLength(fileNames.length === 0 ? 1 : 0);
	});

	test('share a batch with those of other items', async () => {
		const { jobs } = await plan(documentParseBatch, 'attachment_*', 'body');
		expect(jobs.map(({ itemIndexes }) => itemIndexes)).toEqual([[0, 1]]);
		const documents = ['a.pdf', 'b.pdf', 'mail.html'].map((fileName) => ({
			status: 'completed',
			fileName,
			markdown: fileName,
		}));
		const items = jobs[0]?.toItems({ jobId: 'b-1', body: {}, collected: { documents } });
		expect(items?.map(({ itemIndex, json }) => [itemIndex, json.fileName])).toEqual([
			[0, 'a.pdf'],
			[0, 'b.pdf'],
			[1, 'mail.html'],
		]);
	});

	test('of which one is missing are refused, with the names of those that are there', async () => {
		const { refused } = await plan(documentParse, 'attachment_*, attachment_9');
		expect(refused).toMatchObject([
			{
				itemIndex: 0,
				error: {
					message: "'Input Data Field Name' is 'attachment_9', but the input item has no such file",
					description: expect.stringContaining('attachment_1, '),
				},
			},
		]);
	});

	test.each<[string, string, readonly string[], string | RegExp]>([
		['the only file for the default name', 'data', ['Invoice'], 'Invoice'],
		['no other file for a name that was chosen', 'Invoice', ['Photo'], /only file is in 'Photo'/],
		['none of several', 'data', ['Invoice_0', 'Invoice_1'], /Invoice_0, Invoice_1.*Invoice_\* for/],
		['none of several without a common name', 'data', ['a', 'b'], /a, b.* \* for all/],
		['nothing of an item without files', 'data', [], /no files/],
	])('take %s', async (_label, name, fields, taken) => {
		const files = Object.fromEntries(fields.map((field) => [field, fileOf(10, field)]));
		const values = valuesOf(documentParse, { binaryPropertyName: name });
		const { jobs, refused } = await planJobs(documentParse, [{ item: itemWith(files), values }]);
		const names = jobs.flatMap(({ task }) =>
			'submit' in task.start ? sentNames(task.start.submit) : [],
		);
		const [first] = refused;
		expect(typeof taken === 'string' ? names : [Object(first?.error).description]).toEqual([
			typeof taken === 'string' ? taken : expect.stringMatching(taken),
		]);
	});

	test('are stored one after the other', async () => {
		const values = valuesOf(fileUpload, { binaryPropertyName: 'attachment_*' });
		const prepared = await fileUpload.prepare(values, itemWith(mail));
		if (!('run' in prepared)) throw new Error('an upload takes two calls');
		const items = await prepared.run(recordingClient().client, undefined);
		expect(items.map(({ json }) => json.fileName)).toEqual(['a.pdf', 'b.pdf']);
		const none = valuesOf(fileUpload, { binaryPropertyName: 'x_*' });
		await expect(fileUpload.prepare(none, itemWith(mail))).rejects.toThrow('matches no file');
	});
});

describe('a batch of documents', () => {
	async function plan(items: Array<{ set: ParameterValues; file?: FileToSend }>) {
		return await planJobs(
			documentParseBatch,
			items.map(({ set, file }, index) => ({
				item: itemWith(file, index),
				values: valuesOf(documentParseBatch, set),
			})),
		);
	}

	test('mixes files, links and stored files, and pairs the results whatever their order', async () => {
		const { jobs } = await plan([
			{ set: { source: 'fileId', fileId: 'f-9' } },
			{ set: link },
			{ set: {}, file: fileOf(60 * MEGABYTE, 'large.pdf') },
			{ set: {}, file: fileOf(20, 'small.pdf') },
		]);
		const [job] = jobs;
		if (!job || !('submit' in job.task.start)) throw new Error('nothing is submitted');
		const { client, uploaded } = recordingClient();
		const request = await job.task.start.complete?.(client, never);
		const form = toFormData(request?.form ?? []);
		expect(uploaded).toEqual(['large.pdf']);
		expect(form.getAll('files')).toEqual([expect.objectContaining({ name: 'small.pdf' })]);
		expect(JSON.parse(String(form.get('urls')))).toEqual(['https://a.test/report.pdf']);
		expect(JSON.parse(String(form.get('fileIds')))).toEqual(['f-9', 'f-1']);

		const expected = [
			[3, 'small'],
			[1, 'link'],
			[0, 'stored'],
			[2, 'large'],
		];
		// The service lists uploads first, then links, then stored files.
		const documents = ['small', 'link', 'stored', 'large'].map((markdown) => ({
			status: 'completed',
			markdown,
		}));
		const pairs = (list: object[]) =>
			job
				.toItems({ jobId: 'b-1', body: {}, collected: { documents: list } })
				.map(({ itemIndex, json }) => [itemIndex, json.markdown]);
		expect(pairs(documents)).toEqual(expected);

		const named = [
			{ fileName: 'large.pdf', fileId: 'f-1', markdown: 'large' },
			{ fileName: 'old.pdf', fileId: 'f-9', markdown: 'stored' },
			{ fileName: 'small.pdf', fileId: 'f-7', markdown: 'small' },
			{ fileName: 'report.pdf', sourceUrl: 'https://A.test/report.pdf', markdown: 'link' },
		].map((document) => ({ status: 'completed', ...document }));
		expect(pairs(named)).toEqual(expected);
	});

	test('gives no document the result of another', async () => {
		const { jobs } = await plan([{ set: link }, { set: { ...link, url: 'b.test/x.docx' } }]);
		const documents = [
			{ status: 'completed', sourceUrl: 'https://b.test/x.docx', markdown: 'second' },
		];
		const items = jobs[0]?.toItems({ jobId: 'b-1', body: {}, collected: { documents } }) ?? [];
		expect(
			items.map(({ itemIndex, failure, json }) => [itemIndex, failure?.error.message, json]),
		).toEqual([
			[
				0,
				'Batch b-1 has no result for this document',
				expect.objectContaining({ batchId: 'b-1', success: false }),
			],
			[1, undefined, expect.objectContaining({ markdown: 'second' })],
		]);
	});

	test('is worth nothing without its results', async () => {
		const { jobs } = await plan([{ set: link }, { set: link }]);
		const documents = [{ jobId: 'j-1', status: 'completed' }];
		expect(jobs[0]?.collect?.isOptional({ documents })).toBe(false);
	});

	test('sends no more than 50 MB with its request, and stores the rest before', async () => {
		const { jobs } = await plan(
			[30, 30, 15].map((size, index) => ({
				set: {},
				file: fileOf(size * MEGABYTE, `${index}.pdf`),
			})),
		);
		const [job] = jobs;
		if (!job || !('submit' in job.task.start)) throw new Error('nothing is submitted');
		const { client, uploaded } = recordingClient();
		const request = await job.task.start.complete?.(client, never);
		expect(uploaded).toEqual(['1.pdf']);
		expect(toFormData(request?.form ?? []).getAll('files')).toMatchObject([
			{ name: '0.pdf' },
			{ name: '2.pdf' },
		]);
		const documents = ['0.pdf', '2.pdf', '1.pdf'].map((fileName) => ({
			status: 'completed',
			fileName,
			markdown: fileName,
		}));
		const items = job.toItems({ jobId: 'b-1', body: {}, collected: { documents } });
		expect(items.map(({ itemIndex, json }) => [itemIndex, json.markdown])).toEqual([
			[0, '0.pdf'],
			[2, '2.pdf'],
			[1, '1.pdf'],
		]);
	});

	test('leaves out failed documents, or fails for them, as the user chose', async () => {
		const failed = { status: 'failed', fileName: 'x.pdf', error: 'Damaged' };
		const answer = { jobId: 'b-1', body: {}, collected: { items: [failed] } };
		const itemsWith = async (onFailedDocument: string) =>
			(
				await prepareJob(documentGetBatchResult, { batchId: 'b-1', options: { onFailedDocument } })
			).toItems(answer);
		expect(await itemsWith('leaveOut')).toEqual([]);
		expect((await itemsWith('fail'))[0]?.failure?.isReturned).toBe(false);
		await expect(itemsWith('ignore')).rejects.toThrow('\'On Failed Document\' is "ignore"');
	});

	test('whose time is over gives what is done, and the status of the rest', async () => {
		const { jobs } = await plan([{ set: link }, { set: { ...link, url: 'b.test/x.docx' } }]);
		const documents = [
			{ jobId: 'j-1', status: 'completed', markdown: 'done' },
			{ jobId: 'j-2', status: 'running', progress: { message: 'Page 2 of 9', done: 1, total: 9 } },
		];
		const answer = { jobId: 'b-1', body: {}, collected: { documents } };
		expect(jobs[0]?.toUnfinishedItems?.(answer)).toMatchObject([
			{ itemIndex: 0, json: { batchId: 'b-1', markdown: 'done' } },
			{
				itemIndex: 1,
				json: { batchId: 'b-1', jobId: 'j-2', status: 'running', timedOut: true },
			},
		]);
	});

	test('without files is sent as JSON', async () => {
		const { jobs } = await plan([{ set: link }, { set: { ...link, url: 'b.test/x.docx' } }]);
		const start = jobs[0]?.task.start;
		if (!start || !('submit' in start)) throw new Error('nothing is submitted');
		const request = await start.complete?.(recordingClient().client, never);
		expect(request?.body).toEqual({
			urls: ['https://a.test/report.pdf', 'https://b.test/x.docx'],
		});
	});

	test('holds at most fifty documents, and only documents with the same options', async () => {
		const many = await plan(Array.from({ length: 60 }, () => ({ set: link })));
		expect(many.jobs.map(({ itemIndexes }) => itemIndexes.length)).toEqual([50, 10]);
		const unlike = await plan([{ set: link }, { set: { ...link, options: { mode: 'fast' } } }]);
		expect(unlike.jobs).toHaveLength(2);
	});

	test('leaves out what cannot be used', async () => {
		const { jobs, refused } = await plan([{ set: {}, file: fileOf(0) }, { set: link }]);
		expect(refused).toEqual([expect.objectContaining({ itemIndex: 0 })]);
		expect(jobs.map(({ itemIndexes }) => itemIndexes)).toEqual([[1]]);
	});

	test('gives a failed document as an item with the reason, and as an error that names batch and job', async () => {
		const { toItems } = await prepareJob(documentGetBatchResult, { batchId: 'b-1' });
		const failed = {
			jobId: 'j-2',
			status: 'failed',
			fileName: 'x.pdf',
			error: 'Password-protected',
		};
		const [item] = toItems({ jobId: 'b-1', body: {}, collected: { items: [failed] } });
		expect(item?.json).toEqual({
			batchId: 'b-1',
			jobId: 'j-2',
			fileName: 'x.pdf',
			success: false,
			errorMessage: 'Password-protected',
		});
		expect(item?.failure?.isReturned).toBe(true);
		expect(item?.failure?.error.details).toEqual({
			batchId: 'b-1',
			jobId: 'j-2',
			status: 'failed',
		});
	});
});

describe('an estimate', () => {
	test('of a large file names the file that was stored for it', async () => {
		const values = valuesOf(documentEstimate);
		const prepared = await documentEstimate.prepare(values, itemWith(fileOf(51 * MEGABYTE)));
		if (!('run' in prepared)) throw new Error('an estimate of a large file takes several calls');
		const { client, sent } = recordingClient();
		const [item] = await prepared.run(client, undefined);
		expect(sent.at(-1)?.body).toEqual({ fileId: 'f-1', dryRun: true });
		expect(item?.json).toMatchObject({ fileId: 'f-1' });
	});
});

describe('stored files', () => {
	test('an upload gives the file ID and when it ends', async () => {
		const prepared = await fileUpload.prepare(valuesOf(fileUpload), itemWith(fileOf(20)));
		if (!('run' in prepared)) throw new Error('an upload takes two calls');
		const { client, uploaded } = recordingClient();
		const [item] = await prepared.run(client, undefined);
		expect(uploaded).toEqual(['report.pdf']);
		expect(item?.json).toEqual({
			fileId: 'f-1',
			fileName: 'report.pdf',
			sizeBytes: 20,
			expiresAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
		});
	});

	describe('a file is deleted by its ID', () => {
		async function deleteWith(...replies: [Reply | Error, ...Array<Reply | Error>]) {
			const clock = new SimulatedClock();
			let [next] = replies;
			const rest = replies.slice(1);
			const service = new ScriptedService(clock, () => {
				const reply = next;
				next = rest.shift() ?? next;
				return reply;
			});
			const client = await service.open();
			const { run } = await prepareCalls(fileDelete, { fileId: 'f/1' });
			const outcome = clock.run(run(client, undefined));
			return { outcome, service };
		}

		test('with one request', async () => {
			const { outcome, service } = await deleteWith({ status: 204, body: '' });
			expect(await outcome).toEqual([{ json: { deleted: true, fileId: 'f/1' } }]);
			expect(service.requests).toMatchObject([{ method: 'DELETE', path: '/parse/files/f%2F1' }]);
		});

		test('as the service says', async () => {
			const { outcome } = await deleteWith({ status: 200, body: { status: 'deleted' } });
			expect(await outcome).toMatchObject([{ json: { deleted: true } }]);
		});

		test.each<[string, Reply]>([
			['of a gateway', { status: 200, body: { status: 'ok' } }],
			['without a word', { status: 200, body: '' }],
			['of a captive portal', { status: 200, body: '<html>Sign in</html>' }],
		])('but not by an answer %s', async (_label, reply) => {
			const { outcome } = await deleteWith(reply);
			await expect(outcome).rejects.toThrow(/came back|could not be read/);
		});

		test.each([
			['JSON of something else', { ok: true }],
			['a list', []],
			['a page', '<html>Starting</html>'],
		])('although %s answered first', async (_label, body) => {
			const { outcome, service } = await deleteWith(
				{ status: 200, body },
				{ status: 204, body: '' },
			);
			expect(await outcome).toMatchObject([{ json: { deleted: true } }]);
			expect(service.requests).toHaveLength(2);
		});

		test('also when the answer to the first try was lost', async () => {
			const gone = { status: 404, body: { status: 'error', message: 'No such file' } };
			const { outcome } = await deleteWith(connectionFailure('ECONNRESET'), gone);
			expect(await outcome).toMatchObject([{ json: { deleted: true } }]);
		});

		test('unless there is none', async () => {
			const gone = { status: 404, body: { status: 'error', message: 'No such file' } };
			const { outcome } = await deleteWith(gone);
			await expect(outcome).rejects.toThrow('No such file');
		});
	});
});

describe('a document that was read, but gave no fields', () => {
	const bodies = {
		'without an answer': { status: 'completed', markdown: '# Bill', warnings: ['Too blurred'] },
		'with an empty one': { status: 'completed', markdown: '# Bill', json: { total: null } },
	};

	async function itemsOf(body: object, onFailedExtraction?: string, prompt = 'Total') {
		const set = { ...link, prompt, options: onFailedExtraction ? { onFailedExtraction } : {} };
		return (await prepareJob(documentParse, set)).toItems({ jobId: 'j-1', body });
	}

	test.each(Object.entries(bodies))('%s: returned, left out or failed', async (_label, body) => {
		expect((await itemsOf(body))[0]?.failure).toBeUndefined();
		expect(await itemsOf(body, 'leaveOut')).toEqual([]);
		const [failed] = await itemsOf(body, 'fail');
		expect(failed?.failure).toMatchObject({
			isReturned: false,
			error: { details: { jobId: 'j-1' } },
		});
	});

	test('the reason of the service is the message', async () => {
		const [failed] = await itemsOf(bodies['without an answer'], 'fail');
		expect(failed?.failure?.error.message).toBe('Too blurred');
	});

	test('is no failure where none were asked for', async () => {
		expect(await itemsOf(bodies['without an answer'], 'leaveOut', '')).toHaveLength(1);
	});

	test('in a batch, too', async () => {
		const set = { ...link, prompt: 'Total', options: { onFailedExtraction: 'leaveOut' } };
		const body = { status: 'completed', documents: [bodies['with an empty one']] };
		expect(await jsonOf(documentParseBatch, set, { jobId: 'b-1', body })).toEqual([]);
	});
});
