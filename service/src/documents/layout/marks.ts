import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { bottomOf, type Box, endOf, isInside, middleOf, sizeOf } from './page.ts';

type Shape = NonNullable<ParsedPage['vectorGraphics']>['shapes'][number];

/** How large a mark is, and how far before its text it stands, in sizes of the print beside it. */
interface MarkSize {
	least: number;
	most: number;
	gap: number;
}

const BULLET: MarkSize = { least: 0.15, most: 0.75, gap: 2.2 };
const CHECK_BOX: MarkSize = { least: 0.5, most: 1.5, gap: 1.5 };
/** Sides of a mark, and of two on one page, that differ by no more than this share are as long. */
const SAME_SIZE = 0.25;
/** Drawings have more shapes than pages with lists or forms. */
const MAX_SQUARES = 500;

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(a, b) * SAME_SIZE;

const isDark = ({ fill, fillColor }: Shape): boolean =>
	fill && fillColor?.toLowerCase() !== 'ffffffff';

function isBefore(box: Box, item: TextItem, { least, most, gap }: MarkSize): boolean {
	const size = sizeOf(item);
	const apart = item.x - endOf(box);
	const isSized = box.width >= size * least && box.width <= size * most;
	const isLevel = middleOf(box) > item.y && middleOf(box) < bottomOf(item);
	return isSized && isLevel && apart > 0 && apart <= size * gap;
}

/** The dot of a radio button is no larger than this share of its circle, and no smaller. */
const DOT_SIZE = { least: 0.3, most: 0.75 };

/**
 * Whether a square with round corners is ticked: lines without curves are drawn on it, no border of it;
 * or a dot in its middle, as in radio buttons.
 */
const isTicked = (square: Shape, shapes: readonly Shape[]): boolean =>
	square.hasCurve &&
	shapes.some((other) => {
		const isInMiddle = isInside(other.bbox, square.bbox) && isInside(square.bbox, other.bbox);
		const size = other.bbox.width / square.bbox.width;
		const isDot = other.hasCurve && isDark(other) && size > DOT_SIZE.least && size < DOT_SIZE.most;
		const isCheck = isDark(square) && other.stroke && !other.fill && !other.hasCurve;
		return isInMiddle && (isCheck || isDot);
	});

/** An item with a mark before it. The mark is a word, for pieces that are divided later, and reaches to the next one. */
function withMark(item: TextItem, { x, y, height }: Box, mark: string): TextItem {
	const { words = [] } = item;
	const word = { x, y, height, width: item.x - x - 1, text: mark };
	return {
		...item,
		...{ x, width: endOf(item) - x, text: `${mark} ${item.text}` },
		words: words.length > 0 ? [word, ...words] : [],
	};
}

/** The mark of a list item that its text touches: some programs leave no space between them. */
const TOUCHING_MARK = /^([•◦▪●■‣]|\d{1,2}[.)])(?=\p{L}{2})/u;

/** An item whose mark stands apart from its text, as the engine needs it. */
const withMarkApart = (item: TextItem): TextItem =>
	TOUCHING_MARK.test(item.text)
		? { ...item, text: item.text.replace(TOUCHING_MARK, '$1 '), words: [] }
		: item;

/**
 * Pieces of text with their marks apart, and with those that are drawn before them: a bullet for a disc or square, as the engine
 * knows lists by their marks; `[x]` or `[ ]` for a check box, as browsers print those of forms. Empty
 * ones are told by one of their size that is ticked: other squares stand before text, too.
 */
export function withMarks(
	items: readonly TextItem[],
	{ vectorGraphics }: Pick<ParsedPage, 'vectorGraphics'>,
): TextItem[] {
	const shapes = vectorGraphics?.shapes ?? [];
	const squares = shapes.filter(({ bbox }) => isSame(bbox.width, bbox.height));
	const apart = items.map(withMarkApart);
	if (squares.length === 0 || squares.length > MAX_SQUARES) return apart;
	const ticks = squares.filter((square) => isTicked(square, shapes));
	return apart.map((item) => {
		const boxes = squares.filter(
			({ bbox, hasCurve }) =>
				hasCurve &&
				ticks.some((tick) => isSame(tick.bbox.width, bbox.width)) &&
				isBefore(bbox, item, CHECK_BOX),
		);
		const box = boxes.find((square) => ticks.includes(square)) ?? boxes[0];
		if (box) {
			const holdsText = items.some((other) => isInside(other, box.bbox));
			return holdsText ? item : withMark(item, box.bbox, ticks.includes(box) ? '[x]' : '[ ]');
		}
		const bullet = squares.find(({ bbox }) => isBefore(bbox, item, BULLET));
		return bullet && !/^[•◦▪●■‣]/.test(item.text) ? withMark(item, bullet.bbox, '•') : item;
	});
}
