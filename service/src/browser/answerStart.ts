import type { CDPSession } from 'playwright-core';
import type { ProxySession } from '../net/guardProxy.ts';
import { NOTHING_READABLE } from './answerEnding.ts';
import { isTimeout } from './timeLimit.ts';

/**
 * Follows whether a page's answer has begun: the browser reports one only when it shows some of it, which
 * of headers alone, and of a few words of plain text, it never does.
 */
export class AnswerStart {
	readonly #session: CDPSession;
	readonly #network: Pick<ProxySession, 'statusOf'>;
	/** The navigation under way, and the address it has come to. */
	#request: { id: string; url: string } | undefined;
	/** What the browser has seen of its answer. */
	#status: number | undefined;

	/** @param ownFrameId of the page's main frame in the browser's protocol */
	constructor(session: CDPSession, ownFrameId: string, network: Pick<ProxySession, 'statusOf'>) {
		this.#session = session;
		this.#network = network;
		session.on('Network.requestWillBeSent', ({ requestId, frameId, type, request }) => {
			if (type !== 'Document' || frameId !== ownFrameId) return;
			this.#request = { id: requestId, url: request.url };
		});
		session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
			if (requestId === this.#request?.id) this.#status = statusCode;
		});
	}

	get #hasBegun(): boolean {
		const seen = this.#request && this.#network.statusOf(this.#request.url);
		return [this.#status, seen].some((status) => status !== undefined && !leadsOn(status));
	}

	/**
	 * Opens an address in the page.
	 * @param open rejects at its time limit
	 * @throws Error in place of that, when the server had begun its answer by then
	 */
	async watch<Result>(open: () => Promise<Result>): Promise<Result> {
		this.#request = undefined;
		this.#status = undefined;
		// Told only until the page is there: it loads much, of which nothing need be known here.
		this.#send('Network.enable');
		try {
			return await open();
		} catch (error) {
			if (!isTimeout(error) || !this.#hasBegun) throw error;
			throw new Error(NOTHING_READABLE.never, { cause: error });
		} finally {
			this.#send('Network.disable');
		}
	}

	// Sent in order, and not waited for: a page whose scripts never pause does not answer.
	#send(method: 'Network.enable' | 'Network.disable'): void {
		this.#session.send(method).catch(() => undefined);
	}
}

/** Whether another answer follows: behind a redirect, or once the proxy has its password. */
function leadsOn(status: number): boolean {
	return status < 200 || (status >= 300 && status < 400) || status === 407;
}
