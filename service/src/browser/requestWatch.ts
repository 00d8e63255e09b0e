import type { Page, Request } from 'playwright-core';
import { isOwnNavigation } from './navigationWatch.ts';

/** What may still change the text of the page; pictures, fonts and embedded pages do not. */
const AWAITED_RESOURCES = new Set(['fetch', 'xhr', 'script']);

/** Follows what a page has asked for and not yet got. */
export interface RequestWatch {
	/** Requests under way whose answers may change the page's text. */
	pending(): number;
	/** Number of such requests that have ended. */
	finished(): number;
	/** Resolves when none is under way, or at the deadline. */
	waitUntilIdle(deadlineMs: number): Promise<void>;
}

/** Starts following a page's requests; ends with the page. */
export function watchRequests(page: Page): RequestWatch {
	const underWay = new Set<Request>();
	const idleListeners = new Set<() => void>();
	let finishedCount = 0;

	const onRequest = (request: Request) => {
		if (isAwaited(request, page)) underWay.add(request);
	};
	const onEnd = (request: Request) => {
		if (!underWay.delete(request)) return;
		finishedCount++;
		if (underWay.size === 0) for (const listener of idleListeners) listener();
	};
	page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);

	return {
		pending: () => underWay.size,
		finished: () => finishedCount,
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
