import { type Database, inTransaction, type Queries } from './database.ts';

/** A document known by its file ID. */
export interface ParseFile {
	id: string;
	fileName: string;
	/** Where a linked document came from. */
	sourceUrl: string | undefined;
	/** What a prepared upload said it would bring. */
	announcedBytes: number | undefined;
	/** `undefined` until the bytes are there. */
	storedBytes: number | undefined;
}

/** How much room an upload asks for. */
export interface UploadRoom {
	/** With less it is not added. */
	minBytes: number;
	maxBytes: number;
	/** What all uploads may take together. */
	capacityBytes: number;
}

export type ParseFilesRepository = ReturnType<typeof createParseFilesRepository>;

/** What the database knows of stored documents. Expired ones are as good as deleted. */
export function createParseFilesRepository({ durable, relaxed, lock }: Database) {
	const listIds = async (query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> =>
		(await query.execute()).map(({ id }) => id);

	const sumUploads = async (database: Queries): Promise<number> => {
		const { bytes } = await database
			.selectFrom('parseFiles')
			.select(({ fn }) => fn.sum(fn.coalesce('storedBytes', 'announcedBytes')).as('bytes'))
			.where('sourceUrl', 'is', null)
			.where('expiresAtMs', '>', Date.now())
			.executeTakeFirstOrThrow();
		return Number(bytes);
	};

	return {
		/** Adds a document whose bytes are still to come. */
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
		 * Adds an upload whose bytes are still to come, and keeps room for them. One that comes in at
		 * once need not wait for the disk: its job's acceptance takes it along.
		 * @returns how many bytes there is room for; undefined when that is too few: nothing is added
		 */
		insertUpload(
			file: Pick<ParseFile, 'id' | 'fileName'>,
			{ minBytes, maxBytes, capacityBytes }: UploadRoom,
			{ expiresAtMs, comesAtOnce }: { expiresAtMs: number; comesAtOnce: boolean },
		): Promise<number | undefined> {
			return inTransaction(comesAtOnce ? relaxed : durable, async (transaction) => {
				await lock('uploads', transaction);
				const freeBytes = capacityBytes - (await sumUploads(transaction));
				const announcedBytes = Math.min(maxBytes, freeBytes);
				if (announcedBytes < minBytes) return undefined;
				await transaction
					.insertInto('parseFiles')
					.values({ ...file, announcedBytes, expiresAtMs })
					.execute();
				return announcedBytes;
			});
		},

		/**
		 * Records that the bytes are there; returns false when the document was deleted meanwhile. After
		 * a power cut that took this, it can be sent again; with a job about it, both are on disk.
		 */
		async markStored(
			id: string,
			file: { storedBytes: number; fileName: string; expiresAtMs: number },
		): Promise<boolean> {
			const { numUpdatedRows } = await relaxed
				.updateTable('parseFiles')
				.set(file)
				.where('id', '=', id)
				.executeTakeFirst();
			return numUpdatedRows > 0n;
		},

		async find(id: string): Promise<ParseFile | undefined> {
			const row = await durable
				.selectFrom('parseFiles')
				.selectAll()
				.where('id', '=', id)
				.where('expiresAtMs', '>', Date.now())
				.executeTakeFirst();
			return (
				row && {
					id: row.id,
					fileName: row.fileName,
					sourceUrl: row.sourceUrl ?? undefined,
					announcedBytes: row.announcedBytes ?? undefined,
					storedBytes: row.storedBytes ?? undefined,
				}
			);
		},

		/** Bytes of all uploads, those included that were announced and may still come. */
		sumUploads: (): Promise<number> => sumUploads(durable),

		async remove(id: string): Promise<void> {
			await durable.deleteFrom('parseFiles').where('id', '=', id).execute();
		},

		listExpired: (): Promise<string[]> =>
			listIds(durable.selectFrom('parseFiles').select('id').where('expiresAtMs', '<=', Date.now())),

		listIds: (): Promise<string[]> => listIds(durable.selectFrom('parseFiles').select('id')),
	};
}
