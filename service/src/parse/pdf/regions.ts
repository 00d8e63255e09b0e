import type { TextItem } from '@llamaindex/liteparse';
import { linesOf, textOf, unionOf, type Box, type Line } from './page.ts';

/** Columns are at least this far apart, in points: LaTeX sets 10. Few lines run over their end. */
const MIN_GUTTER = 8;
const MAX_OVERFULL_SHARE = 0.1;
/** What stands this close to the upper or lower end of a page, by its height, is above and below columns. */
const MARGIN_SHARE = 0.08;
/** So many pieces of text begin where a column does. */
const MIN_STARTS = 6;
/** Places at which columns may begin, the most frequent ones: pages of maps have thousands. */
const MAX_STARTS = 16;
/** Columns are at least this high, in points: the lines of a column in the smallest print. */
const MIN_HEIGHT = 30;
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

/** Two columns of text beside each other, and what stands above and below. */
interface Split {
	above: TextItem[];
	left: TextItem[];
	right: TextItem[];
	below: TextItem[];
	height: number;
}

const endOf = ({ x, width }: Box): number => x + width;
const lowerEndOf = ({ y, height }: Box): number => y + height;
const middleOf = ({ y, height }: Box): number => y + height / 2;

/** Where columns may begin: places, but for the leftmost, at which many pieces begin. */
function columnStarts(items: readonly TextItem[]): number[] {
	const places: Array<{ at: number; count: number }> = [];
	for (const { x } of items.toSorted((a, b) => a.x - b.x)) {
		const place = places.at(-1);
		if (place && x - place.at <= SAME_EDGE) place.count += 1;
		else places.push({ at: x, count: 1 });
	}
	return places
		.filter(({ count }) => count >= MIN_STARTS)
		.slice(1)
		.toSorted((a, b) => b.count - a.count)
		.slice(0, MAX_STARTS)
		.map(({ at }) => at);
}

function isProse(line: Line, width: number): boolean {
	const words = textOf(line).match(WORD)?.length ?? 0;
	return line.box.width >= width * MIN_FULL_SHARE && words >= MIN_WORDS;
}

/** Whether pieces are a column of text, and not one of a table. */
function isColumn(items: readonly TextItem[], textWidth: number): boolean {
	if (items.length < MIN_LINES) return false;
	const { width } = unionOf(items);
	const lines = linesOf(items);
	const prose = lines.filter((line) => isProse(line, width)).length;
	return (
		width >= textWidth * MIN_COLUMN_SHARE &&
		lines.length >= MIN_LINES &&
		prose >= lines.length * MIN_PROSE_SHARE
	);
}

/** Whether hardly a piece reaches into the gutter. */
function isApart(items: readonly TextItem[], start: number): boolean {
	const overfull = items.filter((item) => endOf(item) > start - MIN_GUTTER).length;
	return overfull <= items.length * MAX_OVERFULL_SHARE;
}

/** The largest stretch of a page, from top to bottom, in which a gutter divides two columns of text. */
function splitAt(
	items: readonly TextItem[],
	start: number,
	{ from, to }: { from: number; to: number },
): Split | undefined {
	const textWidth = unionOf(items).width;
	const isLeft = (item: TextItem) => endOf(item) <= start - SAME_EDGE;
	const isRight = ({ x }: TextItem) => x >= start - SAME_EDGE;
	const crossing = items
		.filter((item) => !isLeft(item) && !isRight(item))
		.toSorted((a, b) => a.y - b.y);
	const tops = [from, ...crossing.map(lowerEndOf)];
	const bottoms = [...crossing.map(({ y }) => y), to];
	const stretches = tops.flatMap((top, at): Split[] => {
		const bottom = Math.min(bottoms[at] ?? to, to);
		if (bottom - top < MIN_HEIGHT) return [];
		const inside = items.filter((item) => middleOf(item) > top && middleOf(item) < bottom);
		const [left, right] = [inside.filter(isLeft), inside.filter(isRight)];
		if (!isColumn(left, textWidth) || !isColumn(right, textWidth)) return [];
		if (!isApart(left, start)) return [];
		return [
			{
				above: items.filter((item) => middleOf(item) <= top),
				left,
				right,
				below: items.filter((item) => middleOf(item) >= bottom),
				height: unionOf(inside).height,
			},
		];
	});
	return stretches.toSorted((a, b) => b.height - a.height)[0];
}

/**
 * Divides a page into the parts that are read one after the other: columns of text beside each other
 * come apart, from left to right, with what stands above before them and what stands below after them.
 */
export function readingRegions(items: readonly TextItem[], pageHeight: number): TextItem[][] {
	const ends = { from: pageHeight * MARGIN_SHARE, to: pageHeight * (1 - MARGIN_SHARE) };
	const [best] = columnStarts(items)
		.flatMap((start) => splitAt(items, start, ends) ?? [])
		.toSorted((a, b) => b.height - a.height);
	if (!best) return [[...items]];
	return [best.above, best.left, best.right, best.below]
		.filter(({ length }) => length > 0)
		.flatMap((part) => readingRegions(part, pageHeight));
}
