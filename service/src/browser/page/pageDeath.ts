import { setTimeout as delay } from 'node:timers/promises';
import { BROWSER_GONE, BrowserCrashedError, isAbortion } from '../errors.ts';
import type { OpenPage } from './openPage.ts';

/** Longest wait for a tab to report that it has crashed. */
const CRASH_REPORT_MS = 1_000;

/**
 * Whatever failed on a page that has died failed because of that: it may succeed in another tab.
 * @param error of a call on the page
 * @throws BrowserCrashedError when the page or its browser has gone
 */
export async function assertAlive(opened: OpenPage, error: unknown): Promise<void> {
	if (error instanceof BrowserCrashedError) throw error;
	if (isGone(opened, error) || (await hasCrashed(opened, error)))
		throw new BrowserCrashedError(BROWSER_GONE, { cause: error });
}

// A pending call rejects before the page is known to be closed, with these words.
function isGone({ page }: OpenPage, error: unknown): boolean {
	return page.isClosed() || saysGone(error);
}

/** Whether the error of a call says that its tab or browser has died. */
export function saysGone(error: unknown): boolean {
	const message = error instanceof Error ? error.message : '';
	return /Target (?:page, context or browser|crashed)|page crashed/i.test(message);
}

// A tab that crashes in the moment its page arrives first reports that the page was aborted.
async function hasCrashed(opened: OpenPage, error: unknown): Promise<boolean> {
	if (!isAbortion(error)) return false;
	if (await opened.networkLife.hasBroken()) return true;
	const answer = opened.evaluate(() => true, undefined).catch((failure: unknown) => failure);
	return isGone(opened, await Promise.race([answer, delay(CRASH_REPORT_MS)]));
}
