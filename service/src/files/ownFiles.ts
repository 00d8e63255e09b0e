import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** File modes of what the service stores: only for its own user. */
export const OWN_FILE = 0o600;
export const OWN_FOLDER = 0o700;

/** Makes new files of this process, and of those that it starts, accessible only to its own user. */
export function createOwnFilesOnly(): void {
	process.umask(0o777 - OWN_FOLDER);
}

/** Removes every other user's access to a folder and all that is in it, whoever created it. */
export async function takeFromOthers(directory: string): Promise<void> {
	await chmod(directory, OWN_FOLDER);
	for (const entry of await readdir(directory, { withFileTypes: true })) {
		const path = join(directory, entry.name);
		if (entry.isDirectory()) await takeFromOthers(path);
		else if (entry.isFile()) await chmod(path, OWN_FILE);
	}
}

/**
 * The same for a folder of files that others can open. It may be large and on a network: one that only the
 * service's user can open is left as it is, and so is one that belongs to another user.
 */
export async function takeOpenFolderFromOthers(directory: string): Promise<void> {
	const found = await stat(directory).catch(() => undefined);
	if (found === undefined || (found.mode & 0o777) === OWN_FOLDER) return;
	if (found.uid !== process.getuid?.()) return;
	await takeFromOthers(directory);
}
