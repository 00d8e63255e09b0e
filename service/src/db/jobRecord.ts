/** Life of a job: reference, "Scrape job", plus `cancelled` for the kinds that can be cancelled. */
export type JobState = 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'cancelled';

/** States that a job leaves by itself. */
export const UNFINISHED_STATES: readonly JobState[] = ['waiting', 'active', 'delayed'];

/** States that a job never leaves. */
export const TERMINAL_STATES: ReadonlySet<JobState> = new Set(['completed', 'failed', 'cancelled']);

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

/** What a job that did its work hands back. */
export interface JobOutcome {
	/** JSON; shown by the status endpoint. */
	result: unknown;
	/** The small part of the result that listings show, so that they need not read all of it. */
	summary?: object;
	/** What of it failed although the job completed, for the logs. */
	failures?: string | undefined;
	creditsUsed: number;
	inputTokens: number;
	outputTokens: number;
	captchasSolved: number;
}
