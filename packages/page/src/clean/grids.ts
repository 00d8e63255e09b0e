/// <reference lib="dom" />
import { RENDERED } from '@web-data-extraction/markdown/rendered';

/** Tables by their role, or by how a style sheet lays them out. */
const ROLE_TABLES = '[role="table"], [role="grid"], [role="treegrid"]';
const LAID_OUT_TABLES = `[${RENDERED}~="table"]`;
const ROWS = `[role="row"], [${RENDERED}~="row"], tr`;
const CELLS = `[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"], [${RENDERED}~="cell"], td, th`;
const HEADER = `[role="columnheader"], [role="rowheader"], [${RENDERED}~="head"] *, th`;

/** A cell with more text than this, or with such elements, is a part of a page laid out by style sheets. */
const LONGEST_LAID_OUT_CELL = 200;
const PARTS_OF_PAGES = 'h1, h2, h3, h4, h5, h6, ul, ol, nav, form, article, section, table, p + p';

/** Most columns that a table's own column numbers may create. */
const MOST_COLUMNS = 1_000;

/** Rewrites grids and tables that are made of other elements as tables. */
export function replaceGrids(document: Document): void {
	for (const grid of document.querySelectorAll(`${ROLE_TABLES}, ${LAID_OUT_TABLES}`)) {
		if (grid.nodeName === 'TABLE' || grid.closest('body') === null) continue;
		const rows = listGridRows(grid);
		const isTable = grid.matches(ROLE_TABLES) ? isGrid(rows) : isData(rows);
		if (isTable) grid.replaceWith(...listOthers(grid, rows), toTable(document, rows));
	}
}

/** The cells of a row in their places; an empty place is undefined. */
type Row = ReadonlyArray<Element | undefined>;

/** Rows that are split into several parts, such as frozen columns, are joined by their number. */
function listGridRows(grid: Element): Row[] {
	const rows = new Map<string | Element, Element[]>();
	for (const row of grid.querySelectorAll(ROWS)) {
		if (row.parentElement?.closest(`${ROLE_TABLES}, ${LAID_OUT_TABLES}`) !== grid) continue;
		const cells = [...row.querySelectorAll(CELLS)].filter(
			(cell) => cell.parentElement?.closest(ROWS) === row,
		);
		if (cells.length === 0) continue;
		const number = row.getAttribute('aria-rowindex') ?? row;
		rows.set(number, [...(rows.get(number) ?? []), ...cells]);
	}
	const placed = [...rows.values()].map(placeCells);
	const isEmpty = (column: number) => placed.every((row) => row[column] === undefined);
	let first = 0;
	while (placed.length > 0 && first < MOST_COLUMNS && isEmpty(first)) first++;
	return placed.map((row) => row.slice(first));
}

/** Cells with a column number go to that column: grids leave out those that are out of view. */
function placeCells(cells: Element[]): Row {
	const places = cells.map((cell) => Number(cell.getAttribute('aria-colindex')));
	const isNumbered =
		places.every((place) => Number.isInteger(place) && place > 0 && place <= MOST_COLUMNS) &&
		new Set(places).size === places.length;
	if (!isNumbered) return cells;
	const row: Array<Element | undefined> = Array(Math.max(...places)).fill(undefined);
	for (const [index, cell] of cells.entries()) row[(places[index] ?? 1) - 1] = cell;
	return row;
}

function isGrid(rows: readonly Row[]): boolean {
	return rows.some((row) => row.length > 1);
}

/** Whether what a style sheet lays out as a table is one, and not a page in columns. */
function isData(rows: readonly Row[]): boolean {
	const width = rows[0]?.length ?? 0;
	if (rows.length < 2 || width < 2) return false;
	return rows.every(
		(row) =>
			row.length === width &&
			row.every(
				(cell) =>
					cell !== undefined &&
					cell.textContent.trim().length <= LONGEST_LAID_OUT_CELL &&
					cell.querySelector(PARTS_OF_PAGES) === null,
			),
	);
}

/** What a grid contains outside its cells: captions, toolbars. */
function listOthers(grid: Element, rows: readonly Row[]): Node[] {
	const cells = new Set<Node>(rows.flat().filter((cell) => cell !== undefined));
	const holders = new Set<Node>();
	for (const cell of cells) {
		let place = cell.parentNode;
		for (; place !== null && !holders.has(place); place = place.parentNode) holders.add(place);
	}
	const visit = (place: Node): Node[] =>
		[...place.childNodes].flatMap((child) => {
			if (cells.has(child) || (child.textContent ?? '').trim() === '') return [];
			return holders.has(child) ? visit(child) : [child];
		});
	return visit(grid);
}

function toTable(document: Document, rows: readonly Row[]): Element {
	const table = document.createElement('table');
	for (const cells of rows) {
		const row = document.createElement('tr');
		for (const cell of cells) {
			const place = document.createElement(cell?.matches(HEADER) === true ? 'th' : 'td');
			for (const name of ['colspan', 'rowspan']) {
				const span = cell?.getAttribute(`aria-${name}`) ?? null;
				if (span !== null) place.setAttribute(name, span);
			}
			if (cell !== undefined) place.append(...cell.childNodes);
			row.append(place);
		}
		table.append(row);
	}
	return table;
}
