import { Readable } from 'node:stream';
import type { FileToSend } from '../../../../nodes/shared/transport/fileToSend';
import {
	openServiceClient,
	type ServiceClient,
} from '../../../../nodes/shared/transport/serviceClient';
import { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';
import {
	API_KEY,
	BASE_URL,
	connectionFailure,
	ScriptedService,
	type Reply,
} from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const body = { urls: [{ url: 'https://a.test/' }] };
const submit: ServiceRequest = { method: 'POST', path: '/scrape', body };
const read: ServiceRequest = { method: 'GET', path: '/scrape/job-1' };
const cancel: ServiceRequest = { method: 'DELETE', path: '/crawl/job-1' };

const SUCCESS: Reply = { status: 200, body: { status: 'completed' } };
const BUSY = { status: 'error', code: 'SERVICE_BUSY', message: 'Busy' };
const LOST = connectionFailure('ECONNRESET');

let clock: SimulatedClock;
let service: ScriptedService;
let client: ServiceClient;

beforeEach(() => {
	clock = new SimulatedClock();
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

/** Opens the client in front of a service that gives these replies in turn, the last one for ever. */
async function open(...replies: [Reply | Error, ...Array<Reply | Error>]): Promise<void> {
	let [next] = replies;
	const rest = replies.slice(1);
	service = new ScriptedService(clock, () => {
		const reply = next;
		next = rest.shift() ?? next;
		return reply;
	});
	client = await service.open();
}

async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
	const error = await clock.run(work).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof ServiceError) return error;
	throw new Error(`Expected a ServiceError, got ${String(error)}`);
}

function sentAt(): number[] {
	return service.requests.map(({ atSeconds }) => Math.round(atSeconds));
}

test('sends method, path, query and body below the base URL, and returns the answer', async () => {
	await open({ status: 200, headers: { 'X-Request-ID': '7' }, body: { pages: [] } });
	const request: ServiceRequest = { method: 'GET', path: '/scrape-logs', query: { page: 2 } };
	const answer = await clock.run(client.send(request));
	expect(answer).toEqual({ status: 200, headers: { 'x-request-id': '7' }, body: { pages: [] } });
	await clock.run(client.send(submit));
	expect(service.requests).toMatchObject([
		{ method: 'GET', path: '/scrape-logs', query: { page: 2 } },
		{ method: 'POST', path: '/scrape', body },
	]);
});

describe.each([
	['reading', read],
	['cancelling', cancel],
])('%s', (_label, request) => {
	test.each([
		['a lost connection', LOST],
		['a time-out', connectionFailure('ECONNABORTED')],
		['500', { status: 500, body: BUSY }],
		['520', { status: 520 }],
		['502', { status: 502 }],
		['504', { status: 504 }],
	])('is tried again after %s', async (_fault, fault) => {
		await open(fault, fault, SUCCESS);
		await clock.run(client.send(request));
		expect(sentAt()).toEqual([0, 1, 3]);
	});

	test('is given up after four more tries', async () => {
		await open(LOST);
		const error = await failureOf(client.send(request));
		expect(sentAt()).toEqual([0, 1, 3, 7, 15]);
		expect(error.message).toContain('broke');
	});

	test('is tried as often as the caller says', async () => {
		await open(LOST);
		await failureOf(client.send(request, { retries: 1 }));
		expect(service.requests).toHaveLength(2);
	});

	test('does not begin another try after the deadline', async () => {
		await open(LOST);
		await failureOf(client.send(request, { deadlineMs: clock.now() + 5_000 }));
		expect(sentAt()).toEqual([0, 1, 3]);
	});
});

describe('a submit', () => {
	test.each([
		['a lost connection', LOST, 'unknown'],
		['a time-out', connectionFailure('ECONNABORTED'), 'unknown'],
		['502', { status: 502, body: '<html>' }, 'unknown'],
		['503 of a gateway', { status: 503, body: '<html>' }, 'unknown'],
		['504', { status: 504, body: '<html>' }, 'unknown'],
		['a page with status 500', { status: 500, body: '<html>' }, 'unknown'],
		['a bare 404 of a proxy', { status: 404, body: '404 page not found' }, 'unknown'],
		['a bare 401 of a gateway', { status: 401, body: '' }, 'unknown'],
		['a redirect', { status: 303, body: '' }, 'rejected'],
		['a captive portal', { status: 200, body: 'Welcome' }, 'unknown'],
		['a rejection', { status: 422, body: { status: 'error', errors: ['No'] } }, 'rejected'],
	])('is never sent twice after %s', async (_fault, fault, outcome) => {
		await open(fault, SUCCESS);
		const error = await failureOf(client.send(submit));
		expect(service.requests).toHaveLength(1);
		expect(error.facts.outcome).toBe(outcome);
	});

	test.each([
		['Retry-After', { status: 429, headers: { 'Retry-After': '7' } }, 7],
		['retry_after', { status: 503, body: { ...BUSY, retry_after: 4 } }, 4],
		['RateLimit-Reset', { status: 429, headers: { 'RateLimit-Reset': '50' } }, 50],
		['its own backoff', { status: 429, body: { status: 'error', message: 'Slower' } }, 1],
	])('that was not accepted is sent again after %s', async (_label, refusal, seconds) => {
		await open(refusal, SUCCESS);
		await clock.run(client.send(submit));
		expect(sentAt()).toEqual([0, seconds]);
	});

	test('that is refused with pauses of no length for ever is sent once a second until the deadline', async () => {
		await open({ status: 429, headers: { 'Retry-After': '0' } });
		const error = await failureOf(client.send(submit, { deadlineMs: clock.now() + 10_000 }));
		expect(error.facts.status).toBe(429);
		expect(service.requests.length).toBeGreaterThan(5);
		expect(service.requests.length).toBeLessThanOrEqual(10);
	});

	test('fails at once when the service asks for a pause beyond the deadline', async () => {
		await open({
			status: 429,
			headers: { 'Retry-After': '60' },
			body: { status: 'error', message: 'Too many requests' },
		});
		const error = await failureOf(client.send(submit, { deadlineMs: clock.now() + 30_000 }));
		expect(error.message).toBe('Too many requests');
		expect(clock.elapsedSeconds).toBeLessThan(1);
	});
});

describe('a service that cannot be reached', () => {
	const REFUSED = connectionFailure('ECONNREFUSED');

	test.each([
		['reading', read],
		['a submit', submit],
	])('and never answered is soon given up: %s', async (_label, request) => {
		await open(REFUSED);
		const error = await failureOf(client.send(request));
		expect(error.facts.endedAt).toBe('beforeSending');
		expect(sentAt()).toEqual([0, 1]);
	});

	test('and answered before is waited for, also with a submit', async () => {
		await open(SUCCESS, REFUSED, REFUSED, REFUSED, SUCCESS);
		await clock.run(client.send(read));
		await clock.run(client.send(submit));
		expect(sentAt()).toEqual([0, 0, 1, 3, 7]);
	});
});

test('a web page is no answer of the API, and proves nothing about a submit', async () => {
	await open({ status: 200, body: '<!DOCTYPE html><title>Sign in</title>' });
	const error = await failureOf(client.send(submit));
	expect(error.message).toBe('A web page came back instead of an answer from the API');
	expect(error.description).toContain("'Base URL'");
	expect(error.facts.outcome).toBe('unknown');
	expect(service.requests).toHaveLength(1);
});

test.each<[string, Reply, string]>([
	[
		'an empty page',
		{ status: 200, headers: { 'content-type': 'text/html' }, body: '' },
		'An empty',
	],
	[
		'a text',
		{ status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' },
		'Text came back',
	],
	['a text without a type', { status: 200, body: 'no server' }, 'Text came back'],
	['XML', { status: 200, headers: { 'content-type': 'text/xml' }, body: '<a/>' }, 'Text came back'],
	[
		'a page with a type',
		{ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: 'Sign in' },
		'A web page',
	],
	['no content', { status: 204, body: '' }, 'An empty'],
	['no body', { status: 200, headers: { 'content-length': '0' } }, 'An empty'],
	[
		'JSON that is cut',
		{ status: 200, headers: { 'content-type': 'application/json' }, body: '{"a' },
		'An answer from the service could not be read',
	],
	['a list where a record is due', { status: 200, body: [] }, 'An answer from the service'],
])('%s in place of an answer is called what it is', async (_label, reply, words) => {
	await open(reply);
	const request = { method: 'GET', path: '/account', expects: ['data'] } as const;
	const error = await failureOf(client.send(request, { retries: 0 }));
	expect(error.message).toMatch(new RegExp(`^${words}`));
	expect(error.description).toContain("'Base URL'");
});

test('an answer after a try that was lost says so: that try may have worked', async () => {
	await open(LOST, { status: 404, body: { status: 'error', message: 'Gone' } });
	const error = await failureOf(client.send(cancel));
	expect(error.facts).toMatchObject({ status: 404, mayAlreadyBeDone: true });
});

test('an answer to the first try follows none', async () => {
	await open({ status: 404, body: { status: 'error', message: 'Gone' } });
	const error = await failureOf(client.send(cancel));
	expect(error.facts.mayAlreadyBeDone).toBeUndefined();
});

describe('one 429', () => {
	const refusal: Reply = { status: 429, headers: { 'Retry-After': '20' } };

	test('pauses every other call too', async () => {
		await open(refusal, SUCCESS);
		const first = client.send(read);
		await clock.runUntil(1);
		await clock.run(Promise.all([first, client.send(read), client.send(submit)]));
		expect(sentAt()).toEqual([0, 20, 20, 20]);
	});

	test('makes a call fail unsent that cannot wait so long, with the moment in its next step', async () => {
		await open(refusal, SUCCESS);
		const first = client.send(read);
		await clock.runUntil(1);
		const error = await failureOf(client.send(submit, { deadlineMs: clock.now() + 5_000 }));
		expect(error.message).toBe("The service's rate limit has been reached");
		expect(error.description).toContain('2026-01-05T12:00:20.020Z');
		expect(error.facts).toMatchObject({ outcome: 'rateLimited', cause: 'rate-limited' });
		expect(service.sent('POST')).toHaveLength(0);
		await clock.run(first);
	});

	test('does not hold up an urgent call, which is sent once', async () => {
		await open(refusal, { status: 503, body: BUSY });
		const first = client.send(read, { deadlineMs: clock.now() + 60_000 }).catch(() => undefined);
		await clock.runUntil(1);
		await failureOf(client.send(cancel, { urgent: true }));
		expect(service.sent('DELETE').map(({ atSeconds }) => atSeconds)).toEqual([1]);
		await clock.run(first);
	});
});

test('an allowance that is used up is not asked for more before it is renewed', async () => {
	await open(
		{ ...SUCCESS, headers: { 'RateLimit-Remaining': '0', 'RateLimit-Reset': '30' } },
		SUCCESS,
	);
	await clock.run(client.send(read));
	await clock.run(client.send(submit));
	expect(sentAt()).toEqual([0, 30]);
});

describe('a signal', () => {
	let controller: AbortController;
	beforeEach(() => {
		controller = new AbortController();
	});

	test('ends a request on its way, which is not tried again', async () => {
		await open(SUCCESS);
		service.latencyMs = 10_000;
		clock.at(2, () => controller.abort());
		const error = await failureOf(client.send(read, { signal: controller.signal }));
		expect(error.message).toContain('was stopped');
		expect(clock.elapsedSeconds).toBe(2);
		expect(service.requests).toHaveLength(1);
	});

	test('ends the wait between two tries', async () => {
		await open({ status: 429, headers: { 'Retry-After': '60' } }, SUCCESS);
		clock.at(2, () => controller.abort());
		await failureOf(client.send(submit, { signal: controller.signal }));
		expect(clock.elapsedSeconds).toBe(2);
		expect(service.requests).toHaveLength(1);
	});

	test('that aborted before lets nothing be sent', async () => {
		await open(SUCCESS);
		controller.abort();
		const error = await failureOf(client.send(submit, { signal: controller.signal }));
		expect(error.facts.endedAt).toBe('beforeSending');
		expect(service.requests).toHaveLength(0);
	});

	test('for the waits alone leaves a request on its way alone', async () => {
		await open(SUCCESS);
		service.latencyMs = 10_000;
		clock.at(2, () => controller.abort());
		const answer = await clock.run(client.send(submit, { waitSignal: controller.signal }));
		expect(answer.status).toBe(200);
		expect(clock.elapsedSeconds).toBe(10);
	});

	test('for the waits alone gives up what waits for its next try', async () => {
		await open({ status: 429, headers: { 'Retry-After': '60' } }, SUCCESS);
		clock.at(2, () => controller.abort());
		await failureOf(client.send(submit, { waitSignal: controller.signal }));
		await clock.runUntil(200);
		expect(service.requests).toHaveLength(1);
	});
});

test('a call whose time is over before it is sent says so, and is not sent', async () => {
	await open(SUCCESS);
	const error = await failureOf(client.send(submit, { deadlineMs: clock.now() }));
	expect(error.facts.endedAt).toBe('beforeSending');
	expect(`${error.message} ${error.description}`).not.toMatch(/rate limit|1970/i);
	expect(service.requests).toHaveLength(0);
});

test.each([
	['an answer', { status: 401, body: { message: `Unknown key ${API_KEY}` } }],
	['a lost connection', LOST],
])('no error of %s holds the API key', async (_label, fault) => {
	await open(fault);
	const error = await failureOf(client.send(submit));
	const shown = [error.message, error.description, JSON.stringify(error), String(error.stack)];
	expect(shown.join('\n')).not.toContain(API_KEY);
	expect(error.cause).toBeUndefined();
});

describe('the time for an answer', () => {
	/** After how many seconds a try is given up, at a service that never answers. */
	async function givenUpAfter(
		request: ServiceRequest,
		options: { deadlineMs?: number; answerTimeoutMs?: number } = {},
	): Promise<number> {
		await open(SUCCESS);
		service.latencyMs = 3_600_000_000;
		await failureOf(client.send(request, { retries: 0, ...options }));
		return clock.elapsedSeconds;
	}
	const upload: ServiceRequest = {
		method: 'POST',
		path: '/parse',
		form: [{ name: 'file', text: '%PDF' }],
	};

	test.each([
		['reading', read, 60],
		['cancelling', cancel, 60],
		['a submit', submit, 60],
		['an upload', upload, 900],
	])('has its limit: %s', async (_label, request, seconds) => {
		const deadlineMs = clock.now() + 3_600_000;
		expect(await givenUpAfter(request, { deadlineMs })).toBe(seconds);
	});

	test.each([
		[30, 30],
		[1, 5],
	])('that only reads ends soon after a deadline in %i s', async (left, seconds) => {
		const deadlineMs = clock.now() + left * 1_000;
		expect(await givenUpAfter(read, { deadlineMs })).toBe(seconds);
	});

	test('of a submit is the same, however near the deadline is: the answer names the job', async () => {
		expect(await givenUpAfter(submit, { deadlineMs: clock.now() + 1_000 })).toBe(60);
	});

	test('is what the caller says', async () => {
		expect(await givenUpAfter(read, { answerTimeoutMs: 2_000 })).toBe(2);
	});
});

test.each([
	['<html lang="en">', true],
	['\n <!doctype html>', true],
	['Text about <html>', true],
	['plain text', true],
	['', true],
	[['<html>'], false],
	[undefined, true],
	[{}, false],
])('%j is told from an answer of the API', async (body, isWebPage) => {
	await open({ status: 200, body });
	const work = client.send(read, { retries: 0 });
	if (isWebPage) {
		const { facts } = await failureOf(work);
		expect(facts).toMatchObject({ status: 200, outcome: 'retry', endedAt: 'gateway' });
	} else {
		expect((await clock.run(work)).body).toEqual(body);
	}
});

test('a web page in place of an answer may pass: reading is tried again', async () => {
	await open({ status: 200, body: '<html>' }, SUCCESS);
	await clock.run(client.send(read));
	expect(sentAt()).toEqual([0, 1]);
});

test.each([199, 300, 302])('status %i is no success', async (status) => {
	await open({ status, body: {} });
	expect((await failureOf(client.send(submit))).facts.status).toBe(status);
});

test('a try that was lost is not forgotten over a pause that the service asks for', async () => {
	await open(
		LOST,
		{ status: 429, headers: { 'Retry-After': '3' } },
		{ status: 429, headers: { 'Retry-After': '3' } },
		{ status: 404, body: { status: 'error', message: 'Gone' } },
	);
	const error = await failureOf(client.send(cancel));
	expect(error.facts).toMatchObject({ status: 404, mayAlreadyBeDone: true });
});

test('no further try begins at the deadline itself', async () => {
	await open(LOST);
	await failureOf(client.send(read, { deadlineMs: clock.now() + 1_040 }));
	expect(sentAt()).toEqual([0, 1]);
	await failureOf(client.send(read, { deadlineMs: clock.now() + 1_020 }));
	expect(service.requests).toHaveLength(3);
});

test('what was not sent for want of time may be sent later, what was stopped may not', async () => {
	await open(SUCCESS);
	const late = await failureOf(client.send(submit, { deadlineMs: clock.now() }));
	expect(late).toMatchObject({
		message: 'The time limit was reached before the request was sent',
		description: 'Nothing was started.',
		facts: { outcome: 'retry', endedAt: 'beforeSending' },
	});
	const stopped = await failureOf(client.send(submit, { signal: AbortSignal.abort() }));
	expect(stopped).toMatchObject({
		message: 'The request was not sent',
		description: 'The execution ended before.',
		facts: { outcome: 'rejected', endedAt: 'beforeSending' },
	});
});

test('a closed gate asks for a pause', async () => {
	await open({ status: 429, headers: { 'Retry-After': '20' } }, SUCCESS);
	const first = client.send(read);
	await clock.runUntil(1);
	const error = await failureOf(client.send(submit, { deadlineMs: clock.now() + 5_000 }));
	expect(error.facts.outcome).toBe('rateLimited');
	await clock.run(first);
});

test.each([
	['the reason of a failed job', { status: 'failed', error: `No: Bearer ${API_KEY}` }],
	['the progress of a job', { status: 'active', progress: { message: `Key ${API_KEY}` } }],
	['a failed page', { result: { data: [{ error: `x-api-key ${API_KEY}`, title: API_KEY }] } }],
	['warnings', { warnings: [API_KEY], schema_warnings: [`${API_KEY}${API_KEY}`] }],
	['what was read', { result: { content: `said ${API_KEY}`, json: { message: API_KEY } } }],
	['an address', { pages: [{ url: `https://a.test/?key=${API_KEY}`, finalUrl: `/${API_KEY}` }] }],
	['a log', { data: { logs: [{ error_message: API_KEY, urls: [{ url: API_KEY }] }] } }],
])('the API key is in nothing that comes back: %s', async (_label, body) => {
	await open({ status: 200, body });
	const answer = await clock.run(client.send(read));
	expect(JSON.stringify(answer.body)).toContain('***');
	expect(JSON.stringify(answer.body)).not.toContain(API_KEY);
});

test('a longer wait is announced once, with its end', async () => {
	const limited = { status: 429, headers: { 'retry-after': '60' } };
	await open(limited, SUCCESS);
	const lines: string[] = [];
	client.onWait = (line) => lines.push(line);
	await clock.run(Promise.all([client.send(read), client.send(read)]));
	expect(lines).toEqual([
		'The service accepts requests of this account again at 2026-01-05T12:01:00.020Z',
	]);
});

describe('the credential', () => {
	async function gateOfCredential(baseUrl: unknown, apiKey: unknown) {
		const context = service.context();
		const credential = { baseUrl, apiKey, authentication: 'bearer' };
		const opened = await openServiceClient(
			{ ...context, getCredentials: async () => credential as never },
			clock,
		);
		return opened.gate;
	}

	test('accounts have a gate each, blanks around the key make no other', async () => {
		await open(SUCCESS);
		const gate = await gateOfCredential(BASE_URL, API_KEY);
		expect(client.gate).toBe(gate);
		expect(await gateOfCredential(BASE_URL, ` ${API_KEY}\n`)).toBe(gate);
		expect(await gateOfCredential(BASE_URL, 'another')).not.toBe(gate);
		expect(await gateOfCredential('http://127.0.0.1:9/api', API_KEY)).not.toBe(gate);
	});

	test('without a base URL is refused, without a key it is not', async () => {
		await open(SUCCESS);
		await expect(gateOfCredential(undefined, API_KEY)).rejects.toThrow('Base URL');
		await expect(gateOfCredential(BASE_URL, undefined)).resolves.toBeDefined();
	});
});

test('a file goes to a signed address without the API key, and through no gate', async () => {
	await open({ status: 429, headers: { 'Retry-After': '20' } }, SUCCESS);
	const context = service.context();
	const sent: string[] = [];
	context.helpers.httpRequest = async (options) => {
		sent.push(`${options.method} ${options.url} ${JSON.stringify(options.headers)}`);
		return { statusCode: 200, headers: {}, body: '' };
	};
	const opened = await openServiceClient(context, clock);
	const file: FileToSend = {
		fileName: 'a.pdf',
		mimeType: 'application/pdf',
		sizeBytes: 3,
		contentId: 'a',
		open: async () => Readable.from(['abc']),
	};
	await clock.run(opened.upload('https://store.test/a?Signature=x', file));
	expect(sent).toHaveLength(1);
	expect(sent[0]).toContain('PUT https://store.test/a?Signature=x');
	expect(sent[0]).not.toContain(API_KEY);
});
