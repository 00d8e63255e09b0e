import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { bottomOf, type Box, endOf, isInside, middleOf, sizeOf } from './page.ts';

/** A check box is as large as the print beside it, within these factors. */
const SIZE = { least: 0.5, most: 1.5 };
/** It stands no further before its text than this many sizes of print. */
const MAX_GAP = 1.5;
/** The sides of a check box, and those of two on one page, differ by no more than this share. */
const SAME_SIZE = 0.15;
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(a, b) * SAME_SIZE;

function isBefore(box: Box, item: TextItem): boolean {
	const size = sizeOf(item);
	const gap = item.x - endOf(box);
	const isSized = box.width >= size * SIZE.least && box.width <= size * SIZE.most;
	const isLevel = middleOf(box) > item.y && middleOf(box) < bottomOf(item);
	return isSized && isLevel && gap > 0 && gap <= size * MAX_GAP;
}

type Shape = NonNullable<ParsedPage['vectorGraphics']>['shapes'][number];

/** Whether lines without curves are drawn on a square with round corners: no border of it, but a tick. */
const isTicked = (square: Shape, shapes: readonly Shape[]): boolean =>
	square.fill &&
	square.hasCurve &&
	square.fillColor?.toLowerCase() !== 'ffffffff' &&
	shapes.some(
		({ stroke, fill, hasCurve, bbox }) =>
			stroke && !fill && !hasCurve && isInside(bbox, square.bbox) && isInside(square.bbox, bbox),
	);

/**
 * Pieces of text with `[x]` or `[ ]` where a check box is drawn before them, as browsers print those of
 * forms. Empty ones are told by one that is ticked: other squares stand before text, too.
 */
export function markCheckBoxes(
	items: readonly TextItem[],
	{ vectorGraphics }: Pick<ParsedPage, 'vectorGraphics'>,
): TextItem[] {
	const squares = (vectorGraphics?.shapes ?? []).filter(
		({ bbox, hasCurve }) => hasCurve && isSame(bbox.width, bbox.height),
	);
	// Drawings have more of them than forms.
	if (squares.length > items.length * 4) return [...items];
	const ticks = new Set(squares.filter((square) => isTicked(square, vectorGraphics?.shapes ?? [])));
	if (ticks.size === 0) return [...items];
	return items.map((item) => {
		const own = squares.filter(({ bbox }) => isBefore(bbox, item));
		const isText = own.some(({ bbox }) => items.some((other) => isInside(other, bbox)));
		const tick = own.find((square) => ticks.has(square));
		const box =
			tick ??
			own.find(({ bbox }) => [...ticks].some((other) => isSame(other.bbox.width, bbox.width)));
		if (!box || isText) return item;
		const mark = tick ? '[x]' : '[ ]';
		const { words = [] } = item;
		const { bbox } = box;
		// The mark is a word, for pieces that are divided later, and reaches to the next one.
		const word = { ...bbox, width: item.x - bbox.x - 1, text: mark };
		return {
			...item,
			...{ x: bbox.x, width: endOf(item) - bbox.x, text: `${mark} ${item.text}` },
			words: words.length > 0 ? [word, ...words] : [],
		};
	});
}
