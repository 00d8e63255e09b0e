import { sql } from 'kysely';
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

/** An upload whose bytes have arrived. */
export type ArrivedUpload = Omit<NewUpload, 'announcedBytes'> & { storedBytes: number };

/** A document whose bytes have arrived. */
type StoredFile = ArrivedUpload & {
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

/** Bytes of all uploads, including those that were announced and may still arrive. */
const sumOfUploads = (queries: Queries, nowMs: number) =>
	queries
		.selectFrom('parseFiles')
		.select(({ fn }) => fn.sum(fn.coalesce('storedBytes', 'announcedBytes')).as('bytes'))
		.where('sourceUrl', 'is', null)
		.where('expiresAtMs', '>', nowMs);

/** The statements that run most often. */
function prepareStatements(queries: Queries) {
	return {
		sumUploads: prepare(({ nowMs }: { nowMs: number }) => sumOfUploads(queries, nowMs)),
		insertArrived: prepare((file: ArrivedUpload & { nowMs: number; capacityBytes: number }) => {
			const { id, fileName, storedBytes, expiresAtMs, nowMs, capacityBytes } = file;
			const used = sql`coalesce(${sumOfUploads(queries, nowMs)}, 0)`;
			// Without a name, which it must have, it fails, and with it all that is written in its transaction.
			const name = sql<string>`CASE WHEN ${used} + ${storedBytes} <= ${capacityBytes} THEN ${fileName} END`;
			return queries
				.insertInto('parseFiles')
				.values({ id, fileName: name, storedBytes, expiresAtMs });
		}),
		insertUpload: prepare(({ id, fileName, announcedBytes, expiresAtMs }: NewUpload) =>
			queries.insertInto('parseFiles').values({ id, fileName, announcedBytes, expiresAtMs }),
		),
		find: prepare(({ id, nowMs }: { id: string; nowMs: number }) =>
			queries
				.selectFrom('parseFiles')
				.selectAll()
				.where('id', '=', id)
				.where('expiresAtMs', '>', nowMs),
		),
		markStored: prepare(
			({ id, storedBytes, fileName, expiresAtMs, sourceUrl, charset }: StoredFile) =>
				queries
					.updateTable('parseFiles')
					.set({
						storedBytes,
						fileName,
						expiresAtMs,
						sourceUrl: sourceUrl ?? null,
						charset: charset ?? null,
					})
					.where('id', '=', id),
		),
	};
}

/** The stored documents in the database. Expired ones are treated as deleted. */
export class ParseFilesRepository {
	readonly #database: Database;
	readonly #statements: ReturnType<typeof prepareStatements>;

	constructor(database: Database) {
		this.#database = database;
		this.#statements = prepareStatements(database.durable);
	}

	/** Adds a document whose bytes are not there yet. */
	async insert(
		file: Omit<ParseFile, 'storedBytes'>,
		expiresAtMs: number,
		queries: Queries = this.#database.durable,
	): Promise<void> {
		await queries
			.insertInto('parseFiles')
			.values({ ...file, expiresAtMs })
			.execute();
	}

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
		const { durable, relaxed } = this.#database;
		return inTransaction(comesAtOnce ? relaxed : durable, async (transaction) => {
			await this.#database.lock('uploads', transaction);
			const freeBytes = capacityBytes - (await this.#sumUploads(transaction));
			const announcedBytes = Math.min(maxBytes, freeBytes);
			if (announcedBytes < minBytes) return undefined;
			const upload = { ...file, announcedBytes, expiresAtMs };
			await transaction.executeQuery(this.#statements.insertUpload(upload));
			return announcedBytes;
		});
	}

	/** Adds an upload whose bytes are there. The transaction fails if all uploads would exceed the capacity. */
	async insertArrived(
		file: ArrivedUpload,
		capacityBytes: number,
		transaction: Queries = this.#database.durable,
	): Promise<void> {
		await this.#database.lock('uploads', transaction);
		const values = { ...file, capacityBytes, nowMs: Date.now() };
		await transaction.executeQuery(this.#statements.insertArrived(values));
	}

	/**
	 * Records that the bytes are there; returns false if the document was deleted meanwhile. If a power cut
	 * loses this, it can be sent again; with a job for it, both are on disk.
	 */
	async markStored(file: StoredFile): Promise<boolean> {
		const stored = this.#statements.markStored(file);
		const { numAffectedRows = 0n } = await this.#database.relaxed.executeQuery(stored);
		return numAffectedRows > 0n;
	}

	async find(id: string): Promise<ParseFile | undefined> {
		const query = this.#statements.find({ id, nowMs: Date.now() });
		const [row] = (await this.#database.durable.executeQuery(query)).rows;
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
	}

	/** See {@link sumOfUploads}. */
	sumUploads(): Promise<number> {
		return this.#sumUploads(this.#database.durable);
	}

	async remove(id: string): Promise<void> {
		await this.#database.durable.deleteFrom('parseFiles').where('id', '=', id).execute();
	}

	listExpired(): Promise<string[]> {
		return listIds(this.#selectIds().where('expiresAtMs', '<=', Date.now()));
	}

	listIds(): Promise<string[]> {
		return listIds(this.#selectIds());
	}

	#selectIds() {
		return this.#database.durable.selectFrom('parseFiles').select('id');
	}

	async #sumUploads(queries: Queries): Promise<number> {
		const sum = this.#statements.sumUploads({ nowMs: Date.now() });
		const [row] = (await queries.executeQuery(sum)).rows;
		return Number(row?.bytes);
	}
}

async function listIds(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
	return (await query.execute()).map(({ id }) => id);
}
