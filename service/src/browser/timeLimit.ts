import { errors, type Page } from 'playwright-core';

/** Something took longer than it may. */
export class TimeLimitError extends Error {
	override name = 'TimeLimitError' as const;
}

/** Why a page does not answer in time. */
export const PAGE_FROZEN = 'the page does not respond: its scripts run without a pause';

/**
 * The promise's outcome, or a rejection when it takes too long; the work itself goes on.
 * @param message what took too long, in words for the client
 * @throws TimeLimitError
 */
export async function withTimeLimit<Result>(
	promise: Promise<Result>,
	timeoutMs: number,
	message: string,
): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new TimeLimitError(message)), timeoutMs);
	});
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Whether a call of Playwright took longer than it was given. */
export function isTimeout(error: unknown): boolean {
	return error instanceof errors.TimeoutError;
}

/** For a wait whose end is a time limit as well: every other error is thrown on. */
export function ignoreTimeout(error: unknown): void {
	if (!isTimeout(error)) throw error;
}

/** A page whose scripts run without a pause answers nothing; longest patience with it. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * What the page answers; undefined when it was left meanwhile, which destroys the surroundings of
 * scripts in it: the new document is then awaited.
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
