import { CFB } from '@e965/xlsx';
import { type OldRecord, recordAt, recordsIn, recordsWithin, textOf } from '../doc/records.ts';
import { linesOf, linkTargets, type OldLine } from '../doc/docLinks.ts';
import { raisedIn, raisesText } from './pptStyles.ts';
import { type OldCell, tablesIn } from '../doc/docTables.ts';
import type { RaisedText } from '../office/raisedText.ts';

/** Kinds of records of PowerPoint 97-2003 ([MS-PPT], 2.13.24). */
const USER_EDIT = 4085;
const PERSIST_DIRECTORY = 6002;
const SLIDE_LIST = 4080;
const SLIDE_PERSIST = 1011;
const SLIDE_SHOW = 1017;
const TEXT_STYLES = 4001;
const MASTER_STYLES = 4003;
/** Where a slide says how it is shown, and the bit for "not at all". */
const SHOW_FLAGS = 10;
const HIDDEN = 4;
/** Offset of the last edit, in the stream "Current User". */
const LAST_EDIT = 16;
/** Slides are in the first list of a document, masters in the second; others are notes. */
const SLIDES = 0;
const MASTERS = 1;

/** What the document library does not report about a presentation of PowerPoint 97-2003. */
export interface OldSlides {
	/** In record order. */
	lines: OldLine[];
	/** Numbers of the slides that are skipped when it is shown. */
	hidden: number[];
	/** Where its links lead, except jumps between slides. */
	links: string[];
	tables: OldCell[][];
	/** Text above the line. */
	raised: RaisedText[];
	/** Whether a master raises text, which is not in `raised`. */
	isRaisedByMaster: boolean;
}

/**
 * Follows the records of a presentation of PowerPoint 97-2003.
 * @returns undefined where its records can't be followed: what is missing is then unknown
 */
export function readOldSlides(bytes: Buffer): OldSlides | undefined {
	try {
		const file = CFB.read(bytes, { type: 'buffer' });
		const stream = Buffer.from(CFB.find(file, 'PowerPoint Document')?.content ?? []);
		const user = Buffer.from(CFB.find(file, 'Current User')?.content ?? []);
		return readSlides(stream, user.readUInt32LE(LAST_EDIT));
	} catch {
		return undefined;
	}
}

function readSlides(stream: Buffer, lastEdit: number): OldSlides {
	const { places, documentAt } = readEdits(stream, lastEdit);
	const document = recordAt(stream, documentAt);
	const listOf = (wanted: number): OldRecord | undefined =>
		[...recordsIn(stream, document)].find(
			({ kind, instance }) => kind === SLIDE_LIST && instance === wanted,
		);
	const list = listOf(SLIDES);
	const masterPlaces = [...recordsIn(stream, listOf(MASTERS) ?? NO_RECORD)]
		.filter(({ kind }) => kind === SLIDE_PERSIST)
		.flatMap(({ start }) => places.get(stream.readUInt32LE(start)) ?? []);
	const masters = [document, ...[...new Set(masterPlaces)].map((at) => recordAt(stream, at))];
	const targets = linkTargets(stream, document);
	const read: OldSlides = {
		lines: [],
		hidden: [],
		links: [...new Set(targets.values())],
		tables: [],
		raised: [],
		isRaisedByMaster: masters.some((master) => isRaisedBy(stream, master)),
	};
	if (list === undefined) return read;
	const seen = new Set<number>();
	let slideNumber = 0;
	// Titles and outlines are in the list itself.
	read.raised.push(...raisedWithin(stream, recordsIn(stream, list)));
	let inList: OldRecord[] = [];
	const readList = (): void => {
		read.lines.push(...linesOf(stream, inList, targets));
		inList = [];
	};
	for (const record of recordsIn(stream, list)) {
		if (record.kind !== SLIDE_PERSIST) inList.push(record);
		else {
			readList();
			slideNumber += 1;
			const place = places.get(stream.readUInt32LE(record.start));
			// A damaged list may name a slide repeatedly.
			if (place === undefined || seen.has(place)) continue;
			seen.add(place);
			const slide = recordAt(stream, place);
			read.lines.push(...linesOf(stream, recordsWithin(stream, slide), targets));
			if (isHidden(stream, slide)) read.hidden.push(slideNumber);
			read.tables.push(...tablesIn(stream, slide));
			read.raised.push(...raisedWithin(stream, recordsWithin(stream, slide)));
		}
	}
	readList();
	return read;
}

const NO_RECORD: OldRecord = { kind: 0, instance: 0, start: 0, end: 0, isContainer: true };

function isRaisedBy(stream: Buffer, master: OldRecord): boolean {
	return [...recordsWithin(stream, master)].some(
		({ kind, instance, start, end }) =>
			kind === MASTER_STYLES && raisesText(stream.subarray(start, end), instance),
	);
}

/** A text is followed by its formatting; where that can't be read, nothing is raised. */
function raisedWithin(stream: Buffer, records: Iterable<OldRecord>): RaisedText[] {
	const raised: RaisedText[] = [];
	let text: string | undefined;
	for (const record of records) {
		if (record.kind === TEXT_STYLES && text !== undefined) {
			try {
				raised.push(...raisedIn(text, stream.subarray(record.start, record.end)));
			} catch (error) {
				if (!(error instanceof RangeError)) throw error;
			}
		}
		text = textOf(stream, record) ?? text;
	}
	return raised;
}

function isHidden(stream: Buffer, slide: OldRecord): boolean {
	const show = [...recordsIn(stream, slide)].find(({ kind }) => kind === SLIDE_SHOW);
	if (show === undefined || show.end < show.start + SHOW_FLAGS + 2) return false;
	return (stream.readUInt16LE(show.start + SHOW_FLAGS) & HIDDEN) !== 0;
}

/** Where the parts of a document are: edits are appended, and the last one of a part counts. */
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
