import type { IDataObject } from 'n8n-workflow';

/** The types of jobs whose end can be reported. */
export type JobTypeName = 'batch' | 'crawl' | 'scrape' | 'search';

/** How a job ended. */
export type JobOutcome = 'finished' | 'failed' | 'cancelled';

/** A job as the service's listing of its type shows it. */
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
