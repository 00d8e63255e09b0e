import type { Queries } from '../db/database.ts';
import type { QueuedJob } from './runner.ts';

/**
 * Says when and where accepted jobs run. The `jobs` table is the truth about a job; an engine may bring
 * one twice, or one that has ended.
 */
export interface JobEngine {
	/** Takes new jobs, in the transaction that stores them. */
	add(jobs: readonly QueuedJob[], transaction: Queries): Promise<void>;
	/** The transaction has committed: the jobs may run. */
	release(jobs: readonly QueuedJob[]): void;
	/** Begins to run jobs in this process, those first that the last one left. */
	work(): Promise<void>;
	/** Lets go of jobs that were cancelled. */
	forget(jobIds: readonly string[]): void;
	/** Brings no more jobs, and has those that run put back. */
	stop(): Promise<void>;
}

/** A job has ended, as far as this process knows. */
export type OnEnd = (jobId: string) => void;
