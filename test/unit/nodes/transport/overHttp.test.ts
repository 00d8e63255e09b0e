import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
	isByteStream,
	readTextStart,
	readConnection,
	exchange,
} from '../../../../nodes/shared/transport/httpExchange';
import { systemClock } from '../../../../nodes/shared/transport/clock';
import { explainConnection } from '../../../../nodes/shared/transport/connectionError';
import {
	openServiceClient,
	type SendOptions,
} from '../../../../nodes/shared/transport/serviceClient';
import { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import type {
	ServiceAnswer,
	ServiceRequest,
} from '../../../../nodes/shared/transport/serviceRequest';
import { speedUpSystemClock } from '../../../support/fastClock';
import {
	findClosedPort,
	sendJson,
	startFakeService,
	type LoopbackServer,
} from '../../../support/loopbackServer';
import { inNode, type ProbeSettings } from '../../../support/nodeProbe';

const submit: ServiceRequest = {
	method: 'POST',
	path: '/scrape',
	body: { urls: [{ url: 'https://example.com/ä' }] },
};
const read: ServiceRequest = { method: 'GET', path: '/parse/job-1', query: { pages: true } };

/** Sends through n8n's own request helper, in a context of n8n's own engine. */
async function send(
	settings: ProbeSettings,
	request: ServiceRequest,
	options?: SendOptions,
): Promise<ServiceAnswer> {
	return await inNode(settings, async (context) => {
		const client = await openServiceClient(context, systemClock);
		return await client.send(request, options);
	});
}

async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
	const error = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof ServiceError) return error;
	throw new Error(`Expected a ServiceError, got ${String(error)}`);
}

/** A server whose first answers are faults, and then successes. */
async function startFaultyServer(
	...faults: Array<(response: ServerResponse) => void>
): Promise<LoopbackServer> {
	return await startFakeService((_request, response) => {
		const fault = faults.shift();
		if (fault) fault(response);
		else sendJson(response, 202, { status: 'queued', jobId: 'job-1' });
	});
}

const dropConnection = (response: ServerResponse) => response.socket?.destroy();

const breakOffAnswer = (response: ServerResponse) => {
	response.writeHead(202, { 'content-type': 'application/json', 'content-length': '1000' });
	response.write('{"status":"queued",');
	setTimeout(() => response.socket?.destroy(), 20);
};

const gatewayPage = (status: number) => (response: ServerResponse) => {
	response.writeHead(status, { 'content-type': 'text/html' });
	response.end('<html><h1>Bad Gateway</h1></html>');
};

describe('an answer that never ends is given up', () => {
	test.each<[string, (response: ServerResponse) => void]>([
		[
			'a byte of the body now and then',
			(response) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				const drip = setInterval(() => response.write(' '), 50);
				response.on('close', () => clearInterval(drip));
			},
		],
		[
			'another protocol',
			(response) => {
				const head =
					'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
				response.socket?.end(head);
			},
		],
	])('%s', async (_label, fault) => {
		const server = await startFakeService((_request, response) => fault(response));
		const options = { retries: 0, answerTimeoutMs: 200 };
		const [reading, starting] = await Promise.all(
			[read, submit].map(
				async (request) => await failureOf(send({ baseUrl: server.baseUrl }, request, options)),
			),
		);
		expect(reading?.message).toContain('did not answer in time');
		expect(reading?.facts.outcome).toBe('retry');
		expect(starting?.facts.outcome).toBe('unknown');
	});
});

describe('the API key', () => {
	test.each([
		['bearer', { authorization: 'Bearer k-1' }, 'x-api-key'],
		['header', { 'x-api-key': 'k-1' }, 'authorization'],
	] as const)('is sent as the credential says: %s', async (authentication, header, other) => {
		const server = await startFaultyServer();
		await send({ baseUrl: server.baseUrl, apiKey: 'k-1', authentication }, submit);
		expect(server.requests[0]?.headers).toMatchObject(header);
		expect(server.requests[0]?.headers).not.toHaveProperty(other);
	});

	test('is sent without blanks that were copied with it', async () => {
		const server = await startFaultyServer();
		await send({ baseUrl: server.baseUrl, apiKey: ' k-1\n' }, submit);
		expect(server.requests[0]?.headers.authorization).toBe('Bearer k-1');
	});

	test.each([301, 302, 303, 307, 308])('reaches no other host after status %i', async (status) => {
		const elsewhere = await startFaultyServer();
		const server = await startFakeService((_request, response) => {
			response.writeHead(status, { location: `${elsewhere.baseUrl}/scrape` });
			response.end();
		});
		const error = await failureOf(send({ baseUrl: server.baseUrl }, submit));
		expect(error.message).toBe(
			`The Base URL leads to another address: ${elsewhere.baseUrl}/scrape`,
		);
		expect(error.facts.outcome).toBe('rejected');
		expect(server.requests).toHaveLength(1);
		expect(elsewhere.requests).toHaveLength(0);
	});

	test('is in no part of an error', async () => {
		const server = await startFakeService((request, response) => {
			sendJson(response, 401, { status: 'error', message: `No: ${request.headers.authorization}` });
		});
		const error = await failureOf(send({ baseUrl: server.baseUrl, apiKey: 'k-4711' }, submit));
		expect(error.message).toBe('No: Bearer ***');
		expect(JSON.stringify(error) + String(error.stack)).not.toContain('k-4711');
	});
});

test('a request arrives as it was made, under the path of the base URL', async () => {
	const server = await startFaultyServer();
	await send({ baseUrl: `${server.origin}/v2/api/` }, submit);
	await send({ baseUrl: server.baseUrl }, read);
	expect(server.requests).toMatchObject([
		{ method: 'POST', path: '/v2/api/scrape', body: submit.body },
		{ method: 'GET', path: '/api/parse/job-1?pages=true', body: '' },
	]);
});

test('an answer comes back with its status, headers and parsed body', async () => {
	const server = await startFakeService((_request, response) => {
		sendJson(response, 200, { status: 'completed' }, { 'RateLimit-Remaining': '7' });
	});
	const answer = await send({ baseUrl: server.baseUrl }, read);
	expect(answer).toMatchObject({ status: 200, body: { status: 'completed' } });
	expect(answer.headers['ratelimit-remaining']).toBe('7');
});

test.each([400, 401, 403, 404, 409, 422])(
	'a refusal with status %i is asked for once and keeps its words',
	async (status) => {
		const server = await startFakeService((_request, response) => {
			sendJson(response, status, { status: 'error', message: 'In the words of the service' });
		});
		const error = await failureOf(send({ baseUrl: server.baseUrl }, read));
		expect(error.message).toBe('In the words of the service');
		expect(error.facts.status).toBe(status);
		expect(server.requests).toHaveLength(1);
	},
);

describe('a submit', () => {
	test.each([
		['the connection was dropped', dropConnection],
		['the answer broke off', breakOffAnswer],
		['a gateway answered with 502', gatewayPage(502)],
		['a gateway answered with 503', gatewayPage(503)],
		['a gateway answered with 504', gatewayPage(504)],
	])('arrives once when %s', async (_label, fault) => {
		const server = await startFaultyServer(fault);
		const error = await failureOf(send({ baseUrl: server.baseUrl }, submit));
		expect(error.facts.outcome).toBe('unknown');
		expect(server.requests).toHaveLength(1);
	});

	test('is sent again after the pause that a 429 asked for', async () => {
		const arrivalsMs: number[] = [];
		const server = await startFakeService((_request, response) => {
			arrivalsMs.push(Date.now());
			if (arrivalsMs.length > 1) sendJson(response, 202, { status: 'queued', jobId: 'job-1' });
			else sendJson(response, 429, { status: 'error', message: 'Slower' }, { 'Retry-After': '1' });
		});
		const answer = await send({ baseUrl: server.baseUrl }, submit);
		const [first = 0, second = 0] = arrivalsMs;
		expect(answer.status).toBe(202);
		expect(second - first).toBeGreaterThanOrEqual(990);
		expect(server.requests).toHaveLength(2);
	});
});

describe('reading', () => {
	test.each([
		['the connection was dropped', dropConnection],
		['the answer broke off', breakOffAnswer],
		['a gateway answered with 502', gatewayPage(502)],
		['a gateway answered with 503', gatewayPage(503)],
		['a gateway answered with 504', gatewayPage(504)],
	])('is tried again when %s', async (_label, fault) => {
		speedUpSystemClock();
		const server = await startFaultyServer(fault, fault);
		const answer = await send({ baseUrl: server.baseUrl }, read);
		expect(answer.status).toBe(202);
		expect(server.requests).toHaveLength(3);
	});
});

test('a port on which nothing listens is named, and proves that nothing was sent', async () => {
	const port = await findClosedPort();
	const error = await failureOf(send({ baseUrl: `http://127.0.0.1:${port}/api` }, submit));
	expect(error.message).toBe(`Nothing answers at 127.0.0.1:${port}`);
	expect(error.facts).toMatchObject({ endedAt: 'beforeSending', code: 'ECONNREFUSED' });
});

test('a service that does not answer in time leaves open whether it took the work', async () => {
	const server = await startFakeService(() => undefined);
	const reply = inNode(
		{ baseUrl: server.baseUrl },
		async (context) =>
			await exchange(context, await readConnection(context), submit, {
				signal: undefined,
				timeoutMs: 400,
			}),
	);
	const reason = await reply.catch((error: unknown) => error);
	const error = explainConnection(reason, 'service.test', submit);
	expect(error.message).toBe('service.test did not answer in time');
	expect(error.facts.outcome).toBe('unknown');
	expect(server.requests).toHaveLength(1);
});

test('a signal closes the connection of a request on its way', async () => {
	const controller = new AbortController();
	const closings: Array<Promise<unknown>> = [];
	const server = await startFakeService((_request, response) => {
		closings.push(once(response, 'close'));
		controller.abort();
	});
	const { signal } = controller;
	const error = await failureOf(send({ baseUrl: server.baseUrl }, read, { signal }));
	await Promise.all(closings);
	expect(error.message).toContain('was stopped');
	expect(closings).toHaveLength(1);
});

describe('an answer that is a file', () => {
	const download: ServiceRequest = {
		method: 'GET',
		path: '/crawl/job-1/download',
		answer: 'stream',
	};

	test('comes back unread', async () => {
		const server = await startFakeService((_request, response) => response.end('zipped'));
		const { body } = await send({ baseUrl: server.baseUrl }, download);
		if (!isByteStream(body)) throw new Error('The body is no stream');
		expect(await readTextStart(body, 100)).toBe('zipped');
	});

	test('is read when it is a refusal, for the words in it', async () => {
		const server = await startFakeService((_request, response) => {
			sendJson(response, 404, { status: 'error', message: 'No successful pages found' });
		});
		const error = await failureOf(send({ baseUrl: server.baseUrl }, download));
		expect(error.message).toBe('No successful pages found');
	});
});
