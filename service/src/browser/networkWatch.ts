import type { Page, Request } from 'playwright-core';
import { isProxyFailureStatus } from '../net/guardProxy.ts';

/** Follows where a page itself goes, embedded frames left out. */
export interface NavigationWatch {
	/** HTTP status of the latest answer; 0 before the first. */
	httpStatus(): number;
	/** Header `Content-Type` of the latest answer; empty before the first. */
	contentType(): string;
	/** Documents that have arrived so far. */
	documentCount(): number;
	/** Address that could not be opened; undefined when the latest one could. */
	failedUrl(): string | undefined;
	/**
	 * Waits until the address that could not be opened is known: the browser may show its error screen
	 * before it reports the failure.
	 */
	waitForFailure(): Promise<void>;
}

const FAILURE_REPORT_MS = 2_000;

/** Starts following a page's navigations; ends with the page. */
export function watchNavigation(page: Page): NavigationWatch {
	let documentCount = 0;
	let httpStatus = 0;
	let contentType = '';
	let failedUrl: string | undefined;
	page.on('response', (response) => {
		if (!isOwnNavigation(response.request(), page)) return;
		documentCount++;
		httpStatus = response.status();
		contentType = response.headers()['content-type'] ?? '';
		// What the proxy answers for a plain http address that it did not connect to.
		failedUrl = isProxyFailureStatus(httpStatus) ? response.url() : undefined;
	});
	page.on('requestfailed', (request) => {
		if (isOwnNavigation(request, page) && !isLeft(request)) failedUrl = request.url();
	});
	return {
		httpStatus: () => httpStatus,
		contentType: () => contentType,
		documentCount: () => documentCount,
		failedUrl: () => failedUrl,
		async waitForFailure() {
			if (failedUrl !== undefined) return;
			await page
				.waitForEvent('requestfailed', {
					predicate: (request) => isOwnNavigation(request, page) && !isLeft(request),
					timeout: FAILURE_REPORT_MS,
				})
				.catch(() => undefined);
		},
	};
}

/** Whether a request is for the page's own document. */
function isOwnNavigation(request: Request, page: Page): boolean {
	if (!request.isNavigationRequest()) return false;
	try {
		return request.frame() === page.mainFrame();
	} catch {
		// The frame of a window that is only being opened is not known yet: not this page's.
		return false;
	}
}

/** Whether the page went elsewhere before all of its document was there. */
function isLeft(request: Request): boolean {
	return request.failure()?.errorText === 'net::ERR_ABORTED';
}

/** What may still change the text of the page; pictures, fonts and embedded pages do not. */
const AWAITED_RESOURCES = new Set(['fetch', 'xhr', 'script']);

/** Follows what a page has asked for and not yet got. */
export interface RequestWatch {
	/** Requests under way whose answers may change the page's text. */
	pending(): number;
	/** Number of such requests that have ended. */
	finished(): number;
	/** Whether the page's own document has fired `load`. */
	isLoaded(): boolean;
	/** Sources of messages that are open: workers, event streams, web sockets. */
	liveSources(): number;
	/** Resolves when none is under way, or at the deadline. */
	waitUntilIdle(deadlineMs: number): Promise<void>;
}

/** Starts following a page's requests; ends with the page. */
export function watchRequests(page: Page): RequestWatch {
	const underWay = new Set<Request>();
	const idleListeners = new Set<() => void>();
	const streams = new Set<Request>();
	let finishedCount = 0;
	let socketCount = 0;
	let isLoaded = false;

	const onRequest = (request: Request) => {
		if (isOwnNavigation(request, page)) isLoaded = false;
		if (isAwaited(request, page)) underWay.add(request);
		if (request.resourceType() === 'eventsource') streams.add(request);
	};
	const onEnd = (request: Request) => {
		streams.delete(request);
		if (!underWay.delete(request)) return;
		finishedCount++;
		if (underWay.size === 0) for (const listener of idleListeners) listener();
	};
	page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
	page.on('load', () => (isLoaded = true));
	page.on('websocket', (socket) => {
		socketCount++;
		socket.once('close', () => socketCount--);
	});

	return {
		pending: () => underWay.size,
		finished: () => finishedCount,
		isLoaded: () => isLoaded,
		liveSources: () => page.workers().length + streams.size + socketCount,
		waitUntilIdle(deadlineMs) {
			const timeoutMs = deadlineMs - Date.now();
			if (underWay.size === 0 || timeoutMs <= 0) return Promise.resolve();
			return new Promise((resolve) => {
				const finish = () => {
					clearTimeout(timer);
					idleListeners.delete(finish);
					resolve();
				};
				const timer = setTimeout(finish, timeoutMs);
				idleListeners.add(finish);
			});
		},
	};
}

function isAwaited(request: Request, page: Page): boolean {
	return AWAITED_RESOURCES.has(request.resourceType()) || isOwnNavigation(request, page);
}
