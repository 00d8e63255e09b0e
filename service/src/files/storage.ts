import type { Readable } from 'node:stream';
import { RetryLater } from '../turns/retryLater.ts';

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
 * Files by name, in one place that several processes may share. A name is written once: a stored file is
 * never changed.
 * @throws StorageUnavailableError from every method, if the place does not answer
 */
export interface Storage {
	/**
	 * Has `produce` write a file at the given path and stores it under the name; it then survives a power
	 * cut. If `produce` throws, nothing is stored; readers never see half a file.
	 */
	write(name: string, produce: (path: string) => Promise<unknown>): Promise<void>;
	/**
	 * The same, but does not wait for the disk: whoever relies on the file calls {@link Storage.sync}
	 * first, which can be done beside other work.
	 */
	writeRelaxed(name: string, produce: (path: string) => Promise<unknown>): Promise<void>;
	/** Waits until a file survives a power cut; it may have been deleted meanwhile. */
	sync(name: string): Promise<void>;
	/** Opens a file; undefined if there is none. */
	read(name: string): Promise<StoredFile | undefined>;
	/**
	 * Passes `use` the path of a local file with the same bytes, for programs that need one. The path is
	 * valid until `use` has ended.
	 * @throws FileMissingError
	 */
	withLocalFile<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result>;
	/** Deletes a file; it need not exist. */
	remove(name: string): Promise<void>;
	/** All complete files, in no particular order. */
	list(): AsyncIterable<StoredEntry>;
	/** Deletes unfinished files of processes that died, but none that is still being written. */
	removeUnfinished(): Promise<void>;
	/** Checks that the place can be reached. */
	check(): Promise<void>;
}

/** There is no file of that name, or it was deleted. */
export class FileMissingError extends Error {
	override name = 'FileMissingError' as const;

	constructor() {
		super('The file has been deleted.');
	}
}

/** How long a job waits that could not store its files. */
const RETRY_MS = 30_000;

/**
 * The place of the files does not answer, or rejects a request. Jobs wait and are retried; requests get a
 * 503.
 */
export class StorageUnavailableError extends RetryLater {
	/** Whether a retry would fail in the same way until somebody changes a setting. */
	readonly isRefusal: boolean;

	/** @param reason one word, such as ECONNREFUSED or AccessDenied, without addresses or keys */
	constructor(reason: string, { isRefusal = false } = {}) {
		super(`The file storage (FILES_URL) cannot be used: ${reason}.`, RETRY_MS);
		this.isRefusal = isRefusal;
	}
}
