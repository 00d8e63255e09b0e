import type { TextItem } from '@llamaindex/liteparse';
import {
	bottomOf,
	endOf,
	type Line,
	linesOf,
	middleOf,
	runsOf,
	sizeOf,
	textOf,
	unionOf,
} from './page.ts';

/** What stands this close to the upper or lower end of a page, by its height, is above and below columns. */
const MARGIN_SHARE = 0.08;
/** Places at which columns may begin, the most frequent ones: pages of maps have thousands. */
const MAX_STARTS = 16;
/** Pieces that begin this close to each other, in points, begin at one place. */
const SAME_EDGE = 1.5;
/** A column has so many lines … */
const MIN_LINES = 6;
/** … this share of them prose: of so many words, and nearly as long as the column is wide. */
const MIN_PROSE_SHARE = 0.4;
const MIN_WORDS = 4;
const WORD = /\p{L}{2,}/gu;
const MIN_FULL_SHARE = 0.7;
/** Columns narrower than this share of the text are those of a table. */
const MIN_COLUMN_SHARE = 0.15;

/** Two columns of text beside each other, with what stands above and below: four parts of a page. */
interface Split {
	parts: TextItem[][];
	height: number;
}

const wordCount = (line: Pick<Line, 'items'>): number => textOf(line).match(WORD)?.length ?? 0;

/** Where columns may begin: places, but for the leftmost, at which many pieces begin. */
function columnStarts(items: readonly TextItem[]): number[] {
	const places = items.map(({ x }) => x).toSorted((a, b) => a - b);
	return runsOf(places, ([first], x) => x - first <= SAME_EDGE)
		.filter(({ length }) => length >= MIN_LINES)
		.slice(1)
		.toSorted((a, b) => b.length - a.length)
		.slice(0, MAX_STARTS)
		.map(([first]) => first);
}

/** Whether pieces are a column of text, and not one of a table. */
function isColumn(items: readonly TextItem[], textWidth: number): boolean {
	if (items.length < MIN_LINES) return false;
	const { width } = unionOf(items);
	const lines = linesOf(items);
	const prose = lines.filter(
		(line) => line.box.width >= width * MIN_FULL_SHARE && wordCount(line) >= MIN_WORDS,
	);
	return (
		width >= textWidth * MIN_COLUMN_SHARE &&
		lines.length >= MIN_LINES &&
		prose.length >= lines.length * MIN_PROSE_SHARE
	);
}

/** The largest stretch of a page, from top to bottom, in which a gutter divides two columns of text. */
function splitAt(items: readonly TextItem[], start: number, pageHeight: number): Split | undefined {
	const [from, to] = [pageHeight * MARGIN_SHARE, pageHeight * (1 - MARGIN_SHARE)];
	const textWidth = unionOf(items).width;
	const isLeft = (item: TextItem) => endOf(item) <= start - SAME_EDGE;
	const isRight = ({ x }: TextItem) => x >= start - SAME_EDGE;
	const crossing = items
		.filter((item) => !isLeft(item) && !isRight(item))
		.toSorted((a, b) => a.y - b.y);
	const tops = [from, ...crossing.map(bottomOf)];
	const bottoms = [...crossing.map(({ y }) => y), to];
	const stretches = tops.flatMap((top, at): Split[] => {
		const bottom = Math.min(bottoms[at] ?? to, to);
		if (bottom <= top) return [];
		const inside = items.filter((item) => middleOf(item) > top && middleOf(item) < bottom);
		const [left, right] = [inside.filter(isLeft), inside.filter(isRight)];
		if (!isColumn(left, textWidth) || !isColumn(right, textWidth)) return [];
		const above = items.filter((item) => middleOf(item) <= top);
		const below = items.filter((item) => middleOf(item) >= bottom);
		return [{ parts: [above, left, right, below], height: unionOf(inside).height }];
	});
	return stretches.toSorted((a, b) => b.height - a.height)[0];
}

/** Lines further apart than this many heights belong to different bands of a page. */
const BAND_GAP = 0.8;
/** Blocks beside each other are this far apart, by the width of the page. */
const MIN_BESIDE_GAP = 0.08;
/** Print larger than that beside it by this factor stands for itself. */
const LARGER = 1.3;
/** Base lines of one row are this close, in points. */
const SAME_BASE_LINE = 2;

/** Whether what stands on two sides of a gutter are blocks of their own: their lines are at other heights, or in other print. */
function areApart(left: readonly TextItem[], right: readonly TextItem[]): boolean {
	const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
	const matched = fewer.filter((item) =>
		more.some((other) => Math.abs(bottomOf(item) - bottomOf(other)) <= SAME_BASE_LINE),
	);
	const [largest, other] = [left, right].map((side) => Math.max(...side.map(sizeOf)));
	const [smaller = 0, larger = 0] = [largest ?? 0, other ?? 0].toSorted((a, b) => a - b);
	return (
		matched.length * 2 < fewer.length || (larger >= smaller * LARGER && linesOf(more).length > 1)
	);
}

/** What stands on both sides of a gutter, which reaches from `from` to `to`. */
interface Sides {
	left: TextItem[];
	right: TextItem[];
	from: number;
	to: number;
}

/** The two sides of the widest gutter that runs through a band of a page, where they are blocks of their own. */
function sidesOf(band: readonly TextItem[], pageWidth: number): Sides | undefined {
	const gutters: Array<{ from: number; to: number }> = [];
	const sorted = band.toSorted((a, b) => a.x - b.x);
	let reached = sorted[0] ? endOf(sorted[0]) : 0;
	for (const item of sorted) {
		if (item.x > reached) gutters.push({ from: reached, to: item.x });
		reached = Math.max(reached, endOf(item));
	}
	const [widest] = gutters.toSorted((a, b) => b.to - b.from - (a.to - a.from));
	if (!widest || widest.to - widest.from < pageWidth * MIN_BESIDE_GAP) return undefined;
	const left = band.filter(({ x }) => x < widest.to);
	const right = band.filter(({ x }) => x >= widest.to);
	return areApart(left, right) ? { ...widest, left, right } : undefined;
}

/** Blocks beside each other, such as an address and references, one after the other. */
export function blocksBeside(items: readonly TextItem[], pageWidth: number): TextItem[][] {
	const lines = linesOf(items.filter(({ text }) => text.trim() !== ''));
	const bands = runsOf(lines, (band, { box }) => {
		const above = unionOf(band.map((line) => line.box));
		const height = Math.min(box.height, (band.at(-1) ?? band[0]).box.height);
		return box.y - bottomOf(above) <= height * BAND_GAP;
	});
	const parts: TextItem[][] = [];
	let open: TextItem[] | undefined;
	let beside: Sides | undefined;
	for (const band of bands) {
		const own = band.flatMap((line) => line.items);
		const sides = sidesOf(own, pageWidth);
		if (sides && beside && sides.from < beside.to && sides.to > beside.from) {
			// The same blocks go on below a gap.
			beside.left.push(...sides.left);
			beside.right.push(...sides.right);
			beside.from = Math.max(beside.from, sides.from);
			beside.to = Math.min(beside.to, sides.to);
		} else if (sides) {
			beside = sides;
			open = undefined;
			parts.push(sides.left, sides.right);
		} else if (open) {
			// Bands that nothing divides are read together: tables and paragraphs go on.
			open.push(...own);
		} else {
			open = own;
			beside = undefined;
			parts.push(own);
		}
	}
	return parts;
}

/**
 * Divides a page into the parts that are read one after the other: columns of text beside each other
 * come apart, from left to right, with what stands above before them and what stands below after them.
 * The engine alone divides pages at blank lines first, and mixes columns where one runs through both.
 */
export function readingRegions(items: readonly TextItem[], pageHeight: number): TextItem[][] {
	const [best] = columnStarts(items)
		.flatMap((start) => splitAt(items, start, pageHeight) ?? [])
		.toSorted((a, b) => b.height - a.height);
	if (!best) return [[...items]];
	return best.parts
		.filter(({ length }) => length > 0)
		.flatMap((part) => readingRegions(part, pageHeight));
}
