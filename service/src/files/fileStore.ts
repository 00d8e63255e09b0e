import { randomUUID } from 'node:crypto';
import { createLinkSigner } from './signedLinks.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Reference, "Limits": signed result URLs are valid 1 hour. */
const LINK_LIFETIME_SECONDS = 3600;

const FILE_NAME = /^[\w-]+\.[a-z0-9]+$/;

export interface FileStore {
	/**
	 * Has `produce` write a file at the path it is given and returns the stored file's name; it
	 * survives a power cut then. When `produce` throws, nothing stays.
	 * @throws StorageUnavailableError
	 */
	create(extension: string, produce: (path: string) => Promise<unknown>): Promise<string>;
	/**
	 * Opens a file; undefined when there is none.
	 * @throws StorageUnavailableError
	 */
	read(name: string): Promise<StoredFile | undefined>;
	/**
	 * Deletes the files written before a moment; returns how many.
	 * @param isInUse keeps files that are needed all the same
	 * @param signal ends it early
	 */
	removeOlderThan(
		momentMs: number,
		isInUse: (name: string) => Promise<boolean>,
		signal: AbortSignal,
	): Promise<number>;
	/**
	 * Makes sure that files can be stored and read.
	 * @throws StorageUnavailableError
	 */
	check(): Promise<void>;
	/** Deletes what processes that died were writing. */
	removeUnfinished(): Promise<void>;
	/**
	 * Path and query under which a file can be fetched without an API key until the link expires:
	 * `/files/<name>?expires=<epoch seconds>&signature=<hex>`.
	 */
	sign(name: string, lifetimeSeconds?: number): string;
	/** Whether a link was made by {@link FileStore.sign} and has not expired. */
	isSignatureValid(name: string, expires: number, signature: string): boolean;
}

/** Files of results. The secret must stay the same, for every process, for links to stay valid. */
export function createFileStore(storage: Storage, secret: string): FileStore {
	const links = createLinkSigner(secret);

	return {
		async create(extension, produce) {
			const name = `${randomUUID()}.${extension}`;
			await storage.write(name, produce);
			return name;
		},

		async read(name) {
			return FILE_NAME.test(name) ? await storage.read(name) : undefined;
		},

		async removeOlderThan(momentMs, isInUse, signal) {
			let count = 0;
			for await (const { name, writtenAtMs } of storage.list()) {
				if (signal.aborted) break;
				if (writtenAtMs >= momentMs || (await isInUse(name))) continue;
				await storage.remove(name);
				count += 1;
			}
			return count;
		},

		check: () => storage.check(),

		removeUnfinished: () => storage.removeUnfinished(),

		sign: (name, lifetimeSeconds = LINK_LIFETIME_SECONDS) =>
			`/files/${name}?${links.sign(name, lifetimeSeconds)}`,

		isSignatureValid: (name, expires, signature) => links.isValid(name, expires, signature),
	};
}
