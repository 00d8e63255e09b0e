import { EventEmitter, once } from 'node:events';
import type { Frame, Page, Request } from 'playwright-core';
import { isProxyFailureStatus } from '../../net/guardProxy.ts';
import type { AnswerEnding } from '../responses/answerEnding.ts';

/** What may still change the text of the page; pictures, fonts and embedded pages do not. */
const AWAITED_RESOURCES = new Set(['fetch', 'xhr', 'script']);

/** Chromium's name for a request that the page, or the end of what it ran in, has called off. */
const CALLED_OFF = 'net::ERR_ABORTED';

const FAILURE_REPORT_MS = 2_000;

/**
 * Tracks where a page itself goes, which of its frames could not be opened, and what it has requested
 * and not yet received. Ends with the page.
 */
export class PageTraffic {
	/** HTTP status of the latest response; 0 before the first. */
	httpStatus = 0;
	/** Headers of the latest response, names in lower case; none before the first. */
	headers: Readonly<Record<string, string>> = {};
	/** Documents that have arrived so far. */
	documentCount = 0;
	/** Address that could not be opened; undefined when the latest one could. */
	failedUrl: string | undefined;
	/** How the latest response ended; `whole` also while it is under way. */
	ending: AnswerEnding = 'whole';
	/** The browser's name for what cut the latest response off; empty if nothing did. */
	failure = '';
	/** Whether the page's own document has fired `load`, or never will. */
	isLoaded = false;
	/** Embedded frames whose latest address could not be opened. */
	readonly failedFrames = new WeakSet<Frame>();
	/** Number of requests that were called off whose responses may have changed the page's text. */
	calledOff = 0;
	/** Number of ended requests whose responses may change the page's text. */
	finished = 0;
	readonly #page: Page;
	readonly #underWay = new Set<Request>();
	readonly #streams = new Set<Request>();
	readonly #answered = new WeakSet<Request>();
	#socketCount = 0;
	readonly #events = new EventEmitter<{ idle: []; cutOff: [] }>();

	constructor(page: Page) {
		this.#page = page;
		page.on('request', (request) => {
			const isOwn = isOwnNavigation(request, page);
			if (isOwn) {
				this.isLoaded = false;
				this.ending = 'whole';
				this.failure = '';
			}
			if (isOwn || AWAITED_RESOURCES.has(request.resourceType())) this.#underWay.add(request);
			if (request.resourceType() === 'eventsource') this.#streams.add(request);
		});
		page.on('response', (response) => {
			this.#noteFrame(response.request(), isProxyFailureStatus(response.status()));
			if (!isOwnNavigation(response.request(), page)) return;
			this.documentCount++;
			this.httpStatus = response.status();
			this.headers = response.headers();
			this.#answered.add(response.request());
			// The proxy's response for a plain http address that it could not connect to.
			this.failedUrl = isProxyFailureStatus(this.httpStatus) ? response.url() : undefined;
		});
		page.on('requestfinished', (request) => this.#end(request));
		page.on('requestfailed', (request) => {
			const isCalledOff = request.failure()?.errorText === CALLED_OFF;
			if (isFailedNavigation(request, page)) this.#fail(request);
			if (isCalledOff && this.#underWay.has(request)) this.calledOff++;
			this.#noteFrame(request, !isCalledOff);
			this.#end(request);
		});
		page.on('load', () => (this.isLoaded = true));
		page.on('websocket', (socket) => {
			this.#socketCount++;
			socket.once('close', () => this.#socketCount--);
		});
	}

	#noteFrame(request: Request, hasFailed: boolean): void {
		const frame = request.isNavigationRequest() ? frameOf(request) : undefined;
		if (frame === undefined || frame === this.#page.mainFrame()) return;
		if (hasFailed) this.failedFrames.add(frame);
		else this.failedFrames.delete(frame);
	}

	// The part of a response that arrived is shown; the browser fires no event for the rest.
	#fail(request: Request): void {
		if (!this.#answered.has(request)) {
			this.failedUrl = request.url();
			return;
		}
		this.cutOff(request.failure()?.errorText ?? '');
		this.isLoaded = true;
		this.#events.emit('cutOff');
	}

	/**
	 * Records that the latest response is incomplete.
	 * @param failure see {@link failure}
	 */
	cutOff(failure: string): void {
		this.ending = 'cutOff';
		this.failure = failure;
	}

	#end(request: Request): void {
		this.#streams.delete(request);
		if (!this.#underWay.delete(request)) return;
		this.finished++;
		if (this.#underWay.size === 0) this.#events.emit('idle');
	}

	/** Header `Content-Type` of the latest response; empty without one. */
	get contentType(): string {
		return this.headers['content-type'] ?? '';
	}

	/** Whether the page itself was requested, and its response has not ended. */
	get isArriving(): boolean {
		return this.#ownUnderWay.length > 0;
	}

	get #ownUnderWay(): Request[] {
		return [...this.#underWay].filter((request) => isOwnNavigation(request, this.#page));
	}

	/** Pending requests whose responses may change the page's text. */
	get pending(): number {
		return this.#underWay.size;
	}

	/** Open sources of messages: workers, event streams, web sockets. */
	get liveSources(): number {
		return this.#page.workers().length + this.#streams.size + this.#socketCount;
	}

	/** Resolves when no such request is pending, or at the deadline. */
	async waitUntilIdle(deadlineMs: number): Promise<void> {
		const timeoutMs = deadlineMs - Date.now();
		if (this.pending === 0 || timeoutMs <= 0) return;
		const signal = AbortSignal.timeout(timeoutMs);
		await once(this.#events, 'idle', { signal }).catch(() => undefined);
	}

	/** Resolves when the page's own response breaks off, or at the time limit. */
	async untilCutOff(timeoutMs: number): Promise<void> {
		if (this.ending === 'cutOff') return;
		const signal = AbortSignal.timeout(timeoutMs);
		await once(this.#events, 'cutOff', { signal }).catch(() => undefined);
	}

	/** Stops waiting for the latest response, though it has not ended; the caller also stops it. */
	endUnfinished(): void {
		this.ending = 'never';
		this.isLoaded = true;
		// The browser reports no end for a response that it was told to stop.
		for (const request of this.#ownUnderWay) this.#end(request);
	}

	/**
	 * Waits until the address that could not be opened is known: the browser may show its error screen
	 * before it reports the failure.
	 */
	async waitForFailure(): Promise<void> {
		if (this.failedUrl !== undefined) return;
		const predicate = (request: Request): boolean => isFailedNavigation(request, this.#page);
		const report = { predicate, timeout: FAILURE_REPORT_MS };
		await this.#page.waitForEvent('requestfailed', report).catch(() => undefined);
	}
}

/** Whether a request is for the page's own document. */
function isOwnNavigation(request: Request, page: Page): boolean {
	return request.isNavigationRequest() && frameOf(request) === page.mainFrame();
}

/** The requesting frame; undefined for that of a window that is still being opened: not this page's. */
function frameOf(request: Request): Frame | undefined {
	try {
		return request.frame();
	} catch {
		return undefined;
	}
}

/** Whether the page's own document could not be loaded; not when the page went elsewhere first. */
function isFailedNavigation(request: Request, page: Page): boolean {
	return isOwnNavigation(request, page) && request.failure()?.errorText !== CALLED_OFF;
}
