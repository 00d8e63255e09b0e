/** Life of a job: api/openapi.yaml, "Scrape job", plus `cancelled` for the kinds that can be cancelled. */
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

/** A job that is about to be stored. */
export interface NewJob {
	id: string;
	kind: string;
	/** JSON, without its secrets. */
	request: unknown;
	/** Of the request, encrypted. */
	secrets: string | null;
	/** What it is about: logs are searched by it. */
	subject: string;
	/** A mark of the key that asks for it. */
	asker: string;
	/** What the jobs that belong together have in common. */
	turnGroup: string;
}

/** Where a job waits. */
export interface WaitingPlace {
	/** What it waits for among the jobs of its kind; empty for the usual. */
	lane: string;
	/** Its place in the order of that lane, the lowest first. */
	turn: number;
}

/** A job that waits. */
export interface WaitingJob extends WaitingPlace {
	id: string;
	kind: string;
	/** A mark of the key that asked for it. */
	asker: string;
}

/** A job that has just been started. */
export interface StartedJob extends JobRecord {
	/** Of the request, encrypted. */
	secrets: string | null;
	/** How often a process died while it ran; of a job that is taken over, this time included. */
	crashCount: number;
	asker: string;
	turnGroup: string;
	lane: string;
	turn: number;
}

/** A start of a job: only who started it last writes how it ended. */
export interface JobStart {
	id: string;
	/** Of this start alone. */
	owner: string;
}
