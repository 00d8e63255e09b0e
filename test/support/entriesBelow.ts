import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The files and folders below a folder, at any depth. What goes away while it is looked through is left
 * out: a running program makes and deletes files all the time.
 */
export async function entriesBelow(folder: string): Promise<Dirent[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
		if (Object(error).code === 'ENOENT') return [];
		throw error;
	});
	const folders = entries.filter((entry) => entry.isDirectory());
	const below = await Promise.all(folders.map(({ name }) => entriesBelow(join(folder, name))));
	return [...entries, ...below.flat()];
}
