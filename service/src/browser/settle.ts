/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import type { RequestWatch } from './requestWatch.ts';
import { TimeLimitError, withTimeLimit } from './timeLimit.ts';

/**
 * What has happened to the page: `loaded` for a new document, `changed` for one that was settled
 * before and that something was done on since.
 */
export type SettleOccasion = 'loaded' | 'changed';

const LOAD_TIMEOUT_MS = 10_000;
const RENDER_TIMEOUT_MS = 5_000;

/** How long the text must stay as it is: a click may be answered after a short animation. */
const QUIET_MS: Record<SettleOccasion, number> = { loaded: 30, changed: 150 };
const QUIET_WHEN_UNFINISHED_MS = 600;

/** A page whose scripts run without a pause answers nothing; longest patience with it. */
const ANSWER_TIMEOUT_MS = 5_000;
const FROZEN = 'the page does not respond: its scripts run without a pause';

/** A new page with less text than this looks as if its scripts were still to fill it. */
const EMPTY_PAGE_CHARACTERS: Record<SettleOccasion, number> = { loaded: 200, changed: 0 };

/** What pages show while their data is on its way. */
const BUSY_SIGNS =
	'[aria-busy="true"], [role="progressbar"], [class*="skeleton" i], [class*="spinner" i]';

/**
 * Waits until a page has drawn itself. The rule: wait for `load`, 10 seconds at most; then, if the
 * page has scripts at all, until no script, XHR or fetch is under way and the text has not changed
 * for 30 ms (600 ms while the page is nearly empty or shows that it is busy, since its timers cannot
 * be seen), 5 seconds at most. A page without scripts is done at `load`. There is no fixed pause, so
 * plain pages cost nothing extra, and data that a page fetches after `load` is still waited for.
 * After something was done on the page the text must rest for 150 ms.
 */
export async function waitUntilSettled(
	page: Page,
	watch: RequestWatch,
	occasion: SettleOccasion,
): Promise<void> {
	await page.waitForLoadState('load', { timeout: LOAD_TIMEOUT_MS }).catch(ignoreTimeout);
	const deadlineMs = Date.now() + RENDER_TIMEOUT_MS;
	let finishedBefore: number;
	do {
		await watch.waitUntilIdle(deadlineMs);
		finishedBefore = watch.finished();
		await waitUntilQuiet(page, deadlineMs, occasion);
	} while (hasWork(watch, finishedBefore) && Date.now() < deadlineMs);
}

function hasWork(watch: RequestWatch, finishedBefore: number): boolean {
	return watch.pending() > 0 || watch.finished() > finishedBefore;
}

// A navigation in the middle destroys the script's surroundings: the new document is then awaited.
async function waitUntilQuiet(
	page: Page,
	deadlineMs: number,
	occasion: SettleOccasion,
): Promise<void> {
	const timeoutMs = deadlineMs - Date.now();
	if (timeoutMs <= 0) return;
	const limits = {
		timeoutMs,
		quietMs: QUIET_MS[occasion],
		quietWhenUnfinishedMs: QUIET_WHEN_UNFINISHED_MS,
		emptyPageCharacters: EMPTY_PAGE_CHARACTERS[occasion],
		busySigns: BUSY_SIGNS,
	};
	try {
		const quiet = page.evaluate(waitForQuietText, limits);
		await withTimeLimit(quiet, timeoutMs + ANSWER_TIMEOUT_MS, FROZEN);
	} catch (error) {
		if (page.isClosed() || error instanceof TimeLimitError) throw error;
		await page
			.waitForLoadState('load', { timeout: Math.max(1, deadlineMs - Date.now()) })
			.catch(ignoreTimeout);
	}
}

function ignoreTimeout(error: unknown): void {
	if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
}

// Runs in the page. Attributes are not watched: animations change them without end.
function waitForQuietText(limits: {
	timeoutMs: number;
	quietMs: number;
	quietWhenUnfinishedMs: number;
	emptyPageCharacters: number;
	busySigns: string;
}): Promise<void> | undefined {
	const hasScripts = [...document.scripts].some(
		(script) => script.type === '' || /javascript|module/.test(script.type),
	);
	if (!hasScripts) return undefined;
	const isNearlyEmpty = () => {
		const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
		let characters = 0;
		while (characters < limits.emptyPageCharacters && walker.nextNode() !== null) {
			const parent = walker.currentNode.parentElement;
			if (parent?.matches('head *, script, style, noscript') === true) continue;
			characters += walker.currentNode.nodeValue?.trim().length ?? 0;
		}
		return characters < limits.emptyPageCharacters;
	};
	const isUnfinished = () =>
		isNearlyEmpty() ||
		[...document.querySelectorAll(limits.busySigns)].some((sign) => sign.checkVisibility());
	return new Promise((resolve) => {
		let lastChangeMs = performance.now();
		const observer = new MutationObserver(() => (lastChangeMs = performance.now()));
		observer.observe(document, { subtree: true, childList: true, characterData: true });
		const endMs = performance.now() + limits.timeoutMs;
		const check = () => {
			const nowMs = performance.now();
			const neededMs = isUnfinished() ? limits.quietWhenUnfinishedMs : limits.quietMs;
			const waitMs = Math.min(lastChangeMs + neededMs, endMs) - nowMs;
			if (waitMs > 0) return void setTimeout(check, waitMs);
			observer.disconnect();
			resolve();
		};
		setTimeout(check, limits.quietMs);
	});
}
