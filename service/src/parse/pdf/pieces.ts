import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import {
	bottomOf,
	type Edge,
	endOf,
	isDivided,
	middleOf,
	runsOf,
	sizeOf,
	unionOf,
} from './page.ts';

/** Words further apart than this many heights are pieces of their own; a space is a third of it. */
const MAX_SPACE = 0.6;
/** What is closer than this share of its size is one word, however the program placed its letters. */
const TOUCHING = 0.06;

const isUpright = ({ rotation = 0 }: TextItem): boolean => Math.round(rotation) % 360 === 0;

/** Pieces whose letters were placed one by one, with the letters of each word together. */
export function joinLetters(items: readonly TextItem[]): TextItem[] {
	return items.map((item) => {
		const { words = [] } = item;
		const runs = runsOf(words, (run, word) => {
			return word.x - endOf(run.at(-1) ?? run[0]) < sizeOf(item) * TOUCHING;
		});
		if (!isUpright(item) || runs.length === words.length) return item;
		const whole = runs.map((run) => ({
			...unionOf(run),
			text: run.map(({ text }) => text).join(''),
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
	const runs = runsOf(words, (run, word) => {
		const last = run.at(-1) ?? run[0];
		return word.x - endOf(last) <= height * MAX_SPACE && !isDivided(last, word, edges);
	});
	if (runs.length === 1) return [item];
	return runs.map((run) => ({
		...item,
		...unionOf(run),
		...{ y: item.y, height, words: run },
		text: run.map(({ text }) => text).join(' '),
	}));
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
