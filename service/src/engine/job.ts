import { z } from 'zod';

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

/** The job cannot be done: it ends failed, its message is shown to the client, nothing is charged. */
export class JobFailure extends Error {
	override name = 'JobFailure' as const;
}

/**
 * Not the job's fault (the browser died, say): it waits in state `delayed` and runs again. After
 * too many starts it fails with this message.
 */
export class RetryLater extends Error {
	override name = 'RetryLater' as const;
	readonly delayMs: number;

	constructor(message: string, delayMs: number, options?: ErrorOptions) {
		super(message, options);
		this.delayMs = delayMs;
	}
}

/** Kind of the jobs that scrape the addresses of batches, one each. */
export const BATCH_KIND = 'batch';

/** Whether jobs of a kind count as scrapes. */
export function isScrapeKind(kind: string): boolean {
	return kind === 'scrape' || kind === BATCH_KIND;
}

const knownRequest = z
	.object({
		urls: z.array(z.object({ url: z.string() })),
		url: z.string(),
		baseUrl: z.string(),
		query: z.string(),
		fileName: z.string(),
	})
	.partial()
	.catch({});

/** What a job is about, from its request: the addresses, the query or the file; else empty. */
export function describeSubject(request: unknown): string {
	const { urls, url, baseUrl, query, fileName } = knownRequest.parse(request);
	const addresses = urls?.map((target) => target.url).join(', ');
	return addresses || url || baseUrl || query || fileName || '';
}
