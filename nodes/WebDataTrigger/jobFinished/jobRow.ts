import type { IDataObject } from 'n8n-workflow';

export const JOB_KINDS = ['batch', 'crawl', 'scrape', 'search'] as const;

/** The kinds of jobs whose end can be told. */
export type JobKindName = (typeof JOB_KINDS)[number];

export const JOB_OUTCOMES = ['finished', 'failed', 'cancelled'] as const;

/** How a job ended. */
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** A job as the service's listing of its kind shows it. */
export interface JobRow {
	id: string;
	/** Milliseconds since the Unix epoch, by the service's clock. */
	startedAtMs: number;
	/** Absent while it is not done. */
	outcome?: JobOutcome;
	/** Addresses or query; absent where the listing does not name them. */
	subjects?: readonly string[];
	/** The row as an item shows it. */
	record: IDataObject;
}
