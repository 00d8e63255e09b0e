import { CFB } from '@e965/xlsx';

/** Kinds of records of PowerPoint 97 to 2003 ([MS-PPT], 2.13.24). */
const USER_EDIT = 4085;
const PERSIST_DIRECTORY = 6002;
const SLIDE_LIST = 4080;
const SLIDE_PERSIST = 1011;
const TEXT_IN_UTF16 = 4000;
const TEXT_IN_BYTES = 4008;
/** Where the last edit begins, in the stream "Current User". */
const LAST_EDIT = 16;
/** Slides stand in the first list of a document; others are masters and notes. */
const SLIDES = 0;
const DEEPEST = 20;

interface Record {
	kind: number;
	instance: number;
	start: number;
	end: number;
	isContainer: boolean;
}

/**
 * The texts of the slides of a presentation of PowerPoint 97 to 2003, as its records have them.
 * @returns undefined for one whose records can't be followed: nothing is known of what is missing
 */
export function slideTexts(bytes: Buffer): string[] | undefined {
	try {
		const file = CFB.read(bytes, { type: 'buffer' });
		const stream = Buffer.from(CFB.find(file, 'PowerPoint Document')?.content ?? []);
		const user = Buffer.from(CFB.find(file, 'Current User')?.content ?? []);
		return readSlides(stream, user.readUInt32LE(LAST_EDIT));
	} catch {
		return undefined;
	}
}

function readSlides(stream: Buffer, lastEdit: number): string[] {
	const { places, documentAt } = readEdits(stream, lastEdit);
	const list = [...recordsIn(stream, recordAt(stream, documentAt))].find(
		({ kind, instance }) => kind === SLIDE_LIST && instance === SLIDES,
	);
	if (list === undefined) return [];
	const texts: string[] = [];
	const seen = new Set<number>();
	for (const record of recordsIn(stream, list)) {
		if (record.kind !== SLIDE_PERSIST) texts.push(...textsIn(stream, record));
		else {
			const place = places.get(stream.readUInt32LE(record.start));
			// A damaged list may name a slide again and again.
			if (place === undefined || seen.has(place)) continue;
			seen.add(place);
			texts.push(...textsIn(stream, recordAt(stream, place)));
		}
	}
	return texts;
}

/** Where the parts of a document stand: edits are appended, and the last one of a part counts. */
function readEdits(stream: Buffer, lastEdit: number) {
	const places = new Map<number, number>();
	let documentId: number | undefined;
	const seen = new Set<number>();
	for (let at = lastEdit; at !== 0 && !seen.has(at);) {
		seen.add(at);
		const edit = recordAt(stream, at);
		if (edit.kind !== USER_EDIT) throw new RangeError('There is no edit.');
		documentId ??= stream.readUInt32LE(edit.start + 16);
		const directory = recordAt(stream, stream.readUInt32LE(edit.start + 12));
		if (directory.kind !== PERSIST_DIRECTORY) throw new RangeError('There is no directory.');
		for (let entry = directory.start; entry < directory.end;) {
			const head = stream.readUInt32LE(entry);
			const count = head >>> 20;
			for (let next = 0; next < count; next += 1) {
				const id = (head & 0xfffff) + next;
				if (!places.has(id)) places.set(id, stream.readUInt32LE(entry + 4 + 4 * next));
			}
			entry += 4 + 4 * count;
		}
		at = stream.readUInt32LE(edit.start + 8);
	}
	return { places, documentAt: places.get(documentId ?? -1) ?? 0 };
}

function recordAt(stream: Buffer, at: number): Record {
	const head = stream.readUInt16LE(at);
	const start = at + 8;
	return {
		kind: stream.readUInt16LE(at + 2),
		instance: head >>> 4,
		start,
		end: Math.min(start + stream.readUInt32LE(at + 4), stream.length),
		isContainer: (head & 0xf) === 0xf,
	};
}

function* recordsIn(stream: Buffer, { start, end }: Record): Generator<Record> {
	for (let at = start; at + 8 <= end;) {
		const record = recordAt(stream, at);
		yield record;
		at = record.end;
	}
}

function textsIn(stream: Buffer, record: Record, depth = DEEPEST): string[] {
	const { kind, start, end } = record;
	if (kind === TEXT_IN_UTF16) return [stream.toString('utf16le', start, end)];
	if (kind === TEXT_IN_BYTES) return [stream.toString('latin1', start, end)];
	// What holds the texts of a shape is a container that says it is none.
	const isShapeText = kind === 0xf00d;
	if (depth === 0 || !(record.isContainer || isShapeText)) return [];
	return [...recordsIn(stream, record)].flatMap((inner) => textsIn(stream, inner, depth - 1));
}
