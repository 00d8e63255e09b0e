import { TERMINAL_STATES } from './jobRecord.ts';
import { ACCEPTING, type Database, inTransaction, type Queries, readJson } from './database.ts';

/** Deleted per step, so that others can write in between: some are large. */
const JOBS_PER_STEP = 10;
const PAGES_PER_STEP = 4;
const BATCHES_PER_SWEEP = 500;

const ENDED = [...TERMINAL_STATES];

interface EndedJob {
	id: string;
	finishedAtMs: number | null;
}

/**
 * Deletes what ended before a moment: jobs with their results and pages, batches without a younger job, and
 * pages in the search index that were not read since. Usage figures stay.
 * @param signal stops it early
 * @returns how many jobs were deleted
 */
export async function deleteEndedBefore(
	{ relaxed, lock }: Database,
	momentMs: number,
	signal: AbortSignal,
): Promise<number> {
	let jobCount = 0;
	let after: EndedJob = { id: '', finishedAtMs: 0 };
	while (!signal.aborted) {
		const jobs = await listEnded(relaxed, momentMs, after);
		const last = jobs.at(-1);
		if (last === undefined) break;
		const ids = jobs.map(({ id }) => id);
		jobCount += await inTransaction(relaxed, async (transaction) => {
			// Batches change only where jobs are accepted.
			await lock(ACCEPTING, transaction);
			// Before their jobs, so that a listing never shows a batch without some of them.
			await deleteBatches(transaction, 'scrapeBatchItems', ids, momentMs);
			await deleteBatches(transaction, 'parseBatchDocuments', ids, momentMs);
			return deleteJobs(transaction, ids);
		});
		after = last;
	}
	await deleteRefusedBatches(relaxed, momentMs);
	while (!signal.aborted && (await forgetPages(relaxed, momentMs)) > 0);
	return jobCount;
}

/**
 * Files of jobs that ended before a moment but are kept for the sake of their batch.
 * @param readFile the file in the summary of a job
 */
export async function listKeptFiles(
	{ durable }: Database,
	momentMs: number,
	readFile: (summary: unknown) => string | undefined,
): Promise<Set<string>> {
	const rows = await durable
		.selectFrom('jobs')
		.innerJoin('jobResults', 'jobId', 'id')
		.select('summary')
		.where('state', 'in', ENDED)
		.where('finishedAtMs', '<', momentMs)
		.execute();
	return new Set(rows.flatMap(({ summary }) => readFile(readJson(summary)) ?? []));
}

function listEnded(database: Queries, momentMs: number, after: EndedJob): Promise<EndedJob[]> {
	return database
		.selectFrom('jobs')
		.select(['id', 'finishedAtMs'])
		.where('state', 'in', ENDED)
		.where('finishedAtMs', '<', momentMs)
		.where((eb) =>
			eb(eb.refTuple('finishedAtMs', 'id'), '>', eb.tuple(after.finishedAtMs, after.id)),
		)
		.orderBy('finishedAtMs')
		.orderBy('id')
		.limit(JOBS_PER_STEP)
		.execute();
}

/** Deletes the batches that contain any of the jobs and none younger than the moment. */
async function deleteBatches(
	transaction: Queries,
	table: 'scrapeBatchItems' | 'parseBatchDocuments',
	jobIds: readonly string[],
	momentMs: number,
): Promise<void> {
	const touched = await transaction
		.selectFrom(table)
		.select('batchId')
		.distinct()
		.where('jobId', 'in', jobIds)
		.execute();
	for (const { batchId } of touched) {
		const younger = await transaction
			.selectFrom(table)
			.innerJoin('jobs', 'jobs.id', `${table}.jobId`)
			.select('jobs.id')
			.where('batchId', '=', batchId)
			.where((eb) => eb.or([eb('state', 'not in', ENDED), eb('finishedAtMs', '>=', momentMs)]))
			.limit(1)
			.executeTakeFirst();
		if (younger !== undefined) continue;
		await transaction.deleteFrom(table).where('batchId', '=', batchId).execute();
		await transaction.deleteFrom('scrapeBatches').where('id', '=', batchId).execute();
		await transaction.deleteFrom('parseBatches').where('id', '=', batchId).execute();
	}
}

/** Deletes the batches of documents without jobs, because every document was rejected. */
async function deleteRefusedBatches(database: Queries, momentMs: number): Promise<void> {
	const refused = await database
		.selectFrom('parseBatches')
		.select('id')
		.where('createdAtMs', '<', momentMs)
		.where('id', 'not in', (eb) =>
			eb.selectFrom('parseBatchDocuments').select('batchId').where('jobId', 'is not', null),
		)
		.limit(BATCHES_PER_SWEEP)
		.execute();
	const ids = refused.map(({ id }) => id);
	if (ids.length === 0) return;
	await database.deleteFrom('parseBatchDocuments').where('batchId', 'in', ids).execute();
	await database.deleteFrom('parseBatches').where('id', 'in', ids).execute();
}

/** Jobs of batches that are kept are kept. */
async function deleteJobs(transaction: Queries, ids: readonly string[]): Promise<number> {
	const kept = transaction
		.selectFrom('scrapeBatchItems')
		.select('jobId')
		.where('jobId', 'in', ids)
		.unionAll(
			transaction
				.selectFrom('parseBatchDocuments')
				.select((eb) => eb.ref('jobId').$notNull().as('jobId'))
				.where('jobId', 'in', ids),
		);
	const { numDeletedRows } = await transaction
		.deleteFrom('jobs')
		.where('id', 'in', ids)
		.where('id', 'not in', kept)
		.executeTakeFirst();
	return Number(numDeletedRows);
}

async function forgetPages(database: Queries, momentMs: number): Promise<number> {
	return inTransaction(database, async (transaction) => {
		const pages = await transaction
			.selectFrom('indexedPages')
			.select('id')
			.where('indexedAtMs', '<', momentMs)
			.orderBy('indexedAtMs')
			.limit(PAGES_PER_STEP)
			.execute();
		const ids = pages.map(({ id }) => id);
		if (ids.length === 0) return 0;
		await transaction.deleteFrom('indexedMedia').where('pageId', 'in', ids).execute();
		await transaction.deleteFrom('indexedPages').where('id', 'in', ids).execute();
		return ids.length;
	});
}
