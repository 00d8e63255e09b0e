import type { ServiceClient } from '../transport/serviceClient';
import type { ServiceRequest } from '../transport/serviceRequest';
import type { WebDataError } from '../transport/webDataError';
import type { JobType } from './jobType';

/** How a task gets its job: by submitting it, or by resuming one that exists. */
export type JobStart = JobSubmit | { resume: string };

export interface JobSubmit {
	/** Distinguishes this submit from others, also when `complete` replaces it. */
	submit: ServiceRequest;
	/**
	 * Steps before the submit that cost nothing, such as uploading a large file.
	 * @returns the request to send instead
	 */
	complete?(client: ServiceClient, signal: AbortSignal): Promise<ServiceRequest>;
}

export interface JobTask {
	jobType: JobType;
	start: JobStart;
	itemIndexes: readonly number[];
	/** Whether to wait for its end; false returns after the submit, or after one status request. */
	isWaitedFor: boolean;
	/** From the submit on; waiting for a free slot does not count. */
	timeoutSeconds: number;
	/** What to do when time is over: an error, or the state so far as the result. */
	onTimeout: 'fail' | 'return';
	/** Whether a job that failed at the service is a result that says why, and no error. */
	isFailureResult?: boolean;
}

export type JobResult =
	/** The job has its result in `body`, or with `isFailure` the reason why there is none. */
	| { type: 'completed'; jobId: string; body: unknown; isFailure?: true }
	/** The job continues at the service; `body` is the last answer of the service. */
	| { type: 'unfinished'; jobId: string; body: unknown; isTimedOut: boolean };

/**
 * What is known of a job at the service:
 * - `none`: it was never accepted,
 * - `unknown`: it may have been, and its ID is not known,
 * - `running`: it was accepted, and its end was not seen,
 * - `missing`: the service does not know its ID.
 */
export type KnownState =
	'none' | 'unknown' | 'running' | 'completed' | 'failed' | 'cancelled' | 'missing';

export type JobEnd<Output = unknown> =
	/** `output` is what was read of the result; absent when the runner reads nothing. */
	| (JobResult & { output?: Output })
	/** No result, or one that can't be used; `jobId` when one is known. */
	| { type: 'failed'; error: WebDataError; knownState: KnownState; jobId?: string };

/**
 * The jobs of a run that ended early. Every job that has, or may yet have, a result is in exactly one
 * list.
 */
export interface NamedJobs {
	finished: string[];
	cancelled: string[];
	/** Left running: by choice, because the service can't cancel them, or because cancelling failed. */
	running: string[];
	/** Input items whose submit was sent, and whose job is not known; absent when there are none. */
	uncertainItems?: number[];
}

export interface JobRunReport<Output = unknown> {
	/**
	 * In the order of the tasks; undefined for tasks that were never started or not ended. Of a run that
	 * ended early, as they were then: what only failed because the run ended is not among them.
	 */
	ends: ReadonlyArray<JobEnd<Output> | undefined>;
	/** Set when the run ended early: stopped by the user, or by the error of one job. */
	early?: { reason: 'stopped' | 'failed'; jobs: NamedJobs };
}
