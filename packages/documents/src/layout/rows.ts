import {
	type Box,
	endOf,
	bottomOf,
	type Line,
	median,
	type PlacedText,
	runsOf,
	textOf,
	unionOf,
} from './page.ts';

/** A piece of a line that is separate from the others, with the pieces that it consists of. */
type Cell<Text extends PlacedText = PlacedText> = PlacedText & { items: Text[] };

/** A line cut at its wide gaps: prose in one cell, or the cells of a row. */
export interface Row<Text extends PlacedText = PlacedText> extends Line<Text> {
	cells: Array<Cell<Text>>;
	/** The usual height of its pieces. */
	height: number;
}

/** Maximum share of rows that may cross a gutter between columns: titles above several columns. */
const MAX_CROSSING = 0.25;

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
export interface Column {
	from: number;
	to: number;
}

export const isFull = ({ cells }: Row): boolean => cells.length > 1;
export const touches = ({ from, to }: Column, cell: Box): boolean =>
	from < endOf(cell) && to > cell.x;

/**
 * The columns of rows with as many cells each, which may be aligned differently: a header is often centred over
 * numbers at the left. Undefined if they overlap.
 */
function columnsInOrder(rows: readonly Row[]): Column[] | undefined {
	const [{ cells: first } = { cells: [] }, ...others] = rows;
	if (first.length < 3 || others.some(({ cells }) => cells.length !== first.length))
		return undefined;
	const columns = first.map((_cell, at): Column => {
		const own = rows.flatMap(({ cells }) => cells[at] ?? []);
		return { from: Math.min(...own.map(({ x }) => x)), to: Math.max(...own.map(endOf)) };
	});
	const overlap = columns.some(({ to }, at) => to > (columns[at + 1]?.from ?? Infinity));
	return overlap ? undefined : columns;
}

/** Whether a row has as many cells as the one below it, and not all stand over theirs. */
export function isHeaderAside(header: Row, { cells }: Row): boolean {
	const isAside = header.cells.some((cell, at) => !cells[at] || !touchSideways(cell, cells[at]));
	return isAside && columnsInOrder([header, { ...header, cells }]) !== undefined;
}

/** The columns of rows: between them are gutters that hardly any row crosses. */
export function columnsOf(rows: readonly Row[]): Column[] {
	const full = rows.filter(isFull);
	const inOrder = columnsInOrder(full);
	if (inOrder) return inOrder;
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
export function columnAt(columns: readonly Column[], cell: Box): number {
	const overlaps = columns.map(
		({ from, to }) => Math.min(to, endOf(cell)) - Math.max(from, cell.x),
	);
	return overlaps.indexOf(Math.max(...overlaps));
}
