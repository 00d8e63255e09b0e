import { readFile } from 'node:fs/promises';

/** Where a document is: the path of its file, or its bytes, as of one attached to a message. */
export type DocumentSource = string | Buffer;

/** The bytes of a document. */
export async function bytesOf(source: DocumentSource): Promise<Buffer> {
	return typeof source === 'string' ? await readFile(source) : source;
}
