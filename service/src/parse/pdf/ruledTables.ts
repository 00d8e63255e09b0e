import type { TextItem } from '@llamaindex/liteparse';
import {
	type Edge,
	isInside,
	linesOf,
	type PlacedText,
	type Box,
	textOf,
	wordsOf,
} from './page.ts';
import { findGrids, type Grid, hasBorder, intervalOf, SAME_PLACE } from './tableGrid.ts';

/** A table of a page. */
export interface PageTable {
	box: Box;
	/** Text by row and column; a cell that spans others has its text in the first of them. */
	rows: string[][];
	/** What stands in it. */
	items: ReadonlySet<TextItem>;
}

/** More edges than any table has: drawings, which are not searched for tables. */
const MAX_EDGES = 4000;
/** So many lines in every cell of a row are rows of their own. */
const MIN_ALIGNED_ROWS = 3;

/** Whether text stands on both sides of a border, and none of it crosses: two cells without a line. */
function isTextApart(
	left: readonly PlacedText[] = [],
	right: readonly PlacedText[] = [],
	border: number,
): boolean {
	if (left.length === 0 || right.length === 0) return false;
	return (
		left.every((text) => text.x + text.width <= border + SAME_PLACE) &&
		right.every((text) => text.x >= border - SAME_PLACE)
	);
}

/**
 * Which cells hang together for want of a border between them, by the first of them.
 * @param crossed items that cross a border between columns, in one piece
 */
function spansOf(
	{ xs, ys, horizontal, vertical }: Grid,
	texts: ReadonlyMap<number, readonly PlacedText[]>,
	crossed: (x: number, top: number, bottom: number) => boolean,
): number[] {
	const width = xs.length - 1;
	const owner = Array.from({ length: width * (ys.length - 1) }, (_, cell) => cell);
	const find = (cell: number): number => {
		const above = owner[cell] ?? cell;
		return above === cell ? cell : find(above);
	};
	const join = (a: number, b: number) => {
		const [first, second] = [find(a), find(b)];
		owner[Math.max(first, second)] = Math.min(first, second);
	};
	for (const [row, top] of ys.slice(0, -1).entries()) {
		const bottom = ys[row + 1] ?? top;
		for (const [column, left] of xs.slice(0, -1).entries()) {
			const right = xs[column + 1] ?? left;
			const cell = row * width + column;
			const isOpen = column + 1 < width && !hasBorder(vertical, right, top, bottom);
			const isApart =
				isTextApart(texts.get(cell), texts.get(cell + 1), right) && !crossed(right, top, bottom);
			if (isOpen && !isApart) join(cell, cell + 1);
			if (row + 2 < ys.length && !hasBorder(horizontal, bottom, left, right)) {
				join(cell, cell + width);
			}
		}
	}
	return owner.map((_, cell) => find(cell));
}

/** Columns without a line between them are this far apart, in points. */
const MIN_GUTTER = 7;

/** Stretches that pieces of text leave free between them, across all of their heights. */
function guttersOf(items: readonly PlacedText[]): number[] {
	const gutters: number[] = [];
	let reached: number | undefined;
	for (const { x, width } of items.toSorted((a, b) => a.x - b.x)) {
		if (reached !== undefined && x - reached >= MIN_GUTTER) gutters.push((x + reached) / 2);
		reached = Math.max(reached ?? x, x + width);
	}
	return gutters;
}

/** Borders of columns that no line divides: most rows have text on both sides of an empty stretch. */
function withHiddenColumns(grid: Grid, items: readonly TextItem[]): Grid {
	const rowOf = (item: PlacedText) => intervalOf(grid.ys, item.y + item.height / 2) ?? -1;
	const hidden = grid.xs.slice(0, -1).flatMap((left, column) => {
		const right = grid.xs[column + 1] ?? left;
		const inside = items.filter(({ x, width }) => x + width / 2 > left && x + width / 2 < right);
		const filled = new Set(inside.map(rowOf));
		return guttersOf(inside).filter((gutter) => {
			const before = new Set(inside.filter(({ x }) => x < gutter).map(rowOf));
			const after = new Set(inside.filter(({ x }) => x > gutter).map(rowOf));
			const both = [...before].filter((row) => after.has(row)).length;
			return both >= Math.max(2, filled.size * 0.6);
		});
	});
	return { ...grid, xs: [...grid.xs, ...hidden].toSorted((a, b) => a - b) };
}

/** Items that cross a border between columns come in their words. */
function piecesOf(item: TextItem, xs: readonly number[]): PlacedText[] {
	const crosses = xs.some((x) => x > item.x + SAME_PLACE && x < item.x + item.width - SAME_PLACE);
	return crosses ? wordsOf(item) : [item];
}

function textsByCell(items: readonly TextItem[], { xs, ys }: Grid): Map<number, PlacedText[]> {
	const cells = new Map<number, PlacedText[]>();
	for (const piece of items.flatMap((item) => piecesOf(item, xs))) {
		const row = intervalOf(ys, piece.y + piece.height / 2);
		const column = intervalOf(xs, piece.x + piece.width / 2);
		if (row === undefined || column === undefined) continue;
		const cell = row * (xs.length - 1) + column;
		const inCell = cells.get(cell);
		if (inCell) inCell.push(piece);
		else cells.set(cell, [piece]);
	}
	return cells;
}

/**
 * Rows that only columns divide, with a line of text for each: they are told by cells that all have
 * as many lines.
 */
function splitLines(row: ReadonlyArray<readonly string[]>): string[][] {
	const counts = new Set(row.filter((lines) => lines.length > 0).map((lines) => lines.length));
	const [count = 0] = counts;
	const filled = row.filter((lines) => lines.length > 0).length;
	if (counts.size !== 1 || count < MIN_ALIGNED_ROWS || filled < 2) {
		return [row.map((lines) => lines.join(' '))];
	}
	return Array.from({ length: count }, (_, at) => row.map((lines) => lines[at] ?? ''));
}

function rowsOf(grid: Grid, items: readonly TextItem[]): string[][] {
	const texts = textsByCell(items, grid);
	const crossed = (x: number, top: number, bottom: number) =>
		items.some(
			(item) =>
				item.x < x - SAME_PLACE &&
				item.x + item.width > x + SAME_PLACE &&
				item.y + item.height / 2 > top &&
				item.y + item.height / 2 < bottom,
		);
	const spans = spansOf(grid, texts, crossed);
	const cells = new Map<number, PlacedText[]>();
	for (const [cell, inCell] of texts) {
		const span = spans[cell] ?? cell;
		cells.set(span, [...(cells.get(span) ?? []), ...inCell]);
	}
	const width = grid.xs.length - 1;
	const rows = grid.ys.slice(0, -1).flatMap((_, row) => {
		const lines = Array.from({ length: width }, (_unused, column) => {
			const cell = row * width + column;
			return spans[cell] === cell ? linesOf(cells.get(cell) ?? []).map(textOf) : [];
		});
		return splitLines(lines);
	});
	const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
		rows.some((row) => row[column] !== ''),
	);
	return rows
		.filter((row) => row.some((cell) => cell !== ''))
		.map((row) => columns.map((column) => row[column] ?? ''));
}

/** Rows and columns enough, most of them filled: frames around prose and drawings are no tables. */
function isTable(rows: readonly string[][]): boolean {
	const width = rows[0]?.length ?? 0;
	if (width < 2 || rows.length < 2) return false;
	const filled = rows.map((row) => row.filter((cell) => cell !== '').length);
	return filled.filter((count) => count >= 2).length >= Math.max(2, rows.length / 2);
}

/**
 * Finds tables whose cells are drawn with lines or coloured areas, cells that span several rows or
 * columns among them. Tables without lines are the layout engine's.
 */
export function findRuledTables(items: readonly TextItem[], edges: readonly Edge[]): PageTable[] {
	if (edges.length > MAX_EDGES) return [];
	return findGrids(edges).flatMap((grid) => {
		const [x = 0, y = 0] = [grid.xs[0], grid.ys[0]];
		const box = {
			x,
			y,
			width: (grid.xs.at(-1) ?? x) - x,
			height: (grid.ys.at(-1) ?? y) - y,
		};
		const inside = items.filter((item) => isInside(item, box));
		const rows = rowsOf(withHiddenColumns(grid, inside), inside);
		return isTable(rows) ? [{ box, rows, items: new Set(inside) }] : [];
	});
}
