import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { JobState } from '../jobs/job.ts';

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

const STATES: Readonly<Record<LogStatus, readonly JobState[]>> = {
	success: ['completed'],
	error: ['failed', 'cancelled'],
	in_progress: ['waiting', 'active', 'delayed'],
};

const json = z.string().transform((text): unknown => JSON.parse(text));
const urlList = z.array(z.object({ url: z.string() }));

const factColumns = {
	uuid: z.string(),
	status: z.enum(['success', 'error', 'in_progress']),
	started_at_ms: z.number(),
	finished_at_ms: z.number().nullable(),
	error_message: z.string().nullable(),
	credits_used: z.number(),
};

const scrapeLogRow = z.object({
	...factColumns,
	urls: json.transform((urls) => urlList.parse(urls).map(({ url }) => url)),
	extraction_prompt: z.string().nullable(),
	input_tokens: z.number(),
	output_tokens: z.number(),
	captchas_solved: z.number(),
});

const searchLogRow = z.object({
	...factColumns,
	query: z.string(),
	sources: json.pipe(z.array(z.string())).nullable(),
	country: z.string().nullable(),
	result_limit: z.number().nullable(),
});

/** A scrape as the list of logs shows it. */
export type ScrapeLog = z.output<typeof scrapeLogRow>;

/** A search as the list of logs shows it. */
export type SearchLog = z.output<typeof searchLogRow>;

/** One kind of logs: a view of its jobs, so a log says what its job did. */
export interface LogsRepository<Log> {
	/** One page of the logs that fit the filter, newest first, and how many fit in all. */
	paginate(filter: LogFilter, page: number, limit: number): { logs: Log[]; total: number };
	/** A log with what its job found, as its handler returned it; undefined until completed. */
	find(uuid: string): { log: Log; result: unknown } | undefined;
}

/** The scrapes, those of batches too. */
export function createScrapeLogsRepository(database: DatabaseSync): LogsRepository<ScrapeLog> {
	return createLogsRepository(database, 'scrape', scrapeLogRow);
}

export function createSearchLogsRepository(database: DatabaseSync): LogsRepository<SearchLog> {
	return createLogsRepository(database, 'search', searchLogRow);
}

function createLogsRepository<Columns extends z.ZodRawShape>(
	database: DatabaseSync,
	name: 'scrape' | 'search',
	row: z.ZodObject<Columns>,
): LogsRepository<z.output<z.ZodObject<Columns>>> {
	const columns = Object.keys(row.shape).join(', ');
	const selectOne = database.prepare(`SELECT ${columns} FROM ${name}_logs WHERE uuid = ?`);
	const selectResult = database.prepare('SELECT result FROM job_results WHERE job_id = ?');
	return {
		paginate(filter, page, limit) {
			const { where, values } = toCondition(name, filter);
			const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
			const count = database.prepare(`SELECT count(*) AS total FROM jobs WHERE ${where}`);
			// Which logs are on the page is read from the index alone, and only these are opened.
			const rows = database.prepare(
				`SELECT ${columns} FROM ${name}_logs JOIN (
					SELECT id, created_at_ms FROM jobs WHERE ${where}
					ORDER BY created_at_ms DESC, id DESC LIMIT ? OFFSET ?
				) AS page ON uuid = page.id ORDER BY page.created_at_ms DESC, uuid DESC`,
			);
			const total = Number(count.get(...values)?.['total']);
			// Looking for a page that is not there would read the whole index once more.
			const found = offset < total ? rows.all(...values, limit, offset) : [];
			return { logs: found.map((log) => row.parse(log)), total };
		},

		find(uuid) {
			const found = selectOne.get(uuid);
			if (found === undefined) return undefined;
			const result = selectResult.get(uuid)?.['result'];
			return {
				log: row.parse(found),
				result: typeof result === 'string' ? JSON.parse(result) : undefined,
			};
		},
	};
}

function toCondition(
	name: string,
	{ status, searchTerm, fromMs, untilMs }: LogFilter,
): { where: string; values: SQLInputValue[] } {
	const states = status && JSON.stringify(STATES[status]);
	const conditions: [string, SQLInputValue | undefined][] = [
		['log = ?', name],
		['state IN (SELECT value FROM json_each(?))', states],
		['created_at_ms >= ?', fromMs],
		['created_at_ms < ?', untilMs],
		['instr(search_text, ?) > 0', searchTerm?.toLowerCase()],
	];
	const set = conditions.flatMap(([clause, value]) =>
		value === undefined ? [] : [{ clause, value }],
	);
	return {
		where: set.map(({ clause }) => clause).join(' AND '),
		values: set.map(({ value }) => value),
	};
}
