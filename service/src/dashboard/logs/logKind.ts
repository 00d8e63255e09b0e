import type { LogFilter, LogStatus } from '../../store/logListing.ts';
import type { Content } from '../view/html.ts';

/** A log as a row of the list. */
export interface LogRow {
	uuid: string;
	status: LogStatus;
	/** What it was about. */
	title: string;
	/** ISO 8601. */
	startedAt: string;
	latencyMs: number | null;
	credits: number | null;
	error: string | null;
}

/** A log with everything that is known of it. */
export interface LogDetail {
	row: LogRow;
	/** Name and value of each fact, in the order of reading. */
	facts: readonly (readonly [name: string, value: Content])[];
	/** What was found; null when nothing was. */
	result: unknown;
}

/** One of the two kinds of logs: everything that its pages need to know. */
export interface LogKind {
	/** In addresses; also the kind of the jobs behind it. */
	name: 'scrape' | 'search';
	label: string;
	/** Label of the field for the search term. */
	searchLabel: string;
	/** Heading of the column of titles. */
	subject: string;
	paginate(filter: LogFilter, page: number, limit: number): { rows: LogRow[]; total: number };
	find(uuid: string, linkFile: (name: string) => string): LogDetail | undefined;
}
