import {
	bottomOf,
	type Box,
	endOf,
	type Line,
	median,
	type PlacedText,
	runsOf,
	textOf,
	unionOf,
} from './page.ts';

/** A piece of a line that is separate from the others, with the pieces that it consists of. */
export type Cell<Text extends PlacedText = PlacedText> = PlacedText & { items: Text[] };

/** A line cut at its wide gaps: prose in one cell, or the cells of a row. */
export interface Row<Text extends PlacedText = PlacedText> extends Line<Text> {
	cells: Array<Cell<Text>>;
	/** The usual height of its pieces. */
	height: number;
}

/** A table as recognised by the positions of its text. */
export interface PlacedTable<Text extends PlacedText = PlacedText> {
	rows: Array<Row<Text>>;
	/** Text by row and column; lines of a row are joined. */
	cells: string[][];
	/** Whether cells were divided at gutters. */
	isDivided: boolean;
}

/** Rows further apart than this many heights belong to different tables. */
const MAX_ROW_GAP = 2.2;
/** Rows further apart than this belong to different tables if their columns differ. */
const OTHER_COLUMNS_GAP = 0.9;
/** A gap is wider than those between rows by this factor. */
const LARGER_GAP = 1.7;
/** A line this close to a row may continue it. */
const CONTINUATION_GAP = 0.7;
/** Columns of text have more words in a cell than tables do. */
const MAX_MEAN_WORDS = 8;
/** Maximum share of rows that may cross a gutter between columns: titles above several columns. */
const MAX_CROSSING = 0.25;
/** A number, with its unit or currency. */
export const NUMERIC =
	/^[\s(]{0,9}[-+–−]?[\p{Sc}\s]{0,9}\d[\d.,'\s]{0,40}[%\p{Sc}\p{L}]{0,4}[\s)]{0,9}$/u;
/** A column is numeric if at least this share of its cells are. */
const NUMERIC_SHARE = 0.6;

/**
 * Cuts a line at its wide gaps.
 * @param minGap between cells, in heights of the line; a space is about 0.25
 * @param isDivided whether a drawn line runs between two pieces
 * @param toText the text of a cell's pieces
 */
export function rowOf<Text extends PlacedText>(
	line: Line<Text>,
	minGap: number,
	{
		isDivided = () => false,
		toText = textOf,
	}: {
		isDivided?: (left: Box, right: Box) => boolean;
		toText?: (cell: { items: Text[] }) => string;
	} = {},
): Row<Text> {
	const height = median(line.items.map((item) => item.height));
	const groups = runsOf(line.items, (group, item) => {
		const last = group.at(-1) ?? group[0];
		return item.x - endOf(last) <= height * minGap && !isDivided(last, item);
	});
	const cells = groups.map((items) => ({ ...unionOf(items), items, text: toText({ items }) }));
	return { ...line, cells, height };
}

/** The space between two rows, in heights of the lower one. */
export function gapHeights(above: Row, below: Row): number {
	const gap = below.box.y - bottomOf(above.box);
	return gap / Math.max(1, Math.min(above.height, below.height));
}

/** Lines that overlap by this share of their height are vertically centred cells of one row. */
const MIN_OVERLAP = 0.12;

const touchSideways = (a: Box, b: Box): boolean => a.x < endOf(b) && b.x < endOf(a);

/** Joins the lines of rows whose cells have different numbers of lines and are vertically centred. */
export function joinCentred<Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
): Array<Row<Text>> {
	const isOne = (row: Row, other: Row): boolean =>
		gapHeights(row, other) <= -MIN_OVERLAP &&
		!row.cells.some((cell) => other.cells.some((own) => touchSideways(cell, own)));
	return runsOf(rows, (run, row) => isOne(run.at(-1) ?? run[0], row)).flatMap((run) => {
		if (run.length === 1) return run;
		const cells = runsOf(
			run.flatMap((row) => row.cells).toSorted((a, b) => a.x - b.x),
			(own, cell) => own.some((other) => touchSideways(other, cell)),
		).map((own): Cell<Text> => {
			const lines = own.toSorted((a, b) => a.y - b.y);
			const text = lines.map((cell) => cell.text).join(' ');
			return { ...unionOf(own), items: lines.flatMap(({ items }) => items), text };
		});
		const items = run.flatMap((row) => row.items);
		return [{ items, cells, height: run[0].height, box: unionOf(items) }];
	});
}

/** The horizontal extent of a column. */
interface Column {
	from: number;
	to: number;
}

const isFull = ({ cells }: Row): boolean => cells.length > 1;
const touches = ({ from, to }: Column, cell: Box): boolean => from < endOf(cell) && to > cell.x;

/** The columns of rows: between them are gutters that hardly any row crosses. */
function columnsOf(rows: readonly Row[]): Column[] {
	const full = rows.filter(isFull);
	const cells = full.flatMap((row) => row.cells);
	const places = cells.flatMap((cell) => [cell.x, endOf(cell)]).toSorted((a, b) => a - b);
	const stretches = places.slice(1).map((to, at) => ({ from: places[at] ?? to, to }));
	const columns: Column[] = [];
	for (const stretch of stretches.filter(({ from, to }) => to > from)) {
		const crossing = cells.filter((cell) => touches(stretch, cell)).length;
		if (crossing <= full.length * MAX_CROSSING) continue;
		const last = columns.at(-1);
		if (last?.to === stretch.from) last.to = stretch.to;
		else columns.push(stretch);
	}
	return columns;
}

/** The column that a cell is in, or next to. */
function columnAt(columns: readonly Column[], cell: Box): number {
	const overlaps = columns.map(
		({ from, to }) => Math.min(to, endOf(cell)) - Math.max(from, cell.x),
	);
	return overlaps.indexOf(Math.max(...overlaps));
}

/** Whether a row has other columns than the rows above: two of its cells in one, or one in none. */
function hasOtherColumns(rows: readonly Row[], row: Row): boolean {
	const columns = columnsOf(rows);
	const taken = row.cells.map((cell) => columns.filter((column) => touches(column, cell)));
	const all = taken.flat();
	const isBetween = taken.some((own) => own.length === 0) && new Set(all).size < columns.length;
	return isBetween || new Set(all).size < all.length;
}

/** Whether a row begins another table: it has other columns, or is further below and has other cells. */
function beginsTable(run: readonly Row[], row: Row, gap: number): boolean {
	if (gap <= OTHER_COLUMNS_GAP) return false;
	const full = run.filter(isFull);
	const gaps = full.slice(1).map((own, at) => gapHeights(full[at] ?? own, own));
	const isFurther = gaps.length > 0 && gap > Math.max(...gaps) * LARGER_GAP;
	return (isFurther && row.cells.length !== full.at(-1)?.cells.length) || hasOtherColumns(run, row);
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
	const end = () => {
		// The last row may continue in the same way as the rows above it.
		if (isContinued && waiting.length === 1) run.push(...waiting);
		runs.push(run);
		[run, waiting, isContinued] = [[], [], false];
	};
	for (const row of rows) {
		const above = waiting.at(-1) ?? run.at(-1);
		const gap = above ? gapHeights(above, row) : Infinity;
		if (isFull(row)) {
			if (gap > MAX_ROW_GAP || beginsTable(run, row, gap)) end();
			isContinued ||= waiting.length > 0;
			run.push(...waiting, row);
			waiting = [];
		} else if (gap <= MAX_ROW_GAP / 2 && isInColumn(run, row)) waiting.push(row);
		else end();
	}
	end();
	return runs.filter((own) => own.filter(isFull).length >= 2);
}

/** Joins lines that form one row: those without a figure that do not begin like a new one. */
function joinLines(
	rows: readonly Row[],
	cells: readonly string[][],
	numeric: readonly boolean[],
): string[][] {
	const joined: string[][] = [];
	for (const [at, own] of cells.entries()) {
		const isOwnRow =
			own.some((text, column) => numeric[column] && NUMERIC.test(text)) ||
			(own[0] !== '' && own.filter(Boolean).length > 1);
		const [above, row, last] = [rows[at - 1], rows[at], joined.at(-1)];
		if (above && row && last && !isOwnRow && gapHeights(above, row) <= CONTINUATION_GAP) {
			for (const [column, text] of own.entries())
				if (text !== '') last[column] = [last[column], text].filter(Boolean).join(' ');
		} else joined.push([...own]);
	}
	return joined;
}

/** No space between words is as wide as this share of their height in at least this many rows. */
const MIN_GUTTER = 0.35;
const MIN_GUTTER_ROWS = 3;
/** Typewriter characters are equally wide, within this share of their height. */
const SAME_WIDTH = 0.05;

/** Gutters that no word of the rows below the first crosses. */
function guttersOf<Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
	wordsOf: (item: Text) => readonly PlacedText[],
) {
	const [, ...full] = rows.filter(isFull);
	if (full.length < MIN_GUTTER_ROWS) return [];
	const height = median(full.map((row) => row.height));
	const words = full.flatMap(({ items }) => items.flatMap(wordsOf)).toSorted((a, b) => a.x - b.x);
	const widths = words.map(({ text, width }) => width / Math.max(1, text.length));
	// Spaces of typewriters are wider.
	if (Math.max(...widths) - Math.min(...widths) < height * SAME_WIDTH) return [];
	const covered = runsOf(words, (run, word) => {
		return word.x - Math.max(...run.map(endOf)) < height * MIN_GUTTER;
	}).map(unionOf);
	return covered.slice(1).map((box, at) => ({ from: endOf(covered[at] ?? box), to: box.x }));
}

/** Rows with their cells divided where a gutter separates their words. */
function divideAtGutters<Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
	wordsOf: (item: Text) => readonly PlacedText[],
): Array<Row<Text>> {
	const gutters = guttersOf(rows, wordsOf);
	const isGutter = (from: number, to: number) =>
		gutters.some((gutter) => gutter.from < to && gutter.to > from);
	const divided = (cell: Cell<Text>, height: number): Array<Cell<Text>> => {
		const words = cell.items.flatMap(wordsOf).toSorted((a, b) => a.x - b.x);
		const parts = runsOf(words, (run, word) => {
			const end = Math.max(...run.map(endOf));
			return word.x - end < height * MIN_GUTTER || !isGutter(end, word.x);
		});
		if (parts.length === 1) return [cell];
		return parts.map((part) => {
			return { ...unionOf(part), items: cell.items, text: textOf({ items: part }) };
		});
	};
	return rows.map((row) => {
		const cells = row.cells.flatMap((cell) => divided(cell, row.height));
		return cells.length > row.cells.length ? { ...row, cells } : row;
	});
}

function tableOf<Text extends PlacedText>(
	found: Array<Row<Text>>,
	wordsOf?: (item: Text) => readonly PlacedText[],
): Array<PlacedTable<Text>> {
	const rows = wordsOf ? divideAtGutters(found, wordsOf) : found;
	const isDivided = rows.some((row, at) => row !== found[at]);
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
	return [{ rows, isDivided, cells: joinLines(rows, cells, numeric) }];
}

/**
 * Finds tables by what is side by side: rows of short, separate pieces that line up in columns. Prose in
 * columns is recognised by its longer pieces and left alone.
 * @param rows from top to bottom
 * @param wordsOf the words of a piece, if cells are to be divided between them
 */
export const findTables = <Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
	wordsOf?: (item: Text) => readonly PlacedText[],
): Array<PlacedTable<Text>> => runsOfRows(rows).flatMap((run) => tableOf(run, wordsOf));
