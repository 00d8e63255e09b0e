import type { TextItem } from '@llamaindex/liteparse';
import { wordsOf } from './page.ts';

/** A word and its place on the page, in points from the upper left: x, y, width, height, text. */
export type PlacedWord = [x: number, y: number, width: number, height: number, text: string];

const rounded = (points: number): number => Math.round(points * 10) / 10;

/** The words of a page with their places, in tenths of a point: what reads fields needs nothing else. */
export const placedWords = (items: readonly TextItem[]): PlacedWord[] =>
	items.flatMap(wordsOf).flatMap(({ x, y, width, height, text }): PlacedWord[] => {
		const word = text.trim();
		return word === '' ? [] : [[rounded(x), rounded(y), rounded(width), rounded(height), word]];
	});
