import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { JobOutcome, JobRecord } from '../jobs/job.ts';
import { inTransaction, withoutDiskWait } from './database.ts';

/** Longest text by which a job is found in the logs. */
const MAX_SEARCH_TEXT = 4000;

const json = z.string().transform((text): unknown => JSON.parse(text));

const jobRow = z
	.object({
		id: z.string(),
		kind: z.string(),
		state: z.enum(['waiting', 'active', 'completed', 'failed', 'delayed', 'cancelled']),
		request: json,
		error: z.string().nullable(),
		attempts: z.number(),
		created_at_ms: z.number(),
		finished_at_ms: z.number().nullable(),
		credits_used: z.number(),
		stop_reason: z.string().nullable(),
	})
	.transform((row): JobRecord => ({
		id: row.id,
		kind: row.kind,
		state: row.state,
		request: row.request,
		error: row.error,
		attempts: row.attempts,
		createdAtMs: row.created_at_ms,
		finishedAtMs: row.finished_at_ms,
		creditsUsed: row.credits_used,
		stopReason: row.stop_reason,
	}));

const unfinishedRow = z
	.object({
		id: z.string(),
		kind: z.string(),
		run_after_ms: z.number().nullable(),
		is_suspect: z.number(),
	})
	.transform(({ id, kind, run_after_ms: runAfterMs, is_suspect: isSuspect }) => ({
		id,
		kind,
		runAfterMs,
		isSuspect: isSuspect === 1,
	}));

const interruptedRow = z.object({ id: z.string(), is_suspect: z.number(), attempts: z.number() });

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
		`INSERT INTO jobs (id, kind, state, request, search_text, created_at_ms)
		VALUES (?, ?, 'waiting', ?, ?, ?)`,
	);
	const start = change(
		`UPDATE jobs SET state = 'active', attempts = attempts + 1, started_at_ms = ?, run_after_ms = NULL
		WHERE id = ? AND state IN ('waiting', 'delayed')`,
	);
	// A cancelled job keeps its state, but what it had done until then is kept and charged.
	const finish = change(
		`UPDATE jobs SET state = CASE state WHEN 'active' THEN 'completed' ELSE state END,
			credits_used = ?, input_tokens = ?, output_tokens = ?, captchas_solved = ?,
			finished_at_ms = coalesce(finished_at_ms, ?)
		WHERE id = ? AND state IN ('active', 'cancelled')`,
	);
	const insertResult = change(
		'INSERT OR REPLACE INTO job_results (job_id, summary, result) VALUES (?, ?, ?)',
	);
	const fail = change(
		"UPDATE jobs SET state = 'failed', error = ?, finished_at_ms = ? WHERE id = ? AND state = 'active'",
	);
	const delay = change(
		`UPDATE jobs SET state = 'delayed', run_after_ms = ?, is_suspect = 0
		WHERE id = ? AND state = 'active'`,
	);
	const requeue = change(
		"UPDATE jobs SET state = 'waiting', attempts = attempts - 1 WHERE id = ? AND state = 'active'",
	);
	const cancel = change(
		`UPDATE jobs SET state = 'cancelled', finished_at_ms = ?
		WHERE id = ? AND state IN ('waiting', 'delayed', 'active')`,
	);
	const stopSoon = change("UPDATE jobs SET stop_reason = ? WHERE id = ? AND state = 'active'");
	const suspect = change(
		"UPDATE jobs SET state = 'waiting', is_suspect = 1, attempts = ? WHERE id = ?",
	);
	const selectInterrupted = database.prepare(
		"SELECT id, is_suspect, attempts FROM jobs WHERE state = 'active' ORDER BY created_at_ms, rowid",
	);
	const selectJob = database.prepare(
		`SELECT id, kind, state, request, error, attempts, created_at_ms, finished_at_ms, credits_used,
			stop_reason
		FROM jobs WHERE id = ? AND kind = ?`,
	);
	const selectResult = database.prepare('SELECT result FROM job_results WHERE job_id = ?');
	const selectSummary = database.prepare('SELECT summary FROM job_results WHERE job_id = ?');
	const selectUnfinished = database.prepare(
		`SELECT id, kind, run_after_ms, is_suspect FROM jobs WHERE state IN ('waiting', 'delayed')
		ORDER BY created_at_ms, rowid`,
	);
	const selectUnfinishedOne = database.prepare(
		"SELECT 1 FROM jobs WHERE id = ? AND state IN ('waiting', 'active', 'delayed')",
	);
	const countUnfinished = database.prepare(
		"SELECT count(*) AS count FROM jobs WHERE kind = ? AND state IN ('waiting', 'active', 'delayed')",
	);
	const countAllUnfinished = database.prepare(
		"SELECT count(*) AS count FROM jobs WHERE state IN ('waiting', 'active', 'delayed')",
	);

	return {
		/** Stores a new job, waiting. Durable once the surrounding transaction, if any, commits. */
		insert: (id: string, kind: string, request: unknown, subject: string): void => {
			const searchText = subject.slice(0, MAX_SEARCH_TEXT).toLowerCase();
			insert(id, kind, JSON.stringify(request), searchText, Date.now());
		},

		find(id: string, kind: string): JobRecord | undefined {
			const row = selectJob.get(id, kind);
			return row === undefined ? undefined : jobRow.parse(row);
		},

		/** What the job's handler returned; undefined for a job without a result. */
		readResult: (id: string): unknown => readJson(selectResult.get(id)?.['result']),

		/** The small part of a result that listings show; undefined for a job without a result. */
		readSummary: (id: string): unknown => readJson(selectSummary.get(id)?.['summary']),

		/** Waiting or delayed to active. After a power cut that took this, the job waits again. */
		start: (id: string): boolean => withoutDiskWait(database, () => start(Date.now(), id)),

		/** Active to completed. */
		finish(id: string, outcome: JobOutcome): boolean {
			const result = JSON.stringify(outcome.result ?? null);
			const summary = JSON.stringify(outcome.summary ?? {});
			const { creditsUsed, inputTokens, outputTokens, captchasSolved } = outcome;
			const charges = [creditsUsed, inputTokens, outputTokens, captchasSolved];
			return inTransaction(
				database,
				() => finish(...charges, Date.now(), id) && insertResult(id, summary, result),
			);
		},

		/** Active to failed. */
		fail: (id: string, reason: string): boolean => fail(reason, Date.now(), id),

		/** Active to delayed. */
		delay: (id: string, runAfterMs: number): boolean => delay(runAfterMs, id),

		/** Active back to waiting as if never started: the service stops, the job did nothing wrong. */
		requeue: (id: string): boolean => requeue(id),

		/** Any unfinished state to cancelled. */
		cancel: (id: string): boolean => cancel(Date.now(), id),

		/** Has an active job end at its next checkpoint, in this process or the next. */
		stopSoon: (id: string, reason: string): boolean => stopSoon(reason, id),

		/**
		 * To be called once, before any job runs. Jobs that were active when the process died wait
		 * again. The start counts against a job only when it is known to be the one that ended the
		 * process: it was the only one, or the only suspect. Else all become suspects, which run one
		 * after the other. A job that ended the process `maxAttempts` times fails with `reason`.
		 */
		recoverInterrupted(maxAttempts: number, reason: string): void {
			inTransaction(database, () => {
				const jobs = selectInterrupted.all().map((row) => interruptedRow.parse(row));
				const suspects = jobs.filter(({ is_suspect: isSuspect }) => isSuspect === 1);
				const culprit =
					suspects.length === 1 ? suspects[0] : jobs.length === 1 ? jobs[0] : undefined;
				for (const job of jobs) {
					const isCulprit = job === culprit;
					if (isCulprit && job.attempts >= maxAttempts) fail(reason, Date.now(), job.id);
					else suspect(isCulprit ? job.attempts : job.attempts - 1, job.id);
				}
			});
		},

		/** Jobs still to run, oldest first. */
		listUnfinished: () => selectUnfinished.all().map((row) => unfinishedRow.parse(row)),

		isUnfinished: (id: string): boolean => selectUnfinishedOne.get(id) !== undefined,

		/** How many jobs of a kind, or of all kinds, wait or run. */
		countUnfinished: (kind?: string): number =>
			Number(
				(kind === undefined ? countAllUnfinished.get() : countUnfinished.get(kind))?.['count'],
			),
	};
}

function readJson(text: unknown): unknown {
	return typeof text === 'string' ? JSON.parse(text) : undefined;
}
