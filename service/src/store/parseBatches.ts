import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** One document of a batch as it was submitted. */
export interface ParseBatchEntry {
	/** `undefined` for a document that was refused at submit; then `error` says why. */
	jobId: string | undefined;
	fileName: string;
	sourceUrl: string | undefined;
	fileId: string | undefined;
	error: string | undefined;
}

const entryRow = z
	.object({
		job_id: z.string().nullable(),
		file_name: z.string(),
		source_url: z.string().nullable(),
		file_id: z.string().nullable(),
		error: z.string().nullable(),
	})
	.transform((row): ParseBatchEntry => ({
		jobId: row.job_id ?? undefined,
		fileName: row.file_name,
		sourceUrl: row.source_url ?? undefined,
		fileId: row.file_id ?? undefined,
		error: row.error ?? undefined,
	}));

export type ParseBatchesRepository = ReturnType<typeof createParseBatchesRepository>;

/** Which documents belong to which batch. How they fare is in their jobs. */
export function createParseBatchesRepository(database: DatabaseSync) {
	const insert = database.prepare(
		`INSERT INTO parse_batch_documents
			(batch_id, position, job_id, file_name, source_url, file_id, error)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
	);
	const select = database.prepare(
		'SELECT * FROM parse_batch_documents WHERE batch_id = ? ORDER BY position',
	);

	return {
		/** Stores a batch. To be called in the transaction that accepts its jobs. */
		insert(batchId: string, entries: readonly ParseBatchEntry[]): void {
			for (const [position, entry] of entries.entries()) {
				const { jobId, fileName, sourceUrl, fileId, error } = entry;
				insert.run(
					batchId,
					position,
					jobId ?? null,
					fileName,
					sourceUrl ?? null,
					fileId ?? null,
					error ?? null,
				);
			}
		},

		/** The documents in order; empty for an unknown batch. */
		list: (batchId: string): ParseBatchEntry[] =>
			select.all(batchId).map((row) => entryRow.parse(row)),
	};
}
