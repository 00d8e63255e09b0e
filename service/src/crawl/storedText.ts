import { text } from 'node:stream/consumers';
import type { FileStore } from '../files/fileStore.ts';

/** A stored text file whole; undefined when there is none. */
export async function readStoredText(
	files: FileStore,
	name: string | null | undefined,
): Promise<string | undefined> {
	const file = typeof name === 'string' ? await files.read(name) : undefined;
	return file && (await text(file.stream));
}
