import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { bottomOf, type Box, endOf, isInside, middleOf, runsOf, sizeOf, unionOf } from './page.ts';

type Shape = NonNullable<ParsedPage['vectorGraphics']>['shapes'][number];

/** How large a mark is, and how far before its text it is, in sizes of the print beside it. */
interface MarkSize {
	least: number;
	most: number;
	gap: number;
}

const BULLET: MarkSize = { least: 0.15, most: 0.75, gap: 2.2 };
const CHECK_BOX: MarkSize = { least: 0.5, most: 1.5, gap: 1.5 };
/** Sides of a mark, and of two marks on one page, that differ by at most this share count as equal. */
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

/** Size of the dot of a radio button, as a share of its circle. */
const DOT_SIZE = { least: 0.3, most: 0.75 };

/**
 * Whether a square with round corners is ticked: straight lines are drawn on it and it is filled with a
 * colour, or it has a dot in its middle, as radio buttons do.
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

/** The check boxes among squares, each once: its border and its inside may be drawn as separate squares. */
function checkBoxes(squares: readonly Shape[], ticks: readonly Shape[]) {
	const shown = squares.filter(
		({ bbox, hasCurve }) => hasCurve && ticks.some((tick) => isSame(tick.bbox.width, bbox.width)),
	);
	const byPlace: Shape[] = [];
	for (const square of shown)
		if (!byPlace.some(({ bbox }) => isInside(square.bbox, bbox))) byPlace.push(square);
	return byPlace.map(({ bbox: box }) => {
		const isTick = ticks.some(({ bbox }) => isInside(bbox, box));
		return { box, mark: isTick ? '[x]' : '[ ]' };
	});
}

/** A mark as a separate piece. */
const markAlone = (box: Box, text: string): TextItem => ({
	...{ x: box.x, y: box.y, width: box.width, height: box.height, text, words: [] },
	...{ fontSize: box.height, fontName: 'Helvetica' },
});

/**
 * An item with a mark before it, such as `[x]`. The mark is a word, for pieces that are divided later, and
 * extends to the next one.
 */
export function withMark(item: TextItem, { x, y, height }: Box, mark: string): TextItem {
	const { words = [] } = item;
	const word = { x, y, height, width: item.x - x - 1, text: mark };
	return {
		...item,
		...{ x, width: endOf(item) - x, text: `${mark} ${item.text}` },
		words: words.length > 0 ? [word, ...words] : [],
	};
}

/** A list mark that touches its text: some programs leave no space between them. */
const TOUCHING_MARK = /^([•◦▪●■‣]|\d{1,2}[.)])(?=\p{L}{2})/u;

/** An item with its mark separated from its text, as the engine needs it. */
const withMarkApart = (item: TextItem): TextItem =>
	TOUCHING_MARK.test(item.text)
		? { ...item, text: item.text.replace(TOUCHING_MARK, '$1 '), words: [] }
		: item;

const NUMBER = /^\(?\d{1,3}[.)]$/u;
/** Texts behind the numbers of a list begin at the same position, within this many points. */
const SAME_START = 2;

/** Where the text of a numbered item begins; undefined for other pieces. */
function numberedStart({ words: [number, text] = [] }: TextItem): number | undefined {
	return NUMBER.test(number?.text.trim() ?? '') ? text?.x : undefined;
}

/**
 * Pieces with the numbers of each list beginning at the same position: in most lists 9 stands further to the
 * right than 10, and the engine takes them for items of two.
 */
export function alignNumbers(items: readonly TextItem[]): TextItem[] {
	const numbered = items
		.flatMap((item) => {
			const start = numberedStart(item);
			return start === undefined ? [] : [{ item, start }];
		})
		.toSorted((a, b) => a.start - b.start);
	const lists = runsOf(numbered, ([first], { start }) => start - first.start <= SAME_START);
	const places = new Map(
		lists.flatMap((list) => {
			const { x } = unionOf(list.map(({ item }) => item));
			return list.map(({ item }) => [item, x] as const);
		}),
	);
	return items.map((item) => {
		const x = places.get(item);
		const [number, ...others] = item.words ?? [];
		if (x === undefined || !number) return item;
		const words = [{ ...number, x, width: endOf(number) - x }, ...others];
		return { ...item, x, width: endOf(item) - x, words };
	});
}

/**
 * Pieces of text with their marks separated, and with marks that are drawn: a bullet for a disc or square,
 * as the engine recognises lists by their marks; `[x]` or `[ ]` for a check box, as browsers print those of
 * forms, which is a separate piece if no text follows it. Empty ones are recognised by a ticked one of the
 * same size: other squares can also precede text.
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
	const boxes = checkBoxes(squares, ticks).filter(
		({ box }) => !items.some((other) => isInside(other, box)),
	);
	const marked = apart.map((item) => {
		const before = boxes.find(({ box }) => isBefore(box, item, CHECK_BOX));
		if (before) return withMark(item, before.box, before.mark);
		const bullet = squares.find(({ bbox }) => isBefore(bbox, item, BULLET));
		return bullet && !/^[•◦▪●■‣]/.test(item.text) ? withMark(item, bullet.bbox, '•') : item;
	});
	const alone = boxes.filter(({ box }) => !apart.some((item) => isBefore(box, item, CHECK_BOX)));
	return [...marked, ...alone.map(({ box, mark }) => markAlone(box, mark))];
}
