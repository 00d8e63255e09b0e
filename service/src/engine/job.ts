import { z } from 'zod';
import type { JobOutcome } from '../db/jobRecord.ts';

/** What a job handler may use of the queue. */
export interface JobContext {
	jobId: string;
	/** The lane that it runs in; empty for the usual one of its kind. */
	lane: string;
	/** Aborts when the job is cancelled or the service stops; the handler must then end soon. */
	signal: AbortSignal;
	/** Replaces the progress that the status shows; lost at a restart. */
	reportProgress(progress: object): void;
	/**
	 * Called by work that stops between two steps rather than at once.
	 * @throws JobFailure if the job was asked to stop, even before a restart
	 */
	checkpoint(): void;
}

/**
 * Runs one job. Throws `JobFailure` to fail it with a reason, `RetryLater` to have it run again.
 * It may run more than once: the service starts an unfinished job again after a restart.
 */
export type JobHandler<Request> = (request: Request, context: JobContext) => Promise<JobOutcome>;

/** The job fails: the client is shown the message, and nothing is charged. */
export class JobFailure extends Error {
	override name = 'JobFailure' as const;
}

/** The job waits again, in another lane of its kind: the remaining work needs something else. */
export class LaneChange extends Error {
	override name = 'LaneChange' as const;
	readonly lane: string;

	constructor(lane: string) {
		super(`The job goes on in the lane "${lane}".`);
		this.lane = lane;
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

/** What the request of a job is about: its addresses, query or file; empty for others. */
export function describeSubject(request: unknown): string {
	const { urls, url, baseUrl, query, fileName } = knownRequest.parse(request);
	const addresses = urls?.map((target) => target.url).join(', ');
	return addresses || url || baseUrl || query || fileName || '';
}
