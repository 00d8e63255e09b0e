/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/**
 * The one-shot timers of a page that lives in real time. They are told apart by rounds: a timer that is
 * set by another one belongs to its round, so that a clock which was ticking before something was done
 * on the page is not taken for an answer to it.
 */
interface PageTimers {
	/** When the next timer of this round is due, in milliseconds from now; undefined without any. */
	nextMs(): number | undefined;
	startRound(): void;
}

/** Names the record in the window of a page; pages can't know it. */
const RECORD = randomUUID();

/** Begins to follow the timers of a page, from its next document on. */
export async function watchTimers(page: Page): Promise<void> {
	await page.addInitScript(noteTimers, RECORD);
}

/**
 * When the next timer is due that belongs to what has happened since {@link startTimerRound}.
 * @returns milliseconds from now; undefined when there is none, or timers are not followed
 */
export function readNextTimer(page: Page): Promise<number | undefined> {
	return page.evaluate((record) => {
		const timers: PageTimers | undefined = Reflect.get(window, Symbol.for(record));
		return timers?.nextMs();
	}, RECORD);
}

/** From here on only timers count that are set off by what happens next. */
export function startTimerRound(page: Page): Promise<void> {
	return page.evaluate((record) => {
		const timers: PageTimers | undefined = Reflect.get(window, Symbol.for(record));
		timers?.startRound();
	}, RECORD);
}

// Runs in the page, before its own scripts. What it puts in place of the browser's functions behaves and reads like them.
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
