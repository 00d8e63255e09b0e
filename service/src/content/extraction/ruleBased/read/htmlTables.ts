import { resolveLink } from '../values/address.ts';
import { imageAddress } from './imageAddress.ts';
import { nearestHeading } from './nearestHeading.ts';
import type { Table, TableCell } from './tables.ts';
import { visibleText } from './visibleText.ts';

/** Spans of hostile tables would multiply cells without bound. */
const MAX_SPAN = 50;
const MAX_COLUMNS = 200;

/** The data tables of a page. Tables that hold other tables only lay them out and are left out. */
export function readHtmlTables(document: Document, baseUrl: string): Table[] {
	return [...document.querySelectorAll('table')]
		.filter((table) => table.querySelector('table') === null)
		.map((table) => readHtmlTable(table, baseUrl))
		.filter((table) => table.rows.length > 0);
}

function readHtmlTable(table: Element, baseUrl: string): Table {
	const rows = [...table.querySelectorAll('tr')];
	const headerIndex = findHeaderRow(rows);
	const caption = table.querySelector('caption');
	const grid = readGrid(rows, baseUrl);
	const headers = grid[headerIndex]?.map((cell) => cell.text);
	return {
		title: caption === null ? nearestHeading(table) : visibleText(caption),
		...(headers !== undefined && { headers }),
		rows: grid.filter((_row, index) => index > headerIndex),
	};
}

/** The index of the header row: the last of `thead`, else a first row of `th`, else one that looks like it; -1 without. */
function findHeaderRow(rows: readonly Element[]): number {
	const inHead = rows.findLastIndex((row) => row.parentElement?.tagName.toUpperCase() === 'THEAD');
	if (inHead !== -1) return inHead;
	const [first, second] = rows.map((row) => [...row.children]);
	if (first === undefined || first.length < 2) return -1;
	const isHeader = (cell: Element): boolean => cell.tagName.toUpperCase() === 'TH';
	if (first.slice(1).every(isHeader)) return 0;
	const hasMarkedCells = rows.some((row) => [...row.children].some(isHeader));
	return !hasMarkedCells && second !== undefined && first.length > 2 && looksLikeHeader(first)
		? 0
		: -1;
}

/** Short, different texts without digits above rows of data. */
function looksLikeHeader(cells: readonly Element[]): boolean {
	const texts = cells.map(visibleText);
	return (
		new Set(texts).size === texts.length &&
		texts.every((text) => text !== '' && text.length <= 40 && !/\d/u.test(text))
	);
}

/** Rows with cells repeated where they span several columns or rows. */
function readGrid(rows: readonly Element[], baseUrl: string): TableCell[][] {
	const grid: TableCell[][] = rows.map(() => []);
	for (const [rowIndex, row] of rows.entries()) {
		for (const element of row.children) {
			const column = firstFreeColumn(grid[rowIndex] ?? []);
			const cell = readCell(element, baseUrl);
			for (const covered of grid.slice(rowIndex, rowIndex + span(element, 'rowspan'))) {
				for (let offset = 0; offset < span(element, 'colspan'); offset += 1) {
					if (column + offset < MAX_COLUMNS) covered[column + offset] = cell;
				}
			}
		}
	}
	// Cells that no element covers would leave holes.
	return grid.map((row) => Array.from(row, (cell: TableCell | undefined) => cell ?? { text: '' }));
}

function firstFreeColumn(row: readonly (TableCell | undefined)[]): number {
	const free = row.findIndex((cell) => cell === undefined);
	return free === -1 ? row.length : free;
}

function span(element: Element, attribute: string): number {
	const count = Number.parseInt(element.getAttribute(attribute) ?? '1', 10);
	return Math.min(Math.max(Number.isNaN(count) ? 1 : count, 1), MAX_SPAN);
}

function readCell(element: Element, baseUrl: string): TableCell {
	const url = resolveLink(element.querySelector('a[href]')?.getAttribute('href') ?? '', baseUrl);
	const picture = element.querySelector('img');
	const image = picture === null ? undefined : imageAddress(picture, baseUrl);
	return {
		text: visibleText(element),
		...(url !== undefined && { url }),
		...(image !== undefined && { image }),
	};
}
