import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Queries } from '../../db/database.ts';
import type { ParseFile, ParseFilesRepository } from '../../db/parseFiles.ts';
import type { Storage } from '../../files/storage.ts';
import { ApiError } from '../../http/apiError.ts';
import { cleanFileName } from '../../documents/fileNames.ts';

const MEGABYTE = 1024 * 1024;

/** Most bytes of a direct upload: 50 MB (api/openapi.yaml, POST /parse). */
export const DIRECT_UPLOAD_MAX_BYTES = 50 * MEGABYTE;

/** Most bytes of a prepared upload: 500 MB (api/openapi.yaml, POST /parse/uploads). Links have the same. */
export const STORED_FILE_MAX_BYTES = 500 * MEGABYTE;

/** The bytes of a prepared upload must be sent within 15 minutes (api/openapi.yaml, POST /parse/uploads). */
export const UPLOAD_LIFETIME_SECONDS = 900;

/** How long space is reserved for an arriving upload: longer than a request may take. */
const INTAKE_LIFETIME_MS = 2 * UPLOAD_LIFETIME_SECONDS * 1000;

/** No space is reserved for requests of at most this many bytes, until they have arrived. */
const UNRESERVED_BYTES = MEGABYTE;

/** A stored file is deleted after 24 hours (api/openapi.yaml, PUT /parse/uploads/{fileId}). */
const FILE_LIFETIME_MS = 24 * 3600 * 1000;

/** More bytes arrived than were allowed. */
export class TooManyBytesError extends Error {
	override name = 'TooManyBytesError' as const;
}

/** The answer to an upload for which there is no space. */
function uploadsFull(): ApiError {
	const message =
		'There is no room for this upload: the files stored here reach the limit of the service. They are deleted after 24 hours, or with DELETE /parse/files/{fileId}.';
	return new ApiError(413, message, { code: 'UPLOADS_FULL' });
}

/**
 * Writes a stream to a file, with only one chunk in memory at a time. Nothing stays on disk if the
 * stream breaks off, exceeds `maxBytes` (`TooManyBytesError`), or the signal aborts.
 * @returns how many bytes were written
 */
async function writeBounded(
	source: Readable,
	filePath: string,
	{ maxBytes, signal }: Intake,
): Promise<number> {
	let bytes = 0;
	// Not a pipeline: for small documents, its streams would cost more than writing them.
	const chunks: AsyncIterable<Buffer> = signal ? addAbortSignal(signal, source) : source;
	const file = await open(filePath, 'w', 0o600);
	try {
		for await (const chunk of chunks) {
			bytes += chunk.length;
			if (bytes > maxBytes)
				throw new TooManyBytesError(`More than ${maxBytes} bytes were received.`);
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

/** A document whose bytes have arrived. */
export type StoredDocument = ParseFile & { storedBytes: number };

/** A document that is to be recorded in the transaction that accepts its job. */
export type NewDocument = ParseFile & { isNew: true };

/** Whether the bytes of a document have arrived. */
export function isStored(file: ParseFile): file is StoredDocument {
	return file.storedBytes !== undefined;
}

/** How bytes are stored. */
export interface Intake {
	maxBytes: number;
	/** The document's name, if the source of the bytes knows a better one. */
	fileName?: string;
	/** Where they come from, if that differs from the given address. */
	sourceUrl?: string | undefined;
	/** The encoding that the source states for text. */
	charset?: string | undefined;
	signal?: AbortSignal;
	/** Whether to wait for the disk. Default: true; else {@link DocumentFiles.sync} does. */
	isSynced?: boolean;
}

/** Where the documents are stored. */
export interface DocumentFilesOptions {
	/** Where the bytes are, by the document's ID. */
	storage: Storage;
	repository: ParseFilesRepository;
	/** Maximum total size of uploads, in bytes; linked documents do not count. */
	maxUploadBytes: number;
}

const toNewFile = (fileName: string) => ({ id: randomUUID(), fileName: cleanFileName(fileName) });

/**
 * The documents, by ID. They are kept for 24 hours; `sweep` deletes older ones, and what a crash left
 * behind.
 */
export class DocumentFiles {
	readonly #storage: Storage;
	readonly #repository: ParseFilesRepository;
	readonly #maxUploadBytes: number;

	constructor({ storage, repository, maxUploadBytes }: DocumentFilesOptions) {
		this.#storage = storage;
		this.#repository = repository;
		this.#maxUploadBytes = maxUploadBytes;
	}

	/**
	 * Stores the bytes of an announced document, which is kept for 24 hours from then on.
	 * @param check gets the number of bytes; if it throws, the document keeps waiting for its bytes
	 * @throws TooManyBytesError, StorageUnavailableError; the document then still waits for its bytes
	 * @returns undefined if the document was deleted meanwhile
	 */
	async take(
		file: ParseFile,
		source: Readable,
		intake: Intake,
		check?: (bytes: number) => void,
	): Promise<StoredDocument | undefined> {
		let storedBytes = 0;
		await this.#storage.writeRelaxed(file.id, async (path) => {
			storedBytes = await writeBounded(source, path, intake);
			check?.(storedBytes);
		});
		if (intake.isSynced !== false) await this.sync(file.id);
		const fileName = cleanFileName(intake.fileName ?? file.fileName);
		const expiresAtMs = Date.now() + FILE_LIFETIME_MS;
		const { charset, sourceUrl = file.sourceUrl } = intake;
		const facts = { fileName, storedBytes, sourceUrl, charset };
		if (await this.#repository.markStored({ id: file.id, expiresAtMs, ...facts })) {
			return { ...file, ...facts };
		}
		await this.#storage.remove(file.id);
		return undefined;
	}

	/** Waits until the bytes of a stored document survive a power cut. */
	sync(id: string): Promise<void> {
		return this.#storage.sync(id);
	}

	/** Deletes a document at once; returns false if there is none. */
	async remove(id: string): Promise<boolean> {
		const isKnown = (await this.#repository.find(id)) !== undefined;
		if (isKnown) await this.discard(id);
		return isKnown;
	}

	/** Deletes a document of this request, whether or not it is recorded yet. */
	async discard(id: string): Promise<void> {
		await this.#repository.remove(id);
		await this.#storage.remove(id);
	}

	/**
	 * Passes `use` the path of a local file with the document's bytes; it is valid until `use` has ended.
	 * @throws FileMissingError, StorageUnavailableError
	 */
	withLocalFile<Result>(id: string, use: (path: string) => Promise<Result>): Promise<Result> {
		return this.#storage.withLocalFile(id, use);
	}

	find(id: string): Promise<ParseFile | undefined> {
		return this.#repository.find(id);
	}

	/** Checks that there is space for this many bytes of uploads. @throws ApiError */
	async assertSpace(bytes: number): Promise<void> {
		if (bytes > this.#maxUploadBytes - (await this.#repository.sumUploads())) throw uploadsFull();
	}

	/**
	 * Gives an ID to a document that will be sent to a separate address, within 15 minutes.
	 * @throws ApiError if there is no space
	 */
	announceUpload(fileName: string, bytes: number): Promise<ParseFile> {
		const lifetimeMs = UPLOAD_LIFETIME_SECONDS * 1000;
		const room = { minBytes: bytes, maxBytes: bytes };
		return this.#insertUpload(fileName, room, { lifetimeMs, comesAtOnce: false });
	}

	/**
	 * Stores an upload whose size was not announced. Before the response, {@link DocumentFiles.sync} waits for
	 * the disk. Space is reserved for that of a large request; that of a small one is recorded with its job.
	 * @param requestBytes length of the whole request; `Infinity` if unknown
	 * @throws TooManyBytesError, ApiError if there is no space; nothing is kept then
	 */
	async takeUpload(
		fileName: string,
		source: Readable,
		maxBytes: number,
		requestBytes: number,
	): Promise<StoredDocument | (StoredDocument & NewDocument) | undefined> {
		if (requestBytes <= UNRESERVED_BYTES) return await this.#takeSmall(fileName, source, maxBytes);
		const life = { lifetimeMs: INTAKE_LIFETIME_MS, comesAtOnce: true };
		const file = await this.#insertUpload(fileName, { minBytes: 1, maxBytes }, life);
		try {
			return await this.take(file, source, { maxBytes: file.announcedBytes, isSynced: false });
		} catch (error) {
			await this.remove(file.id);
			const isFull = error instanceof TooManyBytesError && file.announcedBytes < maxBytes;
			throw isFull ? uploadsFull() : error;
		}
	}

	/** Gives an ID to a document whose bytes come from a link; to be recorded. */
	announce(fileName: string, sourceUrl: string): NewDocument {
		const unknown = { announcedBytes: undefined, storedBytes: undefined };
		return { ...toNewFile(fileName), ...unknown, sourceUrl, isNew: true };
	}

	/**
	 * Records a document.
	 * @param transaction fails if there is no space for it, see {@link DocumentFiles.assertSpace}
	 */
	async record({ isNew: _, ...file }: NewDocument, transaction?: Queries): Promise<void> {
		const expiresAtMs = Date.now() + FILE_LIFETIME_MS;
		if (!isStored(file)) return await this.#repository.insert(file, expiresAtMs, transaction);
		const { id, fileName, storedBytes } = file;
		const arrived = { id, fileName, storedBytes, expiresAtMs };
		await this.#repository.insertArrived(arrived, this.#maxUploadBytes, transaction);
	}

	/** Deletes expired documents, and files without a document. */
	async sweep(): Promise<void> {
		for (const id of await this.#repository.listExpired()) {
			// The bytes first: if the storage is unavailable, the next sweep finds both again.
			await this.#storage.remove(id);
			await this.#repository.remove(id);
		}
		await this.#storage.removeUnfinished();
		// A small upload is recorded with its job, after its bytes.
		const arrivedBeforeMs = Date.now() - INTAKE_LIFETIME_MS;
		const names: string[] = [];
		for await (const { name, writtenAtMs } of this.#storage.list()) {
			if (writtenAtMs < arrivedBeforeMs) names.push(name);
		}
		const known = new Set(await this.#repository.listIds());
		for (const name of names) if (!known.has(name)) await this.#storage.remove(name);
	}

	async #takeSmall(
		fileName: string,
		source: Readable,
		maxBytes: number,
	): Promise<StoredDocument & NewDocument> {
		const file = toNewFile(fileName);
		let storedBytes = 0;
		await this.#storage.writeRelaxed(file.id, async (path) => {
			storedBytes = await writeBounded(source, path, { maxBytes });
		});
		return { ...file, sourceUrl: undefined, announcedBytes: undefined, storedBytes, isNew: true };
	}

	/** Reserves space for an upload in the database, so that processes that share it share the limit. */
	async #insertUpload(
		fileName: string,
		bytes: { minBytes: number; maxBytes: number },
		life: { lifetimeMs: number; comesAtOnce: boolean },
	) {
		const file = toNewFile(fileName);
		const room = { ...bytes, capacityBytes: this.#maxUploadBytes };
		const announcedBytes = await this.#repository.insertUpload(file, room, {
			expiresAtMs: Date.now() + life.lifetimeMs,
			comesAtOnce: life.comesAtOnce,
		});
		if (announcedBytes === undefined) throw uploadsFull();
		return { ...file, announcedBytes, sourceUrl: undefined, storedBytes: undefined };
	}
}
