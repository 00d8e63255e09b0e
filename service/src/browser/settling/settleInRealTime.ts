/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type EvaluateInPage, VIRTUAL_BUDGET_MS } from '../scripts/pageControls.ts';
import { readNextTimer, startTimerRound } from '../scripts/pageTimers.ts';
import type { PageTraffic } from './pageTraffic.ts';
import { answerOf, ignoreTimeout } from '../timeLimit.ts';

/**
 * What has happened to the page: `loaded` for a new document, `changed` for one that had settled
 * before and on which an action was performed since.
 */
export type SettleOccasion = 'loaded' | 'changed';

const LOAD_TIMEOUT_MS = 10_000;

/** Timers fire slightly late. */
const TIMER_SLACK_MS = 5;

const RENDER_TIMEOUT_MS = 5_000;

/** How long the text must stay unchanged: a click may take effect after a short animation. */
const QUIET_MS: Record<SettleOccasion, number> = { loaded: 30, changed: 150 };

/** Scripts hear of scrolling with the next frame, which on a busy machine is late. A page that is not drawn has none. */
const FRAMES_TIMEOUT_MS = 2_000;

/** A new page with less text than this, or one that shows that it is busy, is not filled yet. */
const EMPTY_PAGE_CHARACTERS: Record<SettleOccasion, number> = { loaded: 200, changed: 0 };
const QUIET_WHEN_UNFINISHED_MS = 600;

/** What pages show while their data is on its way. */
const BUSY_SIGNS =
	'[aria-busy="true"], [role="progressbar"], [class*="skeleton" i], [class*="spinner" i]';

/**
 * Waits until a page that runs in real time has rendered, by the rule of `waitUntilSettled`.
 * @returns false when the page was still busy at a limit
 */
export async function settleInRealTime(
	{ page, evaluate, traffic }: { page: Page; evaluate: EvaluateInPage; traffic: PageTraffic },
	occasion: SettleOccasion,
): Promise<boolean> {
	// If the response broke off, the event that Playwright waits for never fires.
	if (!traffic.isLoaded) {
		await page.waitForLoadState('load', { timeout: LOAD_TIMEOUT_MS }).catch(ignoreTimeout);
	}
	const deadlineMs = Date.now() + RENDER_TIMEOUT_MS;
	const lastTimerMs = Date.now() + VIRTUAL_BUDGET_MS;
	let isDone = false;
	while (!isDone && Date.now() < deadlineMs) {
		await traffic.waitUntilIdle(deadlineMs);
		const finishedBefore = traffic.finished;
		await waitUntilQuiet(page, deadlineMs, occasion);
		const hasWork = traffic.pending > 0 || traffic.finished > finishedBefore;
		const nextTimerMs = hasWork ? undefined : await answerOf(page, readNextTimer(evaluate));
		const isTimerAwaited = nextTimerMs !== undefined && Date.now() + nextTimerMs <= lastTimerMs;
		if (isTimerAwaited) await delay(nextTimerMs + TIMER_SLACK_MS);
		isDone = !hasWork && !isTimerAwaited;
	}
	await answerOf(page, startTimerRound(evaluate));
	return isDone;
}

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
		framesTimeoutMs: FRAMES_TIMEOUT_MS,
		quietWhenUnfinishedMs: QUIET_WHEN_UNFINISHED_MS,
		emptyPageCharacters: EMPTY_PAGE_CHARACTERS[occasion],
		busySigns: BUSY_SIGNS,
	};
	await answerOf(page, page.evaluate(waitForQuietText, limits), timeoutMs + RENDER_TIMEOUT_MS);
}

// Runs in the page. Attributes are not watched: animations change them constantly.
function waitForQuietText(limits: {
	timeoutMs: number;
	quietMs: number;
	framesTimeoutMs: number;
	quietWhenUnfinishedMs: number;
	emptyPageCharacters: number;
	busySigns: string;
}): Promise<void> | undefined {
	const hasScripts = [...document.scripts].some(
		(script) => script.type === '' || /javascript|module/.test(script.type),
	);
	if (!hasScripts) return undefined;
	const isUnfinished = () =>
		(limits.emptyPageCharacters > 0 &&
			(document.body?.innerText.trim().length ?? 0) < limits.emptyPageCharacters) ||
		[...document.querySelectorAll(limits.busySigns)].some((sign) => sign.checkVisibility());
	return new Promise((resolve) => {
		let lastChangeMs = performance.now();
		const observer = new MutationObserver(() => (lastChangeMs = performance.now()));
		observer.observe(document, { subtree: true, childList: true, characterData: true });
		const endMs = performance.now() + limits.timeoutMs;
		let lastFrameMs = Math.min(performance.now() + limits.framesTimeoutMs, endMs);
		requestAnimationFrame(() => requestAnimationFrame((nowMs) => (lastFrameMs = nowMs)));
		const check = () => {
			const nowMs = performance.now();
			const neededMs = isUnfinished() ? limits.quietWhenUnfinishedMs : limits.quietMs;
			const waitMs = Math.min(lastChangeMs + neededMs, endMs) - nowMs;
			if (waitMs > 0) return void setTimeout(check, waitMs);
			if (nowMs < lastFrameMs) return void setTimeout(check, limits.quietMs);
			observer.disconnect();
			resolve();
		};
		setTimeout(check, limits.quietMs);
	});
}
