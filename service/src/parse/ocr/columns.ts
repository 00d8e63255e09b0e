import { type Box, type Line, median, type PlacedText, unionOf } from '../pdf/page.ts';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';

/** A line cut at its wide gaps: prose in one piece, or the cells of a row. */
export interface CutLine {
	line: Line;
	segments: PlacedText[];
	height: number;
}

/** A table found on a page: the lines it is made of, and its Markdown. */
export interface FoundTable {
	lines: ReadonlySet<CutLine>;
	markdown: string;
}

interface Column {
	from: number;
	to: number;
}

/** A gap this many times the height of the line separates two cells; a space is a third of it. */
const GAP_HEIGHTS = 1.5;
/** Cells of prose set in columns hold more words than those of a table. */
const MAX_MEAN_WORDS = 5;
/** Rows further apart than this many heights belong to different tables. */
const MAX_ROW_GAP_HEIGHTS = 2.2;
/** A line this close below a row, under one of its columns, continues that cell. */
const MAX_CONTINUATION_GAP_HEIGHTS = 0.6;

/** Cuts a line at its wide gaps, of so many times its height. */
export function cutLine(line: Line, minGapHeights = GAP_HEIGHTS): CutLine {
	const height = median(line.items.map((item) => item.height));
	const groups: PlacedText[][] = [];
	for (const item of line.items) {
		const last = groups.at(-1)?.at(-1);
		const isNear = last && item.x - (last.x + last.width) <= height * minGapHeights;
		if (isNear) groups.at(-1)?.push(item);
		else groups.push([item]);
	}
	const segments = groups.map((group) => ({
		...unionOf(group),
		text: group.map(({ text }) => text.trim()).join(' '),
	}));
	return { line, segments, height };
}

/** The space between two lines, in heights of the lower one. */
export function gapHeights(above: CutLine, below: CutLine): number {
	const gap = below.line.box.y - (above.line.box.y + above.line.box.height);
	return gap / Math.max(1, Math.min(above.height, below.height));
}

/** A line of one segment that stands under a column other than the first, right below the row. */
function continues(above: CutLine, row: CutLine): boolean {
	const [segment] = row.segments;
	const first = above.segments[0];
	if (row.segments.length !== 1 || !segment || !first) return false;
	return (
		segment.x > first.x + first.width && gapHeights(above, row) <= MAX_CONTINUATION_GAP_HEIGHTS
	);
}

function candidateRuns(rows: readonly CutLine[]): CutLine[][] {
	const runs: CutLine[][] = [[]];
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

function columnsOf(rows: readonly CutLine[]): Column[] {
	const columns: Column[] = [];
	const boxes: Box[] = rows.flatMap((row) => row.segments);
	for (const { x, width } of boxes.toSorted((a, b) => a.x - b.x)) {
		const column = columns.at(-1);
		if (column && x <= column.to) column.to = Math.max(column.to, x + width);
		else columns.push({ from: x, to: x + width });
	}
	return columns;
}

function cellsOf(row: CutLine, columns: readonly Column[]): string[] {
	return columns.map(({ from, to }) =>
		row.segments
			.filter(({ x, width }) => x >= from && x + width <= to)
			.map(({ text }) => text)
			.join(' '),
	);
}

function isTable(rows: readonly CutLine[], columns: readonly Column[]): boolean {
	if (columns.length < 2) return false;
	const segments = rows.flatMap((row) => row.segments);
	const words = segments.reduce((sum, { text }) => sum + text.split(' ').length, 0);
	const filled = median(rows.map((row) => cellsOf(row, columns).filter(Boolean).length));
	return words / segments.length <= MAX_MEAN_WORDS && filled >= 2;
}

function tableRows(rows: readonly CutLine[], columns: readonly Column[]): string[][] {
	const table: string[][] = [];
	let above: CutLine | undefined;
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
 * @param lines from top to bottom
 */
export function findTables(lines: readonly CutLine[]): FoundTable[] {
	return candidateRuns(lines).flatMap((rows) => {
		const columns = columnsOf(rows);
		if (!isTable(rows, columns)) return [];
		return [{ lines: new Set(rows), markdown: gfmTable(tableRows(rows, columns)) }];
	});
}
