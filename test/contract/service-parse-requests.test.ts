import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { scannedPage } from '../fixtures/documents/picture';
import { wordDocument } from '../fixtures/documents/wordDocument';
import { submitParse } from './support/callParse';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { joinService } from './support/sharedService';
import { validateResponse } from './support/validateResponse';

/** Requests that people get wrong, links that behave badly, and documents that take their time. */

const report = pdf([{ content: textLines([{ text: 'The herring fleet left at dawn.' }]) }]);
const SIGN_IN = '<html><body><h1>Sign in</h1><form><input type="password"></form></body></html>';

const service = joinService();
let site: Pages;
let release: () => void;
const released = new Promise<void>((resolve) => (release = resolve));

const PDF = { 'Content-Type': 'application/pdf' };
const PAGE = { 'Content-Type': 'text/html' };

type Answer = [status: number, headers: Record<string, string>, body?: Buffer | string];

/** What the site answers to everybody. */
const ANSWERS: Readonly<Record<string, Answer>> = {
	'/report.pdf': [200, PDF, report],
	'/compressed.pdf': [200, { ...PDF, 'Content-Encoding': 'gzip' }, gzipSync(report)],
	'/members.pdf': [302, { Location: '/sign-in' }],
	'/sign-in': [200, PAGE, SIGN_IN],
	'/locked.pdf': [401, {}],
	'/nothing.pdf': [200, PDF, ''],
	'/page.html': [200, PAGE, '<h1>A</h1><a href="b/c">next</a>'],
	'/moved': [301, { Location: '/docs/page?token=1' }],
	'/docs/page?token=1': [200, PAGE, '<p><a href="next?p=2">next</a></p>'],
	'/export.php': [200, PAGE, 'Name,Ships\nBergen,4\nOslo,2\n'],
	'/gone': [200, PAGE, '<h1>Page not found</h1>'],
};

beforeAll(async () => {
	site = await startPages((request, response) => {
		const send = (status: number, headers: Record<string, string>, body?: Buffer | string) =>
			response.writeHead(status, headers).end(body);
		switch (request.url) {
			case '/named-client.pdf':
				return send(request.headers['user-agent'] === undefined ? 403 : 200, PDF, report);
			case '/gate.pdf':
				return request.headers.cookie === 'seen=1'
					? send(200, PDF, report)
					: send(302, { Location: '/gate.pdf', 'Set-Cookie': 'seen=1; Path=/' });
			case '/cut.pdf':
				response.writeHead(200, { ...PDF, 'Content-Length': String(report.length) });
				response.write(report.subarray(0, 100));
				return void setTimeout(() => response.destroy(), 50);
			case '/reset.csv': {
				const { socket } = request;
				socket.write('HTTP/1.0 200 OK\r\nContent-Type: text/csv\r\n\r\na,b\n1,2\n');
				return void setTimeout(() => socket.resetAndDestroy(), 50);
			}
			case '/cut-gzip.csv': {
				const { socket } = request;
				const part = gzipSync('a,b\n1,2\n'.repeat(50)).subarray(0, -12);
				socket.write('HTTP/1.0 200 OK\r\nContent-Type: text/csv\r\nContent-Encoding: gzip\r\n\r\n');
				return void socket.end(part);
			}
			case '/report.docx':
				return void wordDocument().then((body) => send(200, {}, body));
			case '/late.pdf':
				return void released.then(() => send(200, PDF, report));
			default: {
				const missing: Answer = [404, {}];
				return send(...(ANSWERS[request.url ?? ''] ?? missing));
			}
		}
	});
});

afterAll(async () => {
	release();
	await site?.stop();
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
	callService(service, method, path, body);

const parse = (request: object) => submitParse(service, request);

async function creditsUsed(): Promise<number> {
	const { body } = await call('GET', '/account');
	return Object(body).data.creditsUsed;
}

describe('a request that cannot be met', () => {
	it.each([
		['no document', {}, /exactly one of url and fileId/],
		[
			'two documents',
			{ fileId: 'f', url: 'https://example.com/a' },
			/exactly one of url and fileId/,
		],
		['no web address', { url: 'report.pdf' }, /absolute http or https address/],
		['a range backwards', { pages: '5-2' }, /"5-2" ends before it starts/],
		['page 0', { pages: '0' }, /Page numbers start at 1/],
		['pages that are none', { pages: 'abc' }, /1-5, or 1-3,8, or 10-/],
		['no pages', { maxPages: 0 }, /maxPages must be at least 1/],
		['a long prompt', { prompt: 'x'.repeat(5_001) }, /more than 5000 characters/],
		['an unknown mode', { mode: 'slow' }, /auto, fast, ocr/],
	])('says what is wrong: %s', async (what, fields, message) => {
		const isAboutSource = /document|address/.test(what);
		const source = isAboutSource ? {} : { url: `${site.url}/report.pdf` };
		const { status, body } = await parse({ ...source, ...fields });
		expect(status).toBe(400);
		expect(body.message).toMatch(message);
	});

	it('takes a prompt of exactly 5,000 characters', async () => {
		const prompt = 'x'.repeat(5_000);
		expect((await parse({ url: `${site.url}/report.pdf`, prompt })).status).toBe(200);
	});

	it('asks for a key, except at the address of a prepared upload', async () => {
		const { body } = await call('POST', '/parse/uploads', { fileName: 'a.txt', size: 5 });
		const { uploadUrl } = Object(body);
		const refused = await fetch(`${service.baseUrl}/parse`, { method: 'POST' });
		const taken = await fetch(uploadUrl, { method: 'PUT', body: 'hello' });
		expect([refused.status, taken.status]).toEqual([401, 200]);
	});
});

describe('a form', () => {
	async function send(content: string, fileName: string, type: string) {
		const form = new FormData();
		form.append('file', new Blob([content], { type }), fileName);
		const headers = { Authorization: `Bearer ${service.apiKey}` };
		const response = await fetch(`${service.baseUrl}/parse`, {
			method: 'POST',
			headers,
			body: form,
		});
		return Object(await response.json());
	}

	it('tells the format of a file without an ending by its type', async () => {
		expect(await send('a;b\n1;2\n', 'export', 'text/csv')).toMatchObject({
			fileName: 'export.csv',
			format: 'csv',
			markdown: '| a | b |\n| --- | --- |\n| 1 | 2 |',
		});
	});

	it('keeps the letters of a file name', async () => {
		const { fileName } = await send('hello', 'Übersicht März.txt', 'text/plain');
		expect(fileName).toBe('Übersicht März.txt');
	});

	it('with an empty file fails for free', async () => {
		expect(await send('', 'a.pdf', 'application/pdf')).toMatchObject({
			status: 'failed',
			creditsUsed: 0,
			error: 'The file is empty (0 bytes).',
		});
	});
});

describe('a link', () => {
	it.concurrent.each([
		['/locked.pdf', /answered 401\. The address asks for a sign-in: download the document/],
		['/nothing.pdf', /^The file is empty/],
		['/cut.pdf', /could not be read completely: the connection closed before all of it arrived\.$/],
		[
			'/reset.csv',
			/could not be read completely: the connection closed before all of it arrived\.$/,
		],
		[
			'/cut-gzip.csv',
			/could not be read completely: the connection closed before all of it arrived\.$/,
		],
	])(
		'that gives no document fails with what to do, and costs nothing: %s',
		async (path, reason) => {
			const { body } = await parse({ url: `${site.url}${path}` });
			expect(body).toMatchObject({ status: 'failed', creditsUsed: 0 });
			expect(body.error).toMatch(reason);
		},
	);

	it.concurrent('that leads to a sign-in page is told of', async () => {
		const { body } = await parse({ url: `${site.url}/members.pdf` });
		expect(body.warnings).toEqual([
			expect.stringContaining('a password field'),
			expect.stringContaining('The link should lead to a PDF, but returned a page'),
		]);
	});

	it.concurrent.each(['/compressed.pdf', '/named-client.pdf'])(
		'is read however it is served: %s',
		async (path) => {
			const { body } = await parse({ url: `${site.url}${path}` });
			expect(body).toMatchObject({ format: 'pdf', markdown: 'The herring fleet left at dawn.' });
		},
	);

	it.concurrent('to a page gives links that lead somewhere', async () => {
		const { body } = await parse({ url: `${site.url}/page.html` });
		expect(body.markdown).toBe(`# A\n\n[next](${site.url}/b/c)`);
	});

	it.concurrent('to a page that was moved gives links that start where it is', async () => {
		const { body } = await parse({ url: `${site.url}/moved` });
		expect(body).toMatchObject({
			markdown: `[next](${site.url}/docs/next?p=2)`,
			warnings: [],
			metadata: { sourceUrl: `${site.url}/moved` },
		});
	});

	it.concurrent('that answers once its cookie is sent back is read', async () => {
		const { body } = await parse({ url: `${site.url}/gate.pdf` });
		expect(body).toMatchObject({ format: 'pdf', markdown: 'The herring fleet left at dawn.' });
	});

	it.concurrent('to a table that is called a page gives the table', async () => {
		const { body } = await parse({ url: `${site.url}/export.php` });
		expect(body).toMatchObject({
			format: 'csv',
			markdown: expect.stringContaining('| Bergen | 4 |'),
		});
	});

	it.concurrent('to nothing, with status 200, is told of', async () => {
		const { body } = await parse({ url: `${site.url}/gone` });
		expect(body.warnings).toEqual(['The page says that nothing exists at its address.']);
	});

	it.concurrent('is read the same by a scrape job', async () => {
		const url = `${site.url}/report.docx`;
		const { body: parsed } = await parse({ url });
		const { body: queued } = await call('POST', '/scrape', { urls: [{ url }] });
		const { body: scraped } = await waitForEnd(service, `/scrape/${Object(queued).jobId}`);
		const [page] = Object(scraped).result.data;
		expect(parsed.markdown).toContain('| Region | Ships |');
		expect(page.markdownContent).toBe(parsed.markdown);
	});
});

describe('a document that takes its time', () => {
	it('costs nothing in a dry run', async () => {
		const before = await creditsUsed();
		const estimate = await parse({ url: `${site.url}/report.pdf`, dryRun: true });
		expect(estimate.body).toEqual({ totalPages: 1, creditsUsed: 1 });
		expect(await creditsUsed()).toBe(before);
	});

	it.concurrent('is waited for 20 seconds, then answered with its status', async () => {
		const startedMs = Date.now();
		const { status, body } = await parse({ url: `${site.url}/late.pdf` });
		expect((Date.now() - startedMs) / 1_000).toBeGreaterThan(19);
		expect([status, body.status]).toEqual([202, 'running']);
		expect(body.progress).toEqual({ message: 'Fetching the document', done: 0, total: 0 });
		release();
		const { body: ended } = await waitForEnd(service, `/parse/${body.jobId}`);
		expect(ended).toMatchObject({ status: 'completed', creditsUsed: 1 });
	});

	it.concurrent('tells the page it is at', async () => {
		const scan = { content: 'q 612 0 0 792 0 0 cm /I0 Do Q', images: [scannedPage()] };
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(pdf([scan, scan, scan]))]), 'scan.pdf');
		form.append('options', '{"wait":false}');
		const headers = { Authorization: `Bearer ${service.apiKey}` };
		const response = await fetch(`${service.baseUrl}/parse`, {
			method: 'POST',
			headers,
			body: form,
		});
		const { jobId } = Object(await response.json());

		const messages = new Set<string>();
		for (let isOver = false; !isOver; await sleep(50)) {
			const { status, body } = await call('GET', `/parse/${jobId}`);
			validateResponse('getParseJob', status, body);
			const { progress, status: state } = Object(body);
			if (progress) messages.add(progress.message);
			isOver = state === 'completed' || state === 'failed';
		}
		expect([...messages]).toEqual(expect.arrayContaining(['Page 2 of 3', 'Page 3 of 3']));
	});
});
