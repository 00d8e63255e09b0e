/// <reference lib="dom" />
import { gfmTable } from './gfmTable.ts';

/** One cell of a table as it stands in the page. */
interface TableCell {
	/** Markdown of the cell, on one line. */
	text: string;
	isHeader: boolean;
	columnSpan: number;
	rowSpan: number;
	alignment: Alignment | undefined;
}

interface TableRow {
	cells: TableCell[];
	/** Whether the row stands in the table's head. */
	isInHead: boolean;
}

interface Slot {
	text: string;
	/** False for the further columns of a cell that spans several. */
	isFirstColumn: boolean;
	alignment: Alignment | undefined;
}

type Alignment = keyof typeof DIVIDERS;

/** Renders a cell's content on one line; blocks in it are told apart by `<br>`. */
export type RenderCell = (cell: Element) => string;

const DIVIDERS = { left: ':---', center: ':---:', right: '---:' } as const;
const LAYOUT_ROLES = new Set(['presentation', 'none']);
const LARGEST_SPAN = 100;

/** Cells of a table with those that spans and short rows add; one with more is no table of data. */
const MOST_CELLS = 200_000;
/** A text that spans rows is repeated in each of them up to this length: longer ones stand once. */
const LONGEST_REPEATED_TEXT = 200;
/** Characters that spans may add to a table. */
const MOST_REPEATED_CHARACTERS = 100_000;

/**
 * A table of data as a Markdown table (GFM): every row has every column. A cell that spans rows is
 * repeated in each of them, so that rows can be read one by one; one that spans columns is written
 * once. Several header rows become one, their words joined column by column.
 * @returns undefined for tables that only arrange a page, and for those without two columns
 */
export function renderTable(table: Element, renderCell: RenderCell): string | undefined {
	if (LAYOUT_ROLES.has(table.getAttribute('role') ?? '')) return undefined;
	if (table.querySelector('table') !== null) return undefined;
	const rows = listRows(table).map((row) => readRow(row, renderCell));
	const grid = layOut(rows);
	if (grid === undefined) return undefined;
	const columnCount = grid.reduce((most, slots) => Math.max(most, slots.length), 0);
	if (columnCount < 2 || columnCount * rows.length > MOST_CELLS) return undefined;
	const headCount = countHeadRows(rows);
	const columns = [...Array(columnCount).keys()];
	const header = columns.map((column) => joinHeader(grid.slice(0, headCount), column));
	const body = grid
		.slice(headCount)
		.map((slots) => columns.map((column) => readBody(slots[column])))
		.filter((cells) => cells.some((text) => text !== ''));
	const dividers = columns.map((column) => readDivider(grid, column));
	return gfmTable([header, ...body], dividers);
}

/** The rows of a table, without those of tables inside of it. */
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

function readRow(row: Element, renderCell: RenderCell): TableRow {
	const cells = listCells(row).map((cell): TableCell => ({
		text: renderCell(cell),
		isHeader: cell.nodeName === 'TH',
		columnSpan: readSpan(cell, 'colspan'),
		rowSpan: readSpan(cell, 'rowspan'),
		alignment: readAlignment(cell),
	}));
	return { isInHead: row.parentElement?.nodeName === 'THEAD', cells };
}

/** How many columns or rows a cell spans: between 1 and 100. */
function readSpan(cell: Element, name: 'colspan' | 'rowspan'): number {
	const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1;
	return Math.min(Math.max(1, span), LARGEST_SPAN);
}

function readAlignment(cell: Element): Alignment | undefined {
	const style = /text-align\s*:\s*(\w+)/i.exec(cell.getAttribute('style') ?? '')?.[1];
	const named = (cell.getAttribute('align') ?? style ?? '').toLowerCase();
	return named === 'left' || named === 'center' || named === 'right' ? named : undefined;
}

function layOut(rows: readonly TableRow[]): Slot[][] | undefined {
	const grid: Slot[][] = rows.map(() => []);
	const budget = { cells: MOST_CELLS, repeated: MOST_REPEATED_CHARACTERS };
	for (const [rowIndex, row] of rows.entries()) {
		let column = 0;
		for (const cell of row.cells) {
			while (grid[rowIndex]?.[column] !== undefined) column++;
			const covered = grid.slice(rowIndex, rowIndex + cell.rowSpan);
			budget.cells -= covered.length * cell.columnSpan;
			if (budget.cells < 0) return undefined;
			for (const [depth, slots] of covered.entries()) {
				const text = depth === 0 ? cell.text : repeat(cell.text, budget);
				placeCell(slots, column, { ...cell, text });
			}
			column += cell.columnSpan;
		}
	}
	return grid;
}

function placeCell(
	slots: Slot[],
	column: number,
	{ text, alignment, columnSpan }: TableCell,
): void {
	// A row above may reach into places that a cell of this row has taken: the first one stays.
	for (let offset = 0; offset < columnSpan; offset++) {
		slots[column + offset] ??= { text, isFirstColumn: offset === 0, alignment };
	}
}

function repeat(text: string, budget: { repeated: number }): string {
	if (text.length > LONGEST_REPEATED_TEXT || text.length > budget.repeated) return '';
	budget.repeated -= text.length;
	return text;
}

// The head element says it; without one, leading rows made of header cells only.
function countHeadRows(rows: readonly TableRow[]): number {
	const isHead = (row: TableRow): boolean =>
		row.isInHead || (row.cells.length > 0 && row.cells.every((cell) => cell.isHeader));
	const firstBodyRow = rows.findIndex((row) => !isHead(row));
	// A table of header cells only has its header in the first row.
	return firstBodyRow === -1 ? Math.min(1, rows.length) : firstBodyRow;
}

function readBody(slot: Slot | undefined): string {
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
