const TEXT_IN_UTF16 = 4000;
const TEXT_IN_BYTES = 4008;
/** The text container of a shape, although its record does not say so. */
const SHAPE_TEXT = 0xf00d;
const HEAD_BYTES = 8;
const DEEPEST = 20;

/** A record of PowerPoint 97-2003 ([MS-PPT], 2.3.1): its offsets are those of its content. */
export interface OldRecord {
	kind: number;
	instance: number;
	start: number;
	end: number;
	isContainer: boolean;
}

/** The record whose head is at an offset. @throws RangeError past the end of the stream */
export function recordAt(stream: Buffer, at: number): OldRecord {
	const head = stream.readUInt16LE(at);
	const start = at + HEAD_BYTES;
	return {
		kind: stream.readUInt16LE(at + 2),
		instance: head >>> 4,
		start,
		end: Math.min(start + stream.readUInt32LE(at + 4), stream.length),
		isContainer: (head & 0xf) === 0xf,
	};
}

/** The records directly inside one. */
export function* recordsIn(stream: Buffer, { start, end }: OldRecord): Generator<OldRecord> {
	for (let at = start; at + HEAD_BYTES <= end;) {
		const record = recordAt(stream, at);
		yield record;
		at = record.end;
	}
}

/** All records inside one, at any depth. */
export function* recordsWithin(
	stream: Buffer,
	record: OldRecord,
	depth = DEEPEST,
): Generator<OldRecord> {
	const holdsRecords = record.isContainer || record.kind === SHAPE_TEXT;
	if (depth === 0 || !holdsRecords) return;
	for (const inner of recordsIn(stream, record)) {
		yield inner;
		yield* recordsWithin(stream, inner, depth - 1);
	}
}

/** The texts of a record and of all inside it. */
export function textsIn(stream: Buffer, record: OldRecord): string[] {
	const records = [record, ...recordsWithin(stream, record)];
	return records.flatMap((inner) => textOf(stream, inner) ?? []);
}

/** The text of a text record; undefined for any other. */
export function textOf(stream: Buffer, { kind, start, end }: OldRecord): string | undefined {
	if (kind === TEXT_IN_UTF16) return stream.toString('utf16le', start, end);
	return kind === TEXT_IN_BYTES ? stream.toString('latin1', start, end) : undefined;
}
