import type { PageText } from '@web-data-extraction/documents/markdown';
import { inTransaction, type Database, type Queries } from './database.ts';
import { prepare } from './prepared.ts';

/** A document known by its file ID. */
export interface ParseFile {
	id: string;
	fileName: string;
	/** Where a linked document came from; if it was redirected, the final address without a query. */
	sourceUrl: string | undefined;
	/** The size announced for a prepared upload. */
	announcedBytes: number | undefined;
	/** `undefined` until the bytes have arrived. */
	storedBytes: number | undefined;
	/** The encoding that the server of a linked document stated for its text. */
	charset?: string | undefined;
}

interface NewUpload {
	id: string;
	fileName: string;
	announcedBytes: number;
	expiresAtMs: number;
}

/** A document whose bytes have arrived. */
type StoredFile = Omit<NewUpload, 'announcedBytes'> & {
	storedBytes: number;
	sourceUrl: string | undefined;
	charset: string | undefined;
};

/** How much space an upload needs. */
export interface UploadLimits {
	/** With less space it is not added. */
	minBytes: number;
	maxBytes: number;
	/** Maximum total size of all uploads. */
	capacityBytes: number;
}

export type ParseFilesRepository = ReturnType<typeof createParseFilesRepository>;

/** The stored documents in the database. Expired ones are treated as deleted. */
export function createParseFilesRepository({ durable, relaxed, lock }: Database) {
	const listIds = async (query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> =>
		(await query.execute()).map(({ id }) => id);

	const sumUploadBytes = prepare(({ nowMs }: { nowMs: number }) =>
		durable
			.selectFrom('parseFiles')
			.select(({ fn }) => fn.sum(fn.coalesce('storedBytes', 'announcedBytes')).as('bytes'))
			.where('sourceUrl', 'is', null)
			.where('expiresAtMs', '>', nowMs),
	);
	const sumUploads = async (queries: Queries): Promise<number> => {
		const [row] = (await queries.executeQuery(sumUploadBytes({ nowMs: Date.now() }))).rows;
		return Number(row?.bytes);
	};

	const insertUpload = prepare(({ id, fileName, announcedBytes, expiresAtMs }: NewUpload) =>
		durable.insertInto('parseFiles').values({ id, fileName, announcedBytes, expiresAtMs }),
	);

	const findFile = prepare(({ id, nowMs }: { id: string; nowMs: number }) =>
		durable
			.selectFrom('parseFiles')
			.selectAll()
			.where('id', '=', id)
			.where('expiresAtMs', '>', nowMs),
	);

	const setStored = prepare(
		({ id, storedBytes, fileName, expiresAtMs, sourceUrl, charset }: StoredFile) =>
			durable
				.updateTable('parseFiles')
				.set({
					storedBytes,
					fileName,
					expiresAtMs,
					sourceUrl: sourceUrl ?? null,
					charset: charset ?? null,
				})
				.where('id', '=', id),
	);

	return {
		/** Adds a document whose bytes are not there yet. */
		async insert(
			file: Omit<ParseFile, 'storedBytes'>,
			expiresAtMs: number,
			queries: Queries = durable,
		): Promise<void> {
			await queries
				.insertInto('parseFiles')
				.values({ ...file, expiresAtMs })
				.execute();
		},

		/**
		 * Adds an upload whose bytes are not there yet, and reserves space for them. One that follows at once
		 * need not wait for the disk: accepting its job writes it, too.
		 * @returns the space for it in bytes; undefined if that is too little: nothing is added
		 */
		insertUpload(
			file: Pick<ParseFile, 'id' | 'fileName'>,
			{ minBytes, maxBytes, capacityBytes }: UploadLimits,
			{ expiresAtMs, comesAtOnce }: { expiresAtMs: number; comesAtOnce: boolean },
		): Promise<number | undefined> {
			return inTransaction(comesAtOnce ? relaxed : durable, async (transaction) => {
				await lock('uploads', transaction);
				const freeBytes = capacityBytes - (await sumUploads(transaction));
				const announcedBytes = Math.min(maxBytes, freeBytes);
				if (announcedBytes < minBytes) return undefined;
				await transaction.executeQuery(insertUpload({ ...file, announcedBytes, expiresAtMs }));
				return announcedBytes;
			});
		},

		/**
		 * Records that the bytes are there; returns false if the document was deleted meanwhile. If a power cut
		 * loses this, it can be sent again; with a job for it, both are on disk.
		 */
		async markStored(file: StoredFile): Promise<boolean> {
			const { numAffectedRows = 0n } = await relaxed.executeQuery(setStored(file));
			return numAffectedRows > 0n;
		},

		async find(id: string): Promise<ParseFile | undefined> {
			const [row] = (await durable.executeQuery(findFile({ id, nowMs: Date.now() }))).rows;
			if (row === undefined) return undefined;
			const { fileName, sourceUrl, announcedBytes, storedBytes, charset } = row;
			return {
				id,
				fileName,
				sourceUrl: sourceUrl ?? undefined,
				announcedBytes: announcedBytes ?? undefined,
				storedBytes: storedBytes ?? undefined,
				charset: charset ?? undefined,
			};
		},

		/** Bytes of all uploads, including those that were announced and may still arrive. */
		sumUploads: (): Promise<number> => sumUploads(durable),

		async remove(id: string): Promise<void> {
			await durable.deleteFrom('parseFiles').where('id', '=', id).execute();
		},

		listExpired: (): Promise<string[]> =>
			listIds(durable.selectFrom('parseFiles').select('id').where('expiresAtMs', '<=', Date.now())),

		listIds: (): Promise<string[]> => listIds(durable.selectFrom('parseFiles').select('id')),
	};
}

/** Stored by one statement, which takes a limited number of values. */
const TEXTS_PER_STATEMENT = 500;

/** Number of parts read at a time; small, as a part may be long. */
const TEXTS_AHEAD = 8;

export type ParseTextsRepository = ReturnType<typeof createParseTextsRepository>;

/**
 * The Markdown of parsed documents. It is written and read in parts, so that a long one is never in memory
 * whole. Writing the end of the job waits for the disk, and includes what came before it.
 */
export function createParseTextsRepository({ durable, relaxed }: Database) {
	const readFrom = prepare(({ jobId, page, part }: { jobId: string; page: number; part: number }) =>
		durable
			.selectFrom('parseTexts')
			.select(['page', 'part', 'text'])
			.where('jobId', '=', jobId)
			.where((eb) => eb(eb.refTuple('page', 'part'), '>=', eb.tuple(page, part)))
			.orderBy('page')
			.orderBy('part')
			.limit(TEXTS_AHEAD),
	);

	return {
		/** Adds to the text of a running job, replacing what an earlier attempt stored in its place. */
		async insert(jobId: string, texts: readonly PageText[]): Promise<void> {
			for (let from = 0; from < texts.length; from += TEXTS_PER_STATEMENT) {
				const rows = texts
					.slice(from, from + TEXTS_PER_STATEMENT)
					.map(({ page, part, text }) => ({ jobId, page, part, text }));
				await relaxed
					.insertInto('parseTexts')
					.values(rows)
					.onConflict((conflict) =>
						conflict
							.columns(['jobId', 'page', 'part'])
							.doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
					)
					.execute();
			}
		},

		/**
		 * Reads parts of a document one after the other, a few at a time.
		 * @returns reads one part of a page; throws if the job was deleted meanwhile
		 */
		open(jobId: string) {
			let ahead = new Map<string, string>();
			return async (page: number, part: number): Promise<string> => {
				const key = `${page} ${part}`;
				if (!ahead.has(key)) {
					const { rows } = await durable.executeQuery(readFrom({ jobId, page, part }));
					ahead = new Map(rows.map((row) => [`${row.page} ${row.part}`, row.text]));
				}
				const text = ahead.get(key);
				if (text === undefined) throw new Error(`The text of the parse job ${jobId} is gone.`);
				return text;
			};
		},
	};
}

/** One document of a batch as it was submitted. */
export interface ParseBatchEntry {
	/** `undefined` for a document that was rejected at submit; then `error` gives the reason. */
	jobId: string | undefined;
	fileName: string;
	sourceUrl: string | undefined;
	fileId: string | undefined;
	error: string | undefined;
}

export type ParseBatchesRepository = ReturnType<typeof createParseBatchesRepository>;

/** Which documents belong to which batch. Their jobs have their state. */
export function createParseBatchesRepository({ durable }: Database) {
	return {
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
		},

		/** The documents in order; empty for an unknown batch. */
		async list(batchId: string): Promise<ParseBatchEntry[]> {
			const rows = await durable
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
		},
	};
}
