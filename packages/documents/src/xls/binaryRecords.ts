/** A record of an Excel 97-2003 workbook ([MS-XLS], 2.1.4). */
export interface BinaryRecord {
	type: number;
	/** Where it begins in the stream. */
	at: number;
	content: Buffer;
}

/** The records of a stream, in order. */
export function* recordsOf(stream: Buffer): Generator<BinaryRecord> {
	let at = 0;
	while (at + 4 <= stream.length) {
		const end = at + 4 + stream.readUInt16LE(at + 2);
		yield { type: stream.readUInt16LE(at), at, content: stream.subarray(at + 4, end) };
		at = end;
	}
}

/** Characters after a byte that says whether each takes one byte or two. */
export function flaggedText(content: Buffer, at: number): string {
	const isWide = ((content[at] ?? 0) & 1) === 1;
	return content.toString(isWide ? 'utf16le' : 'latin1', at + 1);
}
