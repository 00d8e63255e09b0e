import { type OldRecord, recordAt, recordsIn, recordsWithin, textOf } from '../doc/records.ts';
import { linkTargets, type OldLink, textsAndLinks } from './pptLinks.ts';
import { raisedIn } from './pptStyles.ts';
import { type OldList, listOf, masterBullets } from './pptLists.ts';
import { type OldCell, tablesIn } from '../doc/docTables.ts';
import type { RaisedText } from '../office/raisedText.ts';
import { streamsOf } from '../ole/compoundStreams.ts';

/** Kinds of records of PowerPoint 97-2003 ([MS-PPT], 2.13.24). */
const USER_EDIT = 4085;
const PERSIST_DIRECTORY = 6002;
const SLIDE_LIST = 4080;
const SLIDE_PERSIST = 1011;
const SLIDE_SHOW = 1017;
const TEXT_KIND = 3999;
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
	texts: string[];
	/** Numbers of the slides that are skipped when it is shown. */
	hidden: number[];
	links: OldLink[];
	/** Where its links lead, except jumps between slides. */
	targets: ReadonlySet<string>;
	tables: OldCell[][];
	/** Texts with items below others. */
	lists: OldList[];
	/** Text above the line. */
	raised: RaisedText[];
}

/**
 * Follows the records of a presentation of PowerPoint 97-2003.
 * @returns undefined where its records can't be followed: what is missing is then unknown
 */
export function readOldSlides(bytes: Buffer): OldSlides | undefined {
	try {
		const streamOf = streamsOf(bytes);
		const lastEdit = streamOf('Current User').readUInt32LE(LAST_EDIT);
		return readSlides(streamOf('PowerPoint Document'), lastEdit);
	} catch {
		return undefined;
	}
}

function readSlides(stream: Buffer, lastEdit: number): OldSlides {
	const { places, documentAt } = readEdits(stream, lastEdit);
	const document = recordAt(stream, documentAt);
	const slidesOf = (wanted: number): OldRecord | undefined =>
		[...recordsIn(stream, document)].find(
			({ kind, instance }) => kind === SLIDE_LIST && instance === wanted,
		);
	const list = slidesOf(SLIDES);
	const masterPlaces = [...recordsIn(stream, slidesOf(MASTERS) ?? NO_RECORD)]
		.filter(({ kind }) => kind === SLIDE_PERSIST)
		.flatMap(({ start }) => places.get(stream.readUInt32LE(start)) ?? []);
	const masters = [document, ...[...new Set(masterPlaces)].map((at) => recordAt(stream, at))];
	const targets = linkTargets(stream, document);
	const bullets = masterBullets(masters.flatMap((master) => stylesOf(stream, master)));
	const read: OldSlides = {
		texts: [],
		hidden: [],
		links: [],
		targets: new Set(targets.values()),
		tables: [],
		lists: [],
		raised: [],
	};
	if (list === undefined) return read;
	const seen = new Set<number>();
	let slideNumber = 0;
	const readStyles = (records: Iterable<OldRecord>): void => {
		for (const { text, kind, styles } of styledTexts(stream, records)) {
			try {
				read.raised.push(...raisedIn(text, styles));
				read.lists.push(...listOf(text, styles, bullets(kind)));
			} catch (error) {
				// Formatting that ends too early says nothing.
				if (!(error instanceof RangeError)) throw error;
			}
		}
	};
	// Titles and outlines are in the list itself.
	readStyles(recordsIn(stream, list));
	let inList: OldRecord[] = [];
	const readTexts = (records: Iterable<OldRecord>): void => {
		const { texts, links } = textsAndLinks(stream, records, targets);
		read.texts.push(...texts);
		read.links.push(...links);
	};
	const readList = (): void => {
		readTexts(inList);
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
			readTexts(recordsWithin(stream, slide));
			if (isHidden(stream, slide)) read.hidden.push(slideNumber);
			read.tables.push(...tablesIn(stream, slide));
			readStyles(recordsWithin(stream, slide));
		}
	}
	readList();
	return read;
}

const NO_RECORD: OldRecord = { kind: 0, instance: 0, start: 0, end: 0, isContainer: true };

/** What a master says about kinds of text. */
function stylesOf(stream: Buffer, master: OldRecord): Array<{ kind: number; styles: Buffer }> {
	return [...recordsWithin(stream, master)]
		.filter(({ kind }) => kind === MASTER_STYLES)
		.map(({ instance, start, end }) => ({ kind: instance, styles: stream.subarray(start, end) }));
}

/** Texts with how they look: a text follows its kind, and its formatting follows it. */
function* styledTexts(
	stream: Buffer,
	records: Iterable<OldRecord>,
): Generator<{ text: string; kind: number; styles: Buffer }> {
	let text: string | undefined;
	let kind = 0;
	for (const record of records) {
		const { start, end } = record;
		if (record.kind === TEXT_KIND && end - start >= 4) kind = stream.readUInt32LE(start);
		if (record.kind === TEXT_STYLES && text !== undefined)
			yield { text, kind, styles: stream.subarray(start, end) };
		text = textOf(stream, record) ?? text;
	}
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
