import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOperationId } from '../../support/contractDocument';
import { requestErrors, responseErrors } from '../../support/contractRules';
import { isForm, readForm } from '../../support/requestForm';
import { sendFile } from './fakeFile';
import type { ScriptedJob } from './scriptedJob';
import { answerRoute, NOT_FOUND, UNAUTHORIZED } from './routes/answerRoute';
import { refuse, type Answer } from './routes/route';

/** A request as it arrived. */
export interface ReceivedRequest {
	method: string;
	/** Below the base URL, without the query; the whole path for what is not below it. */
	path: string;
	/** Whether it was below the base URL. */
	isToApi: boolean;
	headers: IncomingHttpHeaders;
	/** Parsed when it is JSON or a form. */
	body: unknown;
	/** Milliseconds since the Unix epoch. */
	atMs: number;
}

/** What happens to a request instead of, or before, its normal answer. */
export type Reaction =
	/** Another answer; nothing else happens. */
	| { answer: Answer }
	/** The request is handled, but the connection breaks before the answer. */
	| 'drop'
	/** The request is handled at once, and answered later. */
	| { answerAfterMs: number };

/** A service on loopback that speaks the contract, with jobs that go as their addresses say. */
export interface ScriptedApi {
	/** Without a slash at the end. */
	origin: string;
	/** Ends in `/api`. */
	baseUrl: string;
	apiKey: string;
	/** Every request, in the order of arrival. */
	requests: readonly ReceivedRequest[];
	/** Every job that was accepted, in that order. */
	jobs: readonly ScriptedJob[];
	/** The last job that an address was submitted with. */
	jobFor(url: string): ScriptedJob;
	/** Requests of a method whose path begins so. */
	sent(method: string, pathStart?: string): ReceivedRequest[];
	/** Awaited in the middle of every file that is sent. */
	amidFile: () => Promise<void>;
	/** Decides about each request; undefined leaves the normal answer. */
	react: (request: ReceivedRequest) => Reaction | undefined;
	/** @throws Error when a request was sent, or an answer given, that the contract does not allow */
	close(): Promise<void>;
}

const API_PATH = '/api';
const FILES_PATH = '/files/';

function hasKey({ headers }: ReceivedRequest, apiKey: string): boolean {
	return headers.authorization === `Bearer ${apiKey}` || headers['x-api-key'] === apiKey;
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
	const atMs = Date.now();
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	const { pathname } = new URL(incoming.url ?? '/', 'http://api');
	const isToApi = pathname.startsWith(`${API_PATH}/`);
	return {
		method: incoming.method ?? '',
		path: isToApi ? pathname.slice(API_PATH.length) : pathname,
		isToApi,
		headers: incoming.headers,
		body: await readBody(incoming.headers['content-type'] ?? '', Buffer.concat(chunks)),
		atMs,
	};
}

async function readBody(type: string, bytes: Buffer<ArrayBuffer>): Promise<unknown> {
	if (isForm(type)) return await readForm(type, bytes).catch(String);
	const text = bytes.toString('utf8');
	return type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}

/** Starts a scripted service on a free port. */
export async function startScriptedApi(apiKey = 'key-of-the-scripted-api'): Promise<ScriptedApi> {
	const requests: ReceivedRequest[] = [];
	const jobs: ScriptedJob[] = [];
	const breaches: string[] = [];
	const server = createServer((incoming, response) => void handle(incoming, response));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	const api: ScriptedApi = {
		origin,
		baseUrl: `${origin}${API_PATH}`,
		apiKey,
		requests,
		jobs,
		jobFor(url) {
			const job = jobs.findLast(({ pages }) => pages.some((page) => page.url === url));
			if (!job) throw new Error(`No job was submitted for ${url}`);
			return job;
		},
		sent: (method, pathStart = '/') =>
			requests.filter((request) => request.method === method && request.path.startsWith(pathStart)),
		amidFile: async () => undefined,
		react: () => undefined,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
			if (breaches.length > 0) throw new Error(`Against the contract:\n${breaches.join('\n')}`);
		},
	};

	async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const request = await receive(incoming);
		requests.push(request);
		const { searchParams } = new URL(incoming.url ?? '/', origin);
		if (request.path.startsWith(FILES_PATH)) return sendFile(response, searchParams, api.amidFile);
		const answer = await respond(api, request, { query: searchParams, jobs, breaches });
		if (answer === 'drop') incoming.socket.destroy();
		else send(response, answer);
	}

	return api;
}

async function respond(
	{ react, apiKey, origin }: ScriptedApi,
	request: ReceivedRequest,
	{ query, jobs, breaches }: { query: URLSearchParams; jobs: ScriptedJob[]; breaches: string[] },
): Promise<Answer | 'drop'> {
	if (!request.isToApi) return NOT_FOUND;
	const reaction = react(request);
	if (typeof reaction === 'object' && 'answer' in reaction) return reaction.answer;
	const { method, path, body } = request;
	const mistakes = requestErrors({ method, path, query: Object.fromEntries(query), body });
	if (mistakes !== '') {
		breaches.push(`${method} ${path} was sent ${JSON.stringify(body)}: ${mistakes}`);
		return refuse(400, mistakes);
	}
	const answer = hasKey(request, apiKey)
		? await answerRoute(method, path, { query, body, jobs, origin, nowMs: Date.now() })
		: UNAUTHORIZED;
	const differences = responseErrors(findOperationId(method, path), answer.status, answer.body);
	// It has no logs, and says so as it says it of every path that it does not know.
	if (differences !== '' && answer !== NOT_FOUND) {
		breaches.push(`${method} ${path} answered ${JSON.stringify(answer)}: ${differences}`);
	}
	if (reaction === 'drop') return reaction;
	if (reaction) await sleep(reaction.answerAfterMs);
	return answer;
}
