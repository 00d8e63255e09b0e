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

/**
 * The records of a part of an Excel binary workbook ([MS-XLSB], 2.1.4): a type and a length of up to two and
 * four bytes of seven bits, low ones first.
 */
export function* recordsOfPart(part: Buffer): Generator<Omit<BinaryRecord, 'at'>> {
	let at = 0;
	const number = (mostBytes: number): number => {
		let value = 0;
		for (let count = 0; count < mostBytes && at < part.length; count += 1) {
			const byte = part[at] ?? 0;
			at += 1;
			value += (byte & 0x7f) * 2 ** (7 * count);
			if (byte < 0x80) break;
		}
		return value;
	};
	while (at < part.length) {
		const type = number(2);
		const length = number(4);
		yield { type, content: part.subarray(at, at + length) };
		at += length;
	}
}

const STRUCK = 0x08;
const SUPERSCRIPT = 1;

/** Whether a font strikes text out or raises it. @param raisedAt where it says the second */
export const isMarkingFont = (font: Buffer, raisedAt: number): boolean =>
	((font[2] ?? 0) & STRUCK) !== 0 || font[raisedAt] === SUPERSCRIPT;

/** Characters after a byte that says whether each takes one byte or two. */
export function flaggedText(content: Buffer, at: number): string {
	const isWide = ((content[at] ?? 0) & 1) === 1;
	return content.toString(isWide ? 'utf16le' : 'latin1', at + 1);
}
