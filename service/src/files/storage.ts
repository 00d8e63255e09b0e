import type { Readable } from 'node:stream';
import { RetryLater } from '../retryLater.ts';

/** A stored file, ready to be sent. */
export interface StoredFile {
	stream: Readable;
	sizeBytes: number;
}

/** A stored file in a listing. */
export interface StoredEntry {
	name: string;
	writtenAtMs: number;
}

/**
 * Files under names, in one place that several processes may share. A name is written once: nobody
 * changes a stored file.
 * @throws StorageUnavailableError every method, when the place does not answer
 */
export interface Storage {
	/**
	 * Has `produce` write a file at the path it is given and keeps it under the name; it survives a
	 * power cut then. When `produce` throws, nothing stays; a reader never sees half a file.
	 */
	write(name: string, produce: (path: string) => Promise<unknown>): Promise<void>;
	/** Opens a file; undefined when there is none. */
	read(name: string): Promise<StoredFile | undefined>;
	/**
	 * Gives `use` the path of a local file with the same bytes, for programs that need one. The path
	 * is good until `use` has ended.
	 * @throws FileMissingError
	 */
	withLocalFile<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result>;
	/** Deletes a file; one that is not there is no mistake. */
	remove(name: string): Promise<void>;
	/** All files that were written whole, in no order. */
	list(): AsyncIterable<StoredEntry>;
	/** Deletes what processes that died were writing, and nothing that is still being written. */
	removeUnfinished(): Promise<void>;
	/** Makes sure that the place can be reached. */
	check(): Promise<void>;
}

/** There is no file of that name, or no longer. */
export class FileMissingError extends Error {
	override name = 'FileMissingError' as const;

	constructor() {
		super('The file has been deleted.');
	}
}

/** After this a job that could not store its files is tried again. */
const RETRY_MS = 30_000;

/**
 * Where the files are does not answer, or refuses. A job waits and is tried again; a request is
 * answered with 503.
 */
export class StorageUnavailableError extends RetryLater {
	/** Whether it would be the same next time, until somebody changes a setting. */
	readonly isRefusal: boolean;

	/** @param reason in a word, such as ECONNREFUSED or AccessDenied: no addresses, no keys */
	constructor(reason: string, { isRefusal = false } = {}) {
		super(`The place where files are kept (FILES_URL) cannot be used: ${reason}.`, RETRY_MS);
		this.isRefusal = isRefusal;
	}
}
