import type { CDPSession } from 'playwright-core';
import type { ProxySession } from '../../net/guardProxy.ts';
import { NOTHING_READABLE } from './answerEnding.ts';
import { isTimeout } from '../timeLimit.ts';

/**
 * Tracks whether a page's response has begun: the browser reports one only once it shows part of it, which
 * never happens for headers alone or for a few words of plain text.
 */
export class AnswerStart {
	readonly #session: CDPSession;
	readonly #network: Pick<ProxySession, 'statusOf'>;
	/** The navigation under way, and the address it has reached. */
	#request: { id: string; url: string } | undefined;
	/** What the browser has seen of its response. */
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
	 * @throws Error instead of that rejection, when the server had begun to respond by then
	 */
	async watch<Result>(open: () => Promise<Result>): Promise<Result> {
		this.#request = undefined;
		this.#status = undefined;
		// Reported only until the page is there: its many later loads do not matter here.
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

	// Sent in order and not awaited: a page whose scripts never pause does not answer.
	#send(method: 'Network.enable' | 'Network.disable'): void {
		this.#session.send(method).catch(() => undefined);
	}
}

/** Whether another response follows: after a redirect, or once the proxy has its password. */
function leadsOn(status: number): boolean {
	return status < 200 || (status >= 300 && status < 400) || status === 407;
}
