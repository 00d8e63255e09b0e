import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { RIGHT_TO_LEFT } from './direction.ts';
import {
	bottomOf,
	crosses,
	type Edge,
	endOf,
	gapBetween,
	isDivided,
	middleOf,
	mostCommonSize,
	type PlacedText,
	runsOf,
	sizeOf,
	TOUCHING,
	unionOf,
} from './page.ts';

/** Words further apart than this many heights are pieces of their own; a space is a third of it. */
const MAX_SPACE = 0.6;

const isUpright = ({ rotation = 0 }: TextItem): boolean => Math.round(rotation) % 360 === 0;

/** Parts of a word as they are written: those of a right-to-left one from the right. */
const inWritingOrder = (parts: readonly PlacedText[]): PlacedText[] =>
	parts.some(({ text }) => RIGHT_TO_LEFT.test(text))
		? parts.toSorted((a, b) => endOf(b) - endOf(a))
		: [...parts];

/** Pieces whose letters were placed one by one, with the letters of each word together. */
export function joinLetters(items: readonly TextItem[]): TextItem[] {
	return items.map((item) => {
		const { words = [] } = item;
		const runs = runsOf(words, (run, word) => {
			return gapBetween(run.at(-1) ?? run[0], word) < sizeOf(item) * TOUCHING;
		});
		if (!isUpright(item) || runs.length === words.length) return item;
		const whole = runs.map((run) => ({
			...unionOf(run),
			text: inWritingOrder(run)
				.map(({ text }) => text)
				.join(''),
		}));
		return { ...item, words: whole, text: whole.map(({ text }) => text).join(' ') };
	});
}

/**
 * The pieces of an item whose words stand further apart than words do, or have a drawn line between
 * them, as those of narrow columns.
 */
export function divideAtGaps(item: TextItem, edges: readonly Edge[]): TextItem[] {
	const { words = [], height } = item;
	if (words.length < 2 || !isUpright(item)) return [item];
	const crossing = edges.filter((edge) => crosses(edge, item));
	const runs = runsOf(words, (run, word) => {
		const last = run.at(-1) ?? run[0];
		return gapBetween(last, word) <= height * MAX_SPACE && !isDivided(last, word, crossing);
	});
	if (runs.length === 1) return [item];
	return runs.map((run) => ({
		...item,
		...unionOf(run),
		...{ y: item.y, height, words: run },
		text: run.map(({ text }) => text).join(' '),
	}));
}

/** The mark of a list item that its text touches: some programs leave no space between them. */
const TOUCHING_MARK = /^([•◦▪●■‣]|\d{1,2}[.)])(?=\p{L}{2})/u;
/** The number of a section: `2`, `2.1`, `IV.`, `A`. */
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/;
/** It stands no further before its heading than this many sizes of print. */
const MAX_NUMBER_GAP = 2.5;

/** Section numbers and their headings in one piece, in larger print than the text, and marks of lists apart from their items. */
export function joinNumbers(items: readonly TextItem[]): TextItem[] {
	const textSize = mostCommonSize(items);
	const taken = new Set<TextItem>();
	const joined = items.map((item) => {
		if (!SECTION_NUMBER.test(item.text.trim()) || sizeOf(item) <= textSize) return item;
		const title = items.find(
			(other) =>
				other.x > item.x &&
				other.x - endOf(item) <= sizeOf(item) * MAX_NUMBER_GAP &&
				Math.abs(bottomOf(other) - bottomOf(item)) <= 1,
		);
		if (!title) return item;
		taken.add(title);
		return { ...item, ...unionOf([item, title]), text: `${item.text} ${title.text}`, words: [] };
	});
	return joined
		.filter((item, at) => !taken.has(items[at] ?? item))
		.map((item) =>
			TOUCHING_MARK.test(item.text)
				? { ...item, text: item.text.replace(TOUCHING_MARK, '$1 '), words: [] }
				: item,
		);
}

/** A drawn bullet is no larger than this share of the print beside it, and no smaller. */
const BULLET_SIZE = { least: 0.15, most: 0.75 };
/** It stands no further before its text than this many sizes of print. */
const MAX_BULLET_GAP = 2.2;

/** Pieces of text with a bullet where a disc or square is drawn before them: the engine knows lists by their marks. */
export function markBullets(
	items: readonly TextItem[],
	{ vectorGraphics }: Pick<ParsedPage, 'vectorGraphics'>,
): TextItem[] {
	const squares = (vectorGraphics?.shapes ?? [])
		.map(({ bbox }) => bbox)
		.filter(({ width, height }) => Math.abs(width - height) <= width * 0.25);
	// Drawings have more shapes than text.
	if (squares.length > items.length) return [...items];
	return items.map((item) => {
		const size = sizeOf(item);
		const bullet = squares.find((box) => {
			const gap = item.x - endOf(box);
			const isBeside = middleOf(box) > item.y && middleOf(box) < bottomOf(item);
			const isSmall = box.width >= size * BULLET_SIZE.least && box.width <= size * BULLET_SIZE.most;
			return isBeside && isSmall && gap > 0 && gap <= size * MAX_BULLET_GAP;
		});
		if (!bullet || /^[•◦▪●■‣]/.test(item.text)) return item;
		return { ...item, x: bullet.x, width: endOf(item) - bullet.x, text: `• ${item.text}` };
	});
}
