import type { Database, Queries } from './database.ts';

/** One document of a batch as it was submitted. */
export interface ParseBatchEntry {
	/** `undefined` for a document that was rejected at submit; then `error` gives the reason. */
	jobId: string | undefined;
	fileName: string;
	sourceUrl: string | undefined;
	fileId: string | undefined;
	error: string | undefined;
}

/** Which documents belong to which batch. Their jobs have their state. */
export class ParseBatchesRepository {
	readonly #durable: Queries;

	constructor({ durable }: Database) {
		this.#durable = durable;
	}

	/** Stores a batch. To be called in the transaction that accepts its jobs. */
	async insert(
		batchId: string,
		entries: readonly ParseBatchEntry[],
		transaction: Queries,
	): Promise<void> {
		await transaction
			.insertInto('parseBatches')
			.values({ id: batchId, createdAtMs: Date.now() })
			.execute();
		const rows = entries.map((entry, position) => ({ batchId, position, ...entry }));
		await transaction.insertInto('parseBatchDocuments').values(rows).execute();
	}

	/** The documents in order; empty for an unknown batch. */
	async list(batchId: string): Promise<ParseBatchEntry[]> {
		const rows = await this.#durable
			.selectFrom('parseBatchDocuments')
			.select(['jobId', 'fileName', 'sourceUrl', 'fileId', 'error'])
			.where('batchId', '=', batchId)
			.orderBy('position')
			.execute();
		return rows.map((row) => ({
			jobId: row.jobId ?? undefined,
			fileName: row.fileName,
			sourceUrl: row.sourceUrl ?? undefined,
			fileId: row.fileId ?? undefined,
			error: row.error ?? undefined,
		}));
	}
}
