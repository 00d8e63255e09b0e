import { gfmCell, gfmTable } from '../text/gfmTable.ts';
import { median, segmentsOf, type Line, type Segment } from './layout.ts';

/** Cells of prose set in columns hold more words than those of a table. */
const MAX_MEAN_WORDS = 5;
/** Rows further apart than this many font heights belong to different tables. */
const MAX_ROW_GAP_HEIGHTS = 2.2;
/** A line this close below a row, under one of its columns, continues that cell. */
const MAX_CONTINUATION_GAP_HEIGHTS = 0.6;

/** What stands at one height of the page, from left to right. */
interface VisualRow {
	lines: Line[];
	segments: Segment[];
	y0: number;
	y1: number;
	height: number;
}

/** A table found on a page: the lines it is made of, and its Markdown. */
export interface FoundTable {
	lines: ReadonlySet<Line>;
	markdown: string;
}

interface Column {
	x0: number;
	x1: number;
}

function overlapsVertically(row: VisualRow, line: Line): boolean {
	const overlap = Math.min(row.y1, line.bbox.y1) - Math.max(row.y0, line.bbox.y0);
	return overlap > Math.min(row.y1 - row.y0, line.bbox.y1 - line.bbox.y0) / 2;
}

function visualRows(lines: readonly Line[]): VisualRow[] {
	const rows: VisualRow[] = [];
	for (const line of [...lines].sort((a, b) => a.bbox.y0 - b.bbox.y0)) {
		const row = rows.at(-1);
		if (row && overlapsVertically(row, line)) {
			row.lines.push(line);
			row.segments.push(...segmentsOf(line));
			row.y1 = Math.max(row.y1, line.bbox.y1);
		} else {
			const { y0, y1 } = line.bbox;
			rows.push({ lines: [line], segments: segmentsOf(line), y0, y1, height: line.height });
		}
	}
	for (const row of rows) row.segments.sort((a, b) => a.bbox.x0 - b.bbox.x0);
	return rows;
}

function gapHeights(above: VisualRow, below: VisualRow): number {
	return (below.y0 - above.y1) / Math.max(1, Math.min(above.height, below.height));
}

/** A line of one segment that stands under a column other than the first, right below the row. */
function continues(above: VisualRow, row: VisualRow): boolean {
	const [segment] = row.segments;
	const first = above.segments[0];
	if (row.segments.length !== 1 || !segment || !first) return false;
	return segment.bbox.x0 > first.bbox.x1 && gapHeights(above, row) <= MAX_CONTINUATION_GAP_HEIGHTS;
}

function candidateRuns(rows: readonly VisualRow[]): VisualRow[][] {
	const runs: VisualRow[][] = [[]];
	for (const row of rows) {
		const run = runs.at(-1) ?? [];
		const above = run.at(-1);
		const isClose = above === undefined || gapHeights(above, row) <= MAX_ROW_GAP_HEIGHTS;
		const belongs = row.segments.length > 1 || (above !== undefined && continues(above, row));
		if (belongs && isClose) run.push(row);
		else runs.push(row.segments.length > 1 ? [row] : []);
	}
	return runs.filter((run) => run.filter((row) => row.segments.length > 1).length >= 2);
}

function columnsOf(rows: readonly VisualRow[]): Column[] {
	const columns: Column[] = [];
	const segments = rows.flatMap((row) => row.segments).sort((a, b) => a.bbox.x0 - b.bbox.x0);
	for (const { bbox } of segments) {
		const column = columns.at(-1);
		if (column && bbox.x0 <= column.x1) column.x1 = Math.max(column.x1, bbox.x1);
		else columns.push({ x0: bbox.x0, x1: bbox.x1 });
	}
	return columns;
}

function cellsOf(row: VisualRow, columns: readonly Column[]): string[] {
	return columns.map(({ x0, x1 }) =>
		row.segments
			.filter(({ bbox }) => bbox.x0 >= x0 && bbox.x1 <= x1)
			.map(({ text }) => text)
			.join(' '),
	);
}

function isTable(rows: readonly VisualRow[], columns: readonly Column[]): boolean {
	if (columns.length < 2) return false;
	const segments = rows.flatMap((row) => row.segments);
	const words = segments.reduce((sum, { text }) => sum + text.split(' ').length, 0);
	const filled = median(rows.map((row) => cellsOf(row, columns).filter(Boolean).length));
	return words / segments.length <= MAX_MEAN_WORDS && filled >= 2;
}

function tableRows(rows: readonly VisualRow[], columns: readonly Column[]): string[][] {
	const table: string[][] = [];
	let above: VisualRow | undefined;
	for (const row of rows) {
		const cells = cellsOf(row, columns).map(gfmCell);
		const last = table.at(-1);
		if (last && above && continues(above, row)) {
			for (const [at, cell] of cells.entries()) if (cell) last[at] = `${last[at] ?? ''}<br>${cell}`;
		} else {
			table.push(cells);
			above = row;
		}
	}
	return table;
}

/**
 * Finds tables by what stands side by side: rows of short pieces, apart from each other, that line
 * up in columns. Prose in columns is told by its longer pieces and left alone.
 */
export function findTables(lines: readonly Line[]): FoundTable[] {
	return candidateRuns(visualRows(lines)).flatMap((rows) => {
		const columns = columnsOf(rows);
		if (!isTable(rows, columns)) return [];
		const found: FoundTable = {
			lines: new Set(rows.flatMap((row) => row.lines)),
			markdown: gfmTable(tableRows(rows, columns)),
		};
		return [found];
	});
}
