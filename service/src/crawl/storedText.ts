import { text } from 'node:stream/consumers';
import type { FileStore } from '../files/fileStore.ts';

/** A stored text file whole; empty when there is none. */
export async function readStoredText(files: FileStore, name: string | null): Promise<string> {
	const file = name === null ? undefined : await files.read(name);
	return file === undefined ? '' : text(file.stream);
}
