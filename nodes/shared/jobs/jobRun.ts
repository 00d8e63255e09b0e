import type { JobState } from './jobKind';
import type { JobEnd, JobTask } from './jobTask';

/** A task on its way through the runner. */
export interface JobRun {
	readonly index: number;
	readonly task: JobTask;
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

/**
 * Whether this run started a job that goes on at the service and that nobody was handed yet. A job
 * that was only taken up, submitted without waiting, or left running at its timeout is somebody's.
 */
export function isUnfinished(run: JobRun): boolean {
	return 'submit' in run.task.start && run.jobId !== undefined && run.end === undefined;
}
