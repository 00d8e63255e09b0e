import { rejectedSubmitError } from './jobError';
import type { JobRun, JobRunnerOptions } from './jobRun';
import { submitJob, type SubmitOutcome } from './submitJob';

/** Wait before a submit is tried again that found no free slot: at first, and at most. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15_000;

/** The same while jobs of this run hold slots: each of them that ends frees one at once. */
const MAX_PAUSE_BESIDE_JOBS_MS = 60_000;

type QueueOptions = Pick<JobRunnerOptions, 'maxConcurrentJobs' | 'clock' | 'onNote'>;

/**
 * The jobs that wait for a slot in their order, and those that hold one. How many slots the service has
 * for unfinished jobs of one account and type depends on the plan and on other workflows, so it is
 * learned: up to the usual number jobs are submitted side by side, beyond it one at a time until the
 * service answers TOO_MANY_PENDING_JOBS. That is no rate limit: only submits wait, until a job of this run
 * ends or a moment has passed.
 */
export class StartQueue<Output> {
	/** Those still to start, the next of them last. */
	readonly waiting: Array<JobRun<Output>>;

	/** Those that hold one of the slots in flight. */
	readonly active = new Set<JobRun<Output>>();

	readonly #options: QueueOptions;

	/** How many unfinished jobs an account usually may have. */
	readonly #usualLimit: number;

	/** Jobs of this run that may be unfinished side by side without finding out. */
	#limit: number;

	/** When one more than the limit may be tried; a moment in the past when nothing was refused. */
	#openAtMs = 0;

	/** Submits in a row that found no slot. */
	#refusals = 0;

	/** Since when others hold all slots, without one for this run. */
	#fullSinceMs: number | undefined;

	constructor(runs: ReadonlyArray<JobRun<Output>>, options: QueueOptions) {
		this.waiting = runs.toReversed();
		this.#options = options;
		this.#usualLimit = runs[0]?.task.jobType.usualSlots ?? Infinity;
		this.#limit = this.#usualLimit;
	}

	/** The next run, which holds a slot from now on; undefined when none may start now. */
	takeNext(): JobRun<Output> | undefined {
		const run = this.waiting.at(-1);
		if (!run || !this.#mayStart(run)) return undefined;
		this.waiting.pop();
		this.active.add(run);
		return run;
	}

	#mayStart({ task: { start } }: JobRun<Output>): boolean {
		const { size: unfinished } = this.active;
		if (unfinished >= this.#options.maxConcurrentJobs) return false;
		if ('resume' in start || unfinished < this.#limit) return true;
		const isSubmitting = [...this.active].some(({ state }) => state.name === 'submitting');
		return !isSubmitting && this.#openAtMs <= this.#options.clock.now();
	}

	/**
	 * Submits the job of a run that was taken.
	 * @param waitSignal aborts when the run ends: a submit that was not sent yet is given up
	 * @returns undefined when the service had no slot, and the run waits again
	 */
	async submit(
		run: JobRun<Output>,
		parts: Pick<JobRunnerOptions, 'client' | 'ledger'> & { waitSignal: AbortSignal },
	): Promise<Exclude<SubmitOutcome, { type: 'noSlot' }> | undefined> {
		const { task, ledgerKey: key } = run;
		if ('resume' in task.start || key === undefined) return undefined;
		run.state = { name: 'submitting' };
		// Waiting for a start is bounded like waiting for the job: nothing was started by then.
		const patienceMs = task.timeoutSeconds * 1_000;
		const options = { ...parts, clock: this.#options.clock, key, patienceMs };
		const outcome = await submitJob(task, task.start, options);
		if (outcome.type === 'accepted') this.#noteAccepted();
		if (outcome.type !== 'noSlot') return outcome;
		if (this.#noteRefused(outcome.error.facts.delayMs, patienceMs) >= patienceMs) {
			const error = rejectedSubmitError(task.jobType, outcome.error);
			return { type: 'failed', knownState: 'none', error };
		}
		if (this.#fullSinceMs === this.#options.clock.now()) {
			this.#options.onNote?.(
				`Other workflows use all slots for ${task.jobType.plural} of this account: waiting for one, up to ${task.timeoutSeconds} seconds`,
			);
		}
		this.#putBack(run);
		return undefined;
	}

	#noteAccepted(): void {
		const { size: unfinished } = this.active;
		this.#fullSinceMs = undefined;
		if (unfinished <= this.#limit) return;
		// With no job of this run among them, a refusal has shown nothing of how many slots there are.
		this.#limit = this.#limit === 0 ? this.#usualLimit : unfinished;
		this.#openAtMs = 0;
		this.#refusals = 0;
	}

	/**
	 * @param delayMs how long the service asks to wait; absent when it does not say
	 * @param patienceMs how long others may hold all slots
	 * @returns how long others have held all slots; 0 while this run has a job
	 */
	#noteRefused(delayMs: number | undefined, patienceMs: number): number {
		const nowMs = this.#options.clock.now();
		const others = this.active.size - 1;
		this.#refusals += 1;
		const maxPauseMs = others > 0 ? MAX_PAUSE_BESIDE_JOBS_MS : MAX_PAUSE_MS;
		const pauseMs = delayMs ?? Math.min(maxPauseMs, FIRST_PAUSE_MS * this.#refusals);
		this.#limit = others;
		this.#fullSinceMs = others > 0 ? undefined : (this.#fullSinceMs ?? nowMs);
		const latestMs = (this.#fullSinceMs ?? Infinity) + patienceMs;
		this.#openAtMs = Math.min(nowMs + pauseMs, latestMs);
		return nowMs - (this.#fullSinceMs ?? nowMs);
	}

	/** Puts a run that found no slot back at its place in the order. */
	#putBack(run: JobRun<Output>): void {
		run.state = { name: 'waiting' };
		this.active.delete(run);
		const position = this.waiting.findLastIndex(({ index }) => index > run.index) + 1;
		this.waiting.splice(position, 0, run);
	}

	/** When the service may have a slot again for those that wait; undefined when none waits for that. */
	get openAtMs(): number | undefined {
		return this.waiting.length > 0 && this.#openAtMs > this.#options.clock.now()
			? this.#openAtMs
			: undefined;
	}
}
