import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import iconv from 'iconv-lite';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { CSV, HTML } from '../fixtures/documents/plainDocuments';
import { wordDocument } from '../fixtures/documents/wordDocument';
import { eventually } from '../support/eventually';
import { submitParse } from './support/callParse';
import { callService, waitForEnd, type Answer } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

const MEGABYTE = 1024 * 1024;

const threePages = () =>
	pdf(
		['One', 'Two', 'Three'].map((text) => ({
			content: textLines([{ text: `Page ${text} here` }]),
		})),
	);
const locked = () => pdf([{ content: '' }], { isEncrypted: true });

/** Paths of the linked documents; anything else answers 404. */
const LINKS: Record<
	string,
	{ type: string; body: () => Promise<Buffer> | Buffer | string; name?: string }
> = {
	'/three.pdf': { type: 'application/pdf', body: threePages },
	'/download': {
		type: 'application/octet-stream',
		body: wordDocument,
		name: 'attachment; filename="r%C3%A9sum%C3%A9.docx"',
	},
	'/table': { type: 'text/csv; charset=utf-8', body: () => CSV },
	'/page.html': { type: 'text/html', body: () => HTML },
	'/port.txt': { type: 'text/plain; charset=koi8-r', body: () => iconv.encode('Порт', 'koi8-r') },
	'/port.html': {
		type: 'text/html;charset="Shift_JIS"',
		body: () => iconv.encode('<html><body><p>港</p></body></html>', 'shift_jis'),
	},
	'/port.csv': { type: 'text/csv; charset=iso-8859-1', body: () => 'Köln,7\n' },
};

let service: RunningService;
let dataDirectory: string;
let site: Pages;

beforeAll(async () => {
	site = await startPages((request, response) => {
		const path = request.url ?? '';
		const link = LINKS[path];
		if (path === '/moved') return void response.writeHead(302, { Location: '/three.pdf' }).end();
		const hops = /^\/hops\/(\d+)$/.exec(path)?.[1];
		if (hops !== undefined) {
			const next = hops === '1' ? '/three.pdf' : `/hops/${Number(hops) - 1}`;
			return void response.writeHead(302, { Location: next }).end();
		}
		if (path === '/inside') {
			return void response.writeHead(302, { Location: 'http://10.9.8.7/secret.pdf' }).end();
		}
		if (link === undefined) return void response.writeHead(404).end();
		void Promise.resolve(link.body()).then((body) => {
			const disposition = link.name && { 'Content-Disposition': link.name };
			response.writeHead(200, { 'Content-Type': link.type, ...disposition }).end(body);
		});
	});
	dataDirectory = await mkdtemp(join(tmpdir(), 'parsed-documents-'));
	service = await startService({ dataDirectory, withoutBrowser: true });
});

afterAll(async () => {
	await service.stop();
	await site.stop();
	await rm(dataDirectory, { recursive: true, force: true });
});

type FormPart = [name: string, value: string] | [name: string, value: Buffer, fileName: string];

async function sendForm(path: string, parts: FormPart[]): Promise<Answer> {
	const form = new FormData();
	for (const [name, value, fileName] of parts) {
		if (typeof value === 'string') form.append(name, value);
		else form.append(name, new Blob([new Uint8Array(value)]), fileName);
	}
	const response = await fetch(`${service.baseUrl}${path}`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${service.apiKey}` },
		body: form,
	});
	return { status: response.status, headers: response.headers, body: await response.json() };
}

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
	callService(service, method, path, body);

const parse = (request: object) => submitParse(service, request);

async function upload(content: Buffer, fileName: string, options?: object) {
	const parts: FormPart[] = [['file', content, fileName]];
	if (options) parts.push(['options', JSON.stringify(options)]);
	const answer = await sendForm('/parse', parts);
	validateResponse('submitParse', answer.status, answer.body);
	return { status: answer.status, body: Object(answer.body) };
}

const filesFolder = () => join(dataDirectory, 'parse-files');
const storedFiles = () => readdir(filesFolder());

describe('POST /parse with an upload', () => {
	it('answers with the finished job, its Markdown and its metadata', async () => {
		const { status, body } = await upload(threePages(), 'three.pdf');

		expect(status).toBe(200);
		expect(body).toEqual({
			jobId: expect.any(String),
			status: 'completed',
			fileName: 'three.pdf',
			fileId: expect.any(String),
			format: 'pdf',
			totalPages: 3,
			pagesParsed: 3,
			creditsUsed: 3,
			markdown: 'Page One here\n\nPage Two here\n\nPage Three here',
			warnings: [],
			metadata: {
				fileName: 'three.pdf',
				format: 'pdf',
				totalPages: 3,
				pagesParsed: 3,
				ocrPages: 0,
			},
			durationMs: expect.any(Number),
		});
	});

	it('follows its options: pages, markers, Markdown per page', async () => {
		const options = { pages: '2-', maxPages: 1, includePages: true, pageMarkers: true };
		const { body } = await upload(threePages(), 'three.pdf', options);

		expect(body).toMatchObject({
			totalPages: 3,
			pagesParsed: 1,
			creditsUsed: 1,
			markdown: '<!-- page 2 -->\n\nPage Two here',
			pages: [{ pageNumber: 2, markdown: 'Page Two here', method: 'text' }],
		});
	});

	it('fails a document that cannot be read with its reason, without a charge', async () => {
		const { status, body } = await upload(locked(), 'locked.pdf');

		expect(status).toBe(200);
		expect(body).toMatchObject({
			status: 'failed',
			creditsUsed: 0,
			error: 'The PDF is password-protected. Remove the password and send it again.',
		});
	});

	it('tells pages and credits in a dry run, and keeps nothing', async () => {
		const before = await storedFiles();
		const { status, body } = await upload(threePages(), 'three.pdf', {
			dryRun: true,
			pages: '1,3',
		});

		expect(status).toBe(200);
		expect(body).toEqual({ totalPages: 3, creditsUsed: 2 });
		expect(await storedFiles()).toEqual(before);
	});

	it.each([
		['a wrong value', '{"mode":"slow"}', 400, 'mode must be one of auto, fast, ocr.'],
		['a range that runs backwards', '{"pages":"5-1"}', 400, /The page range "5-1" ends before/],
		['options that are no JSON', '{mode', 400, 'The form field options is not valid JSON.'],
		['a broken schema', '{"schema":{"type":"array"}}', 422, 'The extraction schema is invalid.'],
	])('refuses %s and keeps nothing', async (_what, options, status, message) => {
		const before = await storedFiles();
		const answer = await sendForm('/parse', [
			['file', threePages(), 'three.pdf'],
			['options', options],
		]);

		expect(answer.status).toBe(status);
		const expected = typeof message === 'string' ? message : expect.stringMatching(message);
		expect(answer.body).toMatchObject({ status: 'error', message: expected });
		expect(await storedFiles()).toEqual(before);
	});

	it('refuses a form without a file, and one with two', async () => {
		const none = await sendForm('/parse', [['options', '{}']]);
		const two = await sendForm('/parse', [
			['file', threePages(), 'a.pdf'],
			['file', threePages(), 'b.pdf'],
		]);

		expect([none.status, two.status]).toEqual([400, 400]);
		expect(none.body).toMatchObject({ message: 'Send a file, a url or a fileId.' });
	});

	it('takes 50 MB and refuses a byte more with 413', async () => {
		// Of no format, so that nothing is read of it.
		const bytes = Buffer.alloc(50 * MEGABYTE + 1, '\x01\x02\0');
		const most = await upload(bytes.subarray(1), 'most.bin', { wait: false });
		const more = await upload(bytes, 'more.bin');

		expect(most.status).toBe(202);
		expect(more.status).toBe(413);
		await call('DELETE', `/parse/files/${most.body.fileId}`);
	});
});

describe('POST /parse with a link', () => {
	it('fetches it and names the document after it', async () => {
		const { body } = await parse({ url: `${site.url}/three.pdf` });
		expect(body).toMatchObject({
			status: 'completed',
			fileName: 'three.pdf',
			sourceUrl: `${site.url}/three.pdf`,
			totalPages: 3,
			metadata: { sourceUrl: `${site.url}/three.pdf` },
		});
	});

	it.each([
		['/download', 'résumé.docx', 'docx'],
		['/table', 'table.csv', 'csv'],
		['/page.html', 'page.html', 'html'],
		['/moved', 'three.pdf', 'pdf'],
	])('takes name and format from the answer: %s', async (path, fileName, format) => {
		const { body } = await parse({ url: `${site.url}${path}` });
		expect(body).toMatchObject({ status: 'completed', fileName, format });
	});

	it.each([
		['/port.txt', 'Порт'],
		['/port.html', '港'],
		['/port.csv', '| Köln | 7 |\n| --- | --- |'],
	])(
		'reads text in the encoding that the server names, unless it is plainly UTF-8: %s',
		async (path, markdown) => {
			const { body } = await parse({ url: `${site.url}${path}` });
			expect(body).toMatchObject({ status: 'completed', markdown });
		},
	);

	it.each([
		[
			'an address that answers 404',
			'/missing.pdf',
			/missing\.pdf answered 404\. Check the address\.$/,
		],
		['a redirect into a private network', '/inside', /^10\.9\.8\.7 is a private address/],
	])('fails the job with the reason: %s', async (_what, path, reason) => {
		const { body } = await parse({ url: `${site.url}${path}` });
		expect(body).toMatchObject({ status: 'failed', creditsUsed: 0 });
		expect(body.error).toMatch(reason);
		expect(body).not.toHaveProperty('fileId');
	});

	it('follows five redirects and no more', async () => {
		const five = await submitParse(service, { url: `${site.url}/hops/5` });
		const six = await submitParse(service, { url: `${site.url}/hops/6` });

		expect(five.body).toMatchObject({ status: 'completed', totalPages: 3 });
		expect(six.body).toMatchObject({
			status: 'failed',
			error: expect.stringContaining('redirects more than 5 times'),
		});
	});

	it('answers 202 at once with wait false; the status then tells the rest', async () => {
		const { status, body } = await parse({ url: `${site.url}/three.pdf`, wait: false });
		expect(status).toBe(202);
		expect(['queued', 'running']).toContain(body.status);

		const ended = await waitForEnd(service, `/parse/${body.jobId}`);
		validateResponse('getParseJob', ended.status, ended.body);
		expect(ended.body).toMatchObject({ status: 'completed', pagesParsed: 3 });
		expect(ended.body).not.toHaveProperty('pages');
		const withPages = await call('GET', `/parse/${body.jobId}?pages=true`);
		validateResponse('getParseJob', withPages.status, withPages.body);
		expect(Object(withPages.body).pages).toHaveLength(3);
	});

	it('tells in a dry run why a link cannot be parsed', async () => {
		const { status, body } = await parse({ url: `${site.url}/missing.pdf`, dryRun: true });
		expect(status).toBe(400);
		expect(body.message).toMatch(/answered 404\. Check the address\.$/);
	});
});

describe('stored files', () => {
	const prepare = async (fileName: string, size: number) => {
		const answer = await call('POST', '/parse/uploads', { fileName, size });
		validateResponse('prepareUpload', answer.status, answer.body);
		return { status: answer.status, body: Object(answer.body) };
	};

	const put = async (url: string, body: Buffer, type = 'application/json') => {
		const response = await fetch(url, {
			method: 'PUT',
			body: new Uint8Array(body),
			headers: { 'Content-Type': type },
		});
		const answer: unknown = await response.json();
		validateResponse('putUpload', response.status, answer);
		return { status: response.status, body: Object(answer) };
	};

	it('answers 409 before the bytes came, and parses them after, whatever they were called', async () => {
		const content = threePages();
		const { body: prepared } = await prepare('three.pdf', content.length);
		expect(prepared).toMatchObject({ method: 'PUT', expiresIn: 900 });

		const early = await parse({ fileId: prepared.fileId });
		const stored = await put(prepared.uploadUrl, content);
		const parsed = await parse({ fileId: prepared.fileId });

		expect(early.status).toBe(409);
		expect(stored.body).toEqual({
			status: 'uploaded',
			fileId: prepared.fileId,
			size: content.length,
		});
		expect(parsed.body).toMatchObject({
			status: 'completed',
			fileId: prepared.fileId,
			totalPages: 3,
		});
	});

	it('refuses other numbers of bytes than announced, and still takes the right ones, once', async () => {
		const { body: prepared } = await prepare('table.csv', CSV.length);
		const less = await put(prepared.uploadUrl, Buffer.from(CSV.slice(1)));
		const more = await put(prepared.uploadUrl, Buffer.from(`${CSV}x`));
		const right = await put(prepared.uploadUrl, Buffer.from(CSV), 'text/csv');
		const again = await put(prepared.uploadUrl, Buffer.from(CSV));

		expect(less).toMatchObject({
			status: 400,
			body: { message: `The upload has ${CSV.length - 1} bytes; ${CSV.length} were announced.` },
		});
		expect(more.status).toBe(400);
		expect(right.status).toBe(200);
		expect(again).toMatchObject({
			status: 409,
			body: { status: 'error', message: 'The file has been uploaded already.' },
		});
	});

	it('refuses a wrong signature, and sizes over 500 MB', async () => {
		const { body: prepared } = await prepare('table.csv', 5);
		const forged = await put(`${prepared.uploadUrl}0`, Buffer.from('12345'));
		const large = await prepare('film.pdf', 500 * MEGABYTE + 1);

		expect(forged).toMatchObject({
			status: 403,
			body: { message: 'Upload address invalid or expired' },
		});
		expect(large.status).toBe(413);
	});

	it('parses a file again with other options, until it is deleted', async () => {
		const { body: first } = await upload(threePages(), 'three.pdf');
		const { body: again } = await parse({ fileId: first.fileId, pages: '3' });
		const deleted = await call('DELETE', `/parse/files/${first.fileId}`);
		const gone = await parse({ fileId: first.fileId });
		const status = await call('GET', `/parse/${first.jobId}`);

		expect(again.markdown).toBe('Page Three here');
		validateResponse('deleteParseFile', deleted.status, deleted.body);
		expect(deleted.body).toEqual({ status: 'deleted', fileId: first.fileId });
		expect(gone).toMatchObject({ status: 404, body: { message: 'File not found' } });
		expect(status.body).toMatchObject({ status: 'completed', totalPages: 3 });
		expect(status.body).not.toHaveProperty('fileId');
		expect(await storedFiles()).not.toContain(first.fileId);
	});

	it('does not know what never was', async () => {
		const answers = await Promise.all([
			call('POST', '/parse', { fileId: 'nothing' }),
			call('DELETE', '/parse/files/nothing'),
			call('GET', '/parse/nothing'),
			call('GET', '/parse/batch/nothing'),
		]);
		expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
	});
});

describe('extraction', () => {
	it('puts the fields that a schema asks for into json', async () => {
		const schema = {
			type: 'object',
			properties: { invoice_number: { type: 'string' } },
			required: ['invoice_number'],
		};
		const content = Buffer.from('# Invoice\n\nInvoice number: RE-4711\n\nTotal: 120.00 EUR\n');
		const { body } = await upload(content, 'invoice.md', { schema });

		expect(body).toMatchObject({ status: 'completed', json: { invoice_number: 'RE-4711' } });
	});

	it('says so where nothing is found, of the rows of a list, too', async () => {
		const row = { type: 'object', properties: { Ship: { type: 'string' } } };
		const schema = {
			type: 'object',
			properties: { rows: { type: 'array', items: row } },
		};
		const content = Buffer.from('# Harbour\n\n| Day | Tide |\n| --- | --- |\n| 1 | 2.4 m |\n');
		const { body } = await upload(content, 'tides.md', { schema });

		expect(body).toMatchObject({
			...{ status: 'completed', json: { rows: [] } },
			warnings: ['No value was found for any field.'],
		});
	});
});

describe('POST /parse/batch', () => {
	const ended = async (batchId: string) => {
		const path = `/parse/batch/${batchId}`;
		await waitForEnd(service, path);
		const answer = await call('GET', `${path}?include=results`);
		validateResponse('getParseBatch', answer.status, answer.body);
		return Object(answer.body);
	};

	it('makes a job of every document, and lets none stop the others', async () => {
		const { body: stored } = await upload(threePages(), 'stored.pdf');
		const submitted = await sendForm('/parse/batch', [
			['files', await wordDocument(), 'report.docx'],
			['files', locked(), 'locked.pdf'],
			['urls', JSON.stringify([`${site.url}/three.pdf`, `${site.url}/missing.pdf`])],
			['fileIds', JSON.stringify([stored.fileId, 'nothing'])],
			['options', JSON.stringify({ maxPages: 1 })],
		]);
		validateResponse('submitParseBatch', submitted.status, submitted.body);
		const { batchId, documents } = Object(submitted.body);

		expect(submitted.status).toBe(202);
		expect(documents).toMatchObject([
			{ status: 'queued', fileName: 'report.docx', credits: 1 },
			{ fileName: 'locked.pdf' },
			{ status: 'queued', sourceUrl: `${site.url}/three.pdf` },
			{ status: 'queued', sourceUrl: `${site.url}/missing.pdf` },
			{ status: 'queued', fileId: stored.fileId, credits: 1 },
			{ status: 'failed', error: 'File not found', credits: 0 },
		]);
		// It is refused at once if it can be looked at within 5 s, else as a job.
		const { status, credits, error = '' } = documents[1];
		expect([
			['failed', 0, true],
			['queued', 1, false],
		]).toContainEqual([status, credits, /password/.test(error)]);
		expect(await ended(batchId)).toMatchObject({
			status: 'completed',
			counts: { queued: 0, running: 0, completed: 3, failed: 3 },
			creditsUsed: 3,
			documents: [
				{ status: 'completed', markdown: expect.stringContaining('# Harbour report') },
				{ status: 'failed', error: expect.stringContaining('password') },
				{ status: 'completed', markdown: 'Page One here' },
				{ status: 'failed', error: expect.stringContaining('404') },
				{ status: 'completed', markdown: 'Page One here' },
				{ status: 'failed', error: 'File not found' },
			],
		});
	});

	it('leaves the Markdown out without include=results', async () => {
		const submitted = await call('POST', '/parse/batch', { urls: [`${site.url}/table`] });
		const { batchId } = Object(submitted.body);
		const { body } = await waitForEnd(service, `/parse/batch/${batchId}`);

		validateResponse('getParseBatch', 200, body);
		const [document] = Object(body).documents;
		expect(document).toMatchObject({ status: 'completed', format: 'csv', creditsUsed: 1 });
		expect(document).not.toHaveProperty('markdown');
	});

	it('tells pages and credits of every document in a dry run, and keeps nothing', async () => {
		const before = await storedFiles();
		const { status, body } = await sendForm('/parse/batch', [
			['files', threePages(), 'three.pdf'],
			['files', locked(), 'locked.pdf'],
			['urls', JSON.stringify([`${site.url}/download`])],
			['options', '{"dryRun":true}'],
		]);

		validateResponse('submitParseBatch', status, body);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			creditsUsed: 5,
			documents: [
				{ fileName: 'three.pdf', totalPages: 3, creditsUsed: 3 },
				{ fileName: 'locked.pdf', error: expect.stringContaining('password') },
				{ totalPages: 2, creditsUsed: 2 },
			],
		});
		expect(await storedFiles()).toEqual(before);
	});

	it('takes 50 documents and refuses none and 51', async () => {
		const lines = (count: number): FormPart[] =>
			Array.from({ length: count }, (_, at) => ['files', Buffer.from(`Line ${at}`), `${at}.txt`]);
		const none = await call('POST', '/parse/batch', {});
		const many = await sendForm('/parse/batch', lines(51));
		const fifty = await sendForm('/parse/batch', lines(50));

		expect(none.status).toBe(400);
		expect(many).toMatchObject({
			status: 400,
			body: { message: 'A batch takes up to 50 documents.' },
		});
		expect(await ended(Object(fifty.body).batchId)).toMatchObject({
			counts: { completed: 50, failed: 0 },
			creditsUsed: 50,
		});
	});
});

describe('after a crash', () => {
	/** Room for stored files. */
	const ROOM = { MAX_UPLOADS_MB: '1' };
	const scan = { wait: false, mode: 'ocr', pages: '1' };
	let interrupted: string;
	let expired: { fileId: string; submittedMs: number; expiresMs: number; answer: Answer };
	let kept: string[];

	beforeAll(async () => {
		const submittedMs = Date.now();
		const { fileId } = (await upload(Buffer.from('A note'), 'note.txt')).body;
		const expiresMs = expireFile(fileId);
		const answer = await call('POST', '/parse', { fileId });
		expired = { fileId, submittedMs, expiresMs, answer };
		for (const name of ['left', 'new']) await writeFile(join(filesFolder(), name), 'bytes');
		const anHourAgo = new Date(Date.now() - 3_600_000);
		await utimes(join(filesFolder(), 'left'), anHourAgo, anHourAgo);
		({ jobId: interrupted } = (await upload(threePages(), 'three.pdf', scan)).body);
		await service.kill();
		kept = await storedFiles();
		service = await startService({ dataDirectory, environment: ROOM, withoutBrowser: true });
	});

	it('jobs that it interrupted are finished, and still have their files', async () => {
		const { body } = await waitForEnd(service, `/parse/${interrupted}`);

		expect(body).toMatchObject({ status: 'completed', metadata: { ocrPages: 1 } });
	});

	it('the bytes of an upload that it left without a job are deleted, but none that may still get one', async () => {
		await eventually(
			async () => !(await storedFiles()).includes('left'),
			'The bytes are not deleted',
		);

		expect(kept).toEqual(expect.arrayContaining(['left', 'new']));
		expect(await storedFiles()).toContain('new');
	});

	it('a file is kept for 24 hours: then its ID is unknown and its bytes are deleted', async () => {
		const { fileId, submittedMs, expiresMs, answer } = expired;
		await eventually(
			async () => !(await storedFiles()).includes(fileId),
			'The bytes of the file are not deleted',
		);

		expect((expiresMs - submittedMs) / 3_600_000).toBeCloseTo(24, 1);
		expect(answer.status).toBe(404);
		expect(kept).toContain(fileId);
	});

	it('files are refused when all of them take as much as the service may keep, until one is deleted', async () => {
		const words = Buffer.from('word '.repeat(140_000));
		const first = await upload(words, 'words.txt');
		const second = await upload(words, 'words.txt');
		const size = words.length;
		const prepared = await call('POST', '/parse/uploads', { fileName: 'b.txt', size });
		await call('DELETE', `/parse/files/${first.body.fileId}`);
		const third = await upload(words, 'words.txt');
		await call('DELETE', `/parse/files/${third.body.fileId}`);

		const answers = [first, second, prepared, third];
		expect(answers.map(({ status }) => status)).toEqual([200, 413, 413, 200]);
		expect(second.body).toMatchObject({ code: 'UPLOADS_FULL' });
		expect(Object(prepared.body).message).toContain('no room for this upload');
	});

	it('files that come at once are refused as far as there is no room for them, and leave nothing', async () => {
		const before = await storedFiles();
		const words = Buffer.from('word '.repeat(50_000));
		const sent = Array.from({ length: 8 }, () => upload(words, 'words.txt', { wait: false }));
		const answers = (await Promise.all(sent)).map(({ body }) => body.code ?? 'accepted');

		expect(answers.toSorted()).toEqual([
			...Array.from({ length: 4 }, () => 'UPLOADS_FULL'),
			...Array.from({ length: 4 }, () => 'accepted'),
		]);
		expect(await storedFiles()).toHaveLength(before.length + 4);
	});
});

/** Lets a file's time be over, and returns when it would have been. */
function expireFile(fileId: string): number {
	const database = new DatabaseSync(join(dataDirectory, 'service.db'));
	try {
		const row = database.prepare('SELECT expires_at_ms FROM parse_files WHERE id = ?').get(fileId);
		database.prepare('UPDATE parse_files SET expires_at_ms = 0 WHERE id = ?').run(fileId);
		return Number(row?.['expires_at_ms']);
	} finally {
		database.close();
	}
}
