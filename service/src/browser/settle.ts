/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { PageClock } from './clock.ts';
import { readNextTimer, startTimerRound } from './pageTimers.ts';
import { readWaits } from './pageWaits.ts';
import type { RequestWatch } from './networkWatch.ts';
import { TimeLimitError, withTimeLimit } from './timeLimit.ts';

/** What waiting for a page takes. */
export interface SettlingPage {
	page: Page;
	requests: RequestWatch;
	clock: PageClock;
}

/**
 * What has happened to the page: `loaded` for a new document, `changed` for one that was settled
 * before and that something was done on since.
 */
export type SettleOccasion = 'loaded' | 'changed';

/** Timers of up to this long are waited for. */
export const VIRTUAL_BUDGET_MS = 3_500;

/** After a page grew taller, and so may have begun to load more. */
const SECOND_LOOK_BUDGET_MS = 1_000;

const LOAD_TIMEOUT_MS = 10_000;

/** Longest wait for requests that may still change the text. */
const NETWORK_TIMEOUT_MS = 5_000;

/** A clock that stands this long for other requests (an image, an event stream) goes on without them. */
const HELD_UP_MS = 300;
const CATCH_UP_TIMEOUT_MS = 2_000;

const FRAME_LOAD_TIMEOUT_MS = 3_000;

/**
 * Messages of sockets, event streams and workers come in real time. The next of them is waited for in
 * looks at the page instead of by a clock: where everything is slow, the message is slow, too.
 */
const MESSAGE_STEP_MS = 100;
const MESSAGE_LOOKS = 7;

/** The window is made no taller than this to bring into view what waits for that. */
const TALLEST_WINDOW_PIXELS = 12_000;

/** Longest wait for a moment in which the page has nothing to do. */
const IDLE_TIMEOUT_MS = 3_000;

/** Timers run a moment late. */
const TIMER_SLACK_MS = 5;

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
 * Waits until a page has drawn itself. A page without scripts is done when all of it has come.
 *
 * In virtual time: until all that the page loads has come and its timers of up to 3.5 seconds have run,
 * which takes it milliseconds. Requests that never end are left alone after 5 seconds (0.3 if they
 * can't change the text). A page with workers, event streams or sockets gets 0.7 seconds or more
 * after its latest message. If its scripts wait for what comes into view, the window then becomes as
 * tall as the page; if they wait to be drawn or for idle moments, they get them.
 *
 * In real time: until no script, XHR or fetch is under way, the text has not changed for 30 ms (600 ms
 * while the page is nearly empty or shows that it is busy), and the timers of up to 3.5 seconds have run
 * that were set since it was loaded or something was done on it, where they are followed; 5 seconds at
 * most. After something was done on the page the text must rest for 150 ms.
 * @returns false when the page was still at work at a limit
 * @throws TimeLimitError when its scripts leave no time to answer
 */
export async function waitUntilSettled(
	settling: SettlingPage,
	occasion: SettleOccasion,
): Promise<boolean> {
	return settling.clock.isVirtual() ? settleVirtually(settling) : settleReally(settling, occasion);
}

async function settleVirtually(settling: SettlingPage): Promise<boolean> {
	const { page, clock, requests } = settling;
	const isDone = await spend(settling, NETWORK_TIMEOUT_MS);
	const facts = await readFacts(page);
	if (!facts.isAlive) return isDone;
	if (facts.hasFrames) await waitForFrames(settling);
	let waits = await answerOf(page, readWaits(page), ANSWER_TIMEOUT_MS);
	// Sources of frames and of workers are seen from outside only, a moment late.
	if (waits?.isForMessages === true || requests.liveSources() > 0) {
		await hearMessages(settling);
		waits = await answerOf(page, readWaits(page), ANSWER_TIMEOUT_MS);
	}
	// What a frame waits for is not known here.
	const isForView = facts.hasFrames || waits?.isForView !== false;
	if (!isForView && waits?.isForDrawing === false) return isDone;
	if (isForView) await growWindow(settling, facts.height);
	await drawOnce(settling);
	// What came into view, or was left for an idle moment, may load more.
	clock.grant(SECOND_LOOK_BUDGET_MS, true);
	return (await spend(settling, isDone ? NETWORK_TIMEOUT_MS : HELD_UP_MS)) && isDone;
}

/** Waits until the clock's stretch is used up, and goes on without requests that hold it up for long. */
async function spend(
	{ page, clock, requests }: SettlingPage,
	timeLimitMs: number,
): Promise<boolean> {
	const deadlineMs = Date.now() + timeLimitMs;
	let heldUpSinceMs = Date.now();
	while (!(await clock.waitForEnd(MESSAGE_STEP_MS))) {
		const nowMs = Date.now();
		if (requests.pending() > 0 || !requests.isLoaded()) heldUpSinceMs = nowMs;
		const isHeldUp = nowMs - heldUpSinceMs >= HELD_UP_MS;
		if (!isHeldUp && nowMs < deadlineMs) continue;
		clock.grant(VIRTUAL_BUDGET_MS, false);
		const isUsedUp = await clock.waitForEnd(CATCH_UP_TIMEOUT_MS);
		return isUsedUp && isHeldUp;
	}
	// A page that went on to another address meanwhile: its document is waited for by the caller.
	if (requests.pending() > 0) {
		clock.grant(VIRTUAL_BUDGET_MS, true);
		await requests.waitUntilIdle(deadlineMs);
		await page.waitForLoadState('domcontentloaded', { timeout: 1_000 }).catch(ignoreTimeout);
	}
	return true;
}

/** Frames of other sites may be loaded by a process of their own, which the page's clock does not see. */
async function waitForFrames({ page, clock }: SettlingPage): Promise<void> {
	clock.release();
	const limit = { timeout: FRAME_LOAD_TIMEOUT_MS };
	const loading = page.frames().map((frame) => frame.waitForLoadState('load', limit));
	// A frame that is slower, or goes away, is read as it stands.
	await Promise.allSettled(loading);
	clock.grant(VIRTUAL_BUDGET_MS, true);
	await clock.waitForEnd(FRAME_LOAD_TIMEOUT_MS);
}

// The page's clock keeps pace with ours meanwhile.
async function hearMessages({ page, clock }: SettlingPage): Promise<void> {
	const deadlineMs = Date.now() + RENDER_TIMEOUT_MS;
	let { textLength: latestLength } = await readFacts(page);
	let quietLooks = 0;
	while (quietLooks < MESSAGE_LOOKS && Date.now() < deadlineMs) {
		clock.grant(MESSAGE_STEP_MS, false);
		await delay(MESSAGE_STEP_MS);
		const { textLength } = await readFacts(page);
		quietLooks = textLength === latestLength ? quietLooks + 1 : 0;
		latestLength = textLength;
	}
}

/**
 * Shows the whole page at once, for what waits until it is seen. Observers are told first that it is
 * not in view yet: of two notices in one call many of them read the first only.
 */
async function growWindow(settling: SettlingPage, height: number): Promise<void> {
	const { page } = settling;
	const size = page.viewportSize();
	const wanted = Math.min(height, TALLEST_WINDOW_PIXELS);
	if (size === null || wanted <= size.height) return;
	await drawOnce(settling);
	await page.setViewportSize({ width: size.width, height: wanted });
}

/** Observers and idle callbacks need a clock that goes on; a page that finds no rest has none. */
async function drawOnce({ page, clock }: SettlingPage): Promise<void> {
	clock.release();
	const idle = page.evaluate(waitForIdleMoments).catch(() => undefined);
	await Promise.race([idle, delay(IDLE_TIMEOUT_MS)]);
}

interface PageFacts {
	/** Whether the page has scripts or frames, and so may change. */
	isAlive: boolean;
	hasFrames: boolean;
	textLength: number;
	/** In CSS pixels. */
	height: number;
}

async function readFacts(page: Page): Promise<PageFacts> {
	const facts = await answerOf(page, page.evaluate(readFactsInPage), ANSWER_TIMEOUT_MS);
	return facts ?? { isAlive: true, hasFrames: false, textLength: 0, height: 0 };
}

/**
 * What the page answers; undefined when it was left meanwhile, which destroys the surroundings of
 * scripts in it: the new document is then awaited.
 */
async function answerOf<Answer>(
	page: Page,
	answer: Promise<Answer>,
	timeLimitMs: number,
): Promise<Answer | undefined> {
	try {
		return await withTimeLimit(answer, timeLimitMs, FROZEN);
	} catch (error) {
		if (page.isClosed() || error instanceof TimeLimitError) throw error;
		await page.waitForLoadState('load', { timeout: RENDER_TIMEOUT_MS }).catch(ignoreTimeout);
		return undefined;
	}
}

async function settleReally(
	{ page, requests }: SettlingPage,
	occasion: SettleOccasion,
): Promise<boolean> {
	await page.waitForLoadState('load', { timeout: LOAD_TIMEOUT_MS }).catch(ignoreTimeout);
	const deadlineMs = Date.now() + RENDER_TIMEOUT_MS;
	const lastTimerMs = Date.now() + VIRTUAL_BUDGET_MS;
	let isDone = false;
	while (!isDone && Date.now() < deadlineMs) {
		await requests.waitUntilIdle(deadlineMs);
		const finishedBefore = requests.finished();
		await waitUntilQuiet(page, deadlineMs, occasion);
		const hasWork = requests.pending() > 0 || requests.finished() > finishedBefore;
		isDone = !hasWork && !(await waitForTimer(page, lastTimerMs));
	}
	await answerOf(page, startTimerRound(page), ANSWER_TIMEOUT_MS);
	return isDone;
}

/** Waits for the page's next timer, if it is due in time; returns false when there is none. */
async function waitForTimer(page: Page, lastTimerMs: number): Promise<boolean> {
	const nextMs = await answerOf(page, readNextTimer(page), ANSWER_TIMEOUT_MS);
	if (nextMs === undefined || Date.now() + nextMs > lastTimerMs) return false;
	await delay(nextMs + TIMER_SLACK_MS);
	return true;
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
		quietWhenUnfinishedMs: QUIET_WHEN_UNFINISHED_MS,
		emptyPageCharacters: EMPTY_PAGE_CHARACTERS[occasion],
		busySigns: BUSY_SIGNS,
	};
	await answerOf(page, page.evaluate(waitForQuietText, limits), timeoutMs + ANSWER_TIMEOUT_MS);
}

function ignoreTimeout(error: unknown): void {
	if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
}

// Runs in the page.
function readFactsInPage(): PageFacts {
	const hasScripts = [...document.scripts].some(
		(script) => script.type === '' || /javascript|module/.test(script.type),
	);
	const isLeading = document.querySelector('meta[http-equiv="refresh" i]') !== null;
	return {
		isAlive: hasScripts || isLeading || window.frames.length > 0,
		hasFrames: window.frames.length > 0,
		textLength: document.body?.textContent?.length ?? 0,
		height: document.documentElement.scrollHeight,
	};
}

// Runs in the page. An idle callback may ask for another one.
function waitForIdleMoments(): Promise<void> {
	return new Promise((resolve) => {
		const wait = (rounds: number): unknown =>
			rounds === 0 ? resolve() : requestIdleCallback(() => wait(rounds - 1), { timeout: 500 });
		requestAnimationFrame(() => wait(3));
	});
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
