import type { TextItem } from '@llamaindex/liteparse';
import {
	bottomOf,
	type Box,
	type Edge,
	endOf,
	linesOf,
	middleOf,
	runsOf,
	SAME_BASE_LINE,
	textOf,
	unionOf,
} from './page.ts';

/** Positions where columns may begin, the most frequent first: pages with maps have thousands. */
const MAX_STARTS = 16;
/** Pieces whose left edges are this close to each other, in points, are aligned. */
const SAME_EDGE = 1.5;
/** A column has at least this many lines … */
const MIN_LINES = 6;
/** … this share of them prose: at least this many words, and nearly as long as the column is wide. */
const MIN_PROSE_SHARE = 0.4;
const MIN_WORDS = 4;
const WORD = /\p{L}{2,}/gu;
const MIN_FULL_SHARE = 0.7;
/** Lines further apart than this many heights belong to different bands of a page. */
const BAND_GAP = 0.8;
/** Minimum distance of blocks beside each other, as a share of the page's width. */
const MIN_BESIDE_GAP = 0.08;

/** Two columns of text beside each other, with what is above and below: four parts of a page. */
interface Split {
	parts: TextItem[][];
	height: number;
}

/** Where columns may begin: positions, except the leftmost, at which many pieces begin. */
function columnStarts(items: readonly TextItem[]): number[] {
	const places = items.map(({ x }) => x).toSorted((a, b) => a - b);
	return runsOf(places, ([first], x) => x - first <= SAME_EDGE)
		.slice(1)
		.toSorted((a, b) => b.length - a.length)
		.slice(0, MAX_STARTS)
		.map(([first]) => first);
}

/** Whether pieces form a column of text rather than one of a table. */
function isColumn(items: readonly TextItem[]): boolean {
	const { width } = unionOf(items);
	const lines = linesOf(items);
	const prose = lines.filter(
		(line) =>
			line.box.width >= width * MIN_FULL_SHARE &&
			(textOf(line).match(WORD)?.length ?? 0) >= MIN_WORDS,
	);
	return lines.length >= MIN_LINES && prose.length >= lines.length * MIN_PROSE_SHARE;
}

/** The largest stretch of a page, from top to bottom, in which a gutter divides two columns of text. */
function splitAt(
	items: readonly TextItem[],
	start: number,
	lines: readonly Box[],
): Split | undefined {
	const isLeft = (item: Box) => endOf(item) <= start - SAME_EDGE;
	const isRight = ({ x }: Box) => x >= start - SAME_EDGE;
	const isCrossing = (box: Box) => endOf(box) > start - SAME_EDGE && box.x < start - SAME_EDGE;
	const crossing = [...items, ...lines].filter(isCrossing).toSorted((a, b) => a.y - b.y);
	const tops = [-Infinity, ...crossing.map(bottomOf)];
	const bottoms = [...crossing.map(({ y }) => y), Infinity];
	const stretches = tops.flatMap((top, at): Split[] => {
		const bottom = bottoms[at] ?? Infinity;
		const inside = items.filter((item) => middleOf(item) > top && middleOf(item) < bottom);
		const [left, right] = [inside.filter(isLeft), inside.filter(isRight)];
		if (!isColumn(left) || !isColumn(right)) return [];
		const above = items.filter((item) => middleOf(item) <= top);
		const below = items.filter((item) => middleOf(item) >= bottom);
		return [{ parts: [above, left, right, below], height: unionOf(inside).height }];
	});
	return stretches.toSorted((a, b) => b.height - a.height)[0];
}

/** The two sides of the widest gutter through a band, if their lines are at different heights. */
function sidesOf(band: readonly TextItem[], pageWidth: number): TextItem[][] | undefined {
	let end = Infinity;
	let gutter = { from: 0, to: 0 };
	for (const item of band.toSorted((a, b) => a.x - b.x)) {
		if (item.x - end > gutter.to - gutter.from) gutter = { from: end, to: item.x };
		end = Math.max(endOf(item), end === Infinity ? 0 : end);
	}
	if (gutter.to - gutter.from < pageWidth * MIN_BESIDE_GAP) return undefined;
	const left = band.filter(({ x }) => x < gutter.to);
	const right = band.filter(({ x }) => x >= gutter.to);
	const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
	const matched = fewer.filter((item) =>
		more.some((other) => Math.abs(bottomOf(item) - bottomOf(other)) <= SAME_BASE_LINE),
	);
	return matched.length * 2 < fewer.length ? [left, right] : undefined;
}

/** Blocks beside each other, such as an address and references, one after the other. */
export function blocksBeside(items: readonly TextItem[], pageWidth: number): TextItem[][] {
	const lines = linesOf(items.filter(({ text }) => text.trim() !== ''));
	const bands = runsOf(lines, (band, { box }) => {
		const above = band.at(-1) ?? band[0];
		const bottom = Math.max(...band.map((line) => bottomOf(line.box)));
		return box.y - bottom <= Math.min(box.height, above.box.height) * BAND_GAP;
	}).map((band) => {
		const own = band.flatMap((line) => line.items);
		return { own, sides: sidesOf(own, pageWidth) };
	});
	// Tables and paragraphs continue below a gap, and so do blocks beside each other.
	return runsOf(bands, ([first], band) => !first.sides === !band.sides).flatMap((run) =>
		run[0].sides
			? [0, 1].map((side) => run.flatMap(({ sides }) => sides?.[side] ?? []))
			: [run.flatMap(({ own }) => own)],
	);
}

/**
 * Divides a page into parts that are read one after the other. Columns of text beside each other are
 * separated, from left to right; what is above comes before them and what is below after them.
 * Lines of a table run through all of its columns.
 * On its own, the engine first divides pages at blank lines, and mixes columns where one continues past them.
 */
export function readingRegions(items: readonly TextItem[], edges: readonly Edge[]): TextItem[][] {
	const lines = edges
		.filter(({ isHorizontal }) => isHorizontal)
		.map(({ at, from, to }) => ({ x: from, y: at, width: to - from, height: 0 }));
	const [best] = columnStarts(items)
		.flatMap((start) => splitAt(items, start, lines) ?? [])
		.toSorted((a, b) => b.height - a.height);
	if (!best) return [[...items]];
	return best.parts
		.filter(({ length }) => length > 0)
		.flatMap((part) => readingRegions(part, edges));
}
