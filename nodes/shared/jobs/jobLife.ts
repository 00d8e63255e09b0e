import type { JobState } from './jobKind';
import type { LedgerEntry } from './jobLedger';
import type { JobEnd, JobFate, JobResult, JobTask } from './jobTask';

/** A job that exists at the service, and how it is followed. */
export interface FollowedJob {
	readonly jobId: string;
	/** Whether an earlier try of this execution started it. */
	readonly isFromEarlierTry: boolean;
	/** When waiting ends, milliseconds since the Unix epoch. */
	readonly deadlineMs: number;
	/** When it was submitted or taken up. */
	readonly sinceMs: number;
	/** When it is asked for next. */
	dueMs: number;
	/** Status requests that were answered. */
	pollsMade: number;
	/** Status requests without an answer that counts, since the last one with. */
	failures: number;
	/** Whether its next status request must be its own: the listing does not tell enough of it. */
	isAskedAlone: boolean;
	/** Whether the listing was asked for it and does not know it. */
	isUnlisted: boolean;
	/** The last that was read of it. */
	state?: JobState;
	body?: unknown;
}

/** Where a task is on its way through the runner. */
export type JobLife<Output> =
	/** For a free place. `known` is what an earlier try of this execution left. */
	| { phase: 'waiting'; known?: LedgerEntry }
	/** Its submit is being prepared or on its way. */
	| { phase: 'submitting' }
	| { phase: 'running'; job: FollowedJob }
	/** Its result is being read. */
	| { phase: 'reading'; result: JobResult }
	| { phase: 'ended'; end: JobEnd<Output> };

/** A task on its way through the runner. */
export interface JobRun<Output> {
	readonly index: number;
	readonly task: JobTask;
	/** Under which the ledger knows its submit; absent for jobs that are taken up. */
	readonly ledgerKey?: string;
	life: JobLife<Output>;
	/** Since when the service has no place for it. */
	refusedSinceMs?: number;
	/** Whether a request for it is on its way. */
	isBusy: boolean;
}

/** The ID of the job that a run stands for, as far as it is known. */
export function jobIdOf<Output>({ life, task: { start } }: JobRun<Output>): string | undefined {
	switch (life.phase) {
		case 'waiting':
			if ('takeUp' in start) return start.takeUp;
			return life.known && 'jobId' in life.known ? life.known.jobId : undefined;
		case 'submitting':
			return undefined;
		case 'running':
			return life.job.jobId;
		case 'reading':
			return life.result.jobId;
		case 'ended':
			return life.end.jobId;
	}
}

/** What is known of the job that a run stands for. */
export function fateOf<Output>({ life, task: { start } }: JobRun<Output>): JobFate {
	switch (life.phase) {
		case 'waiting':
			if ('takeUp' in start) return 'running';
			if (!life.known) return 'none';
			return 'jobId' in life.known ? 'running' : 'unknown';
		case 'submitting':
			return 'unknown';
		case 'running':
			return 'running';
		case 'reading':
			return fateOfResult(life.result);
		case 'ended':
			return life.end.type === 'failed' ? life.end.fate : fateOfResult(life.end);
	}
}

/** What is known of a job that gave a result. */
export function fateOfResult(result: JobResult): JobFate {
	if (result.type === 'unfinished') return 'running';
	return result.isFailure ? 'failed' : 'completed';
}

/** Whether this execution started the job, and not somebody else. */
export function isStartedHere<Output>({ task }: JobRun<Output>): boolean {
	return 'submit' in task.start;
}
