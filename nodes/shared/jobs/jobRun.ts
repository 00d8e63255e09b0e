import type { JobState } from './jobKind';
import type { JobEnd, JobTask } from './jobTask';

/** A task on its way through the runner. */
export interface JobRun {
	readonly index: number;
	readonly task: JobTask;
	/** Under which the ledger knows its submit. */
	ledgerKey?: string;
	/** Known from the submit, or from the ID that is taken up. */
	jobId?: string;
	state?: JobState;
	lastBody?: unknown;
	pollsMade: number;
	/** When the next status request is due, milliseconds since the Unix epoch. */
	dueMs: number;
	/** When waiting ends. */
	deadlineMs: number;
	/** Whether a request for it is on its way. */
	isBusy: boolean;
	end?: JobEnd;
}

export function createRun(task: JobTask, index: number): JobRun {
	return { index, task, pollsMade: 0, dueMs: 0, deadlineMs: Infinity, isBusy: false };
}

/** Whether this run started a job that, as far as is known, goes on at the service. */
export function isUnfinished(run: JobRun): boolean {
	const isStartedHere = 'submit' in run.task.start && run.jobId !== undefined;
	return isStartedHere && (run.state === undefined || run.state.phase === 'running');
}
