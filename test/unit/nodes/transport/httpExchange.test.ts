import { Readable } from 'node:stream';
import { exchange } from '../../../../nodes/shared/transport/httpExchange';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';
import { FakeHelpers } from '../../../support/fakeHelpers';
import { testNode } from '../../../support/scriptedService';

const CONNECTION = {
	baseUrl: 'https://service.test/api',
	apiKey: 'key-of-the-tests',
	ignoresSslIssues: false,
};
const OK = { statusCode: 200, headers: {}, body: {} };
const download: ServiceRequest = { method: 'GET', path: '/crawl/1/download', answer: 'stream' };

async function send(
	request: ServiceRequest,
	response: object = OK,
	signal: AbortSignal | undefined = undefined,
) {
	const n8n = new FakeHelpers(() => response);
	const answer = await exchange(n8n.context, CONNECTION, request, { signal, timeoutMs: 7_000 });
	return { n8n, answer, call: n8n.calls[0] };
}

/** Alike for all requests: n8n neither follows redirects nor replaces the service's words. */
const ALWAYS = {
	timeout: 7_000,
	disableFollowRedirect: true,
	ignoreHttpStatusErrors: true,
	returnFullResponse: true,
};

test('a request is sent with its query, body and signal, as JSON', async () => {
	const { signal } = new AbortController();
	const query = { page: 2 };
	const body = { urls: [{ url: 'https://a.test/' }] };
	const read = await send({ method: 'GET', path: '/scrape-logs', query }, OK, signal);
	const submitted = await send({ method: 'POST', path: '/scrape', body }, OK, signal);
	expect(read.call?.credentialType).toBe('webDataExtractionApi');
	const always = { json: true, abortSignal: signal, ...ALWAYS };
	expect([read.call?.options, submitted.call?.options]).toEqual([
		{ method: 'GET', url: 'https://service.test/api/scrape-logs', qs: query, ...always },
		{ method: 'POST', url: 'https://service.test/api/scrape', body, ...always },
	]);
});

test('certificates that can not be checked are accepted where the credential says so', async () => {
	const n8n = new FakeHelpers(() => OK);
	const connection = { ...CONNECTION, ignoresSslIssues: true };
	await exchange(n8n.context, connection, download, { signal: undefined, timeoutMs: 1 });
	expect(n8n.calls[0]?.options.skipSslCertificateValidation).toBe(true);
});

test('a request for a file asks for a stream, and has nothing that it does not need', async () => {
	const { call } = await send(download);
	expect(call?.options).toEqual({
		method: 'GET',
		url: 'https://service.test/api/crawl/1/download',
		encoding: 'stream',
		...ALWAYS,
	});
});

test("n8n's helper is called on a context without a signal of its own, so that a cancel leaves after Stop", async () => {
	const n8n = new FakeHelpers(() => OK);
	const context = { ...n8n.context, getExecutionCancelSignal: () => AbortSignal.abort() };
	await exchange(context, CONNECTION, download, { signal: undefined, timeoutMs: 1 });
	const calledOn = n8n.calls[0]?.calledOn;
	expect(calledOn).not.toHaveProperty('getExecutionCancelSignal');
	expect(calledOn?.helpers).toBe(context.helpers);
	expect(calledOn?.logger).toBe(context.logger);
	expect(calledOn?.getNode()).toBe(testNode);
	expect(await calledOn?.getCredentials('webDataExtractionApi')).toBe(n8n.credential);
});

describe('an answer', () => {
	test('has header names in lower case, and values as text', async () => {
		const headers = {
			'RateLimit-Remaining': 7,
			'Set-Cookie': ['a', 'b'],
			Age: null,
			Via: undefined,
		};
		const { answer } = await send(download, { ...OK, headers });
		expect(answer.headers).toEqual({
			'ratelimit-remaining': '7',
			'set-cookie': 'a,b',
			age: undefined,
			via: undefined,
		});
	});

	test('may come without headers', async () => {
		const { answer } = await send(download, { statusCode: 204 });
		expect(answer).toEqual({ status: 204, headers: {}, body: undefined });
	});

	test.each([200, 299])('with status %i that is a file is left unread', async (statusCode) => {
		const body = Readable.from(['{}']);
		expect((await send(download, { ...OK, statusCode, body })).answer.body).toBe(body);
	});

	test.each([
		[199, '{"message":"No"}', { message: 'No' }],
		[300, '{"message":"No"}', { message: 'No' }],
		[404, '<html>', '<html>'],
	])(
		'with status %i instead of a file is read for its words',
		async (statusCode, text, expected) => {
			const body = Readable.from([Buffer.from(text)]);
			const { answer } = await send(download, { ...OK, statusCode, body });
			expect(answer.body).toEqual(expected);
		},
	);

	test('instead of a file is read for 64 KiB at most', async () => {
		const body = Readable.from([Buffer.alloc(100_000, 'x')]);
		const { answer } = await send(download, { ...OK, statusCode: 500, body });
		expect(answer.body).toHaveLength(65_536);
	});

	test('that was parsed already stays as it is, refusal or not', async () => {
		const body = { message: 'No' };
		expect((await send(download, { ...OK, statusCode: 404, body })).answer.body).toBe(body);
	});
});
