import { sql, type SqlBool } from 'kysely';
import type { AnswerFlags } from './answerFlags.ts';
import { type JobState, UNFINISHED_STATES } from './jobRecord.ts';
import { countRows, type Database, offsetOf, type Queries, readJson } from './database.ts';

/** A batch that is about to be stored. */
export interface NewBatch {
	id: string;
	outputFormat: string;
	/** In the order submitted; the jobs are already accepted. */
	items: readonly { url: string; jobId: string }[];
}

/** A batch with the totals of its jobs. */
export interface BatchSummary {
	id: string;
	outputFormat: string;
	createdAtMs: number;
	totalUrls: number;
	completedCount: number;
	failedCount: number;
	cancelledCount: number;
	/** Items whose job has been started, however it ended. */
	startedCount: number;
	/** When the most recently ended job ended. */
	lastFinishedAtMs: number | null;
}

/** A batch as lists show it. */
export interface ListedBatch extends BatchSummary {
	/** Completed pages with something worth noticing. */
	warningCount: number;
}

const HAS_WARNINGS = sql<SqlBool>`
	result.summary -> 'flags' ->> 'warnings' IS NOT NULL
	OR result.summary -> 'flags' ->> 'lowContent' IS NOT NULL`;

/** An address of a batch with the job that scrapes it. */
export interface BatchItem {
	/** Position in the batch, from 0. */
	position: number;
	url: string;
	jobId: string;
	state: JobState;
	/** Name of the stored image, if one was taken. */
	screenshotFile: string | null;
	/** What is worth noticing about its answer; empty until there is an answer. */
	flags: AnswerFlags;
	error: string | null;
	creditsUsed: number;
	startedAtMs: number | null;
	finishedAtMs: number | null;
}

/** Batches with the totals of their jobs. */
const selectSummaries = (queries: Queries) =>
	queries
		.selectFrom('scrapeBatches as batch')
		.innerJoin('scrapeBatchItems as item', 'item.batchId', 'batch.id')
		.innerJoin('jobs as job', 'job.id', 'item.jobId')
		.select(['batch.id', 'batch.outputFormat', 'batch.createdAtMs'])
		.select(({ fn }) => [
			fn.countAll<number>().as('totalUrls'),
			fn.countAll<number>().filterWhere('job.state', '=', 'completed').as('completedCount'),
			fn.countAll<number>().filterWhere('job.state', '=', 'failed').as('failedCount'),
			fn.countAll<number>().filterWhere('job.state', '=', 'cancelled').as('cancelledCount'),
			fn.count<number>('job.startedAtMs').as('startedCount'),
			fn.max('job.finishedAtMs').as('lastFinishedAtMs'),
		])
		.groupBy(['batch.rowid', 'batch.id', 'batch.outputFormat', 'batch.createdAtMs']);

const selectItems = (batchId: string, queries: Queries) =>
	queries
		.selectFrom('scrapeBatchItems as item')
		.innerJoin('jobs as job', 'job.id', 'item.jobId')
		.where('item.batchId', '=', batchId);

/** Scrape batches: which jobs belong to which batch, and the totals of each. */
export class BatchesRepository {
	readonly #durable: Queries;
	readonly #listings: Queries;

	constructor({ durable, listings }: Database) {
		this.#durable = durable;
		this.#listings = listings;
	}

	/** Stores a batch. To be called in the transaction that accepts its jobs. */
	async insert({ id, outputFormat, items }: NewBatch, transaction: Queries): Promise<void> {
		const batch = { id, outputFormat, createdAtMs: Date.now() };
		await transaction.insertInto('scrapeBatches').values(batch).execute();
		const rows = items.map((item, position) => ({ batchId: id, position, ...item }));
		await transaction.insertInto('scrapeBatchItems').values(rows).execute();
	}

	find(id: string): Promise<BatchSummary | undefined> {
		return selectSummaries(this.#durable).where('batch.id', '=', id).executeTakeFirst();
	}

	/** One page of all batches, newest first. */
	paginate(page: number, limit: number): Promise<ListedBatch[]> {
		return (
			selectSummaries(this.#listings)
				.leftJoin('jobResults as result', 'result.jobId', 'item.jobId')
				.select(({ fn }) => fn.countAll<number>().filterWhere(HAS_WARNINGS).as('warningCount'))
				// The page is cut first, so that jobs of other pages are not read.
				.where('batch.rowid', 'in', (eb) =>
					eb
						.selectFrom('scrapeBatches')
						.select('rowid')
						.orderBy('rowid', 'desc')
						.limit(limit)
						.offset(offsetOf(page, limit)),
				)
				.orderBy('batch.rowid', 'desc')
				.execute()
		);
	}

	count(): Promise<number> {
		return countRows(this.#listings.selectFrom('scrapeBatches'));
	}

	/** The items in the order submitted; empty for an unknown batch. */
	async listItems(id: string): Promise<BatchItem[]> {
		const rows = await selectItems(id, this.#durable)
			.leftJoin('jobResults as result', 'result.jobId', 'item.jobId')
			.select([
				'item.position',
				'item.url',
				'item.jobId',
				'job.state',
				'job.error',
				'job.creditsUsed',
				'job.startedAtMs',
				'job.finishedAtMs',
			])
			.select([
				sql<string | null>`result.summary ->> 'screenshotFile'`.as('screenshotFile'),
				sql<string | null>`result.summary ->> 'flags'`.as('flags'),
			])
			.orderBy('item.position')
			.execute();
		return rows.map(({ flags, ...item }) => ({ ...item, flags: JSON.parse(flags ?? '{}') }));
	}

	/**
	 * The answer for an item, as JSON texts, and the title of its page; `null` for a job without a
	 * result. Only these parts of the result are read: it also contains each page's whole Markdown.
	 */
	async readAnswer(
		jobId: string,
	): Promise<Record<'listed' | 'sources' | 'title', string | null> & { content: string }> {
		const row = await this.#durable
			.selectFrom('jobResults')
			.select([
				sql<string | null>`result -> 'content'`.as('content'),
				sql<string | null>`result -> 'listed'`.as('listed'),
				sql<string | null>`result -> 'sources'`.as('sources'),
				sql<string | null>`result -> 'data' -> 0 ->> 'title'`.as('title'),
			])
			.where('jobId', '=', jobId)
			.executeTakeFirst();
		const { content, listed = null, sources = null, title = null } = row ?? {};
		return { content: content ?? 'null', listed, sources, title };
	}

	/** The jobs of a batch that wait or run. */
	async listUnfinishedJobs(id: string): Promise<string[]> {
		const rows = await selectItems(id, this.#durable)
			.select('job.id')
			.where('job.state', 'in', UNFINISHED_STATES)
			.execute();
		return rows.map((row) => row.id);
	}

	/** The positions of the items whose job failed, with the job's request. */
	async listFailed(id: string, transaction: Queries) {
		const rows = await selectItems(id, transaction)
			.select(['item.position', 'job.request'])
			.where('job.state', '=', 'failed')
			.orderBy('item.position')
			.execute();
		return rows.map((row) => ({ ...row, request: readJson(row.request) }));
	}

	/** Gives an item another job. */
	async replaceJob(
		{ id, position, jobId }: { id: string; position: number; jobId: string },
		transaction: Queries,
	): Promise<void> {
		await transaction
			.updateTable('scrapeBatchItems')
			.set({ jobId })
			.where('batchId', '=', id)
			.where('position', '=', position)
			.execute();
	}
}
