import type { IHttpRequestOptions, INode } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/transport/clock';
import type { RequestContext } from '../../nodes/shared/transport/httpExchange';
import { openServiceClient, type ServiceClient } from '../../nodes/shared/transport/serviceClient';
import { holdRequest, noteOwnNames } from './heldToContract';

export const BASE_URL = 'http://127.0.0.1:8330/api';
export const API_KEY = 'key-of-the-tests';

/** A request as the service sees it. */
export interface ReceivedRequest {
	method: string;
	/** Below the base URL. */
	path: string;
	query: unknown;
	body: unknown;
	/** When it was sent, in seconds since the start of the test. */
	atSeconds: number;
}

export interface Reply {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** What the service says to a request; an Error is a call without an answer. */
export type Script = (request: ReceivedRequest) => Reply | Error;

/** A failure as Node.js and axios report it: the code counts. */
export function connectionFailure(code: string): Error {
	return Object.assign(new Error(`connect ${code} with key ${API_KEY}`), { code });
}

export const testNode: INode = {
	id: 'node',
	name: 'Web Data Test',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const silentLogger = {
	error: () => undefined,
	warn: () => undefined,
	info: () => undefined,
	debug: () => undefined,
};

/**
 * A service that answers by a script, in the time of a clock. It keeps every request it was sent, and holds
 * it to the contract.
 */
export class ScriptedService {
	readonly requests: ReceivedRequest[] = [];

	/** How long an answer takes; one that takes longer than the caller waits never comes. */
	latencyMs = 20;

	readonly #clock: Clock;

	readonly #script: Script;

	readonly #startMs: number;

	constructor(clock: Clock, script: Script) {
		this.#clock = clock;
		this.#script = script;
		this.#startMs = clock.now();
	}

	/** The real client of the package, in front of this service. */
	async open(): Promise<ServiceClient> {
		return await openServiceClient(this.context(), this.#clock);
	}

	/** What the client needs of an n8n context. */
	context(): RequestContext {
		return {
			helpers: {
				httpRequest: async (options: IHttpRequestOptions) => await this.#answer(options),
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.#answer(options),
			},
			getCredentials: async () => ({
				baseUrl: BASE_URL,
				apiKey: API_KEY,
				authentication: 'bearer',
			}),
			getNode: () => testNode,
			logger: silentLogger,
		};
	}

	/** Requests of a method, and a path that begins so. */
	sent(method: string, pathStart = '/'): ReceivedRequest[] {
		return this.requests.filter(
			(request) => request.method === method && request.path.startsWith(pathStart),
		);
	}

	async #answer(options: IHttpRequestOptions) {
		const { method = 'GET', url, qs, body, abortSignal, timeout = Infinity } = options;
		const signal = abortSignal instanceof AbortSignal ? abortSignal : undefined;
		if (signal?.aborted) throw connectionFailure('ERR_CANCELED');
		const request: ReceivedRequest = {
			method,
			path: url.slice(BASE_URL.length),
			query: qs,
			body,
			atSeconds: (this.#clock.now() - this.#startMs) / 1_000,
		};
		this.requests.push(request);
		if (url.startsWith(BASE_URL)) holdRequest(request);
		const reply = this.#script(request);
		const { latencyMs } = this;
		await this.#clock.sleep(Math.min(latencyMs, timeout), signal);
		if (signal?.aborted) throw connectionFailure('ERR_CANCELED');
		if (latencyMs > timeout) throw connectionFailure('ECONNABORTED');
		if (reply instanceof Error) throw reply;
		noteOwnNames(reply.body);
		const { status, headers = {} } = reply;
		return { statusCode: status, headers, body: reply.body };
	}
}
