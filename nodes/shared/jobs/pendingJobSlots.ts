import type { Clock } from '../transport/clock';
import type { JobType } from './jobType';

/** Wait before a submit is tried again that found no free slot: at first, and at most. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15_000;

/** The same while jobs of this run hold slots: each of them that ends frees one at once. */
const MAX_PAUSE_BESIDE_JOBS_MS = 60_000;

/** What is known of the slots for one type of job. */
interface Slots {
	/** Jobs of this run that may be unfinished side by side without finding out. */
	limit: number;
	/** When one more than that may be tried. */
	openAtMs: number;
	/** Submits in a row that found no slot. */
	refusals: number;
}

/**
 * The slots that the service has for unfinished jobs of one account, by type of job. How many there
 * are depends on the plan and on other workflows, so it is learned: up to the usual number jobs are
 * submitted side by side, beyond it one at a time until the service answers TOO_MANY_PENDING_JOBS. That
 * is no rate limit: only submits wait, until a job of this run ends or a moment has passed.
 */
export class PendingJobSlots {
	readonly #clock: Clock;

	readonly #byType = new Map<string, Slots>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/**
	 * Whether a job of this type may be submitted now.
	 * @param unfinished jobs of this run and type that were submitted, or are being submitted
	 * @param isSubmitting whether one of them is being submitted
	 */
	mayStart(jobType: JobType, unfinished: number, isSubmitting: boolean): boolean {
		const { limit, openAtMs } = this.#slotsOf(jobType);
		return unfinished < limit || (!isSubmitting && openAtMs <= this.#clock.now());
	}

	/** When one more may be tried; a moment in the past when nothing was refused. */
	openAtMs(jobType: JobType): number {
		return this.#slotsOf(jobType).openAtMs;
	}

	/** A job was accepted: so many unfinished ones the service takes. */
	noteAccepted(jobType: JobType, unfinished: number): void {
		const { limit } = this.#slotsOf(jobType);
		// With no job of this run among them, a refusal has shown nothing of how many slots there are.
		if (limit === 0) this.#byType.delete(jobType.label);
		else if (unfinished > limit)
			this.#set(jobType, { limit: unfinished, openAtMs: 0, refusals: 0 });
	}

	/**
	 * There was no slot for a job.
	 * @param unfinished the others of this run and type
	 * @param delayMs how long the service asks to wait; absent when it does not say
	 */
	noteRefused(jobType: JobType, unfinished: number, delayMs: number | undefined): void {
		const refusals = this.#slotsOf(jobType).refusals + 1;
		const maxPauseMs = unfinished > 0 ? MAX_PAUSE_BESIDE_JOBS_MS : MAX_PAUSE_MS;
		const pauseMs = delayMs ?? Math.min(maxPauseMs, FIRST_PAUSE_MS * refusals);
		const openAtMs = this.#clock.now() + pauseMs;
		this.#set(jobType, { limit: unfinished, openAtMs, refusals });
	}

	#set({ label }: JobType, slots: Slots): void {
		this.#byType.set(label, slots);
	}

	#slotsOf({ label, usualSlots = Infinity }: JobType): Slots {
		return this.#byType.get(label) ?? { limit: usualSlots, openAtMs: 0, refusals: 0 };
	}
}
