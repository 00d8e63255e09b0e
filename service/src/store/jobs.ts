import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { JobOutcome, JobRecord } from '../jobs/job.ts';
import { withoutDiskWait } from './withoutDiskWait.ts';

const json = z.string().transform((text): unknown => JSON.parse(text));

const jobRow = z
	.object({
		id: z.string(),
		kind: z.string(),
		state: z.enum(['waiting', 'active', 'completed', 'failed', 'delayed', 'cancelled']),
		request: json,
		result: json.nullable(),
		error: z.string().nullable(),
		attempts: z.number(),
		created_at_ms: z.number(),
		run_after_ms: z.number().nullable(),
		started_at_ms: z.number().nullable(),
		finished_at_ms: z.number().nullable(),
		credits_used: z.number(),
		input_tokens: z.number(),
		output_tokens: z.number(),
		captchas_solved: z.number(),
	})
	.transform((row): JobRecord => ({
		id: row.id,
		kind: row.kind,
		state: row.state,
		request: row.request,
		result: row.result,
		error: row.error,
		attempts: row.attempts,
		createdAtMs: row.created_at_ms,
		runAfterMs: row.run_after_ms,
		startedAtMs: row.started_at_ms,
		finishedAtMs: row.finished_at_ms,
		creditsUsed: row.credits_used,
		inputTokens: row.input_tokens,
		outputTokens: row.output_tokens,
		captchasSolved: row.captchas_solved,
	}));

const unfinishedRow = z.object({
	id: z.string(),
	kind: z.string(),
	run_after_ms: z.number().nullable(),
});

export type JobsRepository = ReturnType<typeof createJobsRepository>;

/**
 * The stored jobs. Every change of state names the states it may come from and says whether it
 * happened, so that a cancellation and an ending that meet cannot overwrite each other.
 */
export function createJobsRepository(database: DatabaseSync) {
	const change = (sql: string) => {
		const statement = database.prepare(sql);
		return (...values: (string | number | null)[]): boolean => statement.run(...values).changes > 0;
	};

	const insert = change(
		'INSERT INTO jobs (id, kind, state, request, created_at_ms) VALUES (?, ?, ?, ?, ?)',
	);
	const start = change(
		`UPDATE jobs SET state = 'active', attempts = attempts + 1, started_at_ms = ?, run_after_ms = NULL
		WHERE id = ? AND state IN ('waiting', 'delayed')`,
	);
	// A cancelled job keeps its state, but what it had done until then is kept and charged.
	const finish = change(
		`UPDATE jobs SET state = CASE state WHEN 'active' THEN 'completed' ELSE state END,
			result = ?, credits_used = ?, input_tokens = ?, output_tokens = ?, captchas_solved = ?,
			finished_at_ms = coalesce(finished_at_ms, ?)
		WHERE id = ? AND state IN ('active', 'cancelled')`,
	);
	const fail = change(
		"UPDATE jobs SET state = 'failed', error = ?, finished_at_ms = ? WHERE id = ? AND state = 'active'",
	);
	const delay = change(
		"UPDATE jobs SET state = 'delayed', run_after_ms = ? WHERE id = ? AND state = 'active'",
	);
	const requeue = change(
		"UPDATE jobs SET state = 'waiting', attempts = attempts - 1 WHERE id = ? AND state = 'active'",
	);
	const cancel = change(
		`UPDATE jobs SET state = 'cancelled', finished_at_ms = ?
		WHERE id = ? AND state IN ('waiting', 'delayed', 'active')`,
	);
	const failWorn = change(
		"UPDATE jobs SET state = 'failed', error = ?, finished_at_ms = ? WHERE state = 'active' AND attempts >= ?",
	);
	const requeueInterrupted = change("UPDATE jobs SET state = 'waiting' WHERE state = 'active'");
	const selectJob = database.prepare('SELECT * FROM jobs WHERE id = ? AND kind = ?');
	const selectUnfinished = database.prepare(
		`SELECT id, kind, run_after_ms FROM jobs WHERE state IN ('waiting', 'delayed')
		ORDER BY created_at_ms, rowid`,
	);
	const selectUnfinishedOne = database.prepare(
		"SELECT 1 FROM jobs WHERE id = ? AND state IN ('waiting', 'active', 'delayed')",
	);
	const countUnfinished = database.prepare(
		"SELECT count(*) AS count FROM jobs WHERE kind = ? AND state IN ('waiting', 'active', 'delayed')",
	);
	const countAccepted = database.prepare(
		'SELECT count(*) AS count FROM jobs WHERE kind = ? AND created_at_ms >= ?',
	);

	return {
		/** Stores a new job, waiting. Durable once the surrounding transaction, if any, commits. */
		insert: (id: string, kind: string, request: unknown): void => {
			insert(id, kind, 'waiting', JSON.stringify(request), Date.now());
		},

		find(id: string, kind: string): JobRecord | undefined {
			const row = selectJob.get(id, kind);
			return row === undefined ? undefined : jobRow.parse(row);
		},

		/** Waiting or delayed to active. After a power cut that took this, the job waits again. */
		start: (id: string): boolean => withoutDiskWait(database, () => start(Date.now(), id)),

		/** Active to completed. */
		finish: (id: string, outcome: JobOutcome): boolean =>
			finish(
				JSON.stringify(outcome.result ?? null),
				outcome.creditsUsed,
				outcome.inputTokens,
				outcome.outputTokens,
				outcome.captchasSolved,
				Date.now(),
				id,
			),

		/** Active to failed. */
		fail: (id: string, reason: string): boolean => fail(reason, Date.now(), id),

		/** Active to delayed. */
		delay: (id: string, runAfterMs: number): boolean => delay(runAfterMs, id),

		/** Active back to waiting as if never started: the service stops, the job did nothing wrong. */
		requeue: (id: string): boolean => requeue(id),

		/** Any unfinished state to cancelled. */
		cancel: (id: string): boolean => cancel(Date.now(), id),

		/**
		 * To be called once, before any job runs. Jobs that were active when the process died wait
		 * again, except those started `maxAttempts` times, which fail with `reason`.
		 */
		recoverInterrupted(maxAttempts: number, reason: string): void {
			failWorn(reason, Date.now(), maxAttempts);
			requeueInterrupted();
		},

		/** Jobs still to run, oldest first. */
		listUnfinished: () =>
			selectUnfinished.all().map((row) => {
				const { id, kind, run_after_ms: runAfterMs } = unfinishedRow.parse(row);
				return { id, kind, runAfterMs };
			}),

		isUnfinished: (id: string): boolean => selectUnfinishedOne.get(id) !== undefined,

		/** How many jobs of a kind wait or run. */
		countUnfinished: (kind: string): number => Number(countUnfinished.get(kind)?.['count']),

		/** How many jobs of a kind were accepted since a moment. */
		countAcceptedSince: (kind: string, sinceMs: number): number =>
			Number(countAccepted.get(kind, sinceMs)?.['count']),
	};
}
