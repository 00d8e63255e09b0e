import type { Clock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import { ServiceError } from '../transport/serviceError';
import { WebDataError } from '../transport/webDataError';
import { abandonJobs, type AbandonedJobs } from './abandonJobs';
import {
	cancelledJobError,
	failedJobError,
	timedOutJobError,
	unreadableJobError,
} from './jobError';
import { ledgerKey, type JobLedger } from './jobLedger';
import { createRun, type JobRun } from './jobRun';
import type { JobEnd, JobTask } from './jobTask';
import { nextPollDelayMs } from './pollSchedule';
import { submitJob } from './submitJob';

export interface JobRunnerOptions {
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
	/** Told whenever a job's progress changed. */
	onProgress?: ((run: JobRun) => void) | undefined;
}

/**
 * How often a status request is tried again after lost connections: about three minutes, in which a
 * service can restart. The job goes on without us.
 */
const STATUS_BACKOFF_RETRIES = 8;

/** What came of all tasks. */
export interface JobRunReport {
	/** In the order of the tasks; undefined for tasks that were never started or not ended. */
	ends: ReadonlyArray<JobEnd | undefined>;
	/** Set when the run ended early: stopped by the user, or by the error of one job. */
	early?: { reason: 'stopped' | 'failed'; jobs: AbandonedJobs };
}

/**
 * Submits, waits for and collects jobs. One loop decides for all of them: it fills free places,
 * asks for the status of what is due, and sleeps until the next thing happens. No job has a loop of
 * its own, so the requests of many jobs can be spread over the service's allowance.
 */
export async function runJobs(
	tasks: readonly JobTask[],
	options: JobRunnerOptions,
): Promise<JobRunReport> {
	return await new JobRunner(tasks, options).run();
}

class JobRunner {
	readonly #options: JobRunnerOptions;

	readonly #runs: readonly JobRun[];

	readonly #waiting: JobRun[];

	readonly #active = new Set<JobRun>();

	/** Requests on their way. They never reject. */
	readonly #calls = new Set<Promise<void>>();

	/** Aborted when the run ends early: ends waits, but no request on its way. */
	readonly #ending = new AbortController();

	#hasFatalError = false;

	constructor(tasks: readonly JobTask[], options: JobRunnerOptions) {
		this.#options = options;
		this.#runs = tasks.map(createRun);
		this.#waiting = [...this.#runs];
	}

	async run(): Promise<JobRunReport> {
		while (!this.#isOver()) {
			this.#endOverdueRuns();
			this.#fillFreePlaces();
			this.#pollDueRuns();
			if (!this.#isOver()) await this.#nextEvent();
		}
		if (!this.#endsEarly()) return { ends: this.#runs.map(({ end }) => end) };
		this.#ending.abort();
		const reason = this.#isStopped() ? 'stopped' : 'failed';
		const jobs = await abandonJobs(this.#runs, this.#calls, { ...this.#options, reason });
		return { ends: this.#runs.map(({ end }) => end), early: { reason, jobs } };
	}

	#isStopped(): boolean {
		return this.#options.signal?.aborted === true;
	}

	#endsEarly(): boolean {
		return this.#isStopped() || this.#hasFatalError;
	}

	#isOver(): boolean {
		return this.#endsEarly() || (this.#waiting.length === 0 && this.#active.size === 0);
	}

	#fillFreePlaces(): void {
		while (this.#active.size < this.#options.maxConcurrentJobs) {
			const run = this.#waiting.shift();
			if (!run) return;
			this.#startTime(run);
			this.#active.add(run);
			this.#track(run, this.#start(run));
		}
	}

	#startTime(run: JobRun): number {
		run.deadlineMs = this.#options.clock.now() + run.task.timeoutSeconds * 1_000;
		return run.deadlineMs;
	}

	#endOverdueRuns(): void {
		for (const run of this.#active) {
			if (!run.isBusy && this.#options.clock.now() >= run.deadlineMs) this.#timeOut(run);
		}
	}

	#pollDueRuns(): void {
		const nowMs = this.#options.clock.now();
		for (const run of this.#active) {
			if (!run.isBusy && run.dueMs <= nowMs) this.#track(run, this.#poll(run));
		}
	}

	/** Returns when a request ended, a status request or a deadline is due, or the run is stopped. */
	async #nextEvent(): Promise<void> {
		const { clock, signal } = this.#options;
		const wake = new AbortController();
		const dueTimes = [...this.#active]
			.filter((run) => !run.isBusy)
			.map((run) => Math.min(run.dueMs, run.deadlineMs));
		const waits: Array<Promise<void>> = [...this.#calls];
		const sleepSignal = signal ? AbortSignal.any([signal, wake.signal]) : wake.signal;
		if (dueTimes.length > 0) {
			waits.push(clock.sleep(Math.max(0, Math.min(...dueTimes) - clock.now()), sleepSignal));
		}
		if (signal) waits.push(whenAborted(signal, wake.signal));
		await Promise.race(waits);
		wake.abort();
	}

	#track(run: JobRun, call: Promise<void>): void {
		run.isBusy = true;
		const tracked = call
			.catch((error: unknown) => this.#fail(run, asWebDataError(error)))
			.finally(() => {
				run.isBusy = false;
				this.#calls.delete(tracked);
			});
		this.#calls.add(tracked);
	}

	async #start(run: JobRun): Promise<void> {
		const { client, ledger, runIndex } = this.#options;
		const { kind, start, itemIndexes } = run.task;
		if ('takeUp' in start) {
			run.jobId = start.takeUp;
			await this.#poll(run);
			return;
		}
		run.ledgerKey = ledgerKey(runIndex, itemIndexes, start);
		// Known before its status is read, so that Stop in between cancels and names it.
		const known = ledger.find(run.ledgerKey);
		if (known && 'jobId' in known) run.jobId = known.jobId;
		const { jobId, body } = await submitJob({
			kind,
			start,
			client,
			ledger,
			key: run.ledgerKey,
			startTime: () => this.#startTime(run),
			waitSignal: this.#ending.signal,
		});
		run.jobId = jobId;
		this.#take(run, body);
	}

	async #poll(run: JobRun): Promise<void> {
		const { client, signal } = this.#options;
		const { kind } = run.task;
		const jobId = run.jobId ?? '';
		const reply = await client
			.send(kind.statusRequest(jobId), {
				deadlineMs: run.deadlineMs,
				signal,
				waitSignal: this.#ending.signal,
				backoffRetries: STATUS_BACKOFF_RETRIES,
			})
			.then(
				(answer) => ({ answer }),
				(error: unknown) => ({ error }),
			);
		if (this.#endsEarly() && 'error' in reply) return;
		if ('answer' in reply) {
			run.pollsMade += 1;
			this.#take(run, reply.answer.body);
			return;
		}
		if (this.#options.clock.now() >= run.deadlineMs) return this.#timeOut(run);
		// The job itself is fine: only the service takes no more requests before the deadline.
		if (isRateLimit(reply.error)) return this.#timeOut(run, reply.error);
		this.#fail(run, unreadableJobError(kind, jobId, reply.error, run.state));
	}

	/** Acts on a status body. */
	#take(run: JobRun, body: unknown): void {
		const { kind, isWaitedFor } = run.task;
		const jobId = run.jobId ?? '';
		const before = run.state?.progress;
		const state = kind.readState(body);
		run.state = state;
		run.lastBody = body;
		if (state.progress !== before) this.#options.onProgress?.(run);
		if (state.phase === 'completed') return this.#end(run, { type: 'completed', jobId, body });
		if (state.phase === 'failed') return this.#fail(run, failedJobError(kind, jobId, state));
		if (state.phase === 'cancelled') return this.#fail(run, cancelledJobError(kind, jobId, state));
		if (!isWaitedFor) {
			return this.#end(run, { type: 'unfinished', jobId, body, isTimedOut: false });
		}
		const { clock, client } = this.#options;
		const nowMs = clock.now();
		run.dueMs =
			nowMs +
			nextPollDelayMs(kind.schedule, {
				pollsMade: run.pollsMade,
				jobsInFlight: this.#active.size,
				budget: client.gate.budget,
				nowMs,
			});
	}

	#timeOut(run: JobRun, cause?: WebDataError): void {
		const { kind, timeoutSeconds, onTimeout } = run.task;
		const jobId = run.jobId ?? '';
		if (onTimeout === 'return') {
			this.#end(run, { type: 'unfinished', jobId, body: run.lastBody, isTimedOut: true });
			return;
		}
		this.#fail(run, timedOutJobError(kind, jobId, { timeoutSeconds, state: run.state, cause }));
	}

	#fail(run: JobRun, error: WebDataError): void {
		this.#end(run, {
			type: 'failed',
			error,
			...(run.jobId !== undefined && { jobId: run.jobId }),
		});
		if (!this.#options.keepGoing) this.#hasFatalError = true;
	}

	#end(run: JobRun, end: JobEnd): void {
		run.end = end;
		this.#active.delete(run);
	}
}

function isRateLimit(error: unknown): error is ServiceError {
	return error instanceof ServiceError && [429, 503].includes(error.facts.status ?? 0);
}

function asWebDataError(error: unknown): WebDataError {
	if (error instanceof WebDataError) return error;
	return new WebDataError(
		error instanceof Error ? error.message : String(error),
		'This is a defect of the node. Report it with the steps that led here.',
	);
}

/** Settles when the signal aborts; the listener leaves with the other signal. */
async function whenAborted(signal: AbortSignal, release: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true, signal: release });
	});
}
