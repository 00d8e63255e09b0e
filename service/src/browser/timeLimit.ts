import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Something took longer than allowed. */
export class TimeLimitError extends Error {
	override name = 'TimeLimitError' as const;
}

/** Why a page does not answer in time. */
export const PAGE_FROZEN = 'the page does not respond: most likely its scripts run without a pause';

/**
 * The promise's outcome, or a rejection when it takes too long; the work itself continues.
 * @param message what took too long, as a message for the client
 * @throws TimeLimitError
 */
export async function withTimeLimit<Result>(
	promise: Promise<Result>,
	timeoutMs: number,
	message: string,
): Promise<Result> {
	const limit = new AbortController();
	const timer = setTimeout(() => limit.abort(new TimeLimitError(message)), timeoutMs);
	return untilAborted(promise, limit.signal).finally(() => clearTimeout(timer));
}

/** The promise's outcome, or the signal's reason when it aborts first; the work itself continues. */
export async function untilAborted<Result>(
	promise: Promise<Result>,
	signal: AbortSignal,
): Promise<Result> {
	const { promise: end, reject } = Promise.withResolvers<never>();
	const onAbort = (): void => reject(signal.reason);
	signal.addEventListener('abort', onAbort, { once: true });
	if (signal.aborted) onAbort();
	return Promise.race([promise, end]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** Whether a Playwright call timed out. A signal's timeout has the same name, but is no error of a library. */
export function isTimeout(error: unknown): boolean {
	return (
		error instanceof Error && !(error instanceof DOMException) && error.name === 'TimeoutError'
	);
}

/** For a wait that may end at a time limit: every other error is rethrown. */
export function ignoreTimeout(error: unknown): void {
	if (!isTimeout(error)) throw error;
}

/** Longest wait for a page whose scripts run without a pause, and so does not answer. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * The page's answer; undefined when it was left meanwhile, which destroys the execution context of
 * its scripts: the new document is then awaited.
 * @throws TimeLimitError when its scripts leave no time to answer
 */
export async function answerOf<Answer>(
	page: Page,
	answer: Promise<Answer>,
	timeLimitMs = ANSWER_TIMEOUT_MS,
): Promise<Answer | undefined> {
	try {
		return await withTimeLimit(answer, timeLimitMs, PAGE_FROZEN);
	} catch (error) {
		if (page.isClosed() || error instanceof TimeLimitError) throw error;
		await page.waitForLoadState('load', { timeout: ANSWER_TIMEOUT_MS }).catch(ignoreTimeout);
		return undefined;
	}
}

/**
 * Looks for something repeatedly, until it is there or the time has run out.
 * @param look its argument says when it is called for the last time
 */
export async function lookUntil<Found>(
	look: (isLast: boolean) => Promise<Found | undefined>,
	limits: { patienceMs: number; intervalMs: number; signal: AbortSignal },
): Promise<Found | undefined> {
	const deadlineMs = Date.now() + limits.patienceMs;
	for (;;) {
		const isLast = Date.now() >= deadlineMs;
		const found = await look(isLast);
		if (found !== undefined || isLast) return found;
		await delay(limits.intervalMs, undefined, { signal: limits.signal });
	}
}
