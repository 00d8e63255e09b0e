import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { toBrowserErrorName } from './networkErrors.ts';
import { PackedBody } from './packedBody.ts';

/** Responses that are remembered; the page's own is among the first, or the latest. */
const MAX_ANSWERS = 1_000;

const CUT_OFF = 'net::ERR_INCOMPLETE_CHUNKED_ENCODING';

/** What Node.js publishes about a request: with its response, or with an error. */
interface Exchange {
	request: ClientRequest & { agent?: Agent };
	response: IncomingMessage;
	error: unknown;
}

/** A response, or why there is none. */
interface Answer {
	problem: string | undefined;
	/** Undefined where there is none. */
	status?: number | undefined;
	/** Still compressed. */
	packed?: PackedBody | undefined;
}

/**
 * What was wrong with the responses to one page's plain http requests: between it and the server
 * is the service's own proxy, which passes on bytes but no reasons. It sees nothing of https.
 */
export class AnswerWatch {
	/** By host and path; the latest response of each. */
	readonly #latest = new Map<string, Answer>();

	/**
	 * A browser's name for why the latest response of an address is missing or incomplete, such as
	 * `net::ERR_INCOMPLETE_CHUNKED_ENCODING`.
	 */
	async problemOf(address: string): Promise<string | undefined> {
		const answer = this.#find(address);
		const isCut = await answer?.packed?.isCut();
		return isCut === true ? CUT_OFF : answer?.problem;
	}

	/** The status of the latest response of an address, once its headers have arrived; undefined before. */
	statusOf(address: string): number | undefined {
		return this.#find(address)?.status;
	}

	#find(address: string): Answer | undefined {
		const url = URL.parse(address);
		const host = url?.hostname.replace(/^\[(.*)\]$/, '$1');
		return this.#latest.get(`${host}${url?.pathname}${url?.search}`);
	}

	/** Another page begins. */
	restart(): void {
		this.#latest.clear();
	}

	noteAnswer({ request, response }: Exchange): void {
		const stopWatching = failWithConnection(response);
		const packed = followText(response);
		const answer: Answer = { problem: undefined, status: response.statusCode, packed };
		this.#add(request, answer);
		response.once('close', () => {
			stopWatching();
			if (!response.complete) answer.problem = CUT_OFF;
		});
	}

	noteFailure({ request, error }: Exchange): void {
		// The browser notices a connection that ended, but not what is not HTTP.
		if (String(Object(error).code).startsWith('HPE_'))
			this.#add(request, { problem: toBrowserErrorName(error) });
	}

	#add({ host, path }: ClientRequest, answer: Answer): void {
		const [oldest] = this.#latest.keys();
		if (this.#latest.size >= MAX_ANSWERS && oldest !== undefined) this.#latest.delete(oldest);
		this.#latest.set(host.replace(/^\[(.*)\]$/, '$1') + path, answer);
	}
}

/**
 * Makes a response without a length fail when its connection breaks. Node.js treats it as complete,
 * as if the server had closed the connection.
 * @returns a function that stops this
 */
function failWithConnection(response: IncomingMessage): () => void {
	const { headers, socket } = response;
	if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
		return () => undefined;
	const fail = (error: Error): void => void response.destroy(error);
	socket.once('error', fail);
	return () => void socket.off('error', fail);
}

/** Types of responses whose end does not matter, or is evident. */
const NO_TEXT = /^\s*(?:image|font|audio|video)\/|javascript|css/i;

/** @returns undefined for what is not compressed, or not text */
function followText(response: IncomingMessage): PackedBody | undefined {
	const { 'content-encoding': encoding, 'content-type': type = '' } = response.headers;
	return NO_TEXT.test(type) ? undefined : PackedBody.follow(encoding, response);
}

const ANSWERED = 'http.client.response.finish';
const FAILED = 'http.client.request.error';

/**
 * Notifies the watches of what happens to the requests of their agents.
 * @param find the watch of an agent; undefined for those of others
 * @returns a function that stops this
 */
export function followAnswers(find: (agent: Agent) => AnswerWatch | undefined): () => void {
	const watchOf = ({ agent }: Exchange['request']) => (agent ? find(agent) : undefined);
	const onAnswer = (message: unknown): void => {
		const exchange = message as Exchange;
		watchOf(exchange.request)?.noteAnswer(exchange);
	};
	const onFailure = (message: unknown): void => {
		const exchange = message as Exchange;
		watchOf(exchange.request)?.noteFailure(exchange);
	};
	subscribe(ANSWERED, onAnswer);
	subscribe(FAILED, onFailure);
	return () => {
		unsubscribe(ANSWERED, onAnswer);
		unsubscribe(FAILED, onFailure);
	};
}
