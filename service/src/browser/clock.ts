import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

/** Timers of up to this long are waited for. */
export const VIRTUAL_BUDGET_MS = 3_500;

/**
 * The clock of a page. In virtual time the browser does not wait for the page's timers: as soon as a
 * page has nothing else to do, its clock jumps to the next timer. Once begun it can't be left.
 */
export interface PageClock {
	/** Whether the page lives in virtual time. */
	isVirtual(): boolean;
	/**
	 * Begins virtual time, or a further stretch of it, and returns at once. At its end the clock stands
	 * still.
	 * @param budgetMs by how much the page's clock may go on
	 * @param waitsForNetwork whether the clock stands while the page loads anything
	 */
	grant(budgetMs: number, waitsForNetwork: boolean): void;
	/**
	 * Waits until the latest stretch has been used up.
	 * @returns false at the time limit
	 */
	waitForEnd(timeLimitMs: number): Promise<boolean>;
	/** Lets the clock go on, a few times as fast as ours, so that the page can be drawn or left. */
	release(): void;
}

/**
 * A released clock goes on in steps: without bounds it would run through months while a page is drawn, and
 * pages show the day. Smaller steps hold up drawing and idle callbacks.
 */
const RELEASED_STEP_MS = 8;
const RELEASED_BUDGET_MS = 50;

export function createClock(session: CDPSession): PageClock {
	let isVirtual = false;
	let stretch = Promise.withResolvers<void>();
	/** Whether the browser has begun the latest stretch. */
	let isUnderWay = false;
	/** Moves a released clock on. */
	let pacer: NodeJS.Timeout | undefined;

	session.on('Emulation.virtualTimeBudgetExpired', () => {
		if (isUnderWay) stretch.resolve();
	});

	function advance(budgetMs: number, waitsForNetwork: boolean): Promise<void> {
		isVirtual = true;
		const policy = waitsForNetwork ? 'pauseIfNetworkFetchesPending' : 'advance';
		const sent = session.send('Emulation.setVirtualTimePolicy', { policy, budget: budgetMs });
		// A page that has gone needs no clock.
		return sent.then(
			() => undefined,
			() => clearInterval(pacer),
		);
	}

	return {
		isVirtual: () => isVirtual,
		grant(budgetMs, waitsForNetwork) {
			clearInterval(pacer);
			const granted = Promise.withResolvers<void>();
			stretch = granted;
			isUnderWay = false;
			// Not waited for: a page whose scripts never pause does not answer. The end of an earlier stretch
			// may still be told until then.
			void advance(budgetMs, waitsForNetwork).then(() => (isUnderWay ||= stretch === granted));
		},
		waitForEnd(timeLimitMs) {
			const limit = delay(Math.max(0, timeLimitMs), false, { ref: false });
			return Promise.race([stretch.promise.then(() => true), limit]);
		},
		release() {
			if (!isVirtual) return;
			clearInterval(pacer);
			pacer = setInterval(() => void advance(RELEASED_BUDGET_MS, false), RELEASED_STEP_MS);
		},
	};
}
