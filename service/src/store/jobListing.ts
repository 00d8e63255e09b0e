import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { JobState } from '../jobs/job.ts';

/** A job of any kind as lists show it, without its result. */
export interface ListedJob {
	id: string;
	/** Which handler runs it, such as `scrape`. */
	kind: string;
	state: JobState;
	request: unknown;
	/** Reason when failed. */
	error: string | null;
	createdAtMs: number;
	finishedAtMs: number | null;
	creditsUsed: number;
	/** The scrape batch that it is part of. */
	batchId: string | null;
}

const listedRow = z
	.object({
		id: z.string(),
		kind: z.string(),
		state: z.enum(['waiting', 'active', 'completed', 'failed', 'delayed', 'cancelled']),
		request: z.string().transform((text): unknown => JSON.parse(text)),
		error: z.string().nullable(),
		created_at_ms: z.number(),
		finished_at_ms: z.number().nullable(),
		credits_used: z.number(),
		batch_id: z.string().nullable(),
	})
	.transform((row): ListedJob => ({
		id: row.id,
		kind: row.kind,
		state: row.state,
		request: row.request,
		error: row.error,
		createdAtMs: row.created_at_ms,
		finishedAtMs: row.finished_at_ms,
		creditsUsed: row.credits_used,
		batchId: row.batch_id,
	}));

const COLUMNS = `id, kind, state, request, error, created_at_ms, finished_at_ms, credits_used,
	(SELECT batch_id FROM scrape_batch_items WHERE job_id = jobs.id LIMIT 1) AS batch_id`;

export type JobListing = ReturnType<typeof createJobListing>;

/** The jobs of all kinds together. */
export function createJobListing(database: DatabaseSync) {
	const selectPage = database.prepare(
		`SELECT ${COLUMNS} FROM jobs ORDER BY created_at_ms DESC, id DESC LIMIT ? OFFSET ?`,
	);
	const selectCount = database.prepare('SELECT count(*) AS total FROM jobs');
	const selectUnfinished = database.prepare(
		`SELECT ${COLUMNS} FROM jobs WHERE state IN ('waiting', 'active', 'delayed')
		ORDER BY state = 'active' DESC, created_at_ms, id LIMIT ?`,
	);
	const countUnfinished = database.prepare(
		"SELECT count(*) AS total FROM jobs WHERE state IN ('waiting', 'active', 'delayed')",
	);
	const selectFailed = database.prepare(
		`SELECT ${COLUMNS} FROM jobs WHERE state = 'failed' ORDER BY finished_at_ms DESC LIMIT ?`,
	);
	const selectSome = database.prepare(
		`SELECT ${COLUMNS} FROM jobs WHERE id IN (SELECT value FROM json_each(?))`,
	);
	const parse = (rows: unknown[]): ListedJob[] => rows.map((row) => listedRow.parse(row));

	return {
		/** One page of all jobs, newest first. */
		paginate: (page: number, limit: number): ListedJob[] =>
			parse(selectPage.all(limit, (page - 1) * limit)),

		count: (): number => Number(selectCount.get()?.['total']),

		/** Jobs that wait or run; the running ones first, then by age. */
		listUnfinished: (limit: number): ListedJob[] => parse(selectUnfinished.all(limit)),

		countUnfinished: (): number => Number(countUnfinished.get()?.['total']),

		/** Jobs that failed last. */
		listFailed: (limit: number): ListedJob[] => parse(selectFailed.all(limit)),

		/** The jobs with these IDs, as far as they exist, in no order. */
		findAll: (ids: readonly string[]): ListedJob[] => parse(selectSome.all(JSON.stringify(ids))),
	};
}
