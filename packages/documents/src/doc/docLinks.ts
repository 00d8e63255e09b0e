import { balanceBrackets, escapeAddress } from '@web-data-extraction/markdown/escape';
import { type LineSign, signsIn, signsOf } from './lineSigns.ts';
import { type OldRecord, recordsIn, recordsWithin, textOf } from './records.ts';

/** Kinds of records of PowerPoint 97-2003 ([MS-PPT], 2.13.24) and of drawings ([MS-ODRAW], 2.2). */
const EXTERNAL_OBJECTS = 1033;
const LINK = 4055;
const LINK_NUMBER = 4051;
const STRING = 4026;
/** What a click does, in the text before it from one character to another, or anywhere on a shape. */
const ACTION = 4082;
const ACTION_DATA = 4083;
const ACTION_RANGE = 4063;
const SHAPE = 0xf004;
const SHAPE_DATA = 0xf011;
/** Actions and ranges for a click; others are for hovering. */
const AT_CLICK = 0;
/** Offset of the link number in an action. */
const NUMBER_OF_LINK = 4;
/** The strings of a link that say where it leads: to a file or page, and to a place in it. */
const TARGET = 1;
const PLACE = 3;
/** A jump to another slide: its ID, its number and its title. */
const JUMP = /^-?\d*,-?\d*,/;

const LINE_END = /[\r\n\v]/;

/** A line of text on a slide, and the links in it. */
export interface OldLine {
	text: string;
	links: OldLink[];
}

/** A link, by the characters of its line that it covers. */
export interface OldLink {
	start: number;
	end: number;
	target: string;
}

/** Where the links of a presentation lead, by number, except jumps between slides. */
export function linkTargets(stream: Buffer, document: OldRecord): Map<number, string> {
	const targets = new Map<number, string>();
	for (const objects of recordsIn(stream, document)) {
		if (objects.kind !== EXTERNAL_OBJECTS) continue;
		for (const link of recordsIn(stream, objects)) {
			if (link.kind !== LINK) continue;
			const parts = [...recordsIn(stream, link)];
			const number = parts.find(({ kind }) => kind === LINK_NUMBER);
			const stringOf = (wanted: number): string => {
				const part = parts.find(({ kind, instance }) => kind === STRING && instance === wanted);
				return part === undefined ? '' : stream.toString('utf16le', part.start, part.end);
			};
			const [target, place] = [stringOf(TARGET), stringOf(PLACE)];
			if (number === undefined || target === '' || JUMP.test(target)) continue;
			const isPlaced = place !== '' && !JUMP.test(place) && !target.includes('#');
			targets.set(stream.readUInt32LE(number.start), isPlaced ? `${target}#${place}` : target);
		}
	}
	return targets;
}

/** The lines of text in records, in file order, with their links. */
export function linesOf(
	stream: Buffer,
	records: Iterable<OldRecord>,
	targets: ReadonlyMap<number, string>,
): OldLine[] {
	const texts: Array<{ text: string; links: OldLink[] }> = [];
	let ofShape: string | undefined;
	let target: string | undefined;
	for (const record of records) {
		const { kind, instance, start } = record;
		const text = textOf(stream, record);
		if (kind === SHAPE) ofShape = undefined;
		else if (kind === SHAPE_DATA) ofShape = targetIn(stream, record, targets);
		else if (kind === ACTION && instance === AT_CLICK) target = targetIn(stream, record, targets);
		else if (kind === ACTION_RANGE && instance === AT_CLICK && target !== undefined) {
			const [from, to] = [stream.readUInt32LE(start), stream.readUInt32LE(start + 4)];
			texts.at(-1)?.links.push({ start: from, end: to, target });
		} else if (text !== undefined) {
			const whole = { start: 0, end: text.length, target: ofShape ?? '' };
			texts.push({ text, links: ofShape === undefined ? [] : [whole] });
		}
	}
	return texts.flatMap(toLines);
}

/** Where a click leads, by the action in a record. */
function targetIn(
	stream: Buffer,
	record: OldRecord,
	targets: ReadonlyMap<number, string>,
): string | undefined {
	const action = [...recordsWithin(stream, record)].find(
		({ kind, end, start }) => kind === ACTION_DATA && end - start >= NUMBER_OF_LINK + 4,
	);
	return action && targets.get(stream.readUInt32LE(action.start + NUMBER_OF_LINK));
}

/** The lines of a text, each with its part of the links, none of which overlap. */
function toLines({ text, links }: { text: string; links: OldLink[] }): OldLine[] {
	const inOrder = links.toSorted((a, b) => a.start - b.start);
	let next = 0;
	let at = 0;
	return text.split(LINE_END).map((line) => {
		const [first, last] = [at, at + line.length];
		at = last + 1;
		const own: OldLink[] = [];
		let free = first;
		for (let link = inOrder[next]; link !== undefined && link.start < last; link = inOrder[next]) {
			const [start, end] = [Math.max(link.start, free), Math.min(link.end, last)];
			if (start < end) own.push({ start: start - first, end: end - first, target: link.target });
			free = Math.max(free, end);
			if (link.end > last) break;
			next += 1;
		}
		return { text: line, links: own };
	});
}

/** Markdown with the links of a presentation, and the targets of those that are not in it. */
export interface LinkedMarkdown {
	markdown: string;
	unplaced: string[];
}

/**
 * Puts links onto their words, which the document library writes without them. Lines are found by their
 * text, only where it occurs as often as in the document.
 * @param lines all lines of the document, in order
 */
export function placeOldLinks(markdown: string, lines: readonly OldLine[]): LinkedMarkdown {
	const linked = lines.filter(({ links }) => links.length > 0);
	if (linked.length === 0) return { markdown, unplaced: [] };
	const rows = markdown.split('\n');
	const wanted = new Set(linked.map(({ text }) => signsOf(text)));
	const rowsBySigns = Map.groupBy(rows.keys(), (at) => signsOf(rows[at] ?? ''));
	const unplaced: string[] = [];
	for (const [signs, alike] of Map.groupBy(lines, ({ text }) => signsOf(text))) {
		if (!wanted.has(signs)) continue;
		const places = rowsBySigns.get(signs) ?? [];
		for (const [at, line] of alike.entries()) {
			const place = places.length === alike.length ? places[at] : undefined;
			const written = withLinks(rows[place ?? -1] ?? '', line, unplaced);
			if (place !== undefined) rows[place] = written;
		}
	}
	return { markdown: rows.join('\n'), unplaced };
}

/** Maximum links: each is searched for in the whole line. */
const MOST_LINKS = 200;

/** A line of Markdown with the links of its text. @param unplaced receives those that do not fit */
function withLinks(row: string, { text, links }: OldLine, unplaced: string[]): string {
	const [said, written] = [signsIn(text), signsIn(row)];
	const isSame = said.map(({ sign }) => sign).join('') === written.map(({ sign }) => sign).join('');
	let linked = row;
	// From the last one, so that the positions of the others stay.
	for (const [at, { start, end, target }] of links.toReversed().entries()) {
		const words =
			isSame && at < MOST_LINKS ? wordsBetween(linked, { said, written, start, end }) : undefined;
		if (words === undefined) {
			unplaced.push(target);
			continue;
		}
		const link = `[${balanceBrackets(linked.slice(...words))}](${escapeAddress(target)})`;
		linked = linked.slice(0, words[0]) + link + linked.slice(words[1]);
	}
	return linked;
}

/** The part of a line's Markdown that shows some of its characters; undefined where marks would be split. */
function wordsBetween(
	row: string,
	{
		said,
		written,
		start,
		end,
	}: { said: LineSign[]; written: LineSign[]; start: number; end: number },
): [from: number, to: number] | undefined {
	const first = said.findIndex(({ at }) => at >= start);
	const last = said.findLastIndex(({ at }) => at < end);
	const [from, to] = [written[first]?.at, written[last]?.at];
	if (first > last || from === undefined || to === undefined) return undefined;
	const begins = row[from - 1] === '\\' ? from - 1 : from;
	const narrow: [number, number] = [begins, to + 1];
	if (isWhole(row.slice(...narrow))) return narrow;
	const before = /(?<![*_~])[*_~]+$/.exec(row.slice(0, begins))?.[0].length ?? 0;
	const after = /^[*_~]*/.exec(row.slice(to + 1))?.[0].length ?? 0;
	const wide: [number, number] = [begins - before, to + 1 + after];
	return isWhole(row.slice(...wide)) ? wide : undefined;
}

const MARKS = /\*\*|~~|[*_`]/g;
const ESCAPED = /\\./g;

/** Whether the marks in a part of a line are in pairs. */
function isWhole(part: string): boolean {
	const plain = part.replace(ESCAPED, '');
	const marks = Map.groupBy(plain.match(MARKS) ?? [], (mark) => mark);
	return [...marks.values()].every(({ length }) => length % 2 === 0);
}
