import {
	endOf,
	bottomOf,
	type Line,
	median,
	type PlacedText,
	runsOf,
	textOf,
	unionOf,
} from './page.ts';

/** A piece of a line that stands apart from the others, with what it is made of. */
export type Cell<Text extends PlacedText = PlacedText> = PlacedText & { items: Text[] };

/** A line cut at its wide gaps: prose in one cell, or the cells of a row. */
export interface Row<Text extends PlacedText = PlacedText> extends Line<Text> {
	cells: Array<Cell<Text>>;
	/** The usual height of its pieces. */
	height: number;
}

/**
 * Cuts a line at its wide gaps, of so many times its height; a space is a third of it.
 * @param toText what the pieces of a cell say
 */
export function rowOf<Text extends PlacedText>(
	line: Line<Text>,
	minGapHeights: number,
	toText: (cell: { items: Text[] }) => string = textOf,
): Row<Text> {
	const { items } = line;
	const height = median(items.map((item) => item.height));
	const groups = runsOf(items, (group, item) => {
		const last = group.at(-1) ?? group[0];
		return item.x - endOf(last) <= height * minGapHeights;
	});
	const cells = groups.map((group) => ({
		...unionOf(group),
		items: group,
		text: toText({ items: group }),
	}));
	return { ...line, cells, height };
}

/** The space between two rows, in heights of the lower one. */
export function gapHeights(above: Row, below: Row): number {
	const gap = below.box.y - bottomOf(above.box);
	return gap / Math.max(1, Math.min(above.height, below.height));
}

/** A table that no lines draw: what stands side by side and lines up in columns. */
export interface FoundTable<Text extends PlacedText> {
	rows: ReadonlySet<Row<Text>>;
	/** Text by row and column; lines of a cell are divided by line breaks. */
	cells: string[][];
}

/** Cells of prose set in columns hold more words than those of a table. */
const MAX_MEAN_WORDS = 5;
/** Rows further apart than this many heights belong to different tables. */
const MAX_ROW_GAP_HEIGHTS = 2.2;
/** A line this close below a row, under one of its columns, continues that cell. */
const MAX_CONTINUATION_GAP_HEIGHTS = 0.6;

/** Whether a line of one cell stands under a column other than the first, right below a row. */
function continues(above: Row, row: Row): boolean {
	const [cell] = row.cells;
	const [first] = above.cells;
	if (row.cells.length !== 1 || !cell || !first) return false;
	return cell.x > endOf(first) && gapHeights(above, row) <= MAX_CONTINUATION_GAP_HEIGHTS;
}

/** From where to where the columns reach that the cells of rows stand in. */
function columnsOf(rows: readonly Row[]): Array<{ from: number; to: number }> {
	const columns: Array<{ from: number; to: number }> = [];
	for (const cell of rows.flatMap(({ cells }) => cells).toSorted((a, b) => a.x - b.x)) {
		const column = columns.at(-1);
		if (column && cell.x <= column.to) column.to = Math.max(column.to, endOf(cell));
		else columns.push({ from: cell.x, to: endOf(cell) });
	}
	return columns;
}

function tableOf<Text extends PlacedText>(rows: ReadonlyArray<Row<Text>>): FoundTable<Text>[] {
	const columns = columnsOf(rows);
	const cells = rows.map((row) =>
		columns.map(({ from, to }) =>
			row.cells
				.filter((cell) => cell.x >= from && endOf(cell) <= to)
				.map(({ text }) => text)
				.join(' '),
		),
	);
	const texts = rows.flatMap((row) => row.cells.map(({ text }) => text));
	const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0);
	const filled = median(cells.map((row) => row.filter(Boolean).length));
	if (filled < 2 || words / texts.length > MAX_MEAN_WORDS) return [];
	const joined: string[][] = [];
	let above: Row | undefined;
	for (const [at, row] of rows.entries()) {
		const own = cells[at] ?? [];
		const last = joined.at(-1);
		if (last && above && continues(above, row)) {
			for (const [column, text] of own.entries()) if (text) last[column] += `\n${text}`;
		} else {
			joined.push(own);
			above = row;
		}
	}
	return [{ rows: new Set(rows), cells: joined }];
}

/**
 * Finds tables by what stands side by side: rows of short pieces, apart from each other, that line
 * up in columns. Prose in columns is told by its longer pieces and left alone.
 * @param rows from top to bottom
 */
export function findTables<Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
): FoundTable<Text>[] {
	const runs = runsOf(rows, (run, row) => {
		const above = run.at(-1) ?? run[0];
		const isInRow = run[0].cells.length > 1 && (row.cells.length > 1 || continues(above, row));
		return isInRow && gapHeights(above, row) <= MAX_ROW_GAP_HEIGHTS;
	});
	return runs
		.filter((run) => run.filter(({ cells }) => cells.length > 1).length >= 2)
		.flatMap(tableOf);
}
