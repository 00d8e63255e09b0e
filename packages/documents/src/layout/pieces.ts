import type { TextItem } from '@llamaindex/liteparse';
import { columnStarts, SAME_EDGE } from './columns.ts';
import { RIGHT_TO_LEFT } from './direction.ts';
import {
	bottomOf,
	crosses,
	type Edge,
	endOf,
	gapBetween,
	isDivided,
	MAX_SPACE,
	middleOf,
	mostCommonSize,
	type PlacedText,
	runsOf,
	sizeOf,
	TOUCHING,
	unionOf,
	wordsOf,
} from './page.ts';

const isUpright = ({ rotation = 0 }: TextItem): boolean => Math.round(rotation) % 360 === 0;

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

/** Maximum space between words in typewriter print, in character widths. */
const MAX_TYPED_SPACE = 1.5;
/** Its characters are equally wide, within this share of their size. */
const SAME_WIDTH = 0.02;

/** The width of each character in typewriter print, including spaces; 0 for other print. */
function typedWidth(item: TextItem): number {
	const widths = wordsOf(item).map(({ text, width }) => width / text.length);
	const [least, most] = [Math.min(...widths), Math.max(...widths)];
	return most - least < sizeOf(item) * SAME_WIDTH ? most : 0;
}

/**
 * Divides an item where words are further apart than usual or have a drawn line between them, as in
 * narrow columns.
 */
export function divideAtGaps(item: TextItem, edges: readonly Edge[]): TextItem[] {
	const { words = [], height } = item;
	if (words.length < 2 || !isUpright(item)) return [item];
	const space = Math.max(height * MAX_SPACE, typedWidth(item) * MAX_TYPED_SPACE);
	const crossing = edges.filter((edge) => crosses(edge, item));
	const runs = runsOf(words, (run, word) => {
		const last = run.at(-1) ?? run[0];
		return gapBetween(last, word) <= space && !isDivided(last, word, crossing);
	});
	if (runs.length === 1) return [item];
	return runs.map((run) => ({
		...item,
		...unionOf(run),
		...{ y: item.y, height, words: run },
		text: run.map(({ text }) => text).join(' '),
	}));
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

/** Gaps between words of a justified line differ by at most this share of its height. */
const SAME_GAP = 0.08;
/** Fewer words may be this far apart by chance, like the cells of a row. */
const MIN_JUSTIFIED = 4;

/**
 * Joins the words of justified lines: narrow columns stretch them as far apart as cells are. Column headers
 * may be as far apart, but do not begin in lower case.
 */
export function joinJustified(items: readonly TextItem[], edges: readonly Edge[]): TextItem[] {
	const starts = columnStarts(items);
	const goesOn = (run: readonly [TextItem, ...TextItem[]], item: TextItem): boolean => {
		const [first, second = item] = run;
		const last = run.at(-1) ?? first;
		const gap = gapBetween(last, item);
		const isBeside = item.x > last.x && item.y === last.y && item.height === last.height;
		return (
			isBeside &&
			gap > 0 &&
			Math.abs(gap - gapBetween(first, second)) <= item.height * SAME_GAP &&
			isUpright(item) &&
			!starts.some((start) => Math.abs(start - item.x) <= SAME_EDGE) &&
			!isDivided(last, item, edges)
		);
	};
	return runsOf(items, goesOn).flatMap((run) => {
		const lower = run.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
		if (run.length < MIN_JUSTIFIED || lower * 2 < run.length) return run;
		const words = run.flatMap(wordsOf);
		return [{ ...run[0], ...unionOf(run), text: run.map(({ text }) => text).join(' '), words }];
	});
}

/** Dots that lead from a title to its page number. */
const LEADER = /^(?:[.·…] ?){4}|(?:[.·…] ?){4}$/;
/** The number of a section: `2`, `2.1`, `IV.`, `A`. */
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/;
/** Maximum distance of a section number from its heading, in font sizes. */
const MAX_NUMBER_GAP = 2.5;
/** Baselines of one line are this close, in points. */
const SAME_BASE_LINE = 2;

/**
 * Levels the pieces of lines, and joins what the engine would read as columns: a title with its dots and
 * page number, and the number of a section, in larger print than the text, with its heading.
 */
export function joinTitles(items: readonly TextItem[]): TextItem[] {
	const textSize = mostCommonSize(items);
	const isNumber = (item: TextItem) =>
		SECTION_NUMBER.test(item.text.trim()) && sizeOf(item) > textSize;
	const level = levelPieces(items);
	const follows = (last: TextItem, item: TextItem): boolean =>
		item.x - endOf(last) >= -1 && Math.abs(bottomOf(last) - bottomOf(item)) <= SAME_BASE_LINE;
	/** Whether a piece is the last one of its line: figures after a page number belong to a table. */
	const isLast = (item: TextItem): boolean => {
		const next = level[level.indexOf(item) + 1];
		return !next || !follows(item, next);
	};
	const isJoined = (last: TextItem, item: TextItem): boolean => {
		const isNear = item.x - endOf(last) <= sizeOf(last) * MAX_NUMBER_GAP;
		const isTitle = isNear && isNumber(last) && /\p{L}{2}/u.test(item.text);
		const isContents = LEADER.test(item.text) || (LEADER.test(last.text) && isLast(item));
		return follows(last, item) && (isTitle || isContents);
	};
	return runsOf(level, (run, item) => isJoined(run.at(-1) ?? run[0], item)).map((run) => {
		if (run.length === 1) return run[0];
		return { ...run[0], ...unionOf(run), text: run.map(({ text }) => text).join(' '), words: [] };
	});
}
