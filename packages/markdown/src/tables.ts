/// <reference lib="dom" />
import { gfmTable } from './gfmTable.ts';

/** A slot of a table's grid. */
interface Slot {
	text: string;
	/** False for the further columns of a cell that spans several. */
	isFirstColumn: boolean;
	alignment: Alignment | undefined;
}

type Alignment = keyof typeof DIVIDERS;

/** Renders a cell's content on one line; its blocks are separated by `<br>`. */
export type RenderCell = (cell: Element) => string;

const DIVIDERS = { left: ':---', center: ':---:', right: '---:' } as const;
const LAYOUT_ROLES = new Set(['presentation', 'none']);
const LARGEST_SPAN = 100;

/** Cells of a table with those that spans and short rows add; one with more is not a data table. */
const MOST_CELLS = 200_000;
/** A text that spans rows is repeated in each of them up to this length: longer ones appear once. */
const LONGEST_REPEATED_TEXT = 200;
/** Characters that spans may add to a table. */
const MOST_REPEATED_CHARACTERS = 100_000;

/**
 * A data table as a Markdown table (GFM): every row has every column. A cell that spans rows is
 * repeated in each of them, so that rows can be read one by one; one that spans columns is written
 * once. Several header rows become one, their words joined column by column.
 * @returns undefined for layout tables, and for those of one column without a header
 */
export function renderTable(table: Element, renderCell: RenderCell): string | undefined {
	if (LAYOUT_ROLES.has(table.getAttribute('role') ?? '')) return undefined;
	if (table.querySelector('table') !== null) return undefined;
	const rows = listRows(table);
	const grid = layOut(rows, renderCell);
	if (grid === undefined) return undefined;
	const columnCount = grid.reduce((most, slots) => Math.max(most, slots.length), 0);
	const headCount = countHeadRows(rows);
	// A single column under a header is a table too: others are layout.
	const isHeaded = columnCount === 1 && headCount === 1 && rows.length > 2;
	if (columnCount < 2 && !isHeaded) return undefined;
	if (columnCount * rows.length > MOST_CELLS) return undefined;
	const columns = [...Array(columnCount).keys()];
	const header = columns.map((column) => joinHeader(grid.slice(0, headCount), column));
	const body = grid
		.slice(headCount)
		.map((slots) => columns.map((column) => bodyText(slots[column])))
		.filter((cells) => cells.some((text) => text !== ''));
	const dividers = columns.map((column) => readDivider(grid, column));
	return gfmTable([header, ...body], dividers);
}

/** The rows of a table, without those of nested tables. */
export function listRows(table: Element): Element[] {
	return [...table.children].flatMap((part) => {
		if (part.nodeName === 'TR') return [part];
		if (!/^T(HEAD|BODY|FOOT)$/.test(part.nodeName)) return [];
		return [...part.children].filter((row) => row.nodeName === 'TR');
	});
}

/** The cells of a row. */
export function listCells(row: Element): Element[] {
	return [...row.children].filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH');
}

/** How many columns a cell spans: between 1 and 100. */
function readColumnSpan(cell: Element): number {
	const span = Number.parseInt(cell.getAttribute('colspan') ?? '1', 10) || 1;
	return Math.min(Math.max(1, span), LARGEST_SPAN);
}

/** How many rows a cell spans: at most those left in its part of the table, which is what zero means. */
function readRowSpan(cell: Element, most: number): number {
	const span = Number.parseInt(cell.getAttribute('rowspan') ?? '1', 10);
	if (span === 0) return Math.min(most, LARGEST_SPAN);
	return Math.min(Math.max(1, span || 1), most, LARGEST_SPAN);
}

/** For each row, how many rows of its part of the table there are from it on. */
function countRowsLeft(rows: readonly Element[]): number[] {
	const counts: number[] = [];
	for (let at = rows.length - 1; at >= 0; at--) {
		const isLast = rows[at]?.parentElement !== rows[at + 1]?.parentElement;
		counts[at] = isLast ? 1 : (counts[at + 1] ?? 0) + 1;
	}
	return counts;
}

function readAlignment(cell: Element): Alignment | undefined {
	const style = /text-align\s*:\s*(\w+)/i.exec(cell.getAttribute('style') ?? '')?.[1];
	const named = (cell.getAttribute('align') ?? style ?? '').toLowerCase();
	return named === 'left' || named === 'center' || named === 'right' ? named : undefined;
}

/** The cells in their slots; undefined for a table with too many of them. */
function layOut(rows: readonly Element[], renderCell: RenderCell): Slot[][] | undefined {
	const grid: Slot[][] = rows.map(() => []);
	let cellsLeft = MOST_CELLS;
	let repeatsLeft = MOST_REPEATED_CHARACTERS;
	const rowsLeft = countRowsLeft(rows);
	for (const [rowIndex, row] of rows.entries()) {
		let column = 0;
		for (const cell of listCells(row)) {
			while (grid[rowIndex]?.[column] !== undefined) column++;
			const columnSpan = readColumnSpan(cell);
			const covered = grid.slice(rowIndex, rowIndex + readRowSpan(cell, rowsLeft[rowIndex] ?? 1));
			cellsLeft -= covered.length * columnSpan;
			if (cellsLeft < 0) return undefined;
			const text = renderCell(cell);
			const alignment = readAlignment(cell);
			for (const [depth, slots] of covered.entries()) {
				const isRepeatable = text.length <= Math.min(LONGEST_REPEATED_TEXT, repeatsLeft);
				const shown = depth === 0 || isRepeatable ? text : '';
				if (depth > 0) repeatsLeft -= shown.length;
				// A cell of a row above may overlap slots that this row has filled: the first one stays.
				for (let offset = 0; offset < columnSpan; offset++) {
					slots[column + offset] ??= { text: shown, isFirstColumn: offset === 0, alignment };
				}
			}
			column += columnSpan;
		}
	}
	return grid;
}

// The head element defines them; without one, leading rows of header cells only. One such cell alone
// below others is a title of the rows that follow.
function countHeadRows(rows: readonly Element[]): number {
	const isInHead = (row: Element) => row.parentElement?.nodeName === 'THEAD';
	const hasHead = rows.some(isInHead);
	const firstBodyRow = rows.findIndex((row, at) => {
		const cells = listCells(row);
		const isHeader = cells.length > 0 && cells.every(({ nodeName }) => nodeName === 'TH');
		const isTitle = at > 0 && cells.length === 1;
		return hasHead ? !isInHead(row) : !isHeader || isTitle;
	});
	// A table of header cells only has its header in the first row.
	return firstBodyRow === -1 ? Math.min(1, rows.length) : firstBodyRow;
}

function bodyText(slot: Slot | undefined): string {
	return slot?.isFirstColumn === true ? slot.text : '';
}

function joinHeader(headRows: readonly Slot[][], column: number): string {
	const words = headRows.map((slots) => slots[column]?.text ?? '');
	return [...new Set(words.filter((word) => word !== ''))].join(' ');
}

function readDivider(grid: readonly Slot[][], column: number): string {
	const alignments = new Set(grid.map((slots) => slots[column]?.alignment));
	const [alignment] = alignments;
	return alignments.size === 1 && alignment !== undefined ? DIVIDERS[alignment] : '---';
}
