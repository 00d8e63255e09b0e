import type { InnerDocument } from '../conversion/innerDocuments.ts';
import { isCompoundFile } from '../detect/signatures.ts';
import { decodeText } from '../text/decodeText.ts';
import { streamsOf } from './compoundStreams.ts';

/** A zero-terminated text, and where the next value begins. */
function readText(bytes: Buffer, start: number): { text: string; end: number } {
	const end = bytes.indexOf(0, start);
	if (end === -1) throw new RangeError('The text has no end.');
	return { text: decodeText(bytes.subarray(start, end)), end: end + 1 };
}

/** A file that was dragged into a document: its name, its path, its path again, its content. */
function readPackage(stream: Buffer): InnerDocument {
	const label = readText(stream, 6);
	const source = readText(stream, label.end);
	// Two numbers, then the length of the path that the file was copied from.
	const pathLength = stream.readUInt32LE(source.end + 4);
	const start = source.end + 8 + pathLength;
	const length = stream.readUInt32LE(start);
	return { name: label.text, content: stream.subarray(start + 4, start + 4 + length) };
}

/**
 * The file inside an embedded object: the one that was dragged in, the one that another program stores
 * in it, or the object itself.
 */
export function fileOfObject(name: string, bytes: Buffer): InnerDocument {
	if (!isCompoundFile(bytes)) return { name, content: bytes };
	try {
		const streamOf = streamsOf(bytes);
		const packed = streamOf('/\u0001Ole10Native');
		if (packed.length > 0) return readPackage(packed);
		const stored = [streamOf('/Package'), streamOf('/Contents'), bytes];
		return { name, content: stored.find(({ length }) => length > 0) ?? bytes };
	} catch {
		return { name, content: bytes };
	}
}
