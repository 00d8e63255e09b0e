import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { publishFile } from './durableFiles.ts';

/** Reference, "Limits": signed result URLs are valid 1 hour. */
const LINK_LIFETIME_SECONDS = 3600;

const UNFINISHED = '.unfinished-';

const FILE_NAME = /^[\w-]+\.[a-z0-9]+$/;

/** A stored file, ready to be sent. */
export interface StoredFile {
	stream: Readable;
	sizeBytes: number;
}

export interface FileStore {
	/**
	 * Has `produce` write a file at the path it is given and returns the stored file's name; it is on
	 * disk then. When `produce` throws, nothing stays; a reader never sees half a file.
	 */
	create(extension: string, produce: (path: string) => Promise<unknown>): Promise<string>;
	/** Opens a file; undefined when there is none. */
	read(name: string): Promise<StoredFile | undefined>;
	/**
	 * Deletes the files written before a moment, unfinished ones too; returns how many.
	 * @param isInUse keeps files that are needed all the same
	 * @param signal ends it early
	 */
	removeOlderThan(
		momentMs: number,
		isInUse: (name: string) => Promise<boolean>,
		signal: AbortSignal,
	): Promise<number>;
	/** Deletes what a process that died was writing. To be called before anything is written. */
	removeUnfinished(): Promise<void>;
	/**
	 * Path and query under which a file can be fetched without an API key until the link expires:
	 * `/files/<name>?expires=<epoch seconds>&signature=<hex>`.
	 */
	sign(name: string, lifetimeSeconds?: number): string;
	/** Whether a link was made by {@link FileStore.sign} and has not expired. */
	isSignatureValid(name: string, expires: number, signature: string): boolean;
}

/** Files in one folder, made when missing. The secret must stay the same for links to stay valid. */
export function createFileStore(directory: string, secret: string): FileStore {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const locate = (name: string): string => {
		if (!FILE_NAME.test(name)) throw new TypeError(`"${name}" is not the name of a stored file`);
		return join(directory, name);
	};
	const createSignature = (name: string, expires: number): string =>
		createHmac('sha256', secret).update(`${name}\n${expires}`).digest('hex');

	return {
		async create(extension, produce) {
			const name = `${randomUUID()}.${extension}`;
			// The extension stays last: what writes images tells their format by it.
			const unfinished = join(directory, UNFINISHED + name);
			try {
				await produce(unfinished);
			} catch (error) {
				await rm(unfinished, { force: true });
				throw error;
			}
			await publishFile(unfinished, locate(name));
			return name;
		},

		async read(name) {
			if (!FILE_NAME.test(name)) return undefined;
			const target = locate(name);
			const found = await stat(target).catch(() => undefined);
			if (found === undefined) return undefined;
			return { stream: createReadStream(target), sizeBytes: found.size };
		},

		async removeOlderThan(momentMs, isInUse, signal) {
			let count = 0;
			for (const name of await readdir(directory)) {
				if (signal.aborted) break;
				const file = join(directory, name);
				const found = await stat(file).catch(() => undefined);
				if (found === undefined || found.mtimeMs >= momentMs) continue;
				if (await isInUse(name)) continue;
				await rm(file, { force: true });
				count += 1;
			}
			return count;
		},

		async removeUnfinished() {
			const names = await readdir(directory);
			const unfinished = names.filter((name) => name.startsWith(UNFINISHED));
			await Promise.all(unfinished.map((name) => rm(join(directory, name), { force: true })));
		},

		sign(name, lifetimeSeconds = LINK_LIFETIME_SECONDS) {
			const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds;
			return `/files/${name}?expires=${expires}&signature=${createSignature(name, expires)}`;
		},

		isSignatureValid(name, expires, signature) {
			const expected = Buffer.from(createSignature(name, expires));
			const given = Buffer.from(signature);
			if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
			return expires * 1000 > Date.now();
		},
	};
}
