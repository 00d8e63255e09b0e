/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { EvaluateInPage } from './pageControls.ts';

/** Name of the record in the window of a page; pages can't know it. */
const TIMERS = randomUUID();

/**
 * The one-shot timers of a page that runs in real time. They are grouped into rounds: a timer that is
 * set by another one belongs to its round, so that a clock that was ticking before an action
 * on the page is not mistaken for a reaction to it.
 */
interface PageTimers {
	/** When the next timer of this round is due, in milliseconds from now; undefined if there is none. */
	nextMs(): number | undefined;
	startRound(): void;
}

/** Starts tracking the timers of a page, from its next document on. */
export async function watchTimers(page: Page): Promise<void> {
	await page.addInitScript(noteTimers, TIMERS);
}

/**
 * When the next timer caused by anything since {@link startTimerRound} is due.
 * @returns milliseconds from now; undefined when there is none, or timers are not tracked
 */
export function readNextTimer(evaluate: EvaluateInPage): Promise<number | undefined> {
	return evaluate((_root, record): number | undefined => {
		const timers: PageTimers | undefined = Reflect.get(window, Symbol.for(record));
		return timers?.nextMs();
	}, TIMERS);
}

/** From here on only timers that result from what happens next count. */
export function startTimerRound(evaluate: EvaluateInPage): Promise<void> {
	return evaluate((_root, record): void => {
		const timers: PageTimers | undefined = Reflect.get(window, Symbol.for(record));
		timers?.startRound();
	}, TIMERS);
}

// Runs in the page.
function noteTimers(record: string): void {
	const waiting = new Map<unknown, { round: number; dueMs: number }>();
	let round = 0;
	let runningRound: number | undefined;
	const timers: PageTimers = {
		nextMs() {
			const due = [...waiting.values()].filter((timer) => timer.round === round);
			if (due.length === 0) return undefined;
			return Math.max(0, Math.min(...due.map(({ dueMs }) => dueMs)) - performance.now());
		},
		startRound: () => void (round += 1),
	};
	Object.defineProperty(window, Symbol.for(record), { value: timers });

	window.setTimeout = new Proxy(window.setTimeout, {
		apply(target, self, [callback, delayMs, ...values]: unknown[]) {
			if (typeof callback !== 'function') {
				return Reflect.apply(target, self, [callback, delayMs, ...values]);
			}
			const ownRound = runningRound ?? round;
			const run = function (this: unknown, ...inputs: unknown[]): void {
				waiting.delete(id);
				const outerRound = runningRound;
				runningRound = ownRound;
				try {
					Reflect.apply(callback, this, inputs);
				} finally {
					runningRound = outerRound;
				}
			};
			const id: unknown = Reflect.apply(target, self, [run, delayMs, ...values]);
			const dueMs = performance.now() + (Number(delayMs) || 0);
			waiting.set(id, { round: ownRound, dueMs });
			return id;
		},
	});
	const forget: ProxyHandler<typeof clearTimeout> = {
		apply(target, self, values: unknown[]) {
			waiting.delete(values[0]);
			return Reflect.apply(target, self, values);
		},
	};
	window.clearTimeout = new Proxy(window.clearTimeout, forget);
	window.clearInterval = new Proxy(window.clearInterval, forget);
}
