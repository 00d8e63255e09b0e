import type { Clock } from '../transport/clock';

/** Wait before a submit is tried again that found no free slot: at first, and at most. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15_000;

/** The same while jobs of this run hold slots: each of them that ends frees one at once. */
const MAX_PAUSE_BESIDE_JOBS_MS = 60_000;

/**
 * The slots that the service has for unfinished jobs of one account and type. How many there are
 * depends on the plan and on other workflows, so it is learned: up to the usual number jobs are
 * submitted side by side, beyond it one at a time until the service answers TOO_MANY_PENDING_JOBS. That
 * is no rate limit: only submits wait, until a job of this run ends or a moment has passed.
 */
export class PendingJobSlots {
	readonly #clock: Clock;

	readonly #usualLimit: number;

	/** Jobs of this run that may be unfinished side by side without finding out. */
	#limit: number;

	#openAtMs = 0;

	/** Submits in a row that found no slot. */
	#refusals = 0;

	/** Since when there is no slot although this run has no job. */
	#fullSinceMs: number | undefined;

	/** @param usualSlots how many unfinished jobs an account usually may have */
	constructor(clock: Clock, usualSlots = Infinity) {
		this.#clock = clock;
		this.#usualLimit = usualSlots;
		this.#limit = usualSlots;
	}

	/**
	 * Whether a job may be submitted now.
	 * @param unfinished jobs of this run that were submitted, or are being submitted
	 * @param isSubmitting whether one of them is being submitted
	 */
	mayStart(unfinished: number, isSubmitting: boolean): boolean {
		return unfinished < this.#limit || (!isSubmitting && this.#openAtMs <= this.#clock.now());
	}

	/** When one more than the limit may be tried; a moment in the past when nothing was refused. */
	get openAtMs(): number {
		return this.#openAtMs;
	}

	/** How long others have held all slots, without one for this run; 0 while it has a job. */
	get fullForMs(): number {
		return this.#fullSinceMs === undefined ? 0 : this.#clock.now() - this.#fullSinceMs;
	}

	/** A job was accepted: so many unfinished ones the service takes. */
	noteAccepted(unfinished: number): void {
		this.#fullSinceMs = undefined;
		if (unfinished <= this.#limit) return;
		// With no job of this run among them, a refusal has shown nothing of how many slots there are.
		this.#limit = this.#limit === 0 ? this.#usualLimit : unfinished;
		this.#openAtMs = 0;
		this.#refusals = 0;
	}

	/**
	 * There was no slot for a job.
	 * @param unfinished the others of this run
	 * @param delayMs how long the service asks to wait; absent when it does not say
	 */
	noteRefused(unfinished: number, delayMs: number | undefined): void {
		const nowMs = this.#clock.now();
		this.#fullSinceMs = unfinished > 0 ? undefined : (this.#fullSinceMs ?? nowMs);
		this.#refusals += 1;
		const maxPauseMs = unfinished > 0 ? MAX_PAUSE_BESIDE_JOBS_MS : MAX_PAUSE_MS;
		const pauseMs = delayMs ?? Math.min(maxPauseMs, FIRST_PAUSE_MS * this.#refusals);
		this.#openAtMs = nowMs + pauseMs;
		this.#limit = unfinished;
	}
}
