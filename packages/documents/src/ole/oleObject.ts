import { CFB } from '@e965/xlsx';
import type { InnerDocument } from '../conversion/innerDocuments.ts';
import { decodeText } from '../text/decodeText.ts';

/** What is used of the sheet library's container reader. */
interface Container {
	FullPaths: string[];
	FileIndex: Array<{ content?: Uint8Array }>;
}

const CONTAINERS: { read(bytes: Uint8Array, options: { type: 'buffer' }): Container } = CFB;

const SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** The content of a container's own stream. */
function streamOf({ FullPaths, FileIndex }: Container, wanted: string): Buffer | undefined {
	const at = FullPaths.findIndex((path) => {
		const [, name, ...more] = path.split('/');
		return more.length === 0 && name?.toLowerCase() === wanted;
	});
	const content = FileIndex[at]?.content;
	return content && Buffer.from(content);
}

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
	if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return { name, content: bytes };
	try {
		const container = CONTAINERS.read(bytes, { type: 'buffer' });
		const packed = streamOf(container, '\u0001ole10native');
		if (packed) return readPackage(packed);
		const content = streamOf(container, 'package') ?? streamOf(container, 'contents');
		return { name, content: content ?? bytes };
	} catch {
		return { name, content: bytes };
	}
}
