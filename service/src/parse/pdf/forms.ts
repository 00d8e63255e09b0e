import type { TextItem } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import {
	type Box,
	bottomOf,
	endOf,
	type Line,
	linesOf,
	type ReadPart,
	runsOf,
	textOf,
	unionOf,
} from './page.ts';
import { type Cell, findTables, type Row, rowOf } from './rows.ts';

/** Dots that lead from a title to its page. */
const LEADER = /(?:[.·…][ \t]?){4,}/g;
/** Fewer lines with such dots are no list. */
const MIN_LED_LINES = 3;
/** Lines of a list and entries of a form are no further apart than this many heights. */
const MAX_GAP_HEIGHTS = 2.5;

const hasLeader = (line: Line): boolean => textOf(line).search(LEADER) !== -1;

function leaderMarkdown(line: Line): string {
	const dotsOf = (dots: string) => dots.replaceAll('…', '...').replace(/\s/g, '');
	const text = textOf(line).replace(LEADER, (dots) => ` ${dotsOf(dots)} `);
	return text.replace(/ {2,}/g, ' ').trim();
}

/** Finds tables of contents whose titles and page numbers are joined by dots. */
export function findLeaderLists(items: readonly TextItem[]): ReadPart[] {
	const runs = runsOf(linesOf(items), (run, { box }) => {
		const above = run.at(-1) ?? run[0];
		return box.y - bottomOf(above.box) <= box.height * MAX_GAP_HEIGHTS;
	});
	return runs.flatMap((run) => {
		if (run.filter(hasLeader).length < MIN_LED_LINES) return [];
		const lines = run.slice(run.findIndex(hasLeader), run.findLastIndex(hasLeader) + 1);
		return {
			box: unionOf(lines.map(({ box }) => box)),
			items: new Set(lines.flatMap((line) => line.items)),
			markdown: lines.map(leaderMarkdown).join('  \n'),
		};
	});
}

type TextCell = Cell<TextItem>;

/** A label with its value, which may go on in the lines below. */
interface Entry {
	label: TextCell;
	values: [TextCell, ...TextCell[]];
}

/** Pieces of a line further apart than this many heights belong to different columns. */
const GAP_HEIGHTS = 1;
const LABEL = /^\p{L}.{0,60}:$/u;
/** Without a colon a label has no more words, its value no more, and one in two values has a digit. */
const MAX_LABEL_WORDS = 4;
const MAX_VALUE_WORDS = 6;
/** A title with its page: it may be longer. */
const PAGE_NUMBER = /^(?:\p{Nd}{1,4}|[ivxlc]{1,6})$/u;
/** Cells of a column begin, or end, at the same place up to this many points. */
const ALIGNED_POINTS = 3;
/** A value's next line is closer than the next entry. */
const MAX_CONTINUATION_HEIGHTS = 0.8;
/** Fewer entries read well as the lines they stand on, or are chance. */
const MIN_ENTRIES = 2;
const MIN_PLAIN_ENTRIES = 3;

function rowsOf(items: readonly TextItem[], gapHeights: number): Array<Row<TextItem>> {
	const lines = linesOf(items.filter(({ text }) => text.trim() !== ''));
	return lines.map((line) => rowOf(line, gapHeights));
}

const isAligned = (a: Box, b: Box): boolean =>
	Math.abs(a.x - b.x) <= ALIGNED_POINTS || Math.abs(endOf(a) - endOf(b)) <= ALIGNED_POINTS;

/** Whether a box stands below another, no further away than this many of its heights. */
function isBelow(above: Box, box: Box, maxHeights: number): boolean {
	const gap = box.y - bottomOf(above);
	return gap >= -box.height / 2 && gap <= box.height * maxHeights;
}

/** Puts an entry into the block that it goes on with, its labels and values lined up. */
function addEntry(blocks: Entry[][], entry: Entry): void {
	const block = blocks.find((entries) => {
		const above = entries.at(-1);
		const last = above?.values.at(-1);
		if (!above || !last) return false;
		const [value] = entry.values;
		const isNext = isBelow(last, value, MAX_GAP_HEIGHTS);
		return isNext && isAligned(above.label, entry.label) && isAligned(last, value);
	});
	if (block) block.push(entry);
	else blocks.push([entry]);
}

/** Adds what stands right below a value, and beside no label of its own, to that value. */
function continueValue(blocks: readonly Entry[][], cell: TextCell): void {
	const entry = blocks
		.map((entries) => entries.at(-1))
		.find((last) => {
			const value = last?.values.at(-1);
			const isNext = value && isBelow(value, cell, MAX_CONTINUATION_HEIGHTS);
			return isNext === true && Math.abs(value.x - cell.x) <= ALIGNED_POINTS;
		});
	entry?.values.push(cell);
}

function toPart(entries: readonly Entry[]): ReadPart {
	const cells = entries.map(({ label, values }) => [label, ...values]);
	return {
		box: unionOf(cells.flat()),
		lines: entries.flatMap(({ label, values: [first, ...others] }) => [
			unionOf([label, first]),
			...others,
		]),
		items: new Set(cells.flat().flatMap(({ items }) => items)),
		markdown: cells.map((own) => own.map(({ text }) => text).join(' ')).join('  \n'),
	};
}

/**
 * Finds the blocks of forms and invoices whose labels end in a colon and stand in a column of their
 * own: the engine reads such columns one after the other, and tears values from their labels.
 */
export function findForms(items: readonly TextItem[]): ReadPart[] {
	const blocks: Entry[][] = [];
	for (const { cells } of rowsOf(items, GAP_HEIGHTS)) {
		for (const [at, cell] of cells.entries()) {
			const value = cells[at + 1];
			if (!LABEL.test(cell.text)) {
				if (!LABEL.test(cells[at - 1]?.text ?? '')) continueValue(blocks, cell);
			} else if (value && !LABEL.test(value.text)) {
				addEntry(blocks, { label: cell, values: [value] });
			}
		}
	}
	return blocks.filter(({ length }) => length >= MIN_ENTRIES).map(toPart);
}

const wordCount = (text: string): number => text.split(' ').length;

/**
 * Finds what may be a block of a form without colons, or a table of contents without dots: short
 * labels with short values, or titles with their pages, alone on their lines. A table of two columns
 * looks the same.
 */
export function findPlainForms(items: readonly TextItem[]): ReadPart[] {
	const blocks: Entry[][] = [];
	for (const { cells } of rowsOf(items, GAP_HEIGHTS)) {
		const [label, value, ...others] = cells;
		if (!label || !value || others.length > 0 || !/^\p{L}/u.test(label.text)) continue;
		const isLabel = wordCount(label.text) <= MAX_LABEL_WORDS || PAGE_NUMBER.test(value.text);
		if (isLabel && wordCount(value.text) <= MAX_VALUE_WORDS) {
			addEntry(blocks, { label, values: [value] });
		}
	}
	return blocks
		.filter((entries) => {
			const figures = entries.filter(({ values }) => /\p{Nd}/u.test(values[0].text));
			return entries.length >= MIN_PLAIN_ENTRIES && figures.length * 2 >= entries.length;
		})
		.map(toPart);
}

/** Fewer columns or rows, the header among them, may be anything that stands side by side. */
const MIN_COLUMNS = 3;
const MIN_ROWS = 3;
/** Pieces of a line further apart than this many heights are cells of their own. */
const CELL_GAP_HEIGHTS = 0.8;
/** A number, with its unit or currency. */
export const NUMERIC =
	/^[\s(]{0,9}[-+–]?[\p{Sc}\s]{0,9}\d[\d.,\s]{0,40}[%\p{Sc}\p{L}]{0,4}[\s)]{0,9}$/u;

/** Whether rows are surely those of a table: all are full, and behind the first column is one of numbers. */
function isFullTable([header = [], ...body]: readonly string[][]): boolean {
	if (header.length < MIN_COLUMNS || body.length + 1 < MIN_ROWS) return false;
	const isFull = [header, ...body].every((row) => row.every(Boolean));
	const isNumeric = (_: string, column: number) =>
		column > 0 && body.every((row) => NUMERIC.test(row[column] ?? ''));
	return isFull && header.some(isNumeric);
}

/** Finds tables that no lines draw by their numbers, which stand below each other under a header. */
export function findFullTables(items: readonly TextItem[]): ReadPart[] {
	const tables = findTables(rowsOf(items, CELL_GAP_HEIGHTS));
	return tables.flatMap(({ rows, cells }) => {
		if (!isFullTable(cells)) return [];
		return {
			box: unionOf([...rows].map(({ box }) => box)),
			items: new Set([...rows].flatMap((row) => row.items)),
			markdown: gfmTable(cells.map((row) => row.map(gfmCell))),
		};
	});
}
