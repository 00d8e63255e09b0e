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
		if (isOwnNavigation(request, page)) failedUrl = request.url();
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
					predicate: (request) => isOwnNavigation(request, page),
					timeout: FAILURE_REPORT_MS,
				})
				.catch(() => undefined);
		},
	};
}

/** Whether a request is for the page's own document. */
export function isOwnNavigation(request: Request, page: Page): boolean {
	if (!request.isNavigationRequest()) return false;
	try {
		return request.frame() === page.mainFrame();
	} catch {
		// The frame of a window that is only being opened is not known yet: not this page's.
		return false;
	}
}
