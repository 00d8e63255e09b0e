import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { AnswerFlags } from './answerFlags.ts';
import { type JobState, TERMINAL_STATES, UNFINISHED_STATES } from './jobRecord.ts';
import { contains } from './contains.ts';
import { countRows, type Database, offsetOf, type Queries, readJson } from './database.ts';
import type { Tables } from './schema.ts';

/** A job of any kind as shown in lists, without its result. */
export interface ListedJob {
	id: string;
	/** Which handler runs it, such as `scrape`. */
	kind: string;
	state: JobState;
	request: unknown;
	/** Reason, if it failed. */
	error: string | null;
	createdAtMs: number;
	finishedAtMs: number | null;
	creditsUsed: number;
	/** The scrape batch that it is part of. */
	batchId: string | null;
	/** What is worth noticing about its result; empty until there is one. */
	flags: AnswerFlags;
}

/** Which jobs a listing shows; every filter is optional. */
export interface JobFilter {
	states?: readonly JobState[];
	/** Whether pages of a completed job failed. */
	hasFailures?: boolean;
	/** Such as `scrape`. */
	kind?: string;
	/** Part of what the job is about, case-insensitive. */
	searchTerm?: string;
}

/** How many jobs of a kind are in a state. */
export interface UnfinishedCount {
	kind: string;
	state: JobState;
	count: number;
}

/** Of a scrape; each kind of job has its own `summary` and `result`. */
const FLAGS = sql<string | null>`summary ->> 'flags'`.as('flags');
/** Where crawls and documents store what scrapes have in their flags. */
const WARNINGS = sql<string | null>`CASE jobs.kind
	WHEN 'crawl' THEN result ->> 'warnings'
	WHEN 'parse' THEN summary ->> 'warnings'
END`.as('warnings');

/** The jobs of all kinds together. */
export class JobListing {
	readonly #queries: Queries;

	constructor({ listings }: Pick<Database, 'listings'>) {
		this.#queries = listings;
	}

	/** One page of the jobs that match the filter, newest first. */
	paginate(filter: JobFilter, page: number, limit: number): Promise<ListedJob[]> {
		return list(
			this.#select()
				.where(fitting(filter))
				.orderBy('createdAtMs', 'desc')
				.orderBy('id', 'desc')
				.limit(limit)
				.offset(offsetOf(page, limit)),
		);
	}

	count(filter: JobFilter = {}): Promise<number> {
		return countRows(this.#queries.selectFrom('jobs').where(fitting(filter)));
	}

	/** Jobs that wait or run; running ones first, then by age. */
	listUnfinished(limit: number): Promise<ListedJob[]> {
		return list(
			this.#select()
				.where('state', 'in', UNFINISHED_STATES)
				.orderBy((eb) => eb.case().when('state', '=', 'active').then(0).else(1).end())
				.orderBy('createdAtMs')
				.orderBy('id')
				.limit(limit),
		);
	}

	countUnfinished(): Promise<number> {
		return countRows(this.#queries.selectFrom('jobs').where('state', 'in', UNFINISHED_STATES));
	}

	/** The jobs that failed most recently, and those that completed although pages of them failed. */
	async listFailed(limit: number): Promise<ListedJob[]> {
		const failed = this.#select()
			.where('state', '=', 'failed')
			.orderBy('finishedAtMs', 'desc')
			.limit(limit);
		// In the order of the index of ended jobs.
		const partial = this.#select()
			.where(fitting({ states: ['completed'], hasFailures: true }))
			.orderBy('createdAtMs', 'desc')
			.orderBy('id', 'desc')
			.limit(limit);
		const found = await Promise.all([list(failed), list(partial)]);
		const byEnd = (job: ListedJob) => job.finishedAtMs ?? 0;
		return found
			.flat()
			.sort((a, b) => byEnd(b) - byEnd(a))
			.slice(0, limit);
	}

	/** The jobs with these IDs that exist, in no particular order. */
	async findAll(ids: readonly string[]): Promise<ListedJob[]> {
		return ids.length === 0 ? [] : list(this.#select().where('id', 'in', ids));
	}

	/** How many jobs of each kind wait, run, or will be retried. */
	async countByKind(): Promise<UnfinishedCount[]> {
		const rows = await this.#queries
			.selectFrom('jobs')
			.select(({ fn }) => ['kind', 'state', fn.countAll().as('count')])
			.where('state', 'in', UNFINISHED_STATES)
			.groupBy(['kind', 'state'])
			.execute();
		return rows.map((row) => ({ ...row, count: Number(row.count) }));
	}

	#select() {
		return this.#queries
			.selectFrom('jobs')
			.select(['id', 'kind', 'state', 'request', 'error'])
			.select(['createdAtMs', 'finishedAtMs', 'creditsUsed'])
			.select((eb) => {
				const stored = () => eb.selectFrom('jobResults').whereRef('jobId', '=', 'jobs.id');
				return [
					eb
						.selectFrom('scrapeBatchItems')
						.select('batchId')
						.whereRef('jobId', '=', 'jobs.id')
						.limit(1)
						.as('batchId'),
					stored().select(FLAGS).as('flags'),
					stored().select(WARNINGS).as('warnings'),
				];
			});
	}
}

/** A job as {@link JobListing} selects it. */
type ListedRow = Omit<ListedJob, 'request' | 'flags'> & {
	request: string;
	flags: string | null;
	warnings: string | null;
};

async function list(query: { execute(): Promise<ListedRow[]> }): Promise<ListedJob[]> {
	return (await query.execute()).map(({ request, flags, warnings, ...job }) => ({
		...job,
		request: readJson(request),
		flags: {
			...JSON.parse(flags ?? '{}'),
			...(warnings !== null && { warnings: JSON.parse(warnings) }),
		},
	}));
}

const fitting = (filter: JobFilter) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
	eb.and(conditionsOf(filter, eb));

function conditionsOf(
	{ states, hasFailures, kind, searchTerm }: JobFilter,
	eb: ExpressionBuilder<Tables, 'jobs'>,
): Expression<SqlBool>[] {
	const conditions: Expression<SqlBool>[] = [];
	if (states !== undefined) conditions.push(eb('state', 'in', states));
	// Written as in the index of ended jobs.
	if (states?.every((state) => TERMINAL_STATES.has(state))) {
		conditions.push(eb('finishedAtMs', 'is not', null));
	}
	if (hasFailures !== undefined) conditions.push(eb('hasFailures', '=', Number(hasFailures)));
	if (kind !== undefined) conditions.push(eb('kind', '=', kind));
	if (searchTerm !== undefined) conditions.push(contains(eb.ref('searchText'), searchTerm));
	return conditions;
}
