import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

/**
 * What is done with a page over a separate session (Chrome DevTools Protocol), because
 * Playwright has no call for it, or only a more expensive one.
 */

/**
 * Runs a function in a page's own document and returns what it returns, plain data and no promise. It
 * gets the document's root element and the input, plain data, and must be self-contained, because it
 * is sent as text. Playwright's `evaluate`, which can also pass elements and wait for promises, first sends
 * its library to every document.
 */
export type EvaluateInPage = <Input, Answer>(
	run: (root: Element, input: Input) => Answer,
	input: Input,
) => Promise<Answer>;

/** A call of a function in a page, as text. */
export function expressionOf<Input>(
	run: (root: Element, input: Input) => unknown,
	input: Input,
): string {
	return `(${String(run)})(document.documentElement,${JSON.stringify(input) ?? ''})`;
}

/** Evaluates in the main document of a session. Rejects with what the function throws in the page. */
export function createPageEvaluator(session: CDPSession): EvaluateInPage {
	return async (run, input) => {
		const request = { expression: expressionOf(run, input), returnByValue: true };
		const { result, exceptionDetails } = await session.send('Runtime.evaluate', request);
		if (exceptionDetails === undefined) return result.value;
		throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
	};
}

/** Timers of up to this long are waited for. */
export const VIRTUAL_BUDGET_MS = 3_500;

/**
 * A released clock advances in steps: without bounds it would run through months while a page is drawn, and
 * pages show the date. Smaller steps delay drawing and idle callbacks.
 */
const RELEASED_STEP_MS = 8;
const RELEASED_BUDGET_MS = 50;
/** A step whose end is not reported by then ended with its document. */
const RELEASED_PATIENCE_MS = 100;

/** How often a stretch that ended early is continued: pages may replace the browser's clock by their own. */
const MAX_CONTINUATIONS = 20;

/** A part of a page's virtual time. */
interface Stretch {
	policy: 'advance' | 'pauseIfNetworkFetchesPending';
	budgetMs: number;
	/** What the page's clock showed at its beginning; undefined when the page was left. */
	startMs: Promise<number | undefined>;
	continuations: number;
	end: PromiseWithResolvers<void>;
}

/**
 * The clock of a page. In virtual time the browser does not wait for the page's timers: as soon as the
 * page has nothing else to do, its clock jumps to the next timer. Once begun, it can't be left.
 *
 * The browser stops the clock at the end of every budget it was given, even when a later budget has
 * begun meanwhile, and does not report which budget it was. So a stretch is over when the page's
 * own clock says so, and is continued when another budget has stopped the clock earlier.
 */
export class PageClock {
	/** Whether the page lives in virtual time. */
	isVirtual = false;
	readonly #session: CDPSession;
	readonly #readTime: () => Promise<number>;
	#stretch: Stretch | undefined;
	/** Budgets whose end was not reported; for those that ended with their document it never is. */
	#openBudgets = 0;
	/** Advances a released clock. */
	#pacer: NodeJS.Timeout | undefined;
	/** When the latest step of a released clock began, epoch milliseconds; undefined once it has ended. */
	#stepStartedMs: number | undefined;

	constructor(session: CDPSession, evaluate: EvaluateInPage) {
		this.#session = session;
		this.#readTime = () => evaluate(readTime, undefined);
		session.on('Emulation.virtualTimeBudgetExpired', () => {
			this.#openBudgets = Math.max(0, this.#openBudgets - 1);
			this.#stepStartedMs = undefined;
			if (this.#stretch !== undefined) void this.#judgeEnd(this.#stretch);
		});
	}

	/**
	 * Begins virtual time, or a further stretch of it, and returns at once. At its end the clock stops.
	 * @param budgetMs by how much the page's clock may advance
	 * @param waitsForNetwork whether the clock is stopped while the page loads anything
	 */
	grant(budgetMs: number, waitsForNetwork: boolean): void {
		clearInterval(this.#pacer);
		this.#stretch = {
			policy: waitsForNetwork ? 'pauseIfNetworkFetchesPending' : 'advance',
			budgetMs,
			// Sent before the budget, so answered before it begins. Neither is awaited: a page whose scripts
			// never pause does not answer.
			startMs: this.#readTime().catch(() => undefined),
			continuations: 0,
			end: Promise.withResolvers(),
		};
		this.#advance(this.#stretch.policy, budgetMs);
	}

	/**
	 * Waits until the latest stretch has been used up.
	 * @returns false at the time limit
	 */
	waitForEnd(timeLimitMs: number): Promise<boolean> {
		const limit = delay(Math.max(0, timeLimitMs), false, { ref: false });
		const end = this.#stretch?.end.promise ?? Promise.resolve();
		return Promise.race([end.then(() => true), limit]);
	}

	/** Lets the clock run, a few times as fast as ours, so that the page can be drawn or left. */
	release(): void {
		if (!this.isVirtual) return;
		clearInterval(this.#pacer);
		this.#stretch = undefined;
		this.#pacer = setInterval(() => this.#step(), RELEASED_STEP_MS);
	}

	/** One step after another: any that overlaps a stretch would stop the clock in the middle of it. */
	#step(): void {
		const nowMs = Date.now();
		const startedMs = this.#stepStartedMs;
		if (startedMs !== undefined && nowMs - startedMs < RELEASED_PATIENCE_MS) return;
		this.#stepStartedMs = nowMs;
		this.#advance('advance', RELEASED_BUDGET_MS);
	}

	/** Ends a stretch whose time is over, and continues one that an earlier budget has stopped. */
	async #judgeEnd(stretch: Stretch): Promise<void> {
		const missingMs = await this.#readMissing(stretch);
		if (stretch !== this.#stretch) return;
		const isOver = !(missingMs > 0) || stretch.continuations === MAX_CONTINUATIONS;
		if (isOver) return stretch.end.resolve();
		stretch.continuations += 1;
		this.#advance(stretch.policy, missingMs);
	}

	/** How much of a stretch is left, in milliseconds; 0 when the page was left meanwhile. */
	async #readMissing({ startMs, budgetMs }: Stretch): Promise<number> {
		if (this.#openBudgets === 0) return 0;
		const [startedMs, nowMs] = await Promise.all([
			startMs,
			this.#readTime().catch(() => undefined),
		]);
		if (startedMs === undefined || nowMs === undefined) return 0;
		return Math.min(budgetMs, Math.ceil(startedMs + budgetMs - nowMs));
	}

	#advance(policy: Stretch['policy'], budget: number): void {
		this.isVirtual = true;
		this.#openBudgets += 1;
		const sent = this.#session.send('Emulation.setVirtualTimePolicy', { policy, budget });
		// A page that is gone needs no clock.
		sent.catch(() => clearInterval(this.#pacer));
	}
}

// Runs in the page.
function readTime(): number {
	return performance.timeOrigin + performance.now();
}

/** The size of a page's window, in CSS pixels. */
export const WINDOW = { width: 1280, height: 800 };

/** Drawing a page usually costs more than its scripts, in three processes of the browser. */
const CORNER = { width: 16, height: 16 };

/** The window that a page lives in. */
export class PageWindow {
	readonly #page: Page;
	readonly #session: CDPSession;
	/** Whether all of the window is drawn. */
	#isSeen = true;
	/** Whether the page loaded text as it was shown, and continues below the window. */
	isOutgrown = false;
	/** Whether a part that scrolls separately has more content than was shown. */
	hasUnreadPart = false;

	constructor(page: Page, session: CDPSession) {
		this.#page = page;
		this.#session = session;
	}

	/** In CSS pixels. */
	get height(): number {
		return (this.#page.viewportSize() ?? WINDOW).height;
	}

	/** Makes the window taller, to bring more of the page into view. */
	async grow(height: number): Promise<void> {
		await this.#page.setViewportSize({ width: WINDOW.width, height });
		if (!this.#isSeen) await this.#draw(CORNER);
	}

	/**
	 * Restores the page's window.
	 * @param isSeen whether anybody looks at the page or points into it. Of a page that is only read, just a
	 * corner is drawn, which the page can't notice: its layout, and what counts as in view, stay the same.
	 */
	async reset(isSeen: boolean): Promise<void> {
		this.isOutgrown = false;
		this.hasUnreadPart = false;
		const hasGrown = this.height !== WINDOW.height;
		// All of it is drawn again after that.
		if (hasGrown) await this.#page.setViewportSize(WINDOW);
		const isDrawn = hasGrown || this.#isSeen;
		this.#isSeen = isSeen;
		if (isSeen !== isDrawn) await this.#draw(isSeen ? WINDOW : CORNER);
	}

	async #draw(size: { width: number; height: number }): Promise<void> {
		// The browser can't, or the page is gone: then it is drawn as before.
		await this.#session.send('Emulation.setVisibleSize', size).catch(() => undefined);
	}
}
