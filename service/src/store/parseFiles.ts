import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { withoutDiskWait } from './database.ts';

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

const fileRow = z
	.object({
		id: z.string(),
		file_name: z.string(),
		source_url: z.string().nullable(),
		announced_bytes: z.number().nullable(),
		stored_bytes: z.number().nullable(),
	})
	.transform((row): ParseFile => ({
		id: row.id,
		fileName: row.file_name,
		sourceUrl: row.source_url ?? undefined,
		announcedBytes: row.announced_bytes ?? undefined,
		storedBytes: row.stored_bytes ?? undefined,
	}));

const idRow = z.object({ id: z.string() });
const sumRow = z.object({ bytes: z.number() });

export type ParseFilesRepository = ReturnType<typeof createParseFilesRepository>;

/** What the database knows of stored documents. Expired ones are as good as deleted. */
export function createParseFilesRepository(database: DatabaseSync) {
	const insert = database.prepare(
		`INSERT INTO parse_files (id, file_name, source_url, announced_bytes, expires_at_ms)
		VALUES (?, ?, ?, ?, ?)`,
	);
	const store = database.prepare(
		'UPDATE parse_files SET stored_bytes = ?, file_name = ?, expires_at_ms = ? WHERE id = ?',
	);
	const select = database.prepare('SELECT * FROM parse_files WHERE id = ? AND expires_at_ms > ?');
	const remove = database.prepare('DELETE FROM parse_files WHERE id = ?');
	const selectExpired = database.prepare('SELECT id FROM parse_files WHERE expires_at_ms <= ?');
	const sumUploads = database.prepare(
		`SELECT COALESCE(SUM(COALESCE(stored_bytes, announced_bytes)), 0) AS bytes
		FROM parse_files WHERE source_url IS NULL AND expires_at_ms > ?`,
	);
	const selectAll = database.prepare('SELECT id FROM parse_files');

	const readIds = (rows: unknown[]): string[] => rows.map((row) => idRow.parse(row).id);

	return {
		/** Adds a document whose bytes are still to come. */
		insert(file: Omit<ParseFile, 'storedBytes'>, expiresAtMs: number): void {
			const { id, fileName, sourceUrl, announcedBytes } = file;
			insert.run(id, fileName, sourceUrl ?? null, announcedBytes ?? null, expiresAtMs);
		},

		/**
		 * Records that the bytes are there; returns false when the document was deleted meanwhile. After
		 * a power cut that took this, it can be sent again; with a job about it, both are on disk.
		 */
		markStored: (
			id: string,
			file: { storedBytes: number; fileName: string; expiresAtMs: number },
		): boolean => {
			const values = [file.storedBytes, file.fileName, file.expiresAtMs, id];
			return withoutDiskWait(database, () => store.run(...values)).changes > 0;
		},

		find(id: string): ParseFile | undefined {
			const row = select.get(id, Date.now());
			return row === undefined ? undefined : fileRow.parse(row);
		},

		/** Bytes of all uploads, those included that were announced and may still come. */
		sumUploads: (): number => sumRow.parse(sumUploads.get(Date.now())).bytes,

		remove: (id: string): boolean => remove.run(id).changes > 0,

		listExpired: (): string[] => readIds(selectExpired.all(Date.now())),

		listIds: (): string[] => readIds(selectAll.all()),
	};
}
