import { chmodSync, mkdtempSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDirectory } from '../db/sqlite/lock.ts';

const PREFIX = 'web-data-extraction-';

/** A younger folder may have just been created and not be locked yet. */
const MIN_AGE_MS = 5_000;

/** Its owner does anything; others only reach what they know the path of. */
const PASSED_THROUGH = 0o711;

/**
 * Creates a folder for the temporary files of this process, and deletes those of processes that were killed: their lock is
 * free.
 * @param parent where the folders are
 */
export async function openWorkDirectory(parent = tmpdir()) {
	const path = mkdtempSync(join(parent, PREFIX));
	// The browser may run as another user than the service, and its profile is in here.
	chmodSync(path, PASSED_THROUGH);
	const unlock = lockDataDirectory(path);
	for (const name of await readdir(parent)) {
		if (name.startsWith(PREFIX)) await removeAbandoned(join(parent, name));
	}
	return {
		path,
		/** Deletes it. */
		async remove(): Promise<void> {
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

/** By these, Node and libraries find the folder for temporary files, on any system. */
const TEMPORARY_FOLDER = ['TMPDIR', 'TEMP', 'TMP'] as const;

/**
 * Has all libraries of this process create temporary files in a folder: the profiles that a browser leaves
 * behind when the process is killed are then deleted with the folder.
 */
export function keepTemporaryFilesIn(path: string): void {
	for (const name of TEMPORARY_FOLDER) process.env[name] = path;
}
