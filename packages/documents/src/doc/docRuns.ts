import { CONTEXT, type RaisedText, raisedText } from '../office/raisedText.ts';
import { streamsOf, withStream } from '../ole/compoundStreams.ts';
import { type CharacterFormatting, PLAIN_FORMATTING, strikeOnce } from './docStyles.ts';
import { OldWordStyles } from './docStyleSheet.ts';

/** Offsets in the first record of a Word 97-2003 document ([MS-DOC], 2.5.1). */
const FLAGS = 0x0a;
const IN_TABLE_1 = 0x02_00;
const LOOKS = 0xfa;
const PARAGRAPHS = 0x01_02;
const PIECES = 0x01_a2;

/** Formatting pages ([MS-DOC], 2.9.33). */
const PAGE_BYTES = 512;
const PAGE_BITS = 0x3f_ff_ff;
/** Size of a page's entry on where a paragraph's formatting is. */
const PARAGRAPH_BYTES = 13;

/** Parts of the list of pieces (2.9.38); bits of a piece's position (2.9.73). */
const CHANGES_OF_PIECES = 1;
const LIST_OF_PIECES = 2;
const IS_COMPRESSED = 0x40_00_00_00;

/** Ends of cells, pages and paragraphs, which stay: tables consist of them. */
const ENDS: ReadonlySet<number> = new Set([0x07, 0x0c, 0x0d]);

/** Bytes from one place to another. */
interface Range {
	start: number;
	end: number;
}

interface Piece extends Range {
	charBytes: 1 | 2;
}

/** A document without text that is not shown. */
export interface ShownWord {
	bytes: Buffer;
	/** Whether text formatted as hidden was left out; deleted text is left out as well. */
	hasHidden: boolean;
	raised: readonly RaisedText[];
}

/**
 * A Word 97-2003 document as it reads when its recorded deletions are accepted, without hidden text, and
 * with double strike-out made single: the document library takes everything as written. What can't be
 * followed stays.
 */
export function shownWord(bytes: Buffer): ShownWord {
	try {
		return withoutUnshown(bytes);
	} catch {
		return { bytes, hasHidden: false, raised: [] };
	}
}

const TEXT = 'WordDocument';

function withoutUnshown(bytes: Buffer): ShownWord {
	const streamOf = streamsOf(bytes);
	const text = streamOf(TEXT);
	const isIn1 = (text.readUInt16LE(FLAGS) & IN_TABLE_1) !== 0;
	const table = streamOf(isIn1 ? '1Table' : '0Table');
	const pieces = piecesOf(text, table);
	let hidden = '';
	let work = 0;
	let isChanged = false;
	for (const { changes } of runsOf(text, table)) isChanged = strikeOnce(changes) || isChanged;
	const raised: RaisedText[] = [];
	for (const { isShown, isDeleted, ...range } of partsOfRuns(text, table)) {
		isChanged ||= !isShown;
		work += pieces.length + range.end - range.start;
		if (work > MAX_WORK) throw new RangeError('the runs overlap');
		for (const piece of pieces) {
			if (isShown) raised.push(...readRaised(text, range, piece));
			else {
				const blanked = blank(text, range, piece);
				if (!isDeleted) hidden += blanked;
			}
		}
	}
	const changed = isChanged ? withStream(bytes, TEXT, text) : bytes;
	if (changed === undefined) return { bytes, hasHidden: false, raised };
	const hasHidden = /[\p{L}\p{N}]/u.test(hidden.replace(INSTRUCTIONS, ''));
	return { bytes: changed, hasHidden, raised };
}

/** Maximum pieces and bytes examined: no real document comes near. */
const MAX_WORK = 50_000_000;

/** Fields that show nothing, such as index entries, are hidden whole. */
const INSTRUCTIONS = /\x13[^\x13-\x15]*[\x14\x15]/g;

/** Raised or hidden text: runs, and parts of them where their paragraphs differ. */
function* partsOfRuns(
	text: Buffer,
	table: Buffer,
): Generator<Range & { isShown: boolean; isDeleted: boolean }> {
	const styles = new OldWordStyles(text, table);
	const styled = styledParagraphs(text, table, styles);
	let work = 0;
	for (const { changes, ...run } of runsOf(text, table)) {
		work += styled.length;
		if (work > MAX_WORK) throw new RangeError('too many paragraphs');
		for (const { paragraph, ...range } of divide(run, styled)) {
			const { isDeleted, isHidden, isRaised, isLifted } = styles.formattingOfRun(
				changes,
				paragraph,
			);
			const isShown = !isDeleted && !isHidden;
			if (!isShown || isRaised || isLifted) yield { ...range, isShown, isDeleted };
		}
	}
}

/** What a page says about each of its ranges. */
type PageReader<Said> = (page: Buffer, at: number, count: number) => Said | undefined;

/** What the pages of a list say about ranges of the text (2.9.33, 2.9.174). @param list where the list is */
function* rangesOf<Said>(
	text: Buffer,
	table: Buffer,
	{ list, read }: { list: number; read: PageReader<Said> },
): Generator<Range & { said: Said }> {
	const pages = table.subarray(text.readUInt32LE(list)).subarray(0, text.readUInt32LE(list + 4));
	const pageCount = Math.floor((pages.length - 4) / 8);
	if (pageCount > text.length / PAGE_BYTES) throw new RangeError('more pages than there are');
	for (let at = 0; at < pageCount; at++) {
		const place = (pages.readUInt32LE(4 * (pageCount + 1 + at)) & PAGE_BITS) * PAGE_BYTES;
		const page = text.subarray(place, place + PAGE_BYTES);
		const count = page[PAGE_BYTES - 1] ?? 0;
		for (let range = 0; range < count; range++) {
			const said = read(page, range, count);
			const [start, end] = [page.readUInt32LE(4 * range), page.readUInt32LE(4 * range + 4)];
			if (said !== undefined && end > start) yield { start, end, said };
		}
	}
}

/** Runs of text, with the changes to how they look. */
function* runsOf(text: Buffer, table: Buffer): Generator<Range & { changes: Buffer }> {
	const read: PageReader<Buffer> = (page, at, count) => {
		const place = 2 * (page[4 * (count + 1) + at] ?? 0);
		if (place === 0) return NO_CHANGES;
		return page.subarray(place + 1, place + 1 + (page[place] ?? 0));
	};
	for (const { said, ...range } of rangesOf(text, table, { list: LOOKS, read })) {
		yield { ...range, changes: said };
	}
}

const NO_CHANGES = Buffer.alloc(0);

/** A paragraph whose style hides or raises its text. */
interface StyledParagraph extends Range {
	paragraph: CharacterFormatting;
}

function styledParagraphs(text: Buffer, table: Buffer, styles: OldWordStyles): StyledParagraph[] {
	const read: PageReader<number> = (page, at, count) => {
		const place = 2 * (page[4 * (count + 1) + PARAGRAPH_BYTES * at] ?? 0);
		if (place === 0) return undefined;
		// The length is in the first byte, or in the second if the first is zero.
		return page.readUInt16LE(page[place] === 0 ? place + 2 : place + 1);
	};
	const styled: StyledParagraph[] = [];
	for (const { said, ...range } of rangesOf(text, table, { list: PARAGRAPHS, read })) {
		const paragraph = styles.formattingOfParagraph(said);
		if (paragraph.isHidden || paragraph.isRaised || paragraph.isLifted) {
			styled.push({ ...range, paragraph });
		}
	}
	return styled.toSorted((a, b) => a.start - b.start);
}

/** A run divided where paragraphs begin or end whose style says how their text looks. */
function* divide(run: Range, styled: readonly StyledParagraph[]): Generator<StyledParagraph> {
	let at = run.start;
	for (const { start, end, paragraph } of styled) {
		if (end <= at || start >= run.end) continue;
		if (start > at) yield { start: at, end: start, paragraph: PLAIN_FORMATTING };
		const [from, to] = [Math.max(start, at), Math.min(end, run.end)];
		yield { start: from, end: to, paragraph };
		at = to;
	}
	if (at < run.end) yield { start: at, end: run.end, paragraph: PLAIN_FORMATTING };
}

/** Where pieces of the text are, in characters of one byte or two. */
function piecesOf(text: Buffer, table: Buffer): Piece[] {
	let at = text.readUInt32LE(PIECES);
	while (table[at] === CHANGES_OF_PIECES) at += 3 + table.readUInt16LE(at + 1);
	if (table[at] !== LIST_OF_PIECES) return [];
	const length = table.readUInt32LE(at + 1);
	const list = table.subarray(at + 5, at + 5 + length);
	const count = Math.floor((list.length - 4) / 12);
	return Array.from({ length: count }, (_, piece) => {
		const place = list.readUInt32LE(4 * (count + 1) + 8 * piece + 2);
		const charBytes = (place & IS_COMPRESSED) === 0 ? 2 : 1;
		const start = (place & ~IS_COMPRESSED) / (3 - charBytes);
		const chars = list.readUInt32LE(4 * piece + 4) - list.readUInt32LE(4 * piece);
		return { start, end: start + chars * charBytes, charBytes };
	});
}

/** Replaces the characters of a run with zeros, which readers skip. @returns those characters */
function blank(text: Buffer, range: Range, { start, end, charBytes }: Piece): string {
	const last = Math.min(range.end, end, text.length);
	let blanked = '';
	for (let at = Math.max(range.start, start); at + charBytes <= last; at += charBytes) {
		const code = charBytes === 1 ? (text[at] ?? 0) : text.readUInt16LE(at);
		if (ENDS.has(code)) continue;
		blanked += String.fromCharCode(code);
		text.fill(0, at, at + charBytes);
	}
	return blanked;
}

/** The raised text of a run that is in a piece. */
function readRaised(text: Buffer, range: Range, piece: Piece): RaisedText[] {
	const { charBytes } = piece;
	const start = Math.max(range.start, piece.start);
	const end = Math.min(range.end, piece.end, text.length);
	if (end - start < charBytes || end - start > CONTEXT * charBytes) return [];
	const read = (from: number, to: number): string =>
		text
			.subarray(Math.max(from, piece.start), Math.min(to, piece.end, text.length))
			.toString(charBytes === 1 ? 'latin1' : 'utf16le');
	const around = CONTEXT * charBytes;
	return [raisedText(read(start - around, start), read(start, end), read(end, end + around))];
}
