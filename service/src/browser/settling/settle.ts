/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import {
	type EvaluateInPage,
	type PageClock,
	type PageWindow,
	VIRTUAL_BUDGET_MS,
} from '../scripts/pageControls.ts';
import type { PendingWork } from '../scripts/pendingWork.ts';
import { type PageFacts, readState } from './pageState.ts';
import { MOST_REDIRECTS } from '../responses/pageLoads.ts';
import type { PageTraffic } from './pageTraffic.ts';
import { type SettleOccasion, settleInRealTime } from './settleInRealTime.ts';
import { scrollParts } from '../scrolled/readAreas.ts';
import { ignoreTimeout } from '../timeLimit.ts';

/** What waiting for a page needs. */
export interface PageHandles {
	page: Page;
	evaluate: EvaluateInPage;
	traffic: PageTraffic;
	clock: PageClock;
	window: PageWindow;
}

/** For a page that grew taller, and so may have begun to load more. */
const SECOND_LOOK_BUDGET_MS = 1_000;
/** Number of such looks at a page that keeps changing. */
const MOST_LOOKS = 4;

/** Longest wait for requests that may still change the text. */
const NETWORK_TIMEOUT_MS = 5_000;

/** A clock that is stopped this long by other requests (an image, an event stream) continues without them. */
const HELD_UP_MS = 300;
const CATCH_UP_TIMEOUT_MS = 2_000;

const FRAME_LOAD_TIMEOUT_MS = 3_000;
/** Frames in frames, and those that scripts add meanwhile. */
const MOST_FRAME_LEVELS = 6;

/**
 * Messages of sockets, event streams and workers arrive in real time. The wait for the next is measured in
 * looks at the page, not by a clock: where everything is slow, the message is slow, too.
 */
const MESSAGE_STEP_MS = 100;
const MESSAGE_LOOKS = 7;
const MESSAGES_TIMEOUT_MS = 5_000;

/** Longest wait for what the browser answers asynchronously, and the pause between two looks. */
const ANSWERS_TIMEOUT_MS = 2_000;
const ANSWERS_STEP_MS = 20;

/** Maximum height of the window when it is enlarged to bring content into view. */
export const TALLEST_WINDOW_PIXELS = 12_000;

/** How often the window is enlarged for a page that grows as it is shown. */
const MOST_GROWTHS = 5;

/**
 * Longest wait for a moment in which the page has nothing to do. A busy machine draws late, and what loads only once
 * it is drawn would be missing.
 */
const IDLE_TIMEOUT_MS = 6_000;

/**
 * Waits until a page has rendered. A page without scripts is done when all of it has arrived.
 *
 * In virtual time: until everything the page loads has arrived and its timers of up to 3.5 seconds have run,
 * which takes milliseconds. Requests that never end are ignored after 5 seconds (0.3 if they
 * can't change the text). A page with workers, event streams or sockets gets 0.7 seconds or more
 * after its latest message. If its scripts wait for content to come into view, the window then becomes as
 * tall as the page; if they wait for frames or idle moments, they get them.
 *
 * In real time: until no script, XHR or fetch is pending, the text has not changed for 30 ms (600 ms
 * while the page is nearly empty or shows that it is busy), and the timers of up to 3.5 seconds have run
 * that were set since it was loaded or an action was performed on it, where they are tracked; at most 5
 * seconds. After an action on the page the text must be unchanged for 150 ms, and two frames drawn, which may take 2 seconds.
 * @returns false when the page was still busy at a limit
 * @throws TimeLimitError when its scripts leave no time to answer
 */
export async function waitUntilSettled(
	handles: PageHandles,
	occasion: SettleOccasion,
): Promise<boolean> {
	return handles.clock.isVirtual ? settleVirtually(handles) : settleInRealTime(handles, occasion);
}

async function settleVirtually(handles: PageHandles): Promise<boolean> {
	const isDone = await waitForVirtualTime(handles, NETWORK_TIMEOUT_MS);
	const { facts, ...first } = await readState(handles);
	if (!facts.isAlive) return isDone;
	if (facts.hasFrames) await waitForFrames(handles);
	const atFirst = facts.hasFrames ? (await readState(handles)).waits : first.waits;
	const waits = await waitForOthers(handles, atFirst);
	// What a frame waits for is unknown here.
	const isForView = facts.hasFrames || waits?.isForView !== false;
	if (!isForView && waits?.isForDrawing === false) return isDone;
	const timeLimitMs = isDone ? NETWORK_TIMEOUT_MS : HELD_UP_MS;
	if (isForView) {
		const isAtRest = await showWhole(handles, facts, timeLimitMs);
		return (await showParts(handles, timeLimitMs)) && isAtRest && isDone;
	}
	return (await lookAgain(handles, timeLimitMs)) && isDone;
}

/** What came into view, or was left for an idle moment, may load more, repeatedly. */
async function lookAgain(handles: PageHandles, timeLimitMs: number): Promise<boolean> {
	const { traffic } = handles;
	const { documentCount } = traffic;
	let seen = await readSize(handles);
	for (let look = 1; ; look += 1) {
		await drawOnce(handles);
		handles.clock.grant(SECOND_LOOK_BUDGET_MS, true);
		const isDone = await waitForVirtualTime(handles, timeLimitMs);
		// The next document is waited for by the caller.
		if (!isDone || traffic.documentCount !== documentCount) return isDone;
		const size = await readSize(handles);
		if (size === seen || look === MOST_LOOKS) return true;
		seen = size;
	}
}

async function readSize(handles: PageHandles): Promise<string> {
	const { facts } = await readState(handles);
	return `${facts.elementCount} ${facts.textLength}`;
}

/**
 * Shows all of a page at once, for content that waits to be seen, and what the page then appends.
 * A page that adds text endlessly is left at a limit, which its window remembers.
 */
async function showWhole(
	handles: PageHandles,
	{ height, textLength }: PageFacts,
	timeLimitMs: number,
): Promise<boolean> {
	const { window, traffic } = handles;
	const { documentCount } = traffic;
	let hasLoaded = false;
	for (let growths = 0; growths < MOST_GROWTHS; growths++) {
		const hasGrown = await growWindow(handles, height);
		if (!hasGrown && growths > 0) return true;
		const isDone = await lookAgain(handles, timeLimitMs);
		if (!isDone || traffic.documentCount !== documentCount) return isDone;
		const { facts } = await readState(handles);
		hasLoaded ||= facts.textLength > textLength;
		window.isOutgrown = hasLoaded && facts.height > window.height;
		if (!window.isOutgrown) return true;
		({ height } = facts);
	}
	return true;
}

/** Scrolls the parts of a page that scroll separately. */
async function showParts(handles: PageHandles, timeLimitMs: number): Promise<boolean> {
	const { traffic, window, clock } = handles;
	const { documentCount } = traffic;
	let isDone = true;
	const look = async (): Promise<boolean> => {
		await drawOnce(handles);
		clock.grant(SECOND_LOOK_BUDGET_MS, true);
		isDone = await waitForVirtualTime(handles, timeLimitMs);
		// The next document is waited for by the caller.
		return traffic.documentCount === documentCount;
	};
	window.hasUnreadPart = (await scrollParts(handles, look)) ?? false;
	return isDone;
}

/** Waits until the clock's stretch is used up, ignoring requests that delay it for long. */
export async function waitForVirtualTime(
	{ page, clock, traffic }: PageHandles,
	timeLimitMs: number,
): Promise<boolean> {
	const deadlineMs = Date.now() + timeLimitMs;
	const { documentCount } = traffic;
	let heldUpSinceMs = Date.now();
	while (!(await clock.waitForEnd(MESSAGE_STEP_MS))) {
		if (traffic.documentCount > documentCount + MOST_REDIRECTS) return false;
		const nowMs = Date.now();
		if (traffic.pending > 0 || !traffic.isLoaded) heldUpSinceMs = nowMs;
		const isHeldUp = nowMs - heldUpSinceMs >= HELD_UP_MS;
		if (!isHeldUp && nowMs < deadlineMs) continue;
		clock.grant(VIRTUAL_BUDGET_MS, false);
		const isUsedUp = await clock.waitForEnd(CATCH_UP_TIMEOUT_MS);
		return isUsedUp && isHeldUp;
	}
	// The page navigated to another address meanwhile: the caller waits for its document.
	if (traffic.pending > 0) {
		clock.grant(VIRTUAL_BUDGET_MS, true);
		await traffic.waitUntilIdle(deadlineMs);
		await page.waitForLoadState('domcontentloaded', { timeout: 1_000 }).catch(ignoreTimeout);
	}
	return true;
}

/**
 * Frames of other sites may be loaded by a separate process, which the page's clock does not see. Those that
 * a loaded frame brings are waited for in turn.
 */
async function waitForFrames({ page, clock }: PageHandles): Promise<void> {
	clock.release();
	const limit = { timeout: FRAME_LOAD_TIMEOUT_MS };
	const known = new Set<Frame>();
	for (let level = 0; level < MOST_FRAME_LEVELS; level += 1) {
		const found = page.frames().filter((frame) => !known.has(frame));
		if (found.length === 0) break;
		for (const frame of found) known.add(frame);
		// A frame that is slower, or goes away, is read as it is.
		await Promise.allSettled(found.map((frame) => frame.waitForLoadState('load', limit)));
	}
	clock.grant(VIRTUAL_BUDGET_MS, true);
	await clock.waitForEnd(FRAME_LOAD_TIMEOUT_MS);
}

/** Waits for what arrives in real time: answers of the browser, workers, sockets and the like. */
async function waitForOthers(
	handles: PageHandles,
	first: PendingWork | undefined,
): Promise<PendingWork | undefined> {
	const asksBrowser = first !== undefined && first.answers.asked > 0;
	const waits = asksBrowser ? await waitForAnswers(handles, first) : first;
	// Sources in frames and workers are visible only from outside, slightly late.
	if (waits?.isForMessages !== true && handles.traffic.liveSources === 0) return waits;
	await waitForMessages(handles);
	return (await readState(handles)).waits;
}

/**
 * What a page requests from the browser (IndexedDB, caches, locks, permissions) arrives in real time; what it
 * does then may take time on its own clock, and request more.
 */
async function waitForAnswers(
	handles: PageHandles,
	first: PendingWork,
): Promise<PendingWork | undefined> {
	const deadlineMs = Date.now() + ANSWERS_TIMEOUT_MS;
	let waits: PendingWork | undefined = first;
	let seen = 0;
	while (waits !== undefined && Date.now() < deadlineMs) {
		if (waits.answers.isPending) {
			// A page whose clock is stopped gets no answers.
			handles.clock.grant(ANSWERS_STEP_MS, false);
			await delay(ANSWERS_STEP_MS);
		} else if (waits.answers.asked === seen) break;
		else {
			seen = waits.answers.asked;
			handles.clock.grant(VIRTUAL_BUDGET_MS, true);
			await waitForVirtualTime(handles, NETWORK_TIMEOUT_MS);
		}
		({ waits } = await readState(handles));
	}
	return waits;
}

// The page's clock keeps pace with ours meanwhile.
async function waitForMessages(handles: PageHandles): Promise<void> {
	const deadlineMs = Date.now() + MESSAGES_TIMEOUT_MS;
	let latestLength = (await readState(handles)).facts.textLength;
	let quietLooks = 0;
	while (quietLooks < MESSAGE_LOOKS && Date.now() < deadlineMs) {
		handles.clock.grant(MESSAGE_STEP_MS, false);
		await delay(MESSAGE_STEP_MS);
		const { textLength } = (await readState(handles)).facts;
		quietLooks = textLength === latestLength ? quietLooks + 1 : 0;
		latestLength = textLength;
	}
}

/**
 * Makes the window as tall as the page. Observers are first notified that its end is not in view yet: of two
 * entries in one call many of them read only the first.
 * @returns false when the window was tall enough, or at its maximum
 */
async function growWindow(handles: PageHandles, height: number): Promise<boolean> {
	const wanted = Math.min(height, TALLEST_WINDOW_PIXELS);
	if (wanted <= handles.window.height) return false;
	await drawOnce(handles);
	await handles.window.grow(wanted);
	return true;
}

/** Observers and idle callbacks need a running clock; a page that never rests has none. */
async function drawOnce({ page, clock }: PageHandles): Promise<void> {
	clock.release();
	const idle = page.evaluate(waitForIdleMoments).catch(() => undefined);
	await Promise.race([idle, delay(IDLE_TIMEOUT_MS)]);
}

// Runs in the page. An idle callback may ask for another one.
function waitForIdleMoments(): Promise<void> {
	return new Promise((resolve) => {
		const wait = (rounds: number): unknown =>
			rounds === 0 ? resolve() : requestIdleCallback(() => wait(rounds - 1), { timeout: 500 });
		requestAnimationFrame(() => wait(3));
	});
}
