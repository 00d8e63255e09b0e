import type { TextItem } from '@llamaindex/liteparse';
import { RIGHT_TO_LEFT } from './direction.ts';
import {
	bottomOf,
	crosses,
	type Edge,
	endOf,
	gapBetween,
	isDivided,
	isUpright,
	MAX_SPACE,
	middleOf,
	mostCommon,
	type PlacedText,
	runsOf,
	SAME_BASE_LINE,
	sizeOf,
	TOUCHING,
	unionOf,
} from './page.ts';

/** Parts of a word in writing order: those of a right-to-left one from the right. */
const inWritingOrder = (parts: readonly PlacedText[]): PlacedText[] =>
	parts.some(({ text }) => RIGHT_TO_LEFT.test(text))
		? parts.toSorted((a, b) => endOf(b) - endOf(a))
		: [...parts];

/** Pieces whose letters were placed one by one, with the letters of each word joined. */
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
 * Divides an item where words are further apart than usual or have a drawn line between them, as in
 * narrow columns.
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

/** The weight of the heaviest fonts: what is beyond is no weight. */
const MAX_WEIGHT = 900;

/**
 * Pieces that are bold only if their font is heavier than that of most letters: many files state the weight of
 * bold print for a regular font, all of whose lines the engine would take for headings.
 */
export function withUsualWeight(items: readonly TextItem[]): TextItem[] {
	const usual = mostCommon(items, ({ fontWeight = 0 }) => fontWeight) ?? 0;
	return items.map((item) => {
		const { fontWeight = 0 } = item;
		return fontWeight > usual && fontWeight <= MAX_WEIGHT ? item : { ...item, fontWeight: 400 };
	});
}

/** Boxes are at least this share of the print high, except those of dots, dashes and low letters. */
const USUAL_HEIGHT = 0.75;

/** Gives pieces the height of those beside them: the engine takes lower ones for another line. */
const levelPieces = (items: readonly TextItem[]): TextItem[] =>
	items.map((item, at) => {
		if (item.height >= sizeOf(item) * USUAL_HEIGHT) return item;
		const beside = [items[at - 1], items[at + 1]].find(
			(other) =>
				other &&
				other.height > item.height &&
				sizeOf(other) === sizeOf(item) &&
				middleOf(item) >= other.y &&
				middleOf(item) <= bottomOf(other),
		);
		return beside ? { ...item, y: beside.y, height: beside.height } : item;
	});

/** Dots behind a title or label, which lead to a page number or figure. */
const LEADER = /^(?:[.·…] ?){4}/;
/** The number of a section: `2`, `2.1`, `IV.`, `A`. */
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/;
/** Maximum distance of a section number from its heading, in font sizes. */
const MAX_NUMBER_GAP = 2.5;

/**
 * Levels the pieces of lines, and joins what the engine would read as columns: a title and the dots behind
 * it, and the number of a section, in larger print than the text, with its heading.
 */
export function joinTitles(items: readonly TextItem[]): TextItem[] {
	const textSize = mostCommon(items, sizeOf) ?? 0;
	const isNumber = (item: TextItem) =>
		SECTION_NUMBER.test(item.text.trim()) && sizeOf(item) > textSize;
	const level = levelPieces(items);
	const isJoined = (last: TextItem, item: TextItem): boolean => {
		const gap = item.x - endOf(last);
		if (gap < -1 || Math.abs(bottomOf(last) - bottomOf(item)) > SAME_BASE_LINE) return false;
		const isNear = gap <= sizeOf(last) * MAX_NUMBER_GAP;
		return LEADER.test(item.text) || (isNear && isNumber(last) && /\p{L}{2}/u.test(item.text));
	};
	return runsOf(level, (run, item) => isJoined(run.at(-1) ?? run[0], item)).map((run) => {
		if (run.length === 1) return run[0];
		return { ...run[0], ...unionOf(run), text: run.map(({ text }) => text).join(' '), words: [] };
	});
}
