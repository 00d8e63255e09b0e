import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import {
	bottomOf,
	type Edge,
	endOf,
	linesOf,
	middleOf,
	type PlacedText,
	runsOf,
	sizeOf,
	unionOf,
} from './page.ts';

/** Words further apart than this many heights are pieces of their own; a space is a third of it. */
const MAX_SPACE = 0.6;
/** What is closer than this share of its size is one word, however the program placed its letters. */
const TOUCHING = 0.06;
/** Words of so few letters on average are letters that were spaced out, on a line of so many of them … */
const SPACED_LETTERS = 2.5;
const MIN_SPACED_WORDS = 4;
/** … where the widest gaps are so many times as wide as the narrowest. */
const SPACED_GAPS = 2;

const isUpright = ({ rotation = 0 }: TextItem): boolean => Math.round(rotation) % 360 === 0;
const gapBefore = (word: PlacedText, before: PlacedText): number => word.x - endOf(before);

/** The gap, in points, from which on words of a line are apart. */
function leastGap(words: readonly PlacedText[], size: number): number {
	const letters = words.reduce((sum, { text }) => sum + text.length, 0);
	const gaps = words.flatMap((word, at) =>
		words[at - 1] ? [gapBefore(word, words[at - 1] ?? word)] : [],
	);
	const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
	const isSpaced = words.length >= MIN_SPACED_WORDS && letters <= words.length * SPACED_LETTERS;
	return isSpaced && most >= least * SPACED_GAPS && most > size * TOUCHING * 2
		? (least + Math.min(most, size)) / 2
		: size * TOUCHING;
}

/** Pieces whose letters were placed one by one, with the letters of each word together. */
export function joinLetters(items: readonly TextItem[]): TextItem[] {
	const joined = new Map<TextItem, TextItem>();
	for (const line of linesOf(items.filter(isUpright))) {
		const all = line.items.flatMap(({ words = [] }) => words).toSorted((a, b) => a.x - b.x);
		for (const item of line.items) {
			const { words = [] } = item;
			if (words.length < 2) continue;
			const least = leastGap(all, sizeOf(item));
			const runs = runsOf(words, (run, word) => {
				const gap = gapBefore(word, run.at(-1) ?? run[0]);
				return gap < least && gap > -sizeOf(item);
			});
			if (runs.length === words.length) continue;
			const whole = runs.map((run) => ({
				...unionOf(run),
				text: run.map(({ text }) => text).join(''),
			}));
			joined.set(item, { ...item, words: whole, text: whole.map(({ text }) => text).join(' ') });
		}
	}
	return items.map((item) => joined.get(item) ?? item);
}

/**
 * The pieces of an item whose words stand further apart than words do, or have a drawn line between
 * them, as those of narrow columns.
 */
export function divideAtGaps(item: TextItem, edges: readonly Edge[]): TextItem[] {
	const { words = [], height } = item;
	if (words.length < 2 || !isUpright(item)) return [item];
	const middle = middleOf(item);
	const lines = edges.filter(
		({ isHorizontal, from, to }) => !isHorizontal && from <= middle && to >= middle,
	);
	const runs = runsOf(words, (run, word) => {
		const end = endOf(run.at(-1) ?? run[0]);
		const isDivided = lines.some(({ at }) => at >= end - 1 && at <= word.x + 1);
		return word.x - end <= height * MAX_SPACE && !isDivided;
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

/** A drawn bullet is no larger than this share of the print beside it, and no smaller. */
const BULLET_SIZE = { least: 0.15, most: 0.75 };
/** It stands no further before its text than this many sizes of print. */
const MAX_BULLET_GAP = 2.2;

/**
 * Items of lists with marks as the engine knows lists by: a bullet where a disc or square is drawn
 * before them, and a space behind it.
 */
export function markBullets(
	all: readonly TextItem[],
	page: Pick<ParsedPage, 'vectorGraphics'>,
): TextItem[] {
	const items = all.map((item) =>
		TOUCHING_MARK.test(item.text)
			? { ...item, text: item.text.replace(TOUCHING_MARK, '$1 '), words: [] }
			: item,
	);
	const shapes = (page.vectorGraphics?.shapes ?? []).filter(({ bbox: { width, height } }) => {
		return width > 0 && Math.abs(width - height) <= Math.max(width, height) * 0.25;
	});
	if (shapes.length === 0 || shapes.length > items.length) return items;
	return items.map((item) => {
		const size = sizeOf(item);
		const bullet = shapes.find(({ bbox }) => {
			const gap = item.x - endOf(bbox);
			const isBeside = middleOf(bbox) > item.y && middleOf(bbox) < bottomOf(item);
			const isSmall =
				bbox.width >= size * BULLET_SIZE.least && bbox.width <= size * BULLET_SIZE.most;
			return isBeside && isSmall && gap > 0 && gap <= size * MAX_BULLET_GAP;
		});
		if (!bullet || /^[•◦▪●■‣]/.test(item.text)) return item;
		const { x } = bullet.bbox;
		return { ...item, x, width: endOf(item) - x, text: `• ${item.text}` };
	});
}

/** A number and its heading stand up to so many times their size apart. */
const MAX_NUMBER_GAP = 2.5;
/** The number of a section: `2`, `2.1`, `IV.`, `A`. */
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/;

/**
 * Puts section numbers and their headings together, which stand further apart than words do: a line of
 * the two alone, in larger print than the text.
 * @param textSize the size of most of the text
 */
export function joinNumberedHeadings(items: readonly TextItem[], textSize: number): TextItem[] {
	const joined = new Map<TextItem, TextItem | undefined>();
	for (const {
		items: [number, title, ...others],
		box,
	} of linesOf(items)) {
		if (!number || !title || others.length > 0 || !SECTION_NUMBER.test(number.text.trim()))
			continue;
		const isHeading = sizeOf(title) > textSize || (title.fontWeight ?? 400) >= 500;
		const isNear = title.x - endOf(number) <= sizeOf(title) * MAX_NUMBER_GAP;
		if (!isHeading || !isNear) continue;
		const text = `${number.text.trim()} ${title.text.trim()}`;
		joined.set(number, { ...number, ...box, text, words: [] });
		joined.set(title, undefined);
	}
	return items.flatMap((item) => (joined.has(item) ? (joined.get(item) ?? []) : [item]));
}
