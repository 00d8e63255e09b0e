import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export type LogStatus = 'success' | 'error' | 'in_progress';

/** Which logs a listing shows; every filter is optional. */
export interface LogFilter {
	status?: LogStatus | undefined;
	/** Part of what the log is about, in any case. */
	searchTerm?: string | undefined;
	/** First moment, inclusive. */
	fromMs?: number | undefined;
	/** Last moment, exclusive. */
	untilMs?: number | undefined;
}

/** A view of jobs as logs, with the columns that every listing filters and sorts by. */
export interface LogView {
	name: string;
	/** Columns of the rows, for lists without the results. */
	columns: readonly string[];
	/** SQL condition with one parameter, the search term in lower case. */
	searchCondition: string;
}

/** One page of the logs that fit a filter, newest first, and how many fit in all. */
export function paginateLogs(
	database: DatabaseSync,
	{ name, columns, searchCondition }: LogView,
	filter: LogFilter,
	{ page, limit }: { page: number; limit: number },
): { rows: unknown[]; total: number } {
	const { where, values } = toCondition(filter, searchCondition);
	const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
	const count = database.prepare(`SELECT count(*) AS total FROM ${name} ${where}`);
	const rows = database.prepare(
		`SELECT ${columns.join(', ')} FROM ${name} ${where}
		ORDER BY created_at_ms DESC, uuid DESC LIMIT ? OFFSET ?`,
	);
	return {
		rows: rows.all(...values, limit, offset),
		total: Number(count.get(...values)?.['total']),
	};
}

function toCondition(
	filter: LogFilter,
	searchCondition: string,
): { where: string; values: SQLInputValue[] } {
	const conditions: [string, SQLInputValue | undefined][] = [
		['status = ?', filter.status],
		['created_at_ms >= ?', filter.fromMs],
		['created_at_ms < ?', filter.untilMs],
		[searchCondition, filter.searchTerm?.toLowerCase()],
	];
	const set = conditions.filter(
		(condition): condition is [string, SQLInputValue] => condition[1] !== undefined,
	);
	const clauses = set.map(([clause]) => clause);
	return {
		where: clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : '',
		values: set.map(([, value]) => value),
	};
}
