import type { TextItem } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import {
	type Edge,
	gapBetween,
	linesOf,
	MAX_EDGES,
	middleOf,
	placesOf,
	type ReadPart,
	textOf,
	unionOf,
} from './page.ts';
import type { Row } from './rows.ts';
import { NUMERIC, type PlacedTable } from './tables.ts';

/** Lines that are this close, in points, touch, or are one line drawn twice. */
const TOUCHING_LINES = 3;
/** At least this many lines of text in each column between two drawn lines are rows. */
const MIN_UNRULED_ROWS = 3;

/** Lines that cross each other, by their positions. */
interface Grid {
	xs: number[];
	ys: number[];
	edges: Edge[];
}

/** A cell, with the rows and columns that it spans. */
interface GridCell {
	row: number;
	column: number;
	toRow: number;
	toColumn: number;
}

const meets = (a: Edge, b: Edge): boolean =>
	a.isHorizontal !== b.isHorizontal &&
	a.at >= b.from - TOUCHING_LINES &&
	a.at <= b.to + TOUCHING_LINES &&
	b.at >= a.from - TOUCHING_LINES &&
	b.at <= a.to + TOUCHING_LINES;

/** Lines that cross each other, one group for each table. */
function connected(edges: readonly Edge[]): Edge[][] {
	const left = new Set(edges);
	return edges.flatMap((first) => {
		if (!left.delete(first)) return [];
		const group = [first];
		// The group grows during iteration.
		for (const edge of group) {
			for (const other of left) {
				if (!meets(edge, other)) continue;
				left.delete(other);
				group.push(other);
			}
		}
		return [group];
	});
}

function gridOf(edges: Edge[]): Grid {
	const [across, down] = [true, false].map((is) =>
		edges.filter((edge) => edge.isHorizontal === is),
	);
	const endsOf = (own: readonly Edge[] = []) =>
		own.length === 0
			? []
			: [Math.min(...own.map(({ from }) => from)), Math.max(...own.map(({ to }) => to))];
	// Tables may be open at their sides.
	return {
		xs: placesOf([...(down ?? []).map(({ at }) => at), ...endsOf(across)], TOUCHING_LINES),
		ys: placesOf([...(across ?? []).map(({ at }) => at), ...endsOf(down)], TOUCHING_LINES),
		edges,
	};
}

/** Whether a line is drawn at a position, beside or above the middle of a cell. */
const isDrawn = (edges: readonly Edge[], isHorizontal: boolean, at: number, middle: number) =>
	edges.some(
		(edge) =>
			edge.isHorizontal === isHorizontal &&
			Math.abs(edge.at - at) <= TOUCHING_LINES &&
			edge.from <= middle &&
			edge.to >= middle,
	);

/** The cells of a grid; undefined if some are not rectangles. */
function cellsOf({ xs, ys, edges }: Grid): GridCell[] | undefined {
	const taken = new Set<string>();
	const cells: GridCell[] = [];
	const middle = (places: readonly number[], at: number) =>
		((places[at] ?? 0) + (places[at + 1] ?? 0)) / 2;
	const isOpenRight = (row: number, column: number) =>
		!isDrawn(edges, false, xs[column + 1] ?? 0, middle(ys, row));
	const isOpenBelow = (row: number, column: number) =>
		!isDrawn(edges, true, ys[row + 1] ?? 0, middle(xs, column));
	for (let row = 0; row < ys.length - 1; row += 1) {
		for (let column = 0; column < xs.length - 1; column += 1) {
			if (taken.has(`${row} ${column}`)) continue;
			let [toRow, toColumn] = [row, column];
			while (toColumn < xs.length - 2 && isOpenRight(row, toColumn)) toColumn += 1;
			while (toRow < ys.length - 2 && isOpenBelow(toRow, column)) toRow += 1;
			for (let y = row; y <= toRow; y += 1) {
				for (let x = column; x <= toColumn; x += 1) {
					if (taken.has(`${y} ${x}`)) return undefined;
					taken.add(`${y} ${x}`);
				}
			}
			cells.push({ row, column, toRow, toColumn });
		}
	}
	return cells;
}

/** Pieces in one cell that are further apart than this many heights belong to several columns. */
const MAX_CELL_GAP = 1;
/** Maximum share of cells with such pieces, which are words of justified lines. */
const MAX_GAPPED_SHARE = 0.15;

/** Whether pieces are apart in one cell, as in tables without lines between their columns or some of them. */
const isGapped = (items: readonly TextItem[]): boolean =>
	linesOf(items).some((line) =>
		line.items
			.slice(1)
			.some((item, at) => gapBetween(line.items[at] ?? item, item) > item.height * MAX_CELL_GAP),
	);

interface FilledCell {
	cell: GridCell;
	items: TextItem[];
}

/** Whether cells beside each other contain several rows, with no lines drawn between them. */
function holdsRows(cells: readonly FilledCell[]): boolean {
	const rows = Map.groupBy(cells, ({ cell }) => cell.row);
	return [...rows.values()].some((own) => {
		const filled = own.map(({ items }) => linesOf(items)).filter(({ length }) => length > 0);
		const [{ length: most } = []] = filled;
		const isEven = filled.length > 1 && filled.every(({ length }) => length === most);
		const hasFigures = filled.some(
			(lines) => lines.length > 1 && lines.every((line) => NUMERIC.test(textOf(line))),
		);
		return hasFigures || (isEven && (most ?? 0) >= MIN_UNRULED_ROWS);
	});
}

/** Whether cells form a table, not a chart, text beside text, or columns of rows without lines between. */
function isTable({ xs }: Grid, cells: readonly FilledCell[]): boolean {
	const filled = cells.filter(({ items }) => items.length > 0);
	const rowCount = new Set(filled.map(({ cell }) => cell.row)).size;
	const gapped = filled.filter(({ items }) => isGapped(items));
	// Boxes in one column, or in two full ones, are just as often text beside text.
	const columnCount = xs.length - 1;
	/** Whether a row has no line between its columns. */
	const isWholeRow = ({ cell }: FilledCell) =>
		cell.column === 0 && cell.toColumn === columnCount - 1;
	return (
		rowCount >= 2 &&
		(columnCount > 2 || (columnCount === 2 && filled.length < cells.length)) &&
		gapped.length <= filled.length * MAX_GAPPED_SHARE &&
		!gapped.some(isWholeRow) &&
		!holdsRows(cells)
	);
}

/** The table in a grid. */
function partOf(grid: Grid, items: readonly TextItem[]): ReadPart[] {
	const { xs, ys } = grid;
	const inside = (cell: GridCell) =>
		items.filter((item) => {
			const [x, y] = [item.x + item.width / 2, middleOf(item)];
			return (
				x >= (xs[cell.column] ?? 0) &&
				x < (xs[cell.toColumn + 1] ?? 0) &&
				y >= (ys[cell.row] ?? 0) &&
				y < (ys[cell.toRow + 1] ?? 0)
			);
		});
	const cells = cellsOf(grid)?.map((cell): FilledCell => ({ cell, items: inside(cell) }));
	if (!cells || !isTable(grid, cells)) return [];
	const rows = ys.slice(1).map(() => xs.slice(1).map(() => ''));
	for (const { cell, items: own } of cells) {
		rows[cell.row]?.splice(cell.column, 1, linesOf(own).map(textOf).join(' '));
	}
	const own = cells.flatMap((cell) => cell.items);
	const filled = rows.filter((row) => row.some((text) => text !== ''));
	const markdown = gfmTable(filled.map((row) => row.map(gfmCell)));
	return [{ box: unionOf(own), items: new Set(own), markdown }];
}

/** Whether a table has rows beyond its drawn lines, for example because only some of its rows are shaded. */
const goesBeyond = (part: ReadPart, { rows }: PlacedTable<TextItem>): boolean => {
	const isInPart = (row: Row<TextItem>) => row.items.every((item) => part.items.has(item));
	return rows.some(isInPart) && !rows.filter(({ cells }) => cells.length > 1).every(isInPart);
};

/**
 * Drawn tables: lines around their cells, some of which may be empty.
 * @param findTables finds the tables of the page regardless of drawn lines
 */
export function drawnTables(
	items: readonly TextItem[],
	edges: readonly Edge[],
	findTables: () => ReadonlyArray<PlacedTable<TextItem>>,
): ReadPart[] {
	if (edges.length > MAX_EDGES) return [];
	const parts = connected(edges)
		.map(gridOf)
		.filter(({ xs, ys }) => xs.length > 1 && ys.length > 2)
		.flatMap((grid) => partOf(grid, items));
	if (parts.length === 0) return [];
	const tables = findTables();
	return parts.filter((part) => !tables.some((table) => goesBeyond(part, table)));
}
