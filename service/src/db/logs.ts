import {
	type Expression,
	type ExpressionBuilder,
	type Selectable,
	sql,
	type SqlBool,
} from 'kysely';
import type { AnswerFlags } from './answerFlags.ts';
import { type JobState, UNFINISHED_STATES } from './jobRecord.ts';
import { contains } from './contains.ts';
import { countRows, type Database, offsetOf, readJson } from './database.ts';
import type { Tables } from './schema.ts';

/** Status of a log (api/openapi.yaml, LogStatus). */
export type LogStatus = 'success' | 'error' | 'in_progress';

const STATES: Readonly<Record<LogStatus, readonly JobState[]>> = {
	success: ['completed'],
	error: ['failed', 'cancelled'],
	in_progress: UNFINISHED_STATES,
};

/** Which logs a listing shows; every filter is optional. */
export interface LogFilter {
	status?: LogStatus | undefined;
	/** Whether pages of a completed job failed. */
	hasFailures?: boolean | undefined;
	/** Part of what the log is about, case-insensitive. */
	searchTerm?: string | undefined;
	/** First moment, inclusive. */
	fromMs?: number | undefined;
	/** Last moment, exclusive. */
	untilMs?: number | undefined;
}

const FACTS = [
	'state',
	'error',
	'startedAtMs',
	'finishedAtMs',
	'creditsUsed',
	'inputTokens',
	'outputTokens',
	'captchasSolved',
] as const;

const FLAGS = sql<string | null>`summary ->> 'flags'`.as('flags');

/** A job as its log shows it. */
export type JobLog = Pick<
	Selectable<Tables['jobs']>,
	'id' | 'createdAtMs' | (typeof FACTS)[number]
> & {
	request: unknown;
	/** What is worth noticing about the answer of a completed scrape. */
	flags: AnswerFlags;
};

export type LogsRepository = ReturnType<typeof createLogsRepository>;

/**
 * The jobs of one kind of logs: a log shows what its job did.
 * @param name `scrape` includes those of batches
 */
export function createLogsRepository({ listings }: Database, name: 'scrape' | 'search') {
	return {
		/** One page of the logs that match the filter, newest first, and how many match in all. */
		async paginate(
			filter: LogFilter,
			page: number,
			limit: number,
		): Promise<{ logs: JobLog[]; total: number }> {
			// Answered from an index alone, for the count and for the page.
			const fitting = listings
				.selectFrom('jobs')
				.where('log', '=', name)
				.where((eb) => eb.and(conditionsOf(filter, eb)));
			const total = await countRows(fitting);
			const offset = offsetOf(page, limit);
			// For a page that does not exist, the whole index would be read again.
			if (offset >= total) return { logs: [], total };
			const onPage = fitting
				.select(['id', 'createdAtMs'])
				.orderBy('createdAtMs', 'desc')
				.orderBy('id', 'desc')
				.limit(limit)
				.offset(offset);
			// Joined, so that each is looked up by its ID.
			const rows = await listings
				.selectFrom(onPage.as('page'))
				.innerJoin('jobs', 'jobs.id', 'page.id')
				.leftJoin('jobResults', 'jobId', 'jobs.id')
				.select(['jobs.id', 'jobs.createdAtMs', 'request', FLAGS, ...FACTS])
				.orderBy('page.createdAtMs', 'desc')
				.orderBy('page.id', 'desc')
				.execute();
			return { logs: rows.map(toLog), total };
		},

		/** A log with its job's result, as the handler returned it; undefined until completed. */
		async find(uuid: string): Promise<{ log: JobLog; result: unknown } | undefined> {
			const row = await listings
				.selectFrom('jobs')
				.leftJoin('jobResults', 'jobId', 'jobs.id')
				.select(['jobs.id', 'jobs.createdAtMs', 'request', FLAGS, 'result', ...FACTS])
				.where('jobs.id', '=', uuid)
				.where('log', '=', name)
				.executeTakeFirst();
			if (row === undefined) return undefined;
			const { result, ...facts } = row;
			return { log: toLog(facts), result: readJson(result) };
		},
	};
}

function toLog({
	request,
	flags,
	...facts
}: Omit<JobLog, 'request' | 'flags'> & { request: string; flags: string | null }): JobLog {
	return { ...facts, request: readJson(request), flags: JSON.parse(flags ?? '{}') };
}

function conditionsOf(
	{ status, hasFailures, searchTerm, fromMs, untilMs }: LogFilter,
	eb: ExpressionBuilder<Tables, 'jobs'>,
): Expression<SqlBool>[] {
	const conditions: Expression<SqlBool>[] = [];
	if (status !== undefined) conditions.push(eb('state', 'in', STATES[status]));
	if (hasFailures !== undefined) conditions.push(eb('hasFailures', '=', Number(hasFailures)));
	if (fromMs !== undefined) conditions.push(eb('createdAtMs', '>=', fromMs));
	if (untilMs !== undefined) conditions.push(eb('createdAtMs', '<', untilMs));
	if (searchTerm !== undefined) conditions.push(contains(eb.ref('searchText'), searchTerm));
	return conditions;
}
