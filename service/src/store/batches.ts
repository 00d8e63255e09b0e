import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { JobState } from '../jobs/job.ts';

/** A batch that is about to be stored. */
export interface NewBatch {
	id: string;
	outputFormat: string;
	/** In the order submitted; the jobs are accepted already. */
	items: readonly { url: string; jobId: string }[];
}

/** A batch with what its jobs have come to. */
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
	/** When the last job ended that has ended so far. */
	lastFinishedAtMs: number | null;
}

/** An address of a batch with the job that scrapes it. */
export interface BatchItem {
	/** Place in the batch, from 0. */
	position: number;
	url: string;
	jobId: string;
	state: JobState;
	/** Name of the stored image, when one was taken. */
	screenshotFile: string | null;
	error: string | null;
	creditsUsed: number;
	startedAtMs: number | null;
	finishedAtMs: number | null;
}

const json = z.string().transform((text): unknown => JSON.parse(text));

const summaryRow = z
	.object({
		id: z.string(),
		output_format: z.string(),
		created_at_ms: z.number(),
		total: z.number(),
		completed: z.number(),
		failed: z.number(),
		cancelled: z.number(),
		started: z.number(),
		last_finished_at_ms: z.number().nullable(),
	})
	.transform((row): BatchSummary => ({
		id: row.id,
		outputFormat: row.output_format,
		createdAtMs: row.created_at_ms,
		totalUrls: row.total,
		completedCount: row.completed,
		failedCount: row.failed,
		cancelledCount: row.cancelled,
		startedCount: row.started,
		lastFinishedAtMs: row.last_finished_at_ms,
	}));

const itemRow = z
	.object({
		position: z.number(),
		url: z.string(),
		job_id: z.string(),
		state: z.enum(['waiting', 'active', 'completed', 'failed', 'delayed', 'cancelled']),
		screenshot_file: z.string().nullable(),
		error: z.string().nullable(),
		credits_used: z.number(),
		started_at_ms: z.number().nullable(),
		finished_at_ms: z.number().nullable(),
	})
	.transform((row): BatchItem => ({
		position: row.position,
		url: row.url,
		jobId: row.job_id,
		state: row.state,
		screenshotFile: row.screenshot_file,
		error: row.error,
		creditsUsed: row.credits_used,
		startedAtMs: row.started_at_ms,
		finishedAtMs: row.finished_at_ms,
	}));

const jobIdRow = z.object({ id: z.string() });

const failedRow = z.object({ position: z.number(), request: json });

const SUMMARY = `SELECT
		batch.id, batch.output_format, batch.created_at_ms,
		count(*) AS total,
		count(*) FILTER (WHERE job.state = 'completed') AS completed,
		count(*) FILTER (WHERE job.state = 'failed') AS failed,
		count(*) FILTER (WHERE job.state = 'cancelled') AS cancelled,
		count(job.started_at_ms) AS started,
		max(job.finished_at_ms) AS last_finished_at_ms
	FROM scrape_batches AS batch
	JOIN scrape_batch_items AS item ON item.batch_id = batch.id
	JOIN jobs AS job ON job.id = item.job_id`;

const ITEMS = `SELECT
		item.position, item.url, item.job_id, job.state, job.error, job.credits_used,
		job.started_at_ms, job.finished_at_ms, result.summary ->> '$.screenshotFile' AS screenshot_file
	FROM scrape_batch_items AS item
	JOIN jobs AS job ON job.id = item.job_id
	LEFT JOIN job_results AS result ON result.job_id = item.job_id
	WHERE item.batch_id = ? ORDER BY item.position`;

export type BatchesRepository = ReturnType<typeof createBatchesRepository>;

/** Scrape batches: which jobs belong to which batch, and what these have come to together. */
export function createBatchesRepository(database: DatabaseSync) {
	const insertBatch = database.prepare(
		'INSERT INTO scrape_batches (id, output_format, created_at_ms) VALUES (?, ?, ?)',
	);
	const insertItem = database.prepare(
		'INSERT INTO scrape_batch_items (batch_id, position, url, job_id) VALUES (?, ?, ?, ?)',
	);
	const updateJob = database.prepare(
		'UPDATE scrape_batch_items SET job_id = ? WHERE batch_id = ? AND position = ?',
	);
	const selectOne = database.prepare(`${SUMMARY} WHERE batch.id = ? GROUP BY batch.sequence`);
	// The page is cut first, so that the jobs of other pages are not read.
	const selectPage = database.prepare(
		`${SUMMARY} WHERE batch.sequence IN
			(SELECT sequence FROM scrape_batches ORDER BY sequence DESC LIMIT ? OFFSET ?)
		GROUP BY batch.sequence ORDER BY batch.sequence DESC`,
	);
	const countAll = database.prepare('SELECT count(*) AS total FROM scrape_batches');
	const selectItems = database.prepare(ITEMS);
	// Only what a batch shows is read out of a result: it also holds each page's whole Markdown.
	const selectContent = database.prepare(
		"SELECT result -> '$.content' AS content FROM job_results WHERE job_id = ?",
	);
	const selectUnfinished = database.prepare(
		`SELECT job.id FROM scrape_batch_items AS item JOIN jobs AS job ON job.id = item.job_id
		WHERE item.batch_id = ? AND job.state IN ('waiting', 'active', 'delayed')`,
	);
	const selectFailed = database.prepare(
		`SELECT item.position, job.request FROM scrape_batch_items AS item
		JOIN jobs AS job ON job.id = item.job_id
		WHERE item.batch_id = ? AND job.state = 'failed' ORDER BY item.position`,
	);

	return {
		/** Stores a batch. To be called in the transaction that accepts its jobs. */
		insert({ id, outputFormat, items }: NewBatch): void {
			insertBatch.run(id, outputFormat, Date.now());
			for (const [position, { url, jobId }] of items.entries()) {
				insertItem.run(id, position, url, jobId);
			}
		},

		find(id: string): BatchSummary | undefined {
			const row = selectOne.get(id);
			return row === undefined ? undefined : summaryRow.parse(row);
		},

		/** One page of all batches, newest first. */
		paginate(page: number, limit: number): BatchSummary[] {
			const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
			return selectPage.all(limit, offset).map((row) => summaryRow.parse(row));
		},

		count: (): number => Number(countAll.get()?.['total']),

		/** The items in the order submitted; empty for an unknown batch. */
		listItems: (id: string): BatchItem[] => selectItems.all(id).map((row) => itemRow.parse(row)),

		/** What the scrape of an item answered, as JSON text; null for a job without a result. */
		readContent(jobId: string): string {
			const content = selectContent.get(jobId)?.['content'];
			return typeof content === 'string' ? content : 'null';
		},

		/** The jobs of a batch that wait or run. */
		listUnfinishedJobs: (id: string): string[] =>
			selectUnfinished.all(id).map((row) => jobIdRow.parse(row).id),

		/** The places of the items whose job failed, with the job's request. */
		listFailed: (id: string) => selectFailed.all(id).map((row) => failedRow.parse(row)),

		/** Gives an item another job. */
		replaceJob: (id: string, position: number, jobId: string): void =>
			void updateJob.run(jobId, id, position),
	};
}
