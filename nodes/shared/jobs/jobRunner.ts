import type { Clock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import type { ServiceError } from '../transport/serviceError';
import { asWebDataError, type WebDataError } from '../transport/webDataError';
import { cancelUnfinishedJobs, type NamedJobs } from './cancelUnfinishedJobs';
import {
	cancelledJobError,
	failedJobError,
	rejectedSubmitError,
	timedOutJobError,
	uncertainEarlierError,
	unreadableJobError,
	unusableResultError,
} from './jobError';
import type { JobState } from './jobType';
import { jobIdOf, knownStateOf, knownStateOfResult, type FollowedJob, type JobRun } from './jobRun';
import { ledgerKey, type JobLedger } from './jobLedger';
import type { JobEnd, KnownState, JobResult, JobTask } from './jobTask';
import { PendingJobSlots } from './pendingJobSlots';
import { type PollDecision, StatusPoller } from './statusPoller';
import { submitJob } from './submitJob';

export interface JobRunnerOptions<Output = unknown> {
	client: ServiceClient;
	clock: Clock;
	ledger: JobLedger;
	/** The run of the node within the execution (loops run a node several times). */
	runIndex: number;
	/** Jobs in flight at a time. */
	maxConcurrentJobs: number;
	/** Whether unfinished jobs are cancelled at the service when the run ends early. */
	cancelOnStop: boolean;
	/** Whether the other jobs go on after one failed (n8n's Continue On Fail and error output). */
	keepGoing: boolean;
	/** Aborts when the execution is stopped. */
	signal: AbortSignal | undefined;
	/**
	 * Makes use of a result, as soon as it is there. What it throws fails the job's task, while the job
	 * itself stays as it is.
	 */
	read?: ((index: number, result: JobResult, signal: AbortSignal) => Promise<Output>) | undefined;
	/** Called whenever a job's progress changed. */
	onProgress?: ((progress: { task: JobTask; jobId: string; state: JobState }) => void) | undefined;
	/** Called for each job that was accepted, before anything else happens. */
	onAccepted?: ((task: JobTask, jobId: string) => void) | undefined;
}

/** What came of all tasks. */
export interface JobRunReport<Output = unknown> {
	/**
	 * In the order of the tasks; undefined for tasks that were never started or not ended. Of a run that
	 * ended early, as they were then: what only failed because the run ended is not among them.
	 */
	ends: ReadonlyArray<JobEnd<Output> | undefined>;
	/** Set when the run ended early: stopped by the user, or by the error of one job. */
	early?: { reason: 'stopped' | 'failed'; jobs: NamedJobs };
}

/**
 * How long a submit waits while others hold all slots at the service, or for its rate limit. Nothing was
 * started by then, so there is nothing to lose by waiting, and Stop ends it.
 */
const START_PATIENCE_MS = 3_600_000;

/**
 * Submits, waits for and reads jobs, which share the slots of one type. One loop decides for all of them:
 * it fills free slots, asks for the status of what is due, and sleeps until the next thing happens. No job
 * has a loop of its own, so the requests of many jobs can be spread over the service's allowance.
 */
export async function runJobs<Output = unknown>(
	tasks: readonly JobTask[],
	options: JobRunnerOptions<Output>,
): Promise<JobRunReport<Output>> {
	return await new JobRunner(tasks, options).run();
}

class JobRunner<Output> {
	readonly #options: JobRunnerOptions<Output>;

	readonly #runs: ReadonlyArray<JobRun<Output>>;

	/** Those still to start, the next of them last. */
	readonly #waiting: Array<JobRun<Output>>;

	/** Those that hold one of the slots in flight. */
	readonly #active = new Set<JobRun<Output>>();

	/** Those whose result is being read. */
	readonly #reading = new Set<JobRun<Output>>();

	/** Requests on their way, and results being read. They never reject. */
	readonly #calls = new Set<Promise<void>>();

	/** Aborted when the run ends early: ends waits, but no submit on its way. */
	readonly #ending = new AbortController();

	readonly #slots: PendingJobSlots;

	readonly #poller: StatusPoller<Output>;

	#hasFatalError = false;

	constructor(tasks: readonly JobTask[], options: JobRunnerOptions<Output>) {
		const { ledger, runIndex, clock, client } = options;
		this.#options = options;
		this.#slots = new PendingJobSlots(clock, tasks[0]?.jobType.usualSlots);
		this.#poller = new StatusPoller<Output>({
			client,
			clock,
			listing: tasks[0]?.jobType.listing,
			signal: this.#ending.signal,
			followed: () => this.#followed(),
			countJobsToStart: () => this.#waiting.length,
			onListed: (job, state) => this.#note(job, state),
			onBody: async (job, body, isLastLook) => await this.#handleStatus(job, body, isLastLook),
			onPollError: async (job, decision, error) =>
				await this.#handlePollError(job, decision, error),
		});
		this.#runs = tasks.map((task, index) => {
			const { start, itemIndexes } = task;
			const run = { index, task, isBusy: false, state: { name: 'waiting' as const } };
			if ('resume' in start) return run;
			const key = ledgerKey(runIndex, itemIndexes, start);
			const known = ledger.find(key);
			// What an earlier try of the node sent, this one may read of.
			if (known) client.hide(start.submit);
			return { ...run, ledgerKey: key, state: { ...run.state, ...(known && { known }) } };
		});
		this.#waiting = [...this.#runs].reverse();
	}

	async run(): Promise<JobRunReport<Output>> {
		while (!this.#isOver()) {
			this.#fillFreeSlots();
			for (const { runs, call } of this.#poller.askWhatIsDue()) this.#track(runs, call);
			if (!this.#isOver()) await this.#nextEvent();
		}
		const ends = this.#runs.map(({ state }) => (state.name === 'ended' ? state.end : undefined));
		if (!this.#endsEarly()) return { ends };
		this.#ending.abort();
		const reason = this.#isStopped() ? 'stopped' : 'failed';
		const jobs = await cancelUnfinishedJobs(this.#runs, this.#calls, { ...this.#options, reason });
		return { ends, early: { reason, jobs } };
	}

	#isStopped(): boolean {
		return this.#options.signal?.aborted === true;
	}

	#endsEarly(): boolean {
		return this.#isStopped() || this.#hasFatalError;
	}

	#isOver(): boolean {
		const isIdle = this.#active.size === 0 && this.#reading.size === 0;
		return this.#endsEarly() || (this.#waiting.length === 0 && isIdle);
	}

	// Starting

	#fillFreeSlots(): void {
		for (;;) {
			const run = this.#waiting.at(-1);
			if (!run || !this.#mayStart(run)) return;
			this.#waiting.pop();
			this.#active.add(run);
			this.#track([run], this.#start(run));
		}
	}

	#mayStart({ task: { start } }: JobRun<Output>): boolean {
		const unfinished = this.#active.size;
		if (unfinished >= this.#options.maxConcurrentJobs) return false;
		if ('resume' in start) return true;
		const isSubmitting = [...this.#active].some(({ state }) => state.name === 'submitting');
		return this.#slots.mayStart(unfinished, isSubmitting);
	}

	/** Puts a run that found no slot back at its place in the order. */
	#waitForSlot(run: JobRun<Output>): void {
		run.state = { name: 'waiting' };
		this.#active.delete(run);
		const position = this.#waiting.findLastIndex(({ index }) => index > run.index) + 1;
		this.#waiting.splice(position, 0, run);
	}

	async #start(run: JobRun<Output>): Promise<void> {
		const { start, jobType } = run.task;
		const known = run.state.name === 'waiting' ? run.state.known : undefined;
		if ('resume' in start) this.#follow(run, start.resume);
		else if (!known) await this.#submit(run);
		else if ('jobId' in known) this.#follow(run, known.jobId, { isFromEarlierTry: true });
		else this.#fail(run, uncertainEarlierError(jobType), 'unknown');
	}

	async #submit(run: JobRun<Output>): Promise<void> {
		const { task, ledgerKey: key } = run;
		const { jobType, start } = task;
		if ('resume' in start || key === undefined) return;
		run.state = { name: 'submitting' };
		const { client, clock, ledger, onAccepted } = this.#options;
		const outcome = await submitJob(task, start, {
			client,
			clock,
			ledger,
			key,
			patienceMs: START_PATIENCE_MS,
			waitSignal: this.#ending.signal,
		});
		if (outcome.type === 'accepted') {
			this.#slots.noteAccepted(this.#active.size);
			const job = this.#follow(run, outcome.jobId);
			onAccepted?.(task, outcome.jobId);
			await this.#handleStatus(job, outcome.body);
			return;
		}
		if (outcome.type === 'failed') {
			this.#fail(run, outcome.error, outcome.knownState);
			return;
		}
		this.#slots.noteRefused(this.#active.size - 1, outcome.error.facts.delayMs);
		if (this.#slots.fullForMs < START_PATIENCE_MS) this.#waitForSlot(run);
		else this.#fail(run, rejectedSubmitError(jobType, outcome.error), 'none');
	}

	#follow(
		run: JobRun<Output>,
		jobId: string,
		{ isFromEarlierTry = false } = {},
	): FollowedJob<Output> {
		const nowMs = this.#options.clock.now();
		const job: FollowedJob<Output> = {
			run,
			jobId,
			isFromEarlierTry,
			sinceMs: nowMs,
			deadlineMs: nowMs + run.task.timeoutSeconds * 1_000,
			dueMs: nowMs,
			pollsMade: 0,
			failures: 0,
			isAskedAlone: true,
			isUnlisted: false,
		};
		run.state = { name: 'running', job };
		return job;
	}

	// Following

	#followed(): Array<FollowedJob<Output>> {
		return [...this.#active].flatMap((run) =>
			run.state.name === 'running' ? [run.state.job] : [],
		);
	}

	async #handlePollError(
		job: FollowedJob<Output>,
		decision: Exclude<PollDecision, 'again'>,
		error: ServiceError,
	): Promise<void> {
		const { run, jobId, state } = job;
		const knownState = decision === 'missing' ? 'missing' : 'running';
		const { jobType } = run.task;
		if (decision === 'missing' && job.isFromEarlierTry) await this.#startAnew(run);
		else if (decision === 'timeUp') this.#timeOut(job, error);
		else {
			const explained = unreadableJobError(jobType, jobId, error, { knownState, state });
			this.#fail(run, explained, knownState);
		}
	}

	/**
	 * Submits again what an earlier try of this execution started and what ended without a result. The
	 * ledger keeps the ended job until the new submit takes its entry.
	 */
	async #startAnew(run: JobRun<Output>): Promise<void> {
		if (!this.#endsEarly()) {
			await this.#submit(run);
			return;
		}
		if (run.ledgerKey !== undefined) this.#options.ledger.forget(run.ledgerKey);
		run.state = { name: 'waiting' };
	}

	/** Acts on a status body. */
	async #handleStatus(job: FollowedJob<Output>, body: unknown, isLastLook = false): Promise<void> {
		const { run, jobId } = job;
		const { jobType, isWaitedFor } = run.task;
		const state = jobType.readState(body);
		this.#note(job, state);
		job.body = body;
		if (state.name !== 'running') this.#poller.noteEnd(job);
		if (state.name === 'completed') {
			this.#finish(run, { type: 'completed', jobId, body });
		} else if (state.name !== 'running') {
			await this.#handleEndWithoutResult(job, state);
		} else if (!isWaitedFor) {
			this.#finish(run, { type: 'unfinished', jobId, body, isTimedOut: false });
		} else if (isLastLook) {
			this.#timeOut(job);
		} else {
			this.#poller.askAgain(job);
		}
	}

	async #handleEndWithoutResult(job: FollowedJob<Output>, state: JobState): Promise<void> {
		const { run } = job;
		if (job.isFromEarlierTry) {
			await this.#startAnew(run);
			return;
		}
		if (run.ledgerKey !== undefined) this.#options.ledger.forget(run.ledgerKey);
		const { jobType, isFailureResult } = run.task;
		const { jobId, body } = job;
		if (state.name !== 'failed') {
			this.#fail(run, cancelledJobError(jobType, jobId, state), 'cancelled');
		} else if (isFailureResult) {
			this.#finish(run, { type: 'completed', jobId, body, isFailure: true });
		} else this.#fail(run, failedJobError(jobType, jobId, state), 'failed');
	}

	#note(job: FollowedJob<Output>, state: JobState): void {
		const before = job.state?.progress;
		job.state = state;
		if (state.progress !== before) {
			this.#options.onProgress?.({ task: job.run.task, jobId: job.jobId, state });
		}
	}

	// Ending

	#timeOut({ run, jobId, body, state }: FollowedJob<Output>, cause?: WebDataError): void {
		const { jobType, timeoutSeconds, onTimeout } = run.task;
		if (onTimeout === 'return') {
			this.#finish(run, { type: 'unfinished', jobId, body, isTimedOut: true });
			return;
		}
		this.#fail(run, timedOutJobError(jobType, jobId, { timeoutSeconds, state, cause }), 'running');
	}

	/** Ends a run with a result, which is read first where somebody wants it. */
	#finish(run: JobRun<Output>, result: JobResult): void {
		const { read } = this.#options;
		this.#active.delete(run);
		if (!read) {
			run.state = { name: 'ended', end: result };
			return;
		}
		run.state = { name: 'reading', result };
		this.#reading.add(run);
		this.#track([run], this.#read(run, result, read));
	}

	async #read(
		run: JobRun<Output>,
		result: JobResult,
		read: NonNullable<JobRunnerOptions<Output>['read']>,
	): Promise<void> {
		const reply = await read(run.index, result, this.#ending.signal).then(
			(output) => ({ output }),
			(error: unknown) => ({ error }),
		);
		this.#reading.delete(run);
		if ('output' in reply) {
			run.state = { name: 'ended', end: { ...result, output: reply.output } };
			return;
		}
		const knownState = knownStateOfResult(result);
		const cause = asWebDataError(reply.error);
		const error = unusableResultError(run.task.jobType, result.jobId, cause, knownState);
		this.#fail(run, error, knownState);
	}

	#fail(run: JobRun<Output>, error: WebDataError, knownState: KnownState): void {
		const jobId = jobIdOf(run);
		this.#active.delete(run);
		run.state = {
			name: 'ended',
			end: { type: 'failed', error, knownState, ...(jobId !== undefined && { jobId }) },
		};
		if (!this.#options.keepGoing) this.#hasFatalError = true;
	}

	// Waiting

	/** Returns when a request ended, something is due, or the run is stopped. */
	async #nextEvent(): Promise<void> {
		const { clock, signal } = this.#options;
		const wake = new AbortController();
		const waits: Array<Promise<void>> = [...this.#calls];
		const sleepSignal = signal ? AbortSignal.any([signal, wake.signal]) : wake.signal;
		const nextMs = this.#nextMoment();
		if (nextMs !== undefined) {
			waits.push(clock.sleep(Math.max(0, nextMs - clock.now()), sleepSignal));
		}
		if (signal) waits.push(whenAborted(signal, wake.signal));
		await Promise.race(waits);
		wake.abort();
	}

	/** When the next status request or submit is due. */
	#nextMoment(): number | undefined {
		const openAtMs = this.#waiting.length > 0 ? this.#slots.openAtMs : 0;
		const opening = openAtMs > this.#options.clock.now() ? openAtMs : Infinity;
		const momentMs = Math.min(opening, this.#poller.nextMs() ?? Infinity);
		return momentMs < Infinity ? momentMs : undefined;
	}

	/** Keeps a request that is on its way for some runs; a defect in it fails them. */
	#track(runs: ReadonlyArray<JobRun<Output>>, call: Promise<void>): void {
		for (const run of runs) run.isBusy = true;
		const tracked = call
			.catch((error: unknown) => {
				for (const run of runs) {
					this.#reading.delete(run);
					this.#fail(run, asWebDataError(error), knownStateOf(run));
				}
			})
			.finally(() => {
				for (const run of runs) run.isBusy = false;
				this.#calls.delete(tracked);
			});
		this.#calls.add(tracked);
	}
}

/** Settles when the signal aborts; the listener leaves with the other signal. */
async function whenAborted(signal: AbortSignal, release: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true, signal: release });
	});
}
