import type { Graphic, TextItem } from '@llamaindex/liteparse';

/** A rectangle in points; y grows downwards. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** A piece of text and its position. */
export type PlacedText = Box & { text: string };

/** Pieces of text at the same height, from left to right. */
export interface Line<Text extends PlacedText = PlacedText> {
	items: Text[];
	box: Box;
}

/** Drawings have more lines than any table. */
export const MAX_EDGES = 4000;

/** A horizontal or vertical edge that a reader sees: `at` is its position, `from` and `to` are its ends. */
export interface Edge {
	isHorizontal: boolean;
	at: number;
	from: number;
	to: number;
}

/** A part of a page that is read here rather than by the layout engine. */
export interface ReadPart {
	box: Box;
	items: ReadonlySet<TextItem>;
	markdown: string;
}

/** A word in place of a part of a page. */
export const placeholderItem = ({ x, y, width }: Box, text: string): TextItem => ({
	...{ x, y, width, text, words: [] },
	...{ height: 10, fontSize: 10, fontName: 'Helvetica' },
});

/** Whether a text is such a word. */
export const isPlaceholder = (text: string): boolean => /^Qx[a-z]+\d{1,4}xq$/i.test(text);

/** The smallest rectangle around others. */
export function unionOf(boxes: readonly Box[]): Box {
	// Not Math.min of all: a page may have more pieces than a call can take arguments.
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const { x, y, width, height } of boxes) {
		left = Math.min(left, x);
		top = Math.min(top, y);
		right = Math.max(right, x + width);
		bottom = Math.max(bottom, y + height);
	}
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether the middle of a box is inside another. */
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

export const endOf = ({ x, width }: Pick<Box, 'x' | 'width'>): number => x + width;
export const bottomOf = ({ y, height }: Box): number => y + height;
export const middleOf = ({ y, height }: Box): number => y + height / 2;

/** The middle value; 0 without values. */
export function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Cuts a list into runs: a value that does not belong to the current run begins a new one. */
export function runsOf<Value>(
	values: Iterable<Value>,
	belongs: (run: readonly [Value, ...Value[]], value: Value) => boolean,
): Array<[Value, ...Value[]]> {
	const runs: Array<[Value, ...Value[]]> = [];
	for (const value of values) {
		const run = runs.at(-1);
		if (run && belongs(run, value)) run.push(value);
		else runs.push([value]);
	}
	return runs;
}

/** Places in order, those that are close to each other as one. */
export const placesOf = (places: readonly number[], tolerance: number): number[] =>
	runsOf(
		places.toSorted((a, b) => a - b),
		([first], place) => place - first <= tolerance,
	).map(([first]) => first);

/** Pieces of one line are at the same height, within this share of the lower one and this many points. */
const SAME_LINE_SHARE = 0.35;
const SAME_LINE_POINTS = 4;

function isSameLine(a: Box, b: Box): boolean {
	const tolerance = Math.min(SAME_LINE_POINTS, Math.min(a.height, b.height) * SAME_LINE_SHARE);
	const apart = Math.min(Math.abs(bottomOf(a) - bottomOf(b)), Math.abs(middleOf(a) - middleOf(b)));
	return apart <= tolerance;
}

/** Whether boxes drawn closely around letters are side by side; some letters have descenders. */
export function isSideBySide(a: Box, b: Box): boolean {
	const overlap = Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y);
	const isApart = endOf(a) <= b.x + 1 || endOf(b) <= a.x + 1;
	return isApart && overlap > Math.min(a.height, b.height) / 2;
}

/**
 * Groups pieces of text by their height on the page, from top to bottom.
 * @param belong whether two pieces are on one line; by default decided by the position of their boxes,
 * which are as high as their font
 */
export function linesOf<Text extends PlacedText>(
	items: readonly Text[],
	belong: (a: Box, b: Box) => boolean = isSameLine,
): Array<Line<Text>> {
	const sorted = items.toSorted((a, b) => middleOf(a) - middleOf(b));
	return runsOf(sorted, (line, item) => line.some((other) => belong(other, item))).map((line) => ({
		items: line.toSorted((a, b) => a.x - b.x),
		box: unionOf(line),
	}));
}

/** Text of pieces from left to right; pieces that touch form one word. */
export function textOf({ items }: Pick<Line, 'items'>): string {
	let text = '';
	let end: number | undefined;
	for (const item of items) {
		const isApart = end === undefined || item.x - end > Math.min(item.height, 20) * 0.12;
		text += isApart && text !== '' && !text.endsWith(' ') ? ` ${item.text}` : item.text;
		end = endOf(item);
	}
	return text.replace(/\s+/g, ' ').trim();
}

/** The words of an item with their positions; the item itself if these are unknown. */
export function wordsOf(item: TextItem): PlacedText[] {
	return item.words && item.words.length > 0 ? item.words : [item];
}

function isVisible({ hasStroke, hasFill, fillColor, strokeColor }: Graphic): boolean {
	const isOpaque = (color: string | undefined) => color?.startsWith('00') !== true;
	const isWhite = fillColor?.toLowerCase() === 'ffffffff';
	return (
		(hasStroke === true && isOpaque(strokeColor)) ||
		(hasFill === true && isOpaque(fillColor) && !isWhite)
	);
}

/** The rectangle that a drawing occupies. */
export const boxOf = ({ x, y, width, height, x1 = 0, y1 = 0, x2 = 0, y2 = 0 }: Graphic): Box =>
	x === undefined
		? {
				x: Math.min(x1, x2),
				y: Math.min(y1, y2),
				width: Math.abs(x2 - x1),
				height: Math.abs(y2 - y1),
			}
		: { x, y: y ?? 0, width: width ?? 0, height: height ?? 0 };

/** Edges that lean by more than this many points are not part of a table. */
const MAX_LEAN = 1.5;

/** The visible edges of a page: drawn lines, and the borders of coloured areas. */
export function visibleEdges(graphics: readonly Graphic[] = []): Edge[] {
	const lines = graphics.filter((graphic) => graphic.kind === 'stroke' && isVisible(graphic));
	return lines.flatMap(({ x1 = 0, y1 = 0, x2 = 0, y2 = 0 }) => {
		const isHorizontal = Math.abs(y2 - y1) <= MAX_LEAN;
		if (!isHorizontal && Math.abs(x2 - x1) > MAX_LEAN) return [];
		const [at, a, b] = isHorizontal ? [(y1 + y2) / 2, x1, x2] : [(x1 + x2) / 2, y1, y2];
		return [{ isHorizontal, at, from: Math.min(a, b), to: Math.max(a, b) }];
	});
}

/** Baselines of one line are this close, in points. */
export const SAME_BASE_LINE = 2;

export const isUpright = ({ rotation = 0 }: TextItem): boolean => Math.round(rotation) % 360 === 0;

/** The pieces of text that are upright and not blank. */
export const shownItems = (items: readonly TextItem[]): TextItem[] =>
	items.filter((item) => isUpright(item) && item.text.trim() !== '');

/** Words further apart than this many heights are separate pieces or cells; a space is a third of it. */
export const MAX_SPACE = 0.6;

/** Letters closer than this share of their size form one word, however the program placed them. */
export const TOUCHING = 0.06;

/** Distance between boxes beside each other, in either order; negative if they overlap. */
export const gapBetween = (a: Box, b: Box): number =>
	Math.max(a.x, b.x) - Math.min(endOf(a), endOf(b));

/** Whether a vertical edge runs through a box. */
export const crosses = (
	{ isHorizontal, at, from, to }: Edge,
	{ x, y, width, height }: Box,
): boolean => !isHorizontal && at >= x && at <= x + width && from <= y + height && to >= y;

/** Whether a drawn line runs between two pieces that are side by side. */
export function isDivided(left: Box, right: Box, edges: readonly Edge[]): boolean {
	const middle = middleOf(left);
	const [start, end] = [Math.min(endOf(left), endOf(right)) - 1, Math.max(left.x, right.x) + 1];
	return edges.some(
		({ isHorizontal, at, from, to }) =>
			!isHorizontal && at > start && at < end && from <= middle && to >= middle,
	);
}

/** The displayed font size of an item, in points, rounded to halves. */
export function sizeOf(item: TextItem): number {
	return Math.round((item.fontHeight || item.fontSize || item.height) * 2) / 2;
}

/** Whether a sentence goes on with a line. */
export const goesOn = (text: string): boolean => /^\p{Ll}{2,},? /u.test(text);

/** A property that most letters have, such as their size. */
export function mostCommon<Value>(
	items: readonly TextItem[],
	valueOf: (item: TextItem) => Value,
): Value | undefined {
	const lengths = new Map<Value, number>();
	for (const item of items) {
		const value = valueOf(item);
		lengths.set(value, (lengths.get(value) ?? 0) + item.text.trim().length);
	}
	return [...lengths].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
