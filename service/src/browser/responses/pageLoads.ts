import type { CDPSession } from 'playwright-core';

/** More loads in a row than this lead to no page: it keeps reloading itself, or redirecting. */
export const MOST_REDIRECTS = 5;

/** Loads in a row that a page, or a frame in it, gets in total; then it stays where it is. */
export const MOST_LOADS = 10;

/** A request for the document of a page or a frame, paused before it is sent. */
interface LoadRequest {
	/** The page's main frame, or one in it. */
	frameId: string;
	/** Set when it follows a redirect; the browser limits those itself. */
	redirectedRequestId?: string;
	request: { url: string };
}

/**
 * Counts how often a page and the frames in it load on their own. Some pages reload themselves for
 * ever, by script, form or refresh, and would send their server hundreds of requests while they are read.
 */
export class PageLoads {
	readonly #session: CDPSession;
	readonly #ownFrameId: string;
	/** The addresses that each frame has loaded, in order. */
	readonly #addresses = new Map<string, string[]>();
	#stop = Promise.withResolvers<void>();
	#isFree = false;

	/** @param ownFrameId of the page's main frame in the browser's protocol */
	constructor(session: CDPSession, ownFrameId: string) {
		this.#session = session;
		this.#ownFrameId = ownFrameId;
	}

	/** What is done on the page may load others as often as it likes. */
	endCount(): void {
		this.#addresses.clear();
		this.#isFree = true;
	}

	/** An address is opened, or an action performed: from here on loads count. */
	beginCount(): void {
		this.#addresses.clear();
		this.#isFree = false;
		this.#stop = Promise.withResolvers();
	}

	/** Counts one more load, and returns whether it is allowed. */
	add({ frameId, redirectedRequestId, request }: LoadRequest): boolean {
		if (redirectedRequestId !== undefined || this.#isFree) return true;
		const addresses = this.#addresses.get(frameId) ?? [];
		this.#addresses.set(frameId, addresses);
		addresses.push(request.url);
		if (addresses.length <= MOST_LOADS) return true;
		if (frameId === this.#ownFrameId) this.#stop.resolve();
		return false;
	}

	/** Whether the page itself was loaded too often to finish. */
	get isEndless(): boolean {
		return this.#own.length > MOST_REDIRECTS;
	}

	/** Whether it keeps leading from one address to another, and back. */
	get isRing(): boolean {
		const { size } = new Set(this.#own);
		return this.isEndless && size > 1 && size < this.#own.length;
	}

	/** The addresses of frames in the page that were prevented from loading once more. */
	get stoppedFrames(): string[] {
		return [...this.#addresses].flatMap(([frameId, addresses]) =>
			frameId !== this.#ownFrameId && addresses.length > MOST_LOADS ? addresses.slice(0, 1) : [],
		);
	}

	get #own(): readonly string[] {
		return this.#addresses.get(this.#ownFrameId) ?? [];
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
