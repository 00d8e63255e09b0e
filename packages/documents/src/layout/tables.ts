import { goesOn, type PlacedText, runsOf, textOf } from './page.ts';
import {
	columnAt,
	columnsOf,
	gapHeights,
	isFull,
	isHeaderAside,
	type Row,
	touches,
} from './rows.ts';

/** A table as recognised by the positions of its text. */
export interface PlacedTable<Text extends PlacedText = PlacedText> {
	rows: Array<Row<Text>>;
	/** Text by row and column; lines of a row are joined. */
	cells: string[][];
}

/** Rows further apart than this many heights belong to different tables. */
const MAX_ROW_GAP = 2.2;
/** A line this close to a row may continue it. */
const CONTINUATION_GAP = 0.7;
/** Columns of text have more words in a cell than tables do. */
const MAX_MEAN_WORDS = 8;
/** A number, with its unit or currency. */
export const NUMERIC =
	/^[\s(]{0,9}[-+–−]?[\p{Sc}\s]{0,9}\d[\d.,'\s]{0,40}[%\p{Sc}\p{L}]{0,4}[\s)]{0,9}$/u;
/** A column is numeric if at least this share of its cells are. */
const NUMERIC_SHARE = 0.6;

/** Whether a row has other columns than the rows above: two of its cells in one, or one in none. */
function hasOtherColumns(rows: readonly Row[], row: Row): boolean {
	const [header, ...others] = rows.filter(isFull);
	if (header && others.length === 0 && isHeaderAside(header, row)) return false;
	const columns = columnsOf(rows);
	const taken = row.cells.map((cell) => columns.filter((column) => touches(column, cell)));
	const all = taken.flat();
	const isBetween = taken.some((own) => own.length === 0) && new Set(all).size < columns.length;
	return isBetween || new Set(all).size < all.length;
}

/** Whether a line of one cell is under a single column, and may continue it. */
const isInColumn = (rows: readonly Row[], { cells: [cell] }: Row): boolean =>
	columnsOf(rows).filter((column) => cell && touches(column, cell)).length === 1;

/** Rows that may form one table: cells side by side, and lines between them that continue one. */
function runsOfRows<Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
): Array<Array<Row<Text>>> {
	const runs: Array<Array<Row<Text>>> = [];
	let run: Array<Row<Text>> = [];
	/** Lines of one cell that belong to the run only if a row follows. */
	let waiting: Array<Row<Text>> = [];
	let isContinued = false;
	const end = (below?: Row) => {
		const last = run.length === 2 && run.at(-1);
		// Two rows alone, below which a sentence goes on, are lines of it.
		if (last && below && gapHeights(last, below) <= CONTINUATION_GAP && goesOn(textOf(below)))
			run = [];
		// The last row may continue in the same way as the rows above it.
		if (isContinued && waiting.length === 1) run.push(...waiting);
		runs.push(run);
		[run, waiting, isContinued] = [[], [], false];
	};
	for (const row of rows) {
		const above = waiting.at(-1) ?? run.at(-1);
		const gap = above ? gapHeights(above, row) : Infinity;
		if (isFull(row)) {
			if (gap > MAX_ROW_GAP || hasOtherColumns(run, row)) end(row);
			isContinued ||= waiting.length > 0;
			run.push(...waiting, row);
			waiting = [];
		} else if (gap <= MAX_ROW_GAP / 2 && isInColumn(run, row)) waiting.push(row);
		else end(row);
	}
	end();
	return runs.filter((own) => own.filter(isFull).length >= 2);
}

/**
 * Joins lines that form one row: those without a figure that do not begin like a new one, and follow the
 * first line of their row closely.
 */
function joinLines(
	rows: readonly Row[],
	cells: readonly string[][],
	numeric: readonly boolean[],
): string[][] {
	const isOwnRow = (own: readonly string[]): boolean =>
		own.some((text, column) => numeric[column] && NUMERIC.test(text)) ||
		(own[0] !== '' && own.filter(Boolean).length > 1);
	const isClose = (at: number): boolean => {
		const [above, row] = [rows[at - 1], rows[at]];
		return above !== undefined && row !== undefined && gapHeights(above, row) <= CONTINUATION_GAP;
	};
	return runsOf(cells.keys(), (_, at) => isClose(at) && !isOwnRow(cells[at] ?? [])).map((lines) =>
		numeric.map((_, column) => lines.flatMap((at) => cells[at]?.[column] || []).join(' ')),
	);
}

function tableOf<Text extends PlacedText>(rows: Array<Row<Text>>): Array<PlacedTable<Text>> {
	const columns = columnsOf(rows);
	const cells = rows.map((row) => {
		const texts = columns.map((): string[] => []);
		for (const cell of row.cells) texts[columnAt(columns, cell)]?.push(cell.text);
		return texts.map((own) => own.join(' '));
	});
	const numeric = columns.map((_, column) => {
		const texts = cells.map((row) => row[column] ?? '').filter(Boolean);
		const figures = texts.filter((text) => NUMERIC.test(text)).length;
		return figures >= Math.max(2, texts.length * NUMERIC_SHARE);
	});
	const texts = rows.flatMap((row) => row.cells.map(({ text }) => text));
	const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0);
	if (columns.length < 2 || words > texts.length * MAX_MEAN_WORDS) return [];
	return [{ rows, cells: joinLines(rows, cells, numeric) }];
}

/**
 * Finds tables by what is side by side: rows of short, separate pieces that line up in columns. Prose in
 * columns is recognised by its longer pieces and left alone.
 * @param rows from top to bottom
 */
export const findTables = <Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
): Array<PlacedTable<Text>> => runsOfRows(rows).flatMap(tableOf);
