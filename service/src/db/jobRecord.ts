/** State of a job (api/openapi.yaml, ScrapeJobStatus), or `cancelled` for the kinds that can be cancelled. */
export type JobState = 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'cancelled';

/** States that a job leaves again. */
export const UNFINISHED_STATES: readonly JobState[] = ['waiting', 'active', 'delayed'];

/** States that a job never leaves. */
export const TERMINAL_STATES: ReadonlySet<JobState> = new Set(['completed', 'failed', 'cancelled']);

/** A job as stored, without its result, which may be large and is read where it is shown. */
export interface JobRecord {
	id: string;
	/** Which handler runs it, such as `scrape`. */
	kind: string;
	state: JobState;
	request: unknown;
	/** Reason, if it failed. */
	error: string | null;
	/** How often it was started. */
	attempts: number;
	createdAtMs: number;
	finishedAtMs: number | null;
	creditsUsed: number;
	/** Why it must end at its next checkpoint. */
	stopReason: string | null;
}

/** What a job returns when its work is done. */
export interface JobOutcome {
	/** JSON, as shown by the status endpoint. */
	result: unknown;
	/** The small part of the result shown in listings, so that they need not read all of it. */
	summary?: object;
	/** What failed although the job completed, for the logs. */
	failures?: string | undefined;
	creditsUsed: number;
	inputTokens: number;
	outputTokens: number;
}

/** A job that is about to be stored. */
export interface NewJob {
	id: string;
	kind: string;
	/** JSON, without its secrets. */
	request: unknown;
	/** Of the request, encrypted. */
	secrets: string | null;
	/** What it is about, for searching the logs. */
	subject: string;
	/** Identifies the key that requests it. */
	asker: string;
	/** Shared by jobs that belong together. */
	turnGroup: string;
}

/** Where a job waits. */
export interface WaitingPlace {
	/** What it waits for among the jobs of its kind; empty for the usual lane. */
	lane: string;
	/** Its position in that lane, the lowest first. */
	turn: number;
}

/** A job that waits. */
export interface WaitingJob extends WaitingPlace {
	id: string;
	kind: string;
	/** Identifies the key that requested it. */
	asker: string;
}

/** A job that has just been started. */
export interface StartedJob extends JobRecord {
	/** Of the request, encrypted. */
	secrets: string | null;
	/** How often a process crashed while it ran, including this time if the job is taken over. */
	crashCount: number;
	asker: string;
	turnGroup: string;
	lane: string;
	turn: number;
}

/** A start of a job: only the latest one may write how it ended. */
export interface JobStart {
	id: string;
	/** Unique to this start. */
	owner: string;
}
