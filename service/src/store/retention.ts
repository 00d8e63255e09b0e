import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';

const HAS_ENDED = `finished_at_ms < :momentMs AND state IN ('completed', 'failed', 'cancelled')`;

/** Batches all of whose jobs ended before the moment. */
const endedBatches = (table: string) => `
	SELECT batch_id FROM ${table} LEFT JOIN jobs ON jobs.id = job_id
	GROUP BY batch_id
	HAVING count(job_id) > 0 AND count(job_id) = sum(${HAS_ENDED})`;

const OLD_PAGES = 'SELECT id FROM indexed_pages WHERE indexed_at_ms < :momentMs';

/** Batches before their jobs: a listing never shows a batch that lacks some. */
const DELETE_OTHERS = [
	`DELETE FROM scrape_batch_items WHERE batch_id IN (${endedBatches('scrape_batch_items')})`,
	`DELETE FROM scrape_batches WHERE created_at_ms < :momentMs
		AND id NOT IN (SELECT batch_id FROM scrape_batch_items)`,
	`DELETE FROM parse_batch_documents WHERE batch_id IN (${endedBatches('parse_batch_documents')})`,
	`DELETE FROM indexed_media WHERE page_id IN (${OLD_PAGES})`,
	`DELETE FROM indexed_pages WHERE id IN (${OLD_PAGES})`,
];

const DELETE_JOBS = `
	DELETE FROM jobs WHERE ${HAS_ENDED}
		AND id NOT IN (SELECT job_id FROM scrape_batch_items)
		AND id NOT IN (SELECT job_id FROM parse_batch_documents WHERE job_id IS NOT NULL)`;

/**
 * Deletes what ended before a moment: jobs with their results and pages, batches of which no job is
 * younger, and pages in the search index that were not read since.
 * @returns how many jobs were deleted
 */
export function deleteEndedBefore(database: DatabaseSync, momentMs: number): number {
	return inTransaction(database, () => {
		for (const statement of DELETE_OTHERS) database.prepare(statement).run({ momentMs });
		return Number(database.prepare(DELETE_JOBS).run({ momentMs }).changes);
	});
}
