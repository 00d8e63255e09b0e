import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { entriesBelow } from '../support/entriesBelow';
import { callService } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService, type ServiceOptions } from './support/startService';
import { changeDatabase } from './support/testDatabase';

let dataDirectory: string;
let service: RunningService;
let pages: Pages;
const released = Promise.withResolvers<void>();

const options = (): ServiceOptions => ({
	dataDirectory,
	environment: { MAX_UNFINISHED_JOBS: '1' },
	withoutBrowser: true,
});

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-intake-'));
	await mkdir(join(dataDirectory, 'files'), { mode: 0o755 });
	await writeFile(join(dataDirectory, 'files', 'old.md'), 'An old page.', { mode: 0o644 });
	await chmod(dataDirectory, 0o755);
	pages = await startPages((_request, response) => {
		void released.promise.then(() => response.end('<p>Page</p>'));
	});
	service = await startService(options());
});

afterAll(async () => {
	released.resolve();
	await Promise.all([service.stop(), pages.stop()]);
	await rm(dataDirectory, { recursive: true, force: true });
});

/** Sends bytes as they are; returns the status line and body. */
async function sendRaw(head: readonly string[], body = ''): Promise<string> {
	const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
	await once(socket, 'connect');
	socket.write([...head, 'Connection: close', '', body].join('\r\n'));
	return await text(socket);
}

const HOST = 'Host: localhost';

describe('a request that is none', () => {
	it.each([
		['two Host headers', ['GET /healthz HTTP/1.1', 'Host: localhost', 'Host: evil.example']],
		['an address of another host', ['GET http://evil.example/healthz HTTP/1.1', 'Host: localhost']],
	])('with %s is refused with 400', async (_what, head) => {
		expect(await sendRaw(head)).toMatch(/^HTTP\/1\.1 400 .*Host/s);
	});

	const ACCOUNT = 'GET /api/account HTTP/1.1';
	const SCRAPE = 'POST /api/scrape HTTP/1.1';
	const JSON_TYPE = 'Content-Type: application/json';
	interface Sent {
		status: number;
		reason: string;
		head: string[];
		body?: string;
	}
	const toBody = (...headers: string[]) => [SCRAPE, HOST, JSON_TYPE, ...headers];
	const NOT_HTTP = { status: 400, reason: 'not valid HTTP' };
	const NOT_HERE = { status: 421, reason: 'does not answer for' };
	const TOO_LONG = { status: 431, reason: 'longer than 16 KB' };
	const chunked = `0\r\n\r\n${ACCOUNT}\r\n\r\n`;
	it.each(
		Object.entries<Sent>({
			'no Host header': { status: 400, reason: 'has no Host header', head: [ACCOUNT] },
			'a user in its Host': { ...NOT_HERE, head: [ACCOUNT, 'Host: a@localhost'] },
			'a path in its Host': { ...NOT_HERE, head: [ACCOUNT, 'Host: localhost/a.example'] },
			'a port beyond all': { ...NOT_HERE, head: [ACCOUNT, 'Host: localhost:99999'] },
			'a broken address': {
				status: 400,
				reason: "'/api/scrape/%zz' is not",
				head: ['GET /api/scrape/%zz HTTP/1.1', HOST],
			},
			'an address of 20 kB': { ...TOO_LONG, head: [`GET /${'a'.repeat(2e4)} HTTP/1.1`, HOST] },
			'3,000 headers': { ...TOO_LONG, head: [ACCOUNT, HOST, ...Array(3000).fill('a: bcd')] },
			'a folded header': { ...NOT_HTTP, head: [ACCOUNT, HOST, 'x: b', ' c'] },
			'no method': { ...NOT_HTTP, head: ['hello', HOST] },
			'two lengths': {
				...NOT_HTTP,
				head: toBody('Content-Length: 4', 'Content-Length: 5'),
				body: '{}  ',
			},
			'a length below 0': { ...NOT_HTTP, head: toBody('Content-Length: -1') },
			'a length and chunks': {
				...NOT_HTTP,
				head: toBody('Content-Length: 4', 'Transfer-Encoding: chunked'),
				body: chunked,
			},
			'packed chunks': { ...NOT_HTTP, head: toBody('Transfer-Encoding: gzip') },
			'a chunk of no size': {
				...NOT_HTTP,
				head: toBody('Transfer-Encoding: chunked'),
				body: 'zz\r\n{}\r\n',
			},
			'a vast body': {
				status: 413,
				reason: 'too large',
				head: toBody(`Content-Length: ${10 ** 13}`),
				body: '{',
			},
			'a packed body': {
				status: 415,
				reason: 'Content-Encoding gzip',
				head: toBody('Content-Encoding: gzip', 'Content-Length: 2'),
				body: '{}',
			},
		}),
	)('with %s is refused with the reason', async (_what, { status, reason, head, body }) => {
		const [line = '', ...headers] = head;
		const answer = await sendRaw([line, `x-api-key: ${service.apiKey}`, ...headers], body);
		const [, sentBody = ''] = answer.split('\r\n\r\n');
		expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		expect(JSON.parse(sentBody)).toEqual({
			status: 'error',
			message: expect.stringContaining(reason),
		});
	});

	it.each([
		['as it should be', [ACCOUNT, 'Host: localhost']],
		['of HTTP/1.0, without a Host', ['GET /api/account HTTP/1.0']],
	])('does not look like one %s', async (_what, [line = '', ...headers]) => {
		const answer = await sendRaw([line, `x-api-key: ${service.apiKey}`, ...headers]);
		expect(answer).toMatch(/^HTTP\/1\.1 200 /);
	});

	it('ends before it is complete, and is told so', async () => {
		const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
		const head = [...toBody('Content-Length: 100'), `x-api-key: ${service.apiKey}`];
		socket.end([...head, '', '{"urls":'].join('\r\n'));
		expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*ended before it was complete/s);
	});

	it('is a form without its end, which is refused with 400 and leaves no file', async () => {
		const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHalf';
		const head = [
			'POST /api/parse HTTP/1.1',
			'Host: localhost',
			`x-api-key: ${service.apiKey}`,
			'Content-Type: multipart/form-data; boundary=x',
			`Content-Length: ${body.length}`,
		];
		const answer = await sendRaw(head, body);

		expect(answer).toMatch(/^HTTP\/1\.1 400 .*multipart body is broken or incomplete/s);
		expect(await readdir(join(dataDirectory, 'parse-files'))).toEqual([]);
	});

	it.each([
		[
			'an address of more than 8,192 characters',
			'/scrape',
			{ urls: [{ url: `http://a.example/${'x'.repeat(8192)}` }] },
			'urls[0].url must not have more than 8192 characters.',
		],
		[
			'the zone of a network card in an address',
			'/crawl',
			{ baseUrl: 'http://[fe80::1%25lo]/' },
			'baseUrl is not a valid web address: http://[fe80::1%25lo]/',
		],
	])('has %s', async (_what, path, body, message) => {
		expect(await callService(service, 'POST', path, body)).toMatchObject({
			status: 400,
			body: { message },
		});
	});
});

describe('a form that is made to break its reader', () => {
	const part = (disposition: string, text = 'Text.', header = '') =>
		`--x\r\nContent-Disposition: form-data; ${disposition}\r\n${header}\r\n${text}\r\n`;
	const file = (name: string, header = '') =>
		`${part(`name="file"; filename="${name}"`, 'Some text of a file.', header)}--x--\r\n`;
	const send = async (body: string, type = 'multipart/form-data; boundary=x', path = '/parse') => {
		const answer = await sendRaw(
			[
				`POST /api${path} HTTP/1.1`,
				'Host: localhost',
				`x-api-key: ${service.apiKey}`,
				`Content-Type: ${type}`,
				`Content-Length: ${body.length}`,
			],
			body,
		);
		return answer.replace(/^HTTP\/1\.1 (\d+).*?\r\n\r\n/s, '$1 ');
	};
	const many = (disposition: (index: number) => string) =>
		`${Array.from({ length: 1000 }, (_, index) => part(disposition(index))).join('')}--x--\r\n`;

	it.each([
		['no boundary', 'Boundary not found', file('a.txt'), 'multipart/form-data'],
		['an empty boundary', 'Unexpected end', file('a.txt'), 'multipart/form-data; boundary='],
		[
			'a boundary of 5,000 characters',
			'at most 70 characters',
			file('a.txt'),
			`multipart/form-data; boundary=${'y'.repeat(5000)}`,
		],
		[
			'a quoted boundary of 300 characters',
			'at most 70 characters',
			file('a.txt'),
			`multipart/form-data; boundary="${'y '.repeat(150)}"`,
		],
		['another boundary', 'Unexpected end', file('a.txt'), 'multipart/form-data; boundary=zz'],
		['half a header', 'Unexpected end', '--x\r\nContent-Disp', undefined],
		[
			'a part without a name',
			'A file part has no name',
			part('filename="a.txt"') + '--x--',
			undefined,
		],
		['a thousand parts', 'Send a file', many((index) => `name="f${index}"`), undefined],
		[
			'a thousand files',
			'Send one file',
			many((n) => `name="file"; filename="${n}.txt"`),
			undefined,
		],
		['__proto__ for a field', 'prototype', part('name="__proto__"') + file('a.txt'), undefined],
	])('is refused with 400 and the reason: %s', async (_what, reason, body, type) => {
		const answer = await send(body, type);
		expect(answer).toMatch(/^400 /);
		expect(answer).toContain(reason);
		expect(await readdir(join(dataDirectory, 'parse-files'))).toEqual([]);
	});

	it.each([
		['as it should be', file('a.txt'), 'a.txt'],
		['with a line break in its name', file('a\r\nX-Evil: 1\r\n.txt'), 'a.txt'],
		['with an encoded line break in its name', file('a%0d%0aX-Evil: 1.txt'), 'X-Evil: 1.txt'],
		['with a path for a name', file('../../../etc/cron.d/x.txt'), 'x.txt'],
		['with a header of 3 MB', file('a.txt', `X: ${'h'.repeat(3_000_000)}\r\n`), 'a.txt'],
		['with 10,000 headers', file('a.txt', 'X: y\r\n'.repeat(10_000)), 'a.txt'],
	])('is read where it holds a file: %s', async (_what, body, name) => {
		const answer = await send(body);
		expect(answer).toMatch(/^200 /);
		expect(answer).toContain('Some text of a file.');
		expect(answer).toContain(name);
		expect(answer).not.toMatch(/[\r\n]X-Evil/);
	});
});

describe('keys that change what objects are', () => {
	const URLS = '"urls":[{"url":"http://127.0.0.1:1/"}]';

	it.each([
		`{${URLS},"__proto__":{"isAdmin":true}}`,
		`{${URLS},"constructor":{"prototype":{"isAdmin":true}}}`,
		`{${URLS},"schema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}`,
		`{${URLS},"\\u005f_proto__":{}}`,
	])('are refused with that reason: %s', async (body) => {
		const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
		const answer = await fetch(`${service.baseUrl}/scrape`, { method: 'POST', headers, body });
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain('a key that no field may have: __proto__');
	});
});

describe('an ID that leads elsewhere', () => {
	it.each([
		'..',
		'%2e%2e',
		'..%2f..%2faccount',
		'%00',
		'%ff',
		'__proto__',
		'a%0d%0aX: y',
		'a'.repeat(5000),
	])('finds nothing: %s', async (id) => {
		for (const path of ['scrape', 'crawl', 'parse', 'batch/scrape', 'files', 'scrape-logs']) {
			const answer = await sendRaw([
				`GET /api/${path}/${id} HTTP/1.1`,
				'Host: localhost',
				`x-api-key: ${service.apiKey}`,
			]);
			expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
			expect(answer).not.toMatch(/\r\nX: y/);
		}
		expect(service.readOutput().stderr).not.toContain('request failed');
	});
});

describe('JSON that is nested without end', () => {
	const TOO_DEEP = 'JSON may be nested 200 levels deep; this is nested deeper.';
	const post = async (path: string, type: string, body: string) => {
		const headers = { 'x-api-key': service.apiKey, 'content-type': type };
		const answer = await fetch(service.baseUrl + path, { method: 'POST', headers, body });
		return { status: answer.status, body: await answer.json() };
	};
	const nest = (depth: number) => `${'{"a":'.repeat(depth)}"[{"${'}'.repeat(depth)}`;
	const schemaOf = (depth: number) => nest(depth).replaceAll('"a"', '"items"');

	it.each([
		['/scrape', '['.repeat(200_000) + ']'.repeat(200_000)],
		['/scrape', `{"urls":[{"url":"http://a.example/"}],"schema":${schemaOf(1000)}}`],
		['/batch/scrape', `{"urls":["http://a.example/"],"schema":${schemaOf(100_000)}}`],
		['/crawl', `{"baseUrl":"http://a.example/","schema":${schemaOf(100_000)}}`],
		['/parse', `{"url":"http://a.example/a.pdf","schema":${schemaOf(100_000)}}`],
	])('is refused with 400 and that reason: %s', async (path, body) => {
		expect(await post(path, 'application/json', body)).toEqual({
			status: 400,
			body: { status: 'error', message: TOO_DEEP },
		});
	});

	it('is refused in the options of a form too', async () => {
		const part = (name: string, text: string) =>
			`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
		const form = `${part('url', 'http://a.example/a.pdf')}${part('options', nest(10_000))}--x--\r\n`;
		const answer = await post('/parse', 'multipart/form-data; boundary=x', form);

		expect(answer).toMatchObject({ status: 400, body: { message: TOO_DEEP } });
	});

	it('is taken where it is less deep, whatever its texts hold', async () => {
		const answer = await post('/scrape', 'application/json', nest(199));

		expect(answer.body.message).not.toBe(TOO_DEEP);
		expect(answer.status).toBe(400);
		expect(service.readOutput().stderr).not.toContain('request failed');
	});
});

test('an upload that was taken in is not replaced by a second one', async () => {
	const { body } = await callService(service, 'POST', '/parse/uploads', {
		fileName: 'a.txt',
		size: 5,
	});
	const { uploadUrl } = Object(body);
	const send = () => fetch(uploadUrl, { method: 'PUT', body: 'hello' });

	expect((await send()).status).toBe(200);
	expect((await send()).status).toBe(409);
	await callService(service, 'POST', '/parse', { fileId: Object(body).fileId, dryRun: true });
});

test('a document that is refused as the service is full leaves no file', async () => {
	const held = { urls: [{ url: pages.url }], scrapeMode: 'fast' };
	await callService(service, 'POST', '/scrape', held);
	const before = await readdir(join(dataDirectory, 'parse-files'));
	for (const path of ['/parse', '/parse/batch']) {
		const form = new FormData();
		form.append(path === '/parse' ? 'file' : 'files', new Blob(['Some text.']), 'a.txt');
		const answer = await fetch(service.baseUrl + path, {
			method: 'POST',
			headers: { 'x-api-key': service.apiKey },
			body: form,
		});
		expect(answer.status).toBe(429);
	}

	expect(await readdir(join(dataDirectory, 'parse-files'))).toEqual(before);
});

test('files and folders are for the user of the service alone, older ones too', async () => {
	const entries = await entriesBelow(dataDirectory);
	const modes = await Promise.all(
		entries.map(async (entry) => {
			// Files that are worked on come and go.
			const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
			return { name: entry.name, mode: found && found.mode & 0o777, isFolder: entry.isDirectory() };
		}),
	);
	const open = modes.filter(({ mode, isFolder }) => {
		return mode !== undefined && mode !== (isFolder ? 0o700 : 0o600);
	});

	expect(modes.map(({ name }) => name)).toContain('old.md');
	expect(open).toEqual([]);
	expect((await stat(dataDirectory)).mode & 0o777).toBe(0o700);
});

// Last, as it stops the service.
test('a database of a newer version is not opened, and the reason is said', async () => {
	await service.stop();
	await changeDatabase(
		dataDirectory,
		`INSERT INTO migrations (name) VALUES ('9000-of-tomorrow.sql');`,
	);

	await expect(startService(options())).rejects.toThrow(
		/written by a newer version of this service \(9000-of-tomorrow\.sql\)/,
	);
});
