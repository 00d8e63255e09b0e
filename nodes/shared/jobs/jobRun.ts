import type { JobState } from './jobType';
import type { Clock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import type { WebDataError } from '../transport/webDataError';
import { ledgerKey, type JobLedger, type LedgerEntry } from './jobLedger';
import type { JobEnd, KnownState, JobResult, JobTask } from './jobTask';

/** What a run of jobs works with, and to whom it reports. */
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
	/** Whether the other jobs continue after one failed (n8n's Continue On Fail and error output). */
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
	/** Why the job of a task is not started (any more); undefined when it may be. */
	refuseStart?: ((index: number) => WebDataError | undefined) | undefined;
	/** Called with a line for people about what is waited for, or what is done another way. */
	onNote?: ((line: string) => void) | undefined;
	/** Called for each job that was accepted, before anything else happens. */
	onAccepted?: ((task: JobTask, jobId: string) => void) | undefined;
}

/** A job that exists at the service, and how it is followed. */
export interface FollowedJob<Output = unknown> {
	readonly run: JobRun<Output>;
	readonly jobId: string;
	/** Whether an earlier try of this execution started it. */
	readonly isFromEarlierTry: boolean;
	/** When waiting ends, milliseconds since the Unix epoch. */
	readonly deadlineMs: number;
	/** When it was submitted, or first asked for. */
	readonly sinceMs: number;
	/** When it is asked for next. */
	dueMs: number;
	/** Status requests that were answered. */
	pollsMade: number;
	/** Status requests without an answer that counts, since the last one with. */
	failures: number;
	/** Whether its next status request must be its own: the listing does not say enough of it. */
	needsOwnPoll: boolean;
	/** Whether the listing was asked for it and does not know it. */
	isUnlisted: boolean;
	/** The last that was read of it. */
	state?: JobState;
	body?: unknown;
}

/** Where a task is on its way through the runner. */
export type JobRunState<Output> =
	/** For a free slot. `known` is what an earlier try of this execution left. */
	| { name: 'waiting'; known?: LedgerEntry }
	/** Its submit is being prepared or on its way. */
	| { name: 'submitting' }
	| { name: 'running'; job: FollowedJob<Output> }
	/** Its result is being read. */
	| { name: 'reading'; result: JobResult }
	| { name: 'ended'; end: JobEnd<Output> };

/** A task on its way through the runner. */
export interface JobRun<Output> {
	readonly index: number;
	readonly task: JobTask;
	/** Under which the ledger knows its submit; absent for earlier jobs. */
	readonly ledgerKey?: string;
	state: JobRunState<Output>;
	/** Whether a request for it is on its way. */
	isBusy: boolean;
}

/** A task that waits for a slot, with what the ledger knows of its submit. */
export function createRun<Output>(
	task: JobTask,
	index: number,
	{ ledger, runIndex, client }: Pick<JobRunnerOptions, 'ledger' | 'runIndex' | 'client'>,
): JobRun<Output> {
	const { start, itemIndexes } = task;
	const run = { index, task, isBusy: false, state: { name: 'waiting' as const } };
	if ('resume' in start) return run;
	const key = ledgerKey(runIndex, itemIndexes, start);
	const known = ledger.find(key);
	// What an earlier try of the node sent, this one may read of.
	if (known) client.hide(start.submit);
	return { ...run, ledgerKey: key, state: { ...run.state, ...(known && { known }) } };
}

/** A job that exists, to be asked for at once. */
export function followJob<Output>(
	run: JobRun<Output>,
	jobId: string,
	nowMs: number,
	isFromEarlierTry: boolean,
): FollowedJob<Output> {
	return {
		run,
		jobId,
		isFromEarlierTry,
		sinceMs: nowMs,
		deadlineMs: nowMs + run.task.timeoutSeconds * 1_000,
		dueMs: nowMs,
		pollsMade: 0,
		failures: 0,
		needsOwnPoll: true,
		isUnlisted: false,
	};
}

export function jobIdOf<Output>({ state, task: { start } }: JobRun<Output>): string | undefined {
	switch (state.name) {
		case 'waiting':
			if ('resume' in start) return start.resume;
			return state.known && 'jobId' in state.known ? state.known.jobId : undefined;
		case 'submitting':
			return undefined;
		case 'running':
			return state.job.jobId;
		case 'reading':
			return state.result.jobId;
		case 'ended':
			return state.end.jobId;
	}
}

export function knownStateOf<Output>({ state, task: { start } }: JobRun<Output>): KnownState {
	switch (state.name) {
		case 'waiting':
			if ('resume' in start) return 'running';
			if (!state.known) return 'none';
			return 'jobId' in state.known ? 'running' : 'unknown';
		case 'submitting':
			return 'unknown';
		case 'running':
			return 'running';
		case 'reading':
			return knownStateOfResult(state.result);
		case 'ended':
			return state.end.type === 'failed' ? state.end.knownState : knownStateOfResult(state.end);
	}
}

export function knownStateOfResult(result: JobResult): KnownState {
	if (result.type === 'unfinished') return 'running';
	return result.isFailure ? 'failed' : 'completed';
}

/** Whether this execution started the job, and not somebody else. */
export function isStartedHere<Output>({ task }: JobRun<Output>): boolean {
	return 'submit' in task.start;
}
