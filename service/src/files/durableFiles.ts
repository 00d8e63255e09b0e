import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Has a file that was written under another name take its place, its bytes and its name on disk: a
 * power cut afterwards takes neither. On an error the unfinished file is deleted.
 */
export async function publishFile(unfinished: string, path: string): Promise<void> {
	try {
		await sync(unfinished, 'r+');
		await rename(unfinished, path);
		await sync(dirname(path), 'r');
	} catch (error) {
		await rm(unfinished, { force: true });
		throw error;
	}
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
	const handle = await open(path, flags);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
