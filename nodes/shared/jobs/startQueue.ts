import type { Clock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import { rejectedSubmitError } from './jobError';
import type { JobLedger } from './jobLedger';
import type { JobRun } from './jobRun';
import { PendingJobSlots } from './pendingJobSlots';
import { submitJob, type SubmitOutcome } from './submitJob';

/**
 * How long a submit waits while others hold all slots at the service, or for its rate limit. Nothing was
 * started by then, so there is nothing to lose by waiting, and Stop ends it.
 */
const START_PATIENCE_MS = 3_600_000;

/** The jobs that wait for a slot in their order, and those that hold one. */
export class StartQueue<Output> {
	/** Those still to start, the next of them last. */
	readonly waiting: Array<JobRun<Output>>;

	/** Those that hold one of the slots in flight. */
	readonly active = new Set<JobRun<Output>>();

	readonly #maxConcurrentJobs: number;

	readonly #slots: PendingJobSlots;

	readonly #clock: Clock;

	constructor(runs: ReadonlyArray<JobRun<Output>>, maxConcurrentJobs: number, clock: Clock) {
		this.waiting = [...runs].reverse();
		this.#maxConcurrentJobs = maxConcurrentJobs;
		this.#slots = new PendingJobSlots(clock, runs[0]?.task.jobType.usualSlots);
		this.#clock = clock;
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
		const unfinished = this.active.size;
		if (unfinished >= this.#maxConcurrentJobs) return false;
		if ('resume' in start) return true;
		const isSubmitting = [...this.active].some(({ state }) => state.name === 'submitting');
		return this.#slots.mayStart(unfinished, isSubmitting);
	}

	/**
	 * Submits the job of a run that was taken.
	 * @param waitSignal aborts when the run ends: a submit that was not sent yet is given up
	 * @returns undefined when the service had no slot, and the run waits again
	 */
	async submit(
		run: JobRun<Output>,
		parts: { client: ServiceClient; ledger: JobLedger; waitSignal: AbortSignal },
	): Promise<Exclude<SubmitOutcome, { type: 'noSlot' }> | undefined> {
		const { task, ledgerKey: key } = run;
		if ('resume' in task.start || key === undefined) return undefined;
		run.state = { name: 'submitting' };
		const clock = this.#clock;
		const options = { ...parts, clock, key, patienceMs: START_PATIENCE_MS };
		const outcome = await submitJob(task, task.start, options);
		if (outcome.type === 'accepted') this.#slots.noteAccepted(this.active.size);
		if (outcome.type !== 'noSlot') return outcome;
		this.#slots.noteRefused(this.active.size - 1, outcome.error.facts.delayMs);
		if (this.#slots.fullForMs >= START_PATIENCE_MS) {
			const error = rejectedSubmitError(task.jobType, outcome.error);
			return { type: 'failed', knownState: 'none', error };
		}
		this.#putBack(run);
		return undefined;
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
		const { openAtMs } = this.#slots;
		return this.waiting.length > 0 && openAtMs > this.#clock.now() ? openAtMs : undefined;
	}
}
