import type { IHttpRequestOptions } from 'n8n-workflow';
import { systemClock } from '../../../../nodes/shared/transport/clock';
import type { FileToSend } from '../../../../nodes/shared/transport/fileToSend';
import { uploadFile } from '../../../../nodes/shared/transport/signedFiles';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { FakeHelpers } from '../../../support/fakeHelpers';
import { SimulatedClock } from '../../../support/simulatedClock';

const ADDRESS = 'https://files.test/put?signature=1';

const FILE: FileToSend = {
	contentId: 'id',
	fileName: 'report.pdf',
	mimeType: 'application/pdf',
	sizeBytes: 6,
	open: async () => [Buffer.from('abc'), Buffer.from('def')],
};

let clock: SimulatedClock;

const connection = {
	baseUrl: 'https://service.test/api',
	apiKey: 'key-of-the-tests',
	ignoresSslIssues: false,
};

beforeEach(() => {
	clock = new SimulatedClock();
});

/** Uploads to an address that gives these answers in turn, the last one for ever. */
async function upload(
	answers: Array<object | Error>,
	{
		file = FILE,
		signal,
		address = ADDRESS,
	}: { file?: FileToSend; signal?: AbortSignal; address?: string } = {},
) {
	const sentAt: number[] = [];
	const n8n = new FakeHelpers(() => {
		const answer = answers[sentAt.length] ?? answers.at(-1);
		sentAt.push(clock.elapsedSeconds);
		if (answer instanceof Error) throw answer;
		return answer;
	});
	const error = await clock.run(
		uploadFile(n8n.context, address, file, { clock, connection, signal }).then(
			() => undefined,
			(reason: unknown) => reason,
		),
	);
	return { sentAt, error, options: n8n.calls[0]?.options };
}

function messageOf(error: unknown): string {
	return error instanceof WebDataError ? error.message : `no WebDataError: ${String(error)}`;
}

const DONE = { statusCode: 200 };

test('the page of a captive portal is no receipt', async () => {
	const page = { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' };
	const { error, sentAt } = await upload([page, DONE]);
	expect(error).toBeUndefined();
	expect(sentAt).toHaveLength(2);
	expect(messageOf((await upload([page])).error)).toContain('could not be uploaded');
});

test('the bytes are put to the address, without the API key', async () => {
	const { signal } = new AbortController();
	const { options, sentAt, error } = await upload([DONE], { signal });
	expect(error).toBeUndefined();
	expect(sentAt).toEqual([0]);
	expect(options).toEqual<IHttpRequestOptions>({
		method: 'PUT',
		url: ADDRESS,
		body: Buffer.from('abcdef'),
		headers: { 'content-type': 'application/octet-stream', 'content-length': '6' },
		timeout: 15 * 60_000,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		abortSignal: expect.any(AbortSignal),
	});
});

test('a stream is handed on as it is, without a length that is not known', async () => {
	async function* read() {
		yield Buffer.from('abc');
	}
	const stream = read();
	const file = { ...FILE, sizeBytes: undefined, open: async () => stream };
	const { options } = await upload([DONE], { file });
	expect(options?.body).toBe(stream);
	expect(options?.headers).toEqual({ 'content-type': 'application/octet-stream' });
});

test.each([
	['the connection broke', new Error('reset'), 'the connection broke'],
	['the store failed', { statusCode: 500, body: 'oops' }, 'HTTP status 500'],
	['no answer is a success', { statusCode: 199 }, 'HTTP status 199'],
])('is tried three times when %s, and then says so', async (_label, answer, reason) => {
	const isFinal = 'statusCode' in answer && answer.statusCode < 500;
	const { sentAt, error } = await upload([answer]);
	expect(sentAt).toEqual(isFinal ? [0] : [0, 2, 6]);
	expect(messageOf(error)).toBe(`The file 'report.pdf' could not be uploaded: ${reason}`);
	expect(error).toMatchObject({ description: expect.stringContaining('Nothing was charged') });
});

test('is over as soon as one try succeeds', async () => {
	const { sentAt, error } = await upload([new Error('reset'), { statusCode: 299 }, DONE]);
	expect(sentAt).toEqual([0, 2]);
	expect(error).toBeUndefined();
});

test.each([
	['as text', '{"message":"Too\\u0000 large"}'],
	['parsed', { message: 'Too large' }],
])('a refusal is final, and told in the words of the store: %s', async (_label, body) => {
	const { sentAt, error } = await upload([{ statusCode: 413, body }, DONE]);
	expect(sentAt).toEqual([0]);
	expect(messageOf(error)).toMatch(/could not be uploaded: Too +large$/);
});

test('the page of a proxy is no refusal: the bytes are sent again', async () => {
	const page = { statusCode: 404, headers: { 'Content-Type': 'text/plain' }, body: 'not found' };
	const { sentAt, error } = await upload([page, DONE]);
	expect(sentAt).toEqual([0, 2]);
	expect(error).toBeUndefined();
});

describe('on the host of the service', () => {
	const address = 'https://service.test/api/parse/uploads/f-1';
	const json = { 'Content-Type': 'application/json' };
	const receipt = { status: 'uploaded', fileId: 'f-1', size: 6 };
	const stored = { statusCode: 200, headers: json, body: receipt };

	test.each([
		['JSON of a gateway', { statusCode: 404, headers: json, body: '{"message":"no Route"}' }],
		['JSON with 401', { statusCode: 401, headers: json, body: '{"error":"unauthorized"}' }],
		['a redirect', { statusCode: 302, headers: {}, body: '' }],
		['a bare 403', { statusCode: 403, headers: {}, body: '' }],
	])('%s comes from something between: the bytes are sent again', async (_label, answer) => {
		const { sentAt, error } = await upload([answer, stored], { address });
		expect(sentAt).toEqual([0, 2]);
		expect(error).toBeUndefined();
		expect((await upload([answer], { address })).sentAt).toHaveLength(3);
	});

	test.each([
		['as text', JSON.stringify(receipt)],
		['parsed', receipt],
	])('the receipt of the service ends it: %s', async (_label, body) => {
		const { sentAt, error } = await upload([{ statusCode: 200, headers: json, body }], { address });
		expect(sentAt).toEqual([0]);
		expect(error).toBeUndefined();
	});

	test.each([
		['nothing', { statusCode: 204, headers: {}, body: '' }],
		['other JSON', { statusCode: 200, headers: json, body: '{"ok":true}' }],
		['a text', { statusCode: 201, headers: {}, body: 'Created' }],
	])('%s is a receipt too: each service says it in its own way', async (_label, answer) => {
		const { sentAt, error } = await upload([answer], { address });
		expect(sentAt).toEqual([0]);
		expect(error).toBeUndefined();
	});

	describe('that has the bytes already', () => {
		const has = {
			statusCode: 409,
			headers: json,
			body: '{"status":"error","message":"The file has been uploaded already."}',
		};

		test.each([
			['a lost answer', new Error('reset')],
			['the page of a gateway', { statusCode: 502, headers: {}, body: '' }],
			[
				'the page of a captive portal',
				{ statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>' },
			],
		])('after %s, they were stored by that try', async (_label, answer) => {
			const { sentAt, error } = await upload([answer, has], { address });
			expect(sentAt).toEqual([0, 2]);
			expect(error).toBeUndefined();
		});

		test('before anything was sent it is a refusal', async () => {
			const { sentAt, error } = await upload([has], { address });
			expect(sentAt).toEqual([0]);
			expect(messageOf(error)).toContain('uploaded already');
		});

		test('only the service can say so', async () => {
			const foreign = { ...has, body: '{"message":"conflict"}' };
			expect((await upload([foreign], { address })).error).toBeInstanceOf(WebDataError);
		});
	});

	test('what the service itself refuses is final', async () => {
		const body = '{"status":"error","message":"Too late"}';
		const refusal = { statusCode: 404, headers: json, body };
		const { sentAt, error } = await upload([refusal, DONE], { address });
		expect(sentAt).toEqual([0]);
		expect(messageOf(error)).toContain('Too late');
	});

	test('of another port it is a store, whose JSON is a refusal', async () => {
		const refusal = { statusCode: 403, headers: json, body: '{"message":"Expired"}' };
		const other = 'https://service.test:8443/put';
		expect((await upload([refusal, DONE], { address: other })).sentAt).toEqual([0]);
	});
});

test('a redirect is no success', async () => {
	expect(messageOf((await upload([{ statusCode: 300 }])).error)).toContain('HTTP status 300');
});

test('an answer that never ends is given up after 15 minutes in all', async () => {
	jest.useFakeTimers();
	let asked = 0;
	const n8n = new FakeHelpers(async ({ abortSignal }) => {
		asked += 1;
		await new Promise((_resolve, reject) => {
			(abortSignal as AbortSignal).addEventListener('abort', () => reject(new Error('aborted')));
		});
	});
	const limits = { clock: systemClock, connection, signal: undefined };
	const uploading = uploadFile(n8n.context, ADDRESS, FILE, limits).catch(messageOf);
	await jest.advanceTimersByTimeAsync(15 * 60_000 + 5_000);
	jest.useRealTimers();
	expect(await uploading).toContain('could not be uploaded');
	expect(asked).toBe(1);
});

describe('Stop', () => {
	test('before the upload lets nothing be sent', async () => {
		const { sentAt, error } = await upload([DONE], { signal: AbortSignal.abort() });
		expect(sentAt).toEqual([]);
		expect(error).toBeInstanceOf(WebDataError);
	});

	test('during the upload ends it', async () => {
		const controller = new AbortController();
		const { options } = await upload([DONE], { signal: controller.signal });
		controller.abort();
		expect(options?.abortSignal).toMatchObject({ aborted: true });
	});

	test('between two tries ends it at once', async () => {
		const controller = new AbortController();
		clock.at(1, () => controller.abort());
		const { sentAt } = await upload([new Error('reset')], { signal: controller.signal });
		expect(sentAt).toEqual([0]);
		expect(clock.elapsedSeconds).toBe(1);
	});
});
