import { mkdtempSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDirectory } from './db/sqlite/lock.ts';

const PREFIX = 'web-data-extraction-';

/** A younger folder may have just been created and not be locked yet. */
const MIN_AGE_MS = 60_000;

/** A folder for the temporary files of one process. */
export interface WorkDirectory {
	path: string;
	/** Deletes it. */
	remove(): Promise<void>;
}

/**
 * Creates a folder for this process, and deletes those of processes that were killed: their lock is
 * free.
 * @param parent where the folders are
 */
export async function openWorkDirectory(parent = tmpdir()): Promise<WorkDirectory> {
	const path = mkdtempSync(join(parent, PREFIX));
	const unlock = lockDataDirectory(path);
	for (const name of await readdir(parent)) {
		if (name.startsWith(PREFIX)) await removeAbandoned(join(parent, name));
	}
	return {
		path,
		async remove() {
			unlock();
			await rm(path, { recursive: true, force: true });
		},
	};
}

async function removeAbandoned(path: string): Promise<void> {
	const found = await stat(path).catch(() => undefined);
	if (found === undefined || found.mtimeMs > Date.now() - MIN_AGE_MS) return;
	try {
		lockDataDirectory(path)();
	} catch {
		// In use, or another user's: this process must not delete it.
		return;
	}
	await rm(path, { recursive: true, force: true });
}
