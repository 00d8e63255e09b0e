import { cleanFileName } from '../detect/fileNames.ts';
import { open, rm } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import type { Storage } from '../../files/storage.ts';
import type { Queries } from '../../db/database.ts';
import type { ParseFile, ParseFilesRepository } from '../../db/parseDocuments.ts';
import { FILE_LIFETIME_MS, UPLOAD_LIFETIME_SECONDS } from './uploads.ts';

/** More bytes came than were allowed. */
export class TooManyBytesError extends Error {
	override name = 'TooManyBytesError' as const;
}

/**
 * Writes a stream to a file, never more of it in memory than a chunk. Nothing stays on disk when the
 * stream breaks off, brings more than `maxBytes` (`TooManyBytesError`), or the signal aborts.
 * @returns how many bytes were written
 */
async function writeBounded(
	source: Readable,
	filePath: string,
	{ maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): Promise<number> {
	let bytes = 0;
	// Not a pipeline: for small documents its streams would cost more than writing them.
	const chunks: AsyncIterable<Buffer> = signal ? addAbortSignal(signal, source) : source;
	const file = await open(filePath, 'w', 0o600);
	try {
		for await (const chunk of chunks) {
			bytes += chunk.length;
			if (bytes > maxBytes) throw new TooManyBytesError(`More than ${maxBytes} bytes came.`);
			await file.writeFile(chunk);
		}
		return bytes;
	} catch (error) {
		await rm(filePath, { force: true });
		throw error;
	} finally {
		await file.close();
	}
}

/** A document whose bytes are there. */
export type StoredDocument = ParseFile & { storedBytes: number };

/** How bytes are taken in. */
export interface Intake {
	maxBytes: number;
	/** Refuse any other number of bytes; `undefined` takes all up to `maxBytes`. */
	exactBytes?: number | undefined;
	/** The document's name, when the source of the bytes knows it better. */
	fileName?: string;
	signal?: AbortSignal;
}

/** Fewer bytes came than were announced. */
export class WrongSizeError extends Error {
	override name = 'WrongSizeError' as const;
	readonly receivedBytes: number;

	constructor(receivedBytes: number) {
		super(`${receivedBytes} bytes came.`);
		this.receivedBytes = receivedBytes;
	}
}

/** The uploads that are kept leave no room for another one. */
export class UploadsFullError extends Error {
	override name = 'UploadsFullError' as const;
}

/** What the documents are kept in. */
export interface DocumentFilesOptions {
	/** Where the bytes are, each document's under its ID. */
	storage: Storage;
	repository: ParseFilesRepository;
	/** Bytes that uploads may take, all together; linked documents do not count. */
	maxUploadBytes: number;
}

/** Room is kept so long for an upload that comes in: longer than a request may take. */
const INTAKE_LIFETIME_MS = 2 * UPLOAD_LIFETIME_SECONDS * 1000;

/** Whether the bytes of a document are there. */
export function isStored(file: ParseFile): file is StoredDocument {
	return file.storedBytes !== undefined;
}

export type DocumentFiles = ReturnType<typeof createDocumentFiles>;

/**
 * The documents, each under its ID. They live 24 hours; `sweep` deletes what is older, and what a
 * crash left behind.
 */
export function createDocumentFiles({ storage, repository, maxUploadBytes }: DocumentFilesOptions) {
	const toNewFile = (fileName: string) => ({ id: randomUUID(), fileName: cleanFileName(fileName) });

	/** Keeps room for an upload in the database: whoever shares it keeps to the same limit. */
	const insertUpload = async (
		fileName: string,
		bytes: { minBytes: number; maxBytes: number },
		{ lifetimeMs, comesAtOnce }: { lifetimeMs: number; comesAtOnce: boolean },
	) => {
		const file = toNewFile(fileName);
		const room = { ...bytes, capacityBytes: maxUploadBytes };
		const announcedBytes = await repository.insertUpload(file, room, {
			expiresAtMs: Date.now() + lifetimeMs,
			comesAtOnce,
		});
		if (announcedBytes === undefined) throw new UploadsFullError();
		return { ...file, announcedBytes, sourceUrl: undefined, storedBytes: undefined };
	};

	/**
	 * Takes in the bytes of an announced document; from then on it lives 24 hours.
	 * @throws TooManyBytesError, WrongSizeError, StorageUnavailableError; the document then still waits
	 *   for its bytes
	 * @returns undefined when the document was deleted meanwhile
	 */
	async function take(
		file: ParseFile,
		source: Readable,
		intake: Intake,
	): Promise<StoredDocument | undefined> {
		let storedBytes = 0;
		await storage.write(file.id, async (path) => {
			storedBytes = await writeBounded(source, path, intake);
			if (storedBytes !== (intake.exactBytes ?? storedBytes)) throw new WrongSizeError(storedBytes);
		});
		const fileName = cleanFileName(intake.fileName ?? file.fileName);
		const expiresAtMs = Date.now() + FILE_LIFETIME_MS;
		if (await repository.markStored({ id: file.id, storedBytes, fileName, expiresAtMs })) {
			return { ...file, fileName, storedBytes };
		}
		await storage.remove(file.id);
		return undefined;
	}

	/** Deletes a document at once; returns false when there is none. */
	async function removeDocument(id: string): Promise<boolean> {
		const isKnown = (await repository.find(id)) !== undefined;
		await repository.remove(id);
		if (isKnown) await storage.remove(id);
		return isKnown;
	}

	return {
		/**
		 * Gives `use` the path of a local file with the document's bytes; it is good until `use` has ended.
		 * @throws FileMissingError, StorageUnavailableError
		 */
		withLocalFile: <Result>(id: string, use: (path: string) => Promise<Result>): Promise<Result> =>
			storage.withLocalFile(id, use),

		find: (id: string): Promise<ParseFile | undefined> => repository.find(id),

		/**
		 * Makes sure that there is room for so many bytes of uploads.
		 * @throws UploadsFullError
		 */
		async assertSpace(bytes: number): Promise<void> {
			if (bytes > maxUploadBytes - (await repository.sumUploads())) throw new UploadsFullError();
		},

		/**
		 * Gives an ID to a document that will be sent to its own address, within 15 minutes.
		 * @throws UploadsFullError
		 */
		announceUpload(fileName: string, announcedBytes: number): Promise<ParseFile> {
			const bytes = { minBytes: announcedBytes, maxBytes: announcedBytes };
			const lifetimeMs = UPLOAD_LIFETIME_SECONDS * 1000;
			return insertUpload(fileName, bytes, { lifetimeMs, comesAtOnce: false });
		},

		/**
		 * Takes in an upload whose size nobody has announced.
		 * @throws TooManyBytesError, UploadsFullError; nothing is kept then
		 */
		async takeUpload(
			fileName: string,
			source: Readable,
			maxBytes: number,
		): Promise<StoredDocument | undefined> {
			const intake = { lifetimeMs: INTAKE_LIFETIME_MS, comesAtOnce: true };
			const file = await insertUpload(fileName, { minBytes: 1, maxBytes }, intake);
			try {
				return await take(file, source, { maxBytes: file.announcedBytes });
			} catch (error) {
				await removeDocument(file.id);
				const isFull = error instanceof TooManyBytesError && file.announcedBytes < maxBytes;
				throw isFull ? new UploadsFullError() : error;
			}
		},

		/**
		 * Gives an ID to a document whose bytes come from a link, or follow at once.
		 * @param queries a transaction that it is to be part of
		 */
		async announce(fileName: string, sourceUrl?: string, queries?: Queries): Promise<ParseFile> {
			const file = { ...toNewFile(fileName), sourceUrl, announcedBytes: undefined };
			await repository.insert(file, Date.now() + FILE_LIFETIME_MS, queries);
			return { ...file, storedBytes: undefined };
		},

		take,

		remove: removeDocument,

		/** Deletes expired documents and files that belong to none. */
		async sweep(): Promise<void> {
			for (const id of await repository.listExpired()) {
				// The bytes first: with the place of the files away, the next sweep finds both again.
				await storage.remove(id);
				await repository.remove(id);
			}
			await storage.removeUnfinished();
			// The files first: one that comes in between belongs to a document that is known by then.
			const names: string[] = [];
			for await (const { name } of storage.list()) names.push(name);
			const known = new Set(await repository.listIds());
			for (const name of names) if (!known.has(name)) await storage.remove(name);
		},
	};
}
