/** Life of a job: reference, "Scrape job", plus `cancelled` for the kinds that can be cancelled. */
export type JobState = 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'cancelled';

/** States that a job never leaves. */
export const TERMINAL_STATES: ReadonlySet<JobState> = new Set(['completed', 'failed', 'cancelled']);

/** What a job handler may use of the queue. */
export interface JobContext {
	jobId: string;
	/** Aborts when the job is cancelled or the service stops; the handler then ends soon. */
	signal: AbortSignal;
	/** Replaces the progress that the status shows; kept in memory, gone after a restart. */
	reportProgress(progress: object): void;
	/**
	 * For work that ends in good order rather than at once.
	 * @throws JobFailure when the job was asked to stop, before a restart even
	 */
	checkpoint(): void;
}

/** What a job that did its work hands back. */
export interface JobOutcome {
	/** JSON; shown by the status endpoint. */
	result: unknown;
	/** The small part of the result that listings show, so that they need not read all of it. */
	summary?: object;
	creditsUsed: number;
	inputTokens: number;
	outputTokens: number;
	captchasSolved: number;
}

/**
 * Does one job. Throws `JobFailure` to fail it with a reason, `RetryLater` to have it run again.
 * It may run more than once: the service starts an unfinished job anew after a restart.
 */
export type JobHandler<Request> = (request: Request, context: JobContext) => Promise<JobOutcome>;

/** A job as stored, without its result: that may be large, and is read where it is shown. */
export interface JobRecord {
	id: string;
	/** Which handler runs it, such as `scrape`. */
	kind: string;
	state: JobState;
	request: unknown;
	/** Reason when failed. */
	error: string | null;
	/** How often it was started. */
	attempts: number;
	createdAtMs: number;
	finishedAtMs: number | null;
	creditsUsed: number;
	/** Why it is to end at its next checkpoint. */
	stopReason: string | null;
}
