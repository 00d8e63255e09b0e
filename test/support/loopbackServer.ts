import {
	createServer,
	type IncomingHttpHeaders,
	type Server,
	type ServerResponse,
} from 'node:http';
import { holdRequest, noteOwnNames } from './heldToContract';
import { isForm, readForm } from './requestForm';

/** A request as it came over the wire. */
export interface WireRequest {
	method: string;
	/** With the query. */
	path: string;
	headers: IncomingHttpHeaders;
	/** Parsed when it is JSON; else text, a form too. */
	body: unknown;
	/** As it came. */
	bytes: Buffer<ArrayBuffer>;
}

export interface LoopbackServer {
	/** Without a trailing slash. */
	origin: string;
	/** Where the API is said to be. */
	baseUrl: string;
	requests: WireRequest[];
	sent(method: string, pathStart?: string): WireRequest[];
}

/** What it returns is not used; a promise is not waited for. */
export type WireHandler = (request: WireRequest, response: ServerResponse) => unknown;

export function sendJson(
	response: ServerResponse,
	status: number,
	body: object,
	headers: Record<string, string> = {},
): void {
	noteOwnNames(body);
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const closers: Array<() => Promise<void>> = [];

afterEach(async () => {
	await Promise.all(closers.splice(0).map(async (close) => await close()));
});

/** @returns the port */
async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return address.port;
}

/** A real HTTP server on a free port of the loopback address, closed after the test. */
export async function startServer(handle: WireHandler): Promise<LoopbackServer> {
	const requests: WireRequest[] = [];
	const server = createServer((incoming, response) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const { method = '', url = '', headers } = incoming;
			const bytes = Buffer.concat(chunks);
			const request = { method, path: url, headers, body: parse(bytes.toString('utf8')), bytes };
			requests.push(request);
			handle(request, response);
		});
	});
	const port = await listen(server);
	closers.push(
		async () =>
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	);
	const origin = `http://127.0.0.1:${port}`;
	return {
		origin,
		baseUrl: `${origin}/api`,
		requests,
		sent: (method, pathStart = '/') =>
			requests.filter(
				(request) => request.method === method && request.path.startsWith(`/api${pathStart}`),
			),
	};
}

/** The same in the place of the service: requests to the API, forms too, are held to the contract. */
export async function startFakeService(handle: WireHandler): Promise<LoopbackServer> {
	return await startServer(async (request, response) => {
		const { method, path, headers, bytes } = request;
		const { 'content-type': type = '' } = headers;
		if (path.startsWith('/api/')) {
			const body = isForm(type) ? await readForm(type, bytes).catch(String) : request.body;
			holdRequest({ method, path: path.slice('/api'.length), body });
		}
		handle(request, response);
	});
}

/** A port of the loopback address on which nothing listens. */
export async function findClosedPort(): Promise<number> {
	const server = createServer();
	const port = await listen(server);
	await new Promise((resolve) => {
		server.close(resolve);
	});
	return port;
}
