import {
	type Expression,
	type Selectable,
	type SelectQueryBuilder,
	sql,
	type SqlBool,
} from 'kysely';
import { z } from 'zod';
import type { JobState } from './jobRecord.ts';
import { type Database, type Queries, readJson } from './database.ts';
import { MAX_SEARCH_TEXT } from './jobs.ts';
import type { Tables } from './schema.ts';

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

interface LogFacts {
	uuid: string;
	status: LogStatus;
	startedAtMs: number;
	finishedAtMs: number | null;
	errorMessage: string | null;
	creditsUsed: number;
}

/** A scrape as the list of logs shows it. */
export interface ScrapeLog extends LogFacts {
	urls: string[];
	extractionPrompt: string | null;
	inputTokens: number;
	outputTokens: number;
	captchasSolved: number;
}

/** A search as the list of logs shows it. */
export interface SearchLog extends LogFacts {
	query: string;
	sources: string[] | null;
	country: string | null;
	resultLimit: number | null;
}

/** One kind of logs: a view of its jobs, so a log says what its job did. */
export interface LogsRepository<Log> {
	/** One page of the logs that fit the filter, newest first, and how many fit in all. */
	paginate(filter: LogFilter, page: number, limit: number): Promise<{ logs: Log[]; total: number }>;
	/** A log with what its job found, as its handler returned it; undefined until completed. */
	find(uuid: string): Promise<{ log: Log; result: unknown } | undefined>;
}

const storedUrls = z.array(z.object({ url: z.string() }));
const storedSources = z.array(z.string()).nullable();

/** The scrapes, those of batches too. */
export function createScrapeLogsRepository({ listings }: Database): LogsRepository<ScrapeLog> {
	return createLogsRepository(listings, 'scrape', async (jobs) => {
		const rows = await listings
			.selectFrom(jobs.as('page'))
			.innerJoin('scrapeLogs', 'scrapeLogs.uuid', 'page.id')
			.selectAll('scrapeLogs')
			.orderBy('page.createdAtMs', 'desc')
			.orderBy('page.id', 'desc')
			.execute();
		return rows.map((row) => ({
			...row,
			urls: storedUrls.parse(readJson(row.urls)).map(({ url }) => url),
		}));
	});
}

export function createSearchLogsRepository({ listings }: Database): LogsRepository<SearchLog> {
	return createLogsRepository(listings, 'search', async (jobs) => {
		const rows = await listings
			.selectFrom(jobs.as('page'))
			.innerJoin('searchLogs', 'searchLogs.uuid', 'page.id')
			.selectAll('searchLogs')
			.orderBy('page.createdAtMs', 'desc')
			.orderBy('page.id', 'desc')
			.execute();
		return rows.map((row) => ({
			...row,
			sources: storedSources.parse(readJson(row.sources) ?? null),
		}));
	});
}

/** A job with its place in the order of listings. */
type PlacedJob = Pick<Selectable<Tables['jobs']>, 'id' | 'createdAtMs'>;

function createLogsRepository<Log extends LogFacts>(
	database: Queries,
	name: 'scrape' | 'search',
	/** Reads the logs of some jobs, newest first. Joined, each is looked up by its ID. */
	read: (jobs: SelectQueryBuilder<Tables, 'jobs', PlacedJob>) => Promise<Log[]>,
): LogsRepository<Log> {
	return {
		async paginate(filter, page, limit) {
			const fitting = selectFitting(database, name, filter);
			const count = await fitting
				.select((eb) => eb.fn.countAll().as('total'))
				.executeTakeFirstOrThrow();
			const total = Number(count.total);
			const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
			// Looking for a page that is not there would read the whole index once more.
			if (offset >= total) return { logs: [], total };
			const onPage = fitting
				.select(['id', 'createdAtMs'])
				.orderBy('createdAtMs', 'desc')
				.orderBy('id', 'desc')
				.limit(limit)
				.offset(offset);
			return { logs: await read(onPage), total };
		},

		async find(uuid) {
			const job = database.selectFrom('jobs').select(['id', 'createdAtMs']).where('id', '=', uuid);
			const [log] = await read(job);
			if (log === undefined) return undefined;
			const stored = await database
				.selectFrom('jobResults')
				.select('result')
				.where('jobId', '=', uuid)
				.executeTakeFirst();
			return { log, result: readJson(stored?.result) };
		},
	};
}

/** The jobs of the logs that fit: what is asked of them is read from an index alone. */
function selectFitting(database: Queries, log: 'scrape' | 'search', filter: LogFilter) {
	const { status, searchTerm, fromMs, untilMs } = filter;
	return database.selectFrom('jobs').where((eb) => {
		const conditions: Expression<SqlBool>[] = [eb('log', '=', log)];
		if (status !== undefined) conditions.push(eb('state', 'in', STATES[status]));
		if (fromMs !== undefined) conditions.push(eb('createdAtMs', '>=', fromMs));
		if (untilMs !== undefined) conditions.push(eb('createdAtMs', '<', untilMs));
		if (searchTerm !== undefined) conditions.push(contains(eb.ref('searchText'), searchTerm));
		return eb.and(conditions);
	});
}

/** Whether a text in lower case contains a term. */
function contains(text: Expression<string>, term: string): Expression<SqlBool> {
	// Nothing longer is kept, and a pattern that is too long would be an error.
	if (term.length > MAX_SEARCH_TEXT) return sql<SqlBool>`1 = 0`;
	const pattern = `%${term.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
	return sql<SqlBool>`${text} LIKE ${pattern} ESCAPE '\\'`;
}
