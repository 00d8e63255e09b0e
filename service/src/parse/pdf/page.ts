import type { ParsedPage, TextItem, VectorLine } from '@llamaindex/liteparse';

/** A rectangle in points; y grows downwards. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** A piece of text and where it stands. */
export type PlacedText = Box & { text: string };

/** A horizontal or vertical edge that a reader sees: `at` its place, `from` and `to` its ends. */
export interface Edge {
	isHorizontal: boolean;
	at: number;
	from: number;
	to: number;
}

/** Edges that lean more than this many points are no part of a table. */
const MAX_LEAN = 1.5;

/** Pieces of text that stand at one height, from left to right. */
export interface Line<Text extends PlacedText = PlacedText> {
	items: Text[];
	box: Box;
}

/** The smallest rectangle around others. */
export function unionOf(boxes: readonly Box[]): Box {
	// Not Math.min of all: a page may have more pieces than a call takes arguments.
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const { x, y, width, height } of boxes) {
		left = Math.min(left, x);
		top = Math.min(top, y);
		right = Math.max(right, x + width);
		bottom = Math.max(bottom, y + height);
	}
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether the middle of a box lies in another. */
export function isInside(box: Box, outer: Box, margin = 0): boolean {
	const x = box.x + box.width / 2;
	const y = box.y + box.height / 2;
	return (
		x >= outer.x - margin &&
		x <= outer.x + outer.width + margin &&
		y >= outer.y - margin &&
		y <= outer.y + outer.height + margin
	);
}

/** The middle value; 0 without values. */
export function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Pieces of one line stand at one height, up to this share of the lower one, and this many points. */
const SAME_LINE_SHARE = 0.35;
const SAME_LINE_POINTS = 4;

function isSameLine(a: Box, b: Box): boolean {
	const tolerance = Math.min(SAME_LINE_POINTS, Math.min(a.height, b.height) * SAME_LINE_SHARE);
	const bottoms = Math.abs(a.y + a.height - (b.y + b.height));
	const middles = Math.abs(a.y + a.height / 2 - (b.y + b.height / 2));
	return Math.min(bottoms, middles) <= tolerance;
}

/** Whether boxes drawn closely around letters stand side by side; some letters reach lower down. */
export function isSideBySide(a: Box, b: Box): boolean {
	const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
	const isApart = a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1;
	return isApart && overlap > Math.min(a.height, b.height) / 2;
}

/**
 * Groups pieces of text by the height they stand at, from top to bottom.
 * @param belong whether two pieces stand on one line; by the place of their boxes where it is left
 * out, which are as high as their font is
 */
export function linesOf<Text extends PlacedText>(
	items: readonly Text[],
	belong: (a: Box, b: Box) => boolean = isSameLine,
): Array<Line<Text>> {
	const lines: Array<Line<Text>> = [];
	for (const item of items.toSorted((a, b) => a.y + a.height / 2 - (b.y + b.height / 2))) {
		const line = lines.at(-1);
		if (line?.items.some((other) => belong(other, item))) {
			line.items.push(item);
			line.box = unionOf([line.box, item]);
		} else lines.push({ items: [item], box: unionOf([item]) });
	}
	for (const line of lines) line.items.sort((a, b) => a.x - b.x);
	return lines;
}

/** Text of a line; pieces that touch belong to one word. */
export function textOf({ items }: Line): string {
	let text = '';
	let end: number | undefined;
	for (const item of items) {
		const isApart = end === undefined || item.x - end > Math.min(item.height, 20) * 0.12;
		text += isApart && text !== '' && !text.endsWith(' ') ? ` ${item.text}` : item.text;
		end = item.x + item.width;
	}
	return text.replace(/\s+/g, ' ').trim();
}

function isVisible({ stroke, fill, fillColor, strokeColor }: VectorLine): boolean {
	const isOpaque = (color: string | undefined) => color?.startsWith('00') !== true;
	const isWhite = fillColor?.toLowerCase() === 'ffffffff';
	return (stroke && isOpaque(strokeColor)) || (fill && isOpaque(fillColor) && !isWhite);
}

/** The edges of a page that a reader sees: drawn lines, and the borders of coloured areas. */
export function visibleEdges(page: Pick<ParsedPage, 'vectorGraphics'>): Edge[] {
	return (page.vectorGraphics?.lines ?? []).filter(isVisible).flatMap(({ x1, y1, x2, y2 }) => {
		const isHorizontal = Math.abs(y2 - y1) <= MAX_LEAN;
		if (!isHorizontal && Math.abs(x2 - x1) > MAX_LEAN) return [];
		const [at, a, b] = isHorizontal ? [(y1 + y2) / 2, x1, x2] : [(x1 + x2) / 2, y1, y2];
		return [{ isHorizontal, at, from: Math.min(a, b), to: Math.max(a, b) }];
	});
}

/** The words of an item with their places; the item itself where they are not known. */
export function wordsOf(item: TextItem): PlacedText[] {
	return item.words && item.words.length > 0 ? item.words : [item];
}
