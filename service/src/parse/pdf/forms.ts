import type { TextItem } from '@llamaindex/liteparse';
import { type Box, isInside, type Line, linesOf, textOf, unionOf } from './page.ts';
import { cutLine } from '../ocr/columns.ts';

/** Lines of a table of contents: a title, dots, and a page number. */
export interface LeaderList {
	box: Box;
	items: ReadonlySet<TextItem>;
	markdown: string;
}

/** Dots that lead from a title to its page. */
const LEADER = /(?:[.·…][ \t]?){4,}/;
/** Fewer such lines in a row are no list. */
const MIN_LINES = 3;
/** A line without dots between others with them belongs to the list when it is no further away. */
const MAX_LIST_GAP_HEIGHTS = 2.5;

function lineMarkdown(line: Line): string {
	return textOf(line)
		.replace(new RegExp(LEADER, 'g'), (dots) => {
			const count = dots.replaceAll('…', '...').replace(/\s/g, '').length;
			return ` ${'.'.repeat(count)} `;
		})
		.replace(/ {2,}/g, ' ')
		.trim();
}

/** Finds tables of contents whose titles and page numbers are joined by dots. */
export function findLeaderLists(items: readonly TextItem[]): LeaderList[] {
	if (!items.some(({ text }) => LEADER.test(text))) return [];
	const runs: Array<Array<Line<TextItem>>> = [];
	let between: Array<Line<TextItem>> = [];
	let last: Line<TextItem> | undefined;
	for (const line of linesOf(items)) {
		if (
			last &&
			line.box.y - (last.box.y + last.box.height) > line.box.height * MAX_LIST_GAP_HEIGHTS
		) {
			last = undefined;
		}
		if (LEADER.test(textOf(line))) {
			if (last) runs.at(-1)?.push(...between, line);
			else runs.push([line]);
			between = [];
		} else if (last) between.push(line);
		last = last || LEADER.test(textOf(line)) ? line : undefined;
		if (!last) between = [];
	}
	return runs
		.filter((run) => run.filter((line) => LEADER.test(textOf(line))).length >= MIN_LINES)
		.map((run) => ({
			box: unionOf(run.map(({ box }) => box)),
			items: new Set(run.flatMap((line) => line.items)),
			markdown: run.map(lineMarkdown).join('  \n'),
		}));
}

/** A block of a form: labels, and far beside each its value. */
export interface FormBlock {
	box: Box;
	/** Of each of its lines. */
	lines: Box[];
	items: ReadonlySet<TextItem>;
	markdown: string;
}

/** A part of a line that stands apart from the others. */
interface Piece {
	box: Box;
	items: TextItem[];
	text: string;
}

/** A label with its value, which may go on in the lines below. */
interface Entry {
	label: Piece;
	values: Piece[];
}

const LABEL = /^\p{L}.{0,60}:$/u;
/** Without a colon a label has no more words, its value no more, and one in two values has a digit. */
const MAX_LABEL_WORDS = 4;
/** A title with its page: it may be longer. */
const PAGE_NUMBER = /^(?:\p{Nd}{1,4}|[ivxlc]{1,6})$/u;
const MAX_VALUE_WORDS = 6;
const MIN_PLAIN_ENTRIES = 3;
/** Pieces of a line further apart than this many heights belong to different columns. */
const GAP_HEIGHTS = 1;
/** Pieces of a column begin, or end, at the same place up to this many points. */
const ALIGNED_POINTS = 3;
/** Entries further apart than this many heights are no block; a value's next line is closer. */
const MAX_GAP_HEIGHTS = 2.5;
const MAX_CONTINUATION_HEIGHTS = 0.8;
/** A single entry reads well as the line it stands on. */
const MIN_ENTRIES = 2;

function piecesOf(items: readonly TextItem[]): Piece[][] {
	return linesOf(items.filter(({ text }) => text.trim() !== '')).map((line) =>
		cutLine(line, GAP_HEIGHTS).segments.map((box) => {
			const own = line.items.filter((item) => isInside(item, box));
			return { box, items: own, text: textOf({ items: own, box }) };
		}),
	);
}

const isAligned = (a: Box, b: Box): boolean =>
	Math.abs(a.x - b.x) <= ALIGNED_POINTS ||
	Math.abs(a.x + a.width - (b.x + b.width)) <= ALIGNED_POINTS;

/** Whether a box stands below another, no further away than this many of its heights. */
function isBelow(above: Box, box: Box, maxHeights: number): boolean {
	const gap = box.y - (above.y + above.height);
	return gap >= -box.height / 2 && gap <= box.height * maxHeights;
}

function addEntry(blocks: Entry[][], entry: Entry): void {
	const [value] = entry.values;
	const block = blocks.find((entries) => {
		const above = entries.at(-1);
		const last = above?.values.at(-1);
		if (!above || !last || !value) return false;
		const isNext = isBelow(last.box, value.box, MAX_GAP_HEIGHTS);
		return isNext && isAligned(above.label.box, entry.label.box) && isAligned(last.box, value.box);
	});
	if (block) block.push(entry);
	else blocks.push([entry]);
}

/** Adds what stands right below a value, and beside no label of its own, to that value. */
function continueValue(blocks: readonly Entry[][], piece: Piece): void {
	const entry = blocks
		.map((entries) => entries.at(-1))
		.find((last) => {
			const value = last?.values.at(-1);
			const isNext = value && isBelow(value.box, piece.box, MAX_CONTINUATION_HEIGHTS);
			return isNext === true && Math.abs(value.box.x - piece.box.x) <= ALIGNED_POINTS;
		});
	entry?.values.push(piece);
}

function toBlock(entries: readonly Entry[]): FormBlock {
	const pieces = entries.flatMap(({ label, values }) => [label, ...values]);
	return {
		box: unionOf(pieces.map(({ box }) => box)),
		lines: entries.flatMap(({ label, values }) =>
			values.map(({ box }, at) => (at === 0 ? unionOf([label.box, box]) : box)),
		),
		items: new Set(pieces.flatMap(({ items }) => items)),
		markdown: entries
			.map(({ label, values }) => [label, ...values].map(({ text }) => text).join(' '))
			.join('  \n'),
	};
}

/**
 * Finds the blocks of forms and invoices whose labels end in a colon and stand in a column of their
 * own: the engine reads such columns one after the other, and tears values from their labels.
 */
export function findFormBlocks(items: readonly TextItem[]): FormBlock[] {
	const blocks: Entry[][] = [];
	for (const line of piecesOf(items)) {
		for (const [at, piece] of line.entries()) {
			if (LABEL.test(piece.text)) {
				const value = line[at + 1];
				if (value && !LABEL.test(value.text)) addEntry(blocks, { label: piece, values: [value] });
			} else if (!LABEL.test(line[at - 1]?.text ?? '')) continueValue(blocks, piece);
		}
	}
	return blocks.filter(({ length }) => length >= MIN_ENTRIES).map(toBlock);
}

const wordCount = (text: string): number => text.split(' ').length;

/**
 * Finds what may be a block of a form without colons, or a table of contents without dots: short
 * labels with short values, or titles with their pages, alone on their lines. A table of two columns
 * looks the same.
 */
export function findPlainFormBlocks(items: readonly TextItem[]): FormBlock[] {
	const blocks: Entry[][] = [];
	for (const [label, value, ...others] of piecesOf(items)) {
		if (!label || !value || others.length > 0 || !/^\p{L}/u.test(label.text)) continue;
		const isLabel = wordCount(label.text) <= MAX_LABEL_WORDS || PAGE_NUMBER.test(value.text);
		if (isLabel && wordCount(value.text) <= MAX_VALUE_WORDS) {
			addEntry(blocks, { label, values: [value] });
		}
	}
	return blocks
		.filter((entries) => {
			const figures = entries.filter(({ values }) => /\p{Nd}/u.test(values[0]?.text ?? ''));
			return entries.length >= MIN_PLAIN_ENTRIES && figures.length * 2 >= entries.length;
		})
		.map(toBlock);
}
