import type { TextItem } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import {
	type Box,
	type Edge,
	endOf,
	isInside,
	linesOf,
	middleOf,
	type PlacedText,
	type ReadPart,
	runsOf,
	textOf,
	unionOf,
	wordsOf,
} from './page.ts';

/** Edges this close to each other, in points, are one. */
const SAME_PLACE = 3.5;
/** More edges than any table has: drawings, which are not searched for tables. */
const MAX_EDGES = 4000;
/** Striped rows this close to each other, in points, have a row without a stripe between them. */
const MAX_STRIPE_GAP = 24;
/** A cell has a border where an edge runs along this share of it. */
const MIN_BORDER_SHARE = 0.6;
/** Columns without a line between them are this far apart, in points, in most of the rows. */
const MIN_GUTTER = 7;
const MIN_DIVIDED_SHARE = 0.6;

/** The borders of rows and columns that a group of edges draws. */
interface Grid {
	xs: number[];
	ys: number[];
	edges: readonly Edge[];
}

const boxOf = ({ isHorizontal, at, from, to }: Edge): Box =>
	isHorizontal
		? { x: from, y: at, width: to - from, height: 0 }
		: { x: at, y: from, width: 0, height: to - from };

const isNear = (a: Box, b: Box): boolean =>
	a.x <= endOf(b) + SAME_PLACE &&
	b.x <= endOf(a) + SAME_PLACE &&
	a.y <= b.y + b.height + SAME_PLACE &&
	b.y <= a.y + a.height + SAME_PLACE;

/** Edges that hang together, each group by itself. */
function connectedEdges(edges: readonly Edge[]): Edge[][] {
	const groups: Edge[][] = [];
	let waiting = edges.map((edge) => ({ edge, box: boxOf(edge) }));
	while (waiting.length > 0) {
		const group = waiting.slice(0, 1);
		waiting = waiting.slice(1);
		for (const { box } of group) {
			const apart: typeof waiting = [];
			for (const other of waiting) (isNear(box, other.box) ? group : apart).push(other);
			waiting = apart;
		}
		groups.push(group.map(({ edge }) => edge));
	}
	return groups;
}

/** Puts together what only stripes draw: groups as wide as each other, one right below the other. */
function joinStripes(groups: readonly Edge[][]): Edge[][] {
	const joined: Array<{ edges: Edge[]; box: Box }> = [];
	const placed = groups.map((edges) => ({ edges, box: unionOf(edges.map(boxOf)) }));
	for (const { edges, box } of placed.toSorted((a, b) => a.box.y - b.box.y)) {
		const above = joined.find(
			(other) =>
				Math.abs(other.box.x - box.x) <= SAME_PLACE &&
				Math.abs(other.box.width - box.width) <= SAME_PLACE * 2 &&
				box.y - (other.box.y + other.box.height) <= MAX_STRIPE_GAP,
		);
		if (above) {
			above.edges.push(...edges);
			above.box = unionOf([above.box, box]);
		} else joined.push({ edges: [...edges], box });
	}
	return joined.map(({ edges }) => edges);
}

/** Places close to each other as one, in order. */
function placesOf(places: readonly number[]): number[] {
	const sorted = places.toSorted((a, b) => a - b);
	return runsOf(sorted, ([first], place) => place - first <= SAME_PLACE).map(
		(run) => run.reduce((sum, place) => sum + place, 0) / run.length,
	);
}

/** The grid of a group of edges; rows and columns at its ends may lack a line of their own. */
function gridOf(edges: readonly Edge[]): Grid[] {
	const horizontal = edges.filter(({ isHorizontal }) => isHorizontal);
	const vertical = edges.filter(({ isHorizontal }) => !isHorizontal);
	if (horizontal.length < 2 || vertical.length === 0) return [];
	const bordersOf = (borders: readonly Edge[], crossing: readonly Edge[]): number[] => {
		const places = placesOf(borders.map(({ at }) => at));
		const { x, y, width, height } = unionOf(crossing.map(boxOf));
		const ends = borders === vertical ? [x, x + width] : [y, y + height];
		const open = ends.filter((end) =>
			places.every((place) => Math.abs(place - end) > SAME_PLACE * 2),
		);
		return placesOf([...places, ...open]);
	};
	const grid = { xs: bordersOf(vertical, horizontal), ys: bordersOf(horizontal, vertical), edges };
	return grid.xs.length >= 3 && grid.ys.length >= 3 ? [grid] : [];
}

/** The row or column that a point is in, by the places of their borders. */
function intervalOf(places: readonly number[], point: number): number | undefined {
	const next = places.findIndex((place) => place > point);
	return next <= 0 ? undefined : next - 1;
}

/** Adds borders of columns that no line divides: most rows have text on both sides of an empty stretch. */
function withHiddenColumns(grid: Grid, items: readonly TextItem[]): Grid {
	const rowOf = (item: PlacedText) => intervalOf(grid.ys, middleOf(item));
	const hidden = grid.xs.slice(0, -1).flatMap((left, column) => {
		const right = grid.xs[column + 1] ?? left;
		const inside = items
			.filter((item) => intervalOf([left, right], item.x + item.width / 2) === 0)
			.toSorted((a, b) => a.x - b.x);
		const filled = new Set(inside.map(rowOf)).size;
		let reached = Infinity;
		return inside.flatMap((item, at) => {
			const gutter = item.x - reached >= MIN_GUTTER ? (item.x + reached) / 2 : undefined;
			reached = Math.max(at === 0 ? item.x : reached, endOf(item));
			if (gutter === undefined) return [];
			const before = new Set(inside.slice(0, at).map(rowOf));
			const after = new Set(inside.slice(at).map(rowOf));
			const both = [...before].filter((row) => after.has(row)).length;
			return both >= Math.max(2, filled * MIN_DIVIDED_SHARE) ? [gutter] : [];
		});
	});
	return { ...grid, xs: [...grid.xs, ...hidden].toSorted((a, b) => a - b) };
}

/** Whether edges at a place, sorted by where they begin, run along most of a stretch. */
function hasBorder(edges: readonly Edge[], at: number, from: number, to: number): boolean {
	let covered = 0;
	let reached = from;
	for (const edge of edges) {
		if (Math.abs(edge.at - at) > SAME_PLACE) continue;
		const end = Math.min(edge.to, to);
		covered += Math.max(0, end - Math.max(edge.from, reached));
		reached = Math.max(reached, end);
	}
	return covered >= (to - from) * MIN_BORDER_SHARE;
}

/** Text by row and column of a grid; cells without a border between them are the first of them. */
function cellsOf({ xs, ys, edges }: Grid, items: readonly TextItem[]): PlacedText[][][] {
	const empty = () => ys.slice(1).map(() => xs.slice(1).map((): PlacedText[] => []));
	const crosses = ({ x: from, width }: Box, x: number) =>
		from < x - SAME_PLACE && from + width > x + SAME_PLACE;
	const single = empty();
	// Items that cross a border between columns come in their words.
	for (const piece of items.flatMap((item) =>
		xs.some((x) => crosses(item, x)) ? wordsOf(item) : [item],
	)) {
		const row = intervalOf(ys, middleOf(piece)) ?? -1;
		single[row]?.[intervalOf(xs, piece.x + piece.width / 2) ?? -1]?.push(piece);
	}
	const sorted = edges.toSorted((a, b) => a.from - b.from);
	const horizontal = sorted.filter(({ isHorizontal }) => isHorizontal);
	const vertical = sorted.filter(({ isHorizontal }) => !isHorizontal);
	/** Whether the text on both sides of a border stays on its side: two cells without a line. */
	const isApart = (row: number, column: number): boolean => {
		const [left = [], right = []] = [single[row]?.[column - 1], single[row]?.[column]];
		const x = xs[column] ?? 0;
		const isAcross = (item: TextItem) => crosses(item, x) && intervalOf(ys, middleOf(item)) === row;
		if (left.length === 0 || right.length === 0 || items.some(isAcross)) return false;
		return ![...left, ...right].some((piece) => crosses(piece, x));
	};
	const isOpenLeft = (row: number, column: number) =>
		!hasBorder(vertical, xs[column] ?? 0, ys[row] ?? 0, ys[row + 1] ?? 0) && !isApart(row, column);
	const isOpenAbove = (row: number, column: number) =>
		!hasBorder(horizontal, ys[row] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0);
	const cells = empty();
	for (const [row, inRow] of single.entries()) {
		for (const [column, texts] of inRow.entries()) {
			if (texts.length === 0) continue;
			let [top, left] = [row, column];
			while (top > 0 && isOpenAbove(top, left)) top -= 1;
			while (left > 0 && isOpenLeft(top, left)) left -= 1;
			cells[top]?.[left]?.push(...texts);
		}
	}
	return cells;
}

/** Rows and columns enough that are filled: frames around prose and drawings are no tables. */
const isTable = (rows: readonly string[][]): boolean =>
	rows.filter((row) => row.filter(Boolean).length >= 2).length >= 2;

/**
 * Finds tables whose cells are drawn with lines or coloured areas, cells that span several rows or
 * columns among them. Tables without lines are the layout engine's.
 */
export function findRuledTables(items: readonly TextItem[], edges: readonly Edge[]): ReadPart[] {
	if (edges.length > MAX_EDGES) return [];
	const grids = joinStripes(connectedEdges(edges)).flatMap(gridOf);
	return grids.flatMap((grid) => {
		const box = unionOf(grid.edges.map(boxOf));
		const inside = items.filter((item) => isInside(item, box));
		const cells = cellsOf(withHiddenColumns(grid, inside), inside);
		const texts = cells.map((row) => row.map((cell) => linesOf(cell).map(textOf).join(' ')));
		const filled = texts[0]?.map((_, column) => texts.some((row) => row[column] !== '')) ?? [];
		const rows = texts
			.filter((row) => row.some(Boolean))
			.map((row) => row.filter((_, column) => filled[column]));
		if (!isTable(rows)) return [];
		const markdown = gfmTable(rows.map((row) => row.map(gfmCell)));
		return [{ box, items: new Set(inside), markdown }];
	});
}
