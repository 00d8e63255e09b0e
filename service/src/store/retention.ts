import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { inTransaction, withoutDiskWait } from './database.ts';

/** Deleted at a time, because requests are answered in between: some are large. */
const JOBS_PER_STEP = 10;
const PAGES_PER_STEP = 4;

const HAS_ENDED = "state IN ('completed', 'failed', 'cancelled')";

const SELECT_ENDED = `
	SELECT id, finished_at_ms FROM jobs
	WHERE ${HAS_ENDED} AND finished_at_ms < :momentMs
		AND (finished_at_ms, id) > (:afterMs, :afterId)
	ORDER BY finished_at_ms, id LIMIT ${JOBS_PER_STEP}`;

/** Batches that hold any of the jobs and none that is younger than the moment. */
const selectOldBatches = (table: string) => `
	SELECT DISTINCT batch_id FROM ${table} AS held
	WHERE job_id IN (SELECT value FROM json_each(:ids)) AND NOT EXISTS (
		SELECT 1 FROM ${table} AS other JOIN jobs ON jobs.id = other.job_id
		WHERE other.batch_id = held.batch_id AND NOT (${HAS_ENDED} AND finished_at_ms < :momentMs)
	)`;

const DELETE_JOBS = `
	DELETE FROM jobs WHERE id IN (SELECT value FROM json_each(:ids))
		AND NOT EXISTS (SELECT 1 FROM scrape_batch_items WHERE job_id = jobs.id)
		AND NOT EXISTS (SELECT 1 FROM parse_batch_documents WHERE job_id = jobs.id)`;

const OLD_PAGES = `
	SELECT id FROM indexed_pages WHERE indexed_at_ms < :momentMs
	ORDER BY indexed_at_ms LIMIT ${PAGES_PER_STEP}`;

const endedRow = z.object({ id: z.string(), finished_at_ms: z.number() });
const batchRow = z.object({ batch_id: z.string() });

/**
 * Deletes what ended before a moment: jobs with their results and pages, batches of which no job is
 * younger, and pages in the search index that were not read since. Usage figures stay. It ends early
 * when the database is closed.
 * @returns how many jobs were deleted
 */
export async function deleteEndedBefore(database: DatabaseSync, momentMs: number): Promise<number> {
	let jobCount = 0;
	let after = { afterMs: 0, afterId: '' };
	while (database.isOpen) {
		const rows = database.prepare(SELECT_ENDED).all({ momentMs, ...after });
		const jobs = rows.map((row) => endedRow.parse(row));
		const last = jobs.at(-1);
		if (last === undefined) break;
		const ids = JSON.stringify(jobs.map(({ id }) => id));
		jobCount += change(database, () => deleteJobs(database, ids, momentMs));
		after = { afterMs: last.finished_at_ms, afterId: last.id };
		await nextTurn();
	}
	while (database.isOpen && change(database, () => forgetPages(database, momentMs)) > 0) {
		await nextTurn();
	}
	return jobCount;
}

/** Batches before their jobs: a listing never shows a batch that lacks some. */
function deleteJobs(database: DatabaseSync, ids: string, momentMs: number): number | bigint {
	const remove = (table: string, column: string, values: string) =>
		database
			.prepare(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`)
			.run(values);
	for (const table of ['scrape_batch_items', 'parse_batch_documents']) {
		const rows = database.prepare(selectOldBatches(table)).all({ ids, momentMs });
		const batchIds = JSON.stringify(rows.map((row) => batchRow.parse(row).batch_id));
		remove(table, 'batch_id', batchIds);
		remove('scrape_batches', 'id', batchIds);
	}
	return database.prepare(DELETE_JOBS).run({ ids }).changes;
}

function forgetPages(database: DatabaseSync, momentMs: number): number | bigint {
	database.prepare(`DELETE FROM indexed_media WHERE page_id IN (${OLD_PAGES})`).run({ momentMs });
	return database.prepare(`DELETE FROM indexed_pages WHERE id IN (${OLD_PAGES})`).run({ momentMs })
		.changes;
}

function change(database: DatabaseSync, work: () => number | bigint): number {
	return Number(withoutDiskWait(database, () => inTransaction(database, work)));
}
