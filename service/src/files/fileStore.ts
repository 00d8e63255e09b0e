import { randomUUID } from 'node:crypto';
import { createLinkSigner } from './signedLinks.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Signed links are valid for 1 hour (api/openapi.yaml, SignedLink). */
const LINK_LIFETIME_SECONDS = 3600;

const FILE_NAME = /^[\w-]+\.[a-z0-9]+$/;

export type FileStore = ReturnType<typeof createFileStore>;

/**
 * Files that jobs store (screenshots, pages of crawls), and the signed links to them. Links stay valid only
 * as long as all processes keep using the same secret.
 */
export function createFileStore(storage: Storage, secret: string) {
	const links = createLinkSigner(secret);

	return {
		/**
		 * Has `produce` write a file at the given path and returns the stored file's name; the file then
		 * survives a power cut. If `produce` throws, nothing is stored.
		 * @throws StorageUnavailableError
		 */
		async create(extension: string, produce: (path: string) => Promise<unknown>): Promise<string> {
			const name = `${randomUUID()}.${extension}`;
			await storage.write(name, produce);
			return name;
		},

		/**
		 * Opens a file; undefined if there is none.
		 * @throws StorageUnavailableError
		 */
		async read(name: string): Promise<StoredFile | undefined> {
			return FILE_NAME.test(name) ? await storage.read(name) : undefined;
		},

		/**
		 * Deletes the files written before a moment; returns how many.
		 * @param isInUse keeps files that are still needed
		 * @param signal stops it early
		 */
		async removeOlderThan(
			momentMs: number,
			isInUse: (name: string) => Promise<boolean>,
			signal: AbortSignal,
		): Promise<number> {
			let count = 0;
			for await (const { name, writtenAtMs } of storage.list()) {
				if (signal.aborted) break;
				if (writtenAtMs >= momentMs || (await isInUse(name))) continue;
				await storage.remove(name);
				count += 1;
			}
			return count;
		},

		/**
		 * Checks that files can be stored and read.
		 * @throws StorageUnavailableError
		 */
		check: (): Promise<void> => storage.check(),

		/** Deletes unfinished files of processes that died. */
		removeUnfinished: (): Promise<void> => storage.removeUnfinished(),

		/**
		 * Path and query under which a file can be fetched without an API key until the link expires:
		 * `/files/<name>?expires=<epoch seconds>&signature=<hex>`.
		 */
		sign: (name: string, lifetimeSeconds = LINK_LIFETIME_SECONDS): string =>
			`/files/${name}?${links.sign(name, lifetimeSeconds)}`,

		/** Whether a link was made by `sign` and has not expired. */
		isSignatureValid: links.isValid,
	};
}
