import type { CDPSession } from 'playwright-core';

/** More loads in a row than this lead to no page: it keeps reloading itself, or redirecting. */
export const MOST_REDIRECTS = 5;

/** Loads in a row that a page, or a frame in it, gets in total; then it stays where it is. */
const MOST_LOADS = 10;

/** A request for the document of a page or a frame, paused before it is sent. */
interface LoadRequest {
	/** The page's main frame, or one in it. */
	frameId: string;
	/** Set when it follows a redirect; the browser limits those itself. */
	redirectedRequestId?: string;
}

/**
 * Counts how often a page and the frames in it load on their own. Some pages reload themselves for
 * ever, by script, form or refresh, and would send their server hundreds of requests while they are read.
 */
export class PageLoads {
	readonly #session: CDPSession;
	readonly #ownFrameId: string;
	readonly #counts = new Map<string, number>();
	#stop = Promise.withResolvers<void>();
	#isFree = false;

	/** @param ownFrameId of the page's main frame in the browser's protocol */
	constructor(session: CDPSession, ownFrameId: string) {
		this.#session = session;
		this.#ownFrameId = ownFrameId;
	}

	/** An action is performed on the page, which may load others as often as it likes. */
	endCount(): void {
		this.#counts.clear();
		this.#isFree = true;
	}

	/** An address is opened: from here on loads count. */
	beginCount(): void {
		this.#counts.clear();
		this.#isFree = false;
		this.#stop = Promise.withResolvers();
	}

	/** Counts one more load, and returns whether it is allowed. */
	add({ frameId, redirectedRequestId }: LoadRequest): boolean {
		if (redirectedRequestId !== undefined || this.#isFree) return true;
		const count = (this.#counts.get(frameId) ?? 0) + 1;
		this.#counts.set(frameId, count);
		if (count <= MOST_LOADS) return true;
		if (frameId === this.#ownFrameId) this.#stop.resolve();
		return false;
	}

	/** Whether the page itself was loaded too often to come to an end. */
	get isEndless(): boolean {
		return (this.#counts.get(this.#ownFrameId) ?? 0) > MOST_REDIRECTS;
	}

	/** Resolves when the page itself is prevented from loading once more. */
	get stop(): Promise<void> {
		return this.#stop.promise;
	}

	/** Loads the page once more, with scripts disabled. */
	async withoutScripts(load: () => Promise<unknown>): Promise<void> {
		const disable = (value: boolean) =>
			this.#session.send('Emulation.setScriptExecutionDisabled', { value });
		await disable(true);
		this.#isFree = true;
		try {
			await load();
		} finally {
			this.#isFree = false;
			await disable(false);
		}
	}
}
