import type { Clock } from '../transport/clock';
import type { JobKind } from './jobKind';

/** Wait before a submit is tried again that the service had no place for: at first, and at most. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * The places that the service has for unfinished jobs of one account, by kind. "Too many pending
 * jobs" is no rate limit: only submits wait, until a job of ours ends or a moment has passed.
 */
export class Places {
	readonly #clock: Clock;

	readonly #closed = new Map<string, { untilMs: number; refusals: number }>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** When a job of this kind may be submitted again; a moment in the past when it may be now. */
	openAtMs({ label }: JobKind): number {
		return this.#closed.get(label)?.untilMs ?? 0;
	}

	/** Whether the last submit of this kind was refused: one at a time finds out whether that changed. */
	isTight({ label }: JobKind): boolean {
		return this.#closed.has(label);
	}

	/** @param delayMs how long the service asks to wait; absent when it does not say */
	close({ label }: JobKind, delayMs: number | undefined): void {
		const refusals = (this.#closed.get(label)?.refusals ?? 0) + 1;
		const pauseMs = delayMs ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * refusals);
		this.#closed.set(label, { untilMs: this.#clock.now() + pauseMs, refusals });
	}

	/** A job of ours was accepted or has ended. */
	open({ label }: JobKind): void {
		this.#closed.delete(label);
	}
}
