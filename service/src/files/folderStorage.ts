import { createReadStream, mkdirSync } from 'node:fs';
import { access, constants, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { OWN_FOLDER } from './ownFiles.ts';
import { join } from 'node:path';
import { createUnfinishedFiles, UNFINISHED } from './unfinishedFiles.ts';
import { FileMissingError, StorageUnavailableError, type Storage } from './storage.ts';

export interface FolderOptions {
	/** Created if it is missing. */
	directory: string;
	/** Whether other processes write to it, too. */
	isShared: boolean;
}

/** Files in one folder of this machine or its network. */
export function createFolderStorage({ directory, isShared }: FolderOptions): Storage {
	mkdirSync(directory, { recursive: true, mode: OWN_FOLDER });
	const locate = (name: string): string => join(directory, name);
	const unfinished = createUnfinishedFiles({ directory, isShared });

	const writeRelaxed: Storage['writeRelaxed'] = (name, produce) =>
		// In the same folder, because only there renaming is atomic.
		unfinished.finish(name, locate(name), (path) => produce(path).catch(explainFullDisk));

	let syncing: Promise<void> = Promise.resolve();
	let nextSync: Promise<void> | undefined;
	/** The names of all files that were written by now: those who ask while the disk is busy share the next time. */
	const syncNames = (): Promise<void> =>
		(nextSync ??= syncing
			.catch(() => undefined)
			.then(async () => {
				nextSync = undefined;
				syncing = sync(directory, 'r');
				await syncing;
			}));

	/** Bytes and name together: the disk is waited for once. */
	const syncFile: Storage['sync'] = async (name) => {
		const bytes = sync(locate(name), 'r+').catch(nothingWhenMissing);
		await Promise.all([bytes, syncNames()]);
	};

	return {
		writeRelaxed,
		sync: syncFile,

		async write(name, produce) {
			await writeRelaxed(name, produce);
			await syncFile(name);
		},

		async read(name) {
			const found = await stat(locate(name)).catch(nothingWhenMissing);
			return found && { stream: createReadStream(locate(name)), sizeBytes: found.size };
		},

		async withLocalFile(name, use) {
			const found = await stat(locate(name)).catch(nothingWhenMissing);
			if (found === undefined) throw new FileMissingError();
			return await use(locate(name));
		},

		async remove(name) {
			await rm(locate(name), { force: true });
		},

		async *list() {
			for (const name of await readdir(directory)) {
				if (name.startsWith(UNFINISHED)) continue;
				const found = await stat(locate(name)).catch(nothingWhenMissing);
				if (found !== undefined) yield { name, writtenAtMs: found.mtimeMs };
			}
		},

		removeUnfinished: unfinished.removeAbandoned,

		async check() {
			await access(directory, constants.R_OK | constants.W_OK).catch((error: unknown) => {
				throw new StorageUnavailableError(String(Object(error).code));
			});
			const { bavail, bsize } = await statfs(directory);
			if (bavail * bsize < MIN_FREE_BYTES) throw new StorageUnavailableError(DISK_FULL);
		},
	};
}

/** Room for a page with its screenshot, or a row of the database. */
const MIN_FREE_BYTES = 5_000_000;
const DISK_FULL = 'the disk is full';

/** How long a job waits whose files do not fit on the disk. */
function explainFullDisk(error: unknown): never {
	const isFull = ['ENOSPC', 'EDQUOT'].some((code) => String(error).includes(code));
	throw isFull ? new StorageUnavailableError(DISK_FULL) : error;
}

function nothingWhenMissing(error: unknown): undefined {
	if (Object(error).code !== 'ENOENT') throw error;
	return undefined;
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
	const handle = await open(path, flags);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
