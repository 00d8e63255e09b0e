import type { LogFilter, LogStatus } from '../db/logs.ts';
import { startOfDay } from '../usage/periods.ts';

/** gaps page, "Logs": page 1, limit 10 by default. */
const DEFAULT_LIMIT = 10;

/** Query parameters of the log listings (reference, GET /scrape-logs). */
export interface LogQuery {
	page?: number;
	limit?: number;
	status?: LogStatus;
	searchTerm?: string;
	/** YYYY-MM-DD, in the service's time zone. */
	dateStart?: string;
	dateEnd?: string;
}

/** What a listing is to show. */
export function readLogQuery(query: LogQuery): { filter: LogFilter; page: number; limit: number } {
	const { page = 1, limit = DEFAULT_LIMIT, status, searchTerm, dateStart, dateEnd } = query;
	const filter = {
		status,
		searchTerm,
		fromMs: dateStart === undefined ? undefined : startOfDay(dateStart).getTime(),
		untilMs: dateEnd === undefined ? undefined : startOfDay(dateEnd, 1).getTime(),
	};
	return { filter, page, limit };
}
