import { type Box, type Edge, unionOf } from './page.ts';

/** Edges this close to each other, in points, are one. */
export const SAME_PLACE = 3.5;
/** A cell has a border where an edge runs along this share of it. */
const MIN_BORDER_SHARE = 0.6;
/** Places that edges share, in order. */
function placesOf(places: readonly number[]): number[] {
	const groups: number[][] = [];
	for (const place of places.toSorted((a, b) => a - b)) {
		const group = groups.at(-1);
		if (group && place - (group[0] ?? 0) <= SAME_PLACE) group.push(place);
		else groups.push([place]);
	}
	return groups.map((group) => group.reduce((sum, place) => sum + place, 0) / group.length);
}

function touches(a: Edge, b: Edge): boolean {
	if (a.isHorizontal === b.isHorizontal) {
		return (
			Math.abs(a.at - b.at) <= SAME_PLACE &&
			a.from <= b.to + SAME_PLACE &&
			b.from <= a.to + SAME_PLACE
		);
	}
	return (
		a.at >= b.from - SAME_PLACE &&
		a.at <= b.to + SAME_PLACE &&
		b.at >= a.from - SAME_PLACE &&
		b.at <= a.to + SAME_PLACE
	);
}

/** Edges that hang together, each group by itself. */
function connectedEdges(edges: readonly Edge[]): Edge[][] {
	const groups: Edge[][] = [];
	let waiting = edges;
	while (waiting.length > 0) {
		const group = waiting.slice(0, 1);
		waiting = waiting.slice(1);
		for (const edge of group) {
			const apart: Edge[] = [];
			for (const other of waiting) (touches(edge, other) ? group : apart).push(other);
			waiting = apart;
		}
		groups.push(group);
	}
	return groups;
}

/** Striped rows this close to each other, in points, have a row without a stripe between them. */
const MAX_STRIPE_GAP = 24;

function extentOf(edges: readonly Edge[]): Box {
	return unionOf(
		edges.map(({ isHorizontal, at, from, to }) =>
			isHorizontal
				? { x: from, y: at, width: to - from, height: 0 }
				: { x: at, y: from, width: 0, height: to - from },
		),
	);
}

/** Puts together what only stripes draw: groups as wide as each other, one right below the other. */
function joinStripes(groups: ReadonlyArray<readonly Edge[]>): Edge[][] {
	const joined: Array<{ edges: Edge[]; extent: Box }> = [];
	const placed = groups.map((edges) => ({ edges: [...edges], extent: extentOf(edges) }));
	for (const group of placed.toSorted((a, b) => a.extent.y - b.extent.y)) {
		const { extent } = group;
		const above = joined.find(
			(other) =>
				Math.abs(other.extent.x - extent.x) <= SAME_PLACE &&
				Math.abs(other.extent.width - extent.width) <= SAME_PLACE * 2 &&
				extent.y - (other.extent.y + other.extent.height) <= MAX_STRIPE_GAP,
		);
		if (above) {
			above.edges.push(...group.edges);
			above.extent = unionOf([above.extent, extent]);
		} else joined.push(group);
	}
	return joined.map(({ edges }) => edges);
}

/** Whether edges at a place run along most of a stretch. */
export function hasBorder(edges: readonly Edge[], at: number, from: number, to: number): boolean {
	const covering = edges
		.filter((edge) => Math.abs(edge.at - at) <= SAME_PLACE)
		.toSorted((a, b) => a.from - b.from);
	let covered = 0;
	let reached = from;
	for (const edge of covering) {
		const end = Math.min(edge.to, to);
		const start = Math.max(edge.from, reached);
		if (end > start) covered += end - start;
		reached = Math.max(reached, end);
	}
	return covered >= (to - from) * MIN_BORDER_SHARE;
}

/** The borders of rows and columns that a group of edges draws. */
export interface Grid {
	xs: number[];
	ys: number[];
	horizontal: Edge[];
	vertical: Edge[];
}

function withEnds(places: readonly number[], ends: readonly number[]): number[] {
	const outside = ends.filter((end) =>
		places.every((place) => Math.abs(place - end) > SAME_PLACE * 2),
	);
	return placesOf([...places, ...outside]);
}

function gridOf(edges: readonly Edge[]): Grid | undefined {
	const horizontal = edges.filter((edge) => edge.isHorizontal);
	const vertical = edges.filter((edge) => !edge.isHorizontal);
	if (horizontal.length < 2 || vertical.length === 0) return undefined;
	const xs = placesOf(vertical.map(({ at }) => at));
	const ys = placesOf(horizontal.map(({ at }) => at));
	const ends = (list: readonly Edge[]) => [
		Math.min(...list.map(({ from }) => from)),
		Math.max(...list.map(({ to }) => to)),
	];
	const grid = {
		xs: withEnds(xs, ends(horizontal)),
		ys: withEnds(ys, ends(vertical)),
		horizontal,
		vertical,
	};
	return grid.xs.length >= 3 && grid.ys.length >= 3 ? grid : undefined;
}

/** The grids that a page's edges draw, each of connected lines or of stripes below each other. */
export function findGrids(edges: readonly Edge[]): Grid[] {
	return joinStripes(connectedEdges(edges)).flatMap((group) => gridOf(group) ?? []);
}

/** The last place that is not behind a point: the row or column it is in. */
export function intervalOf(places: readonly number[], point: number): number | undefined {
	const next = places.findIndex((place) => place > point);
	return next <= 0 ? undefined : next - 1;
}
