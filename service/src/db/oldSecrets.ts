import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Database, inTransaction, type Queries, readJson } from './database.ts';
import { type JobState, UNFINISHED_STATES } from './jobRecord.ts';

interface Replacement {
	text: string;
	shown: string;
}

/** What a job whose request contains secrets is replaced with. */
export interface ProtectedJob {
	/** Without its secrets. */
	request: unknown;
	/** The secrets while the job can still run, encrypted. */
	secrets: string | null;
	/** Texts to replace wherever the job's addresses are repeated. */
	replacements: readonly Replacement[];
	/** Its error without secrets. */
	error: string | null;
	/** Pages that were read with somebody's credentials: nobody else may find them. */
	privateUrls: readonly string[];
}

/** A job as an older version stored it. */
export interface UnprotectedJob {
	request: unknown;
	error: string | null;
	isUnfinished: boolean;
}

/** Undefined if there is nothing to protect. */
type Protect = (job: UnprotectedJob) => Promise<ProtectedJob | undefined>;

/** The request as text: in Postgres it is JSON, which does not support `like`. */
const REQUEST_TEXT = sql<string>`CAST(request AS text)`;
/** What requests with cookies, typed texts, or passwords in addresses look like. */
const PATTERNS = ['%"cookies":"%', '%"type":"type"%', '%://%@%'];
const JOBS_AT_A_TIME = 100;
/** The setting that exists until the bytes of the removed secrets are erased from the disk, too. */
const ERASURE = 'erasureOfSecrets';

/** Columns that repeat addresses of a job, by the column with its ID. JSON columns keep their type. */
const REPEATING = [
	{ table: 'jobs', id: 'id', texts: ['searchText'], json: [] },
	{ table: 'jobResults', id: 'jobId', texts: [], json: ['result', 'summary'] },
	{ table: 'scrapeBatchItems', id: 'jobId', texts: ['url'], json: [] },
	{
		table: 'crawlPages',
		id: 'jobId',
		texts: ['requestUrl', 'url', 'errorMessage'],
		json: ['data', 'links'],
	},
	{ table: 'parseBatchDocuments', id: 'jobId', texts: ['sourceUrl', 'error'], json: [] },
] as const;

/**
 * Removes secrets from rows written by versions before 0.3.0, which stored requests as received. To be
 * called before any job runs. Failures are logged, and retried at the next start.
 */
export async function protectOldJobs(
	database: Database,
	protect: Protect,
	log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
	try {
		await protectAll(database, protect);
		await eraseIfDue(database);
	} catch (error) {
		// For example because the disk is full: the rest is done at the next start.
		log.error({ err: error }, 'secrets that an older version stored could not all be removed');
	}
}

async function protectAll(database: Database, protect: Protect): Promise<void> {
	let after = '';
	for (;;) {
		const rows = await database.relaxed
			.selectFrom('jobs')
			.select(['id', 'request', 'error', 'state'])
			.where('secrets', 'is', null)
			.where('id', '>', after)
			.where((eb) => eb.or(PATTERNS.map((pattern) => eb(REQUEST_TEXT, 'like', pattern))))
			.orderBy('id')
			.limit(JOBS_AT_A_TIME)
			.execute();
		for (const row of rows) {
			const isUnfinished = (UNFINISHED_STATES as readonly JobState[]).includes(row.state);
			const request = readJson(row.request);
			const found = await protect({ request, error: row.error, isUnfinished });
			if (found === undefined) continue;
			await inTransaction(database.durable, async (transaction) => {
				await store(row.id, found, transaction);
				await transaction
					.insertInto('settings')
					.values({ name: ERASURE, value: 'due' })
					.onConflict((conflict) => conflict.column('name').doNothing())
					.execute();
			});
		}
		const last = rows.at(-1);
		if (last === undefined) return;
		after = last.id;
	}
}

async function eraseIfDue(database: Database): Promise<void> {
	const erasure = await database.durable
		.selectFrom('settings')
		.select('value')
		.where('name', '=', ERASURE)
		.executeTakeFirst();
	if (erasure === undefined) return;
	await database.eraseDeleted();
	await database.durable.deleteFrom('settings').where('name', '=', ERASURE).execute();
}

async function store(id: string, job: ProtectedJob, queries: Queries): Promise<void> {
	for (const replacement of job.replacements) await replaceText(id, replacement, queries);
	if (job.privateUrls.length > 0) await forgetPages(id, job.privateUrls, queries);
	await queries
		.updateTable('jobs')
		.set({ request: JSON.stringify(job.request), secrets: job.secrets, error: job.error })
		.where('id', '=', id)
		.execute();
}

async function replaceText(
	jobId: string,
	{ text, shown }: Replacement,
	queries: Queries,
): Promise<void> {
	for (const { table, id: idColumn, texts, json } of REPEATING) {
		for (const column of [...texts, ...json]) {
			const isJson = (json as readonly string[]).includes(column);
			const searched = column === 'searchText' ? text.toLowerCase() : text;
			const spell = (value: string) => (isJson ? JSON.stringify(value).slice(1, -1) : value);
			const old = sql`CAST(${sql.ref(column)} AS text)`;
			const changed = sql`replace(${old}, ${sql.val(spell(searched))}, ${sql.val(spell(shown))})`;
			await sql`
				UPDATE ${sql.table(table)}
				SET ${sql.ref(column)} = CAST(${changed} AS ${sql.raw(isJson ? 'json_text' : 'text')})
				WHERE ${sql.ref(idColumn)} = ${sql.val(jobId)} AND ${changed} <> ${old}
			`.execute(queries);
		}
	}
}

/** Removes what a job read from what searches find. */
async function forgetPages(id: string, urls: readonly string[], queries: Queries): Promise<void> {
	const pages = queries
		.selectFrom('indexedPages')
		.select('id')
		.where((eb) =>
			eb.or([
				eb('url', 'in', urls),
				eb('url', 'in', queries.selectFrom('crawlPages').select('url').where('jobId', '=', id)),
			]),
		);
	await queries.deleteFrom('indexedMedia').where('pageId', 'in', pages).execute();
	await queries.deleteFrom('indexedPages').where('id', 'in', pages).execute();
}
