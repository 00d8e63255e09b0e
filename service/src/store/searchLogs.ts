import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { paginateLogs, type LogFilter, type LogView } from './logListing.ts';

const sourceList = z
	.string()
	.transform((text): unknown => JSON.parse(text))
	.pipe(z.array(z.string()));

const logRow = z.object({
	uuid: z.string(),
	status: z.enum(['success', 'error', 'in_progress']),
	started_at_ms: z.number(),
	finished_at_ms: z.number().nullable(),
	error_message: z.string().nullable(),
	query: z.string(),
	sources: sourceList.nullable(),
	country: z.string().nullable(),
	result_limit: z.number().nullable(),
	credits_used: z.number(),
});

const fullLogRow = logRow.extend({
	result: z
		.string()
		.transform((text): unknown => JSON.parse(text))
		.nullable(),
});

/** A search as the list of logs shows it. */
export type SearchLogRow = z.output<typeof logRow>;

/** A search with what it found, as its handler returned it. */
export type FullSearchLogRow = z.output<typeof fullLogRow>;

const view: LogView = {
	name: 'search_logs',
	columns: Object.keys(logRow.shape),
	searchCondition: 'instr(lower(query), ?) > 0',
};

export type SearchLogsRepository = ReturnType<typeof createSearchLogsRepository>;

/** The search logs: a view of the search jobs, so a log says what its job did. */
export function createSearchLogsRepository(database: DatabaseSync) {
	const selectOne = database.prepare('SELECT * FROM search_logs WHERE uuid = ?');
	return {
		/** One page of the logs that fit the filter, newest first, and how many fit in all. */
		paginate(
			filter: LogFilter,
			page: number,
			limit: number,
		): { logs: SearchLogRow[]; total: number } {
			const { rows, total } = paginateLogs(database, view, filter, { page, limit });
			return { logs: rows.map((row) => logRow.parse(row)), total };
		},

		find(uuid: string): FullSearchLogRow | undefined {
			const row = selectOne.get(uuid);
			return row === undefined ? undefined : fullLogRow.parse(row);
		},
	};
}
