import type { TextItem } from '@llamaindex/liteparse';
import type { PlacedWord } from '../conversion/conversion.ts';
import { wordsOf } from './page.ts';

const rounded = (points: number): number => Math.round(points * 10) / 10;

/** The words of a page with their places, in tenths of a point: what reads fields needs nothing else. */
export const placedWords = (items: readonly TextItem[]): PlacedWord[] =>
	items.flatMap(wordsOf).flatMap(({ x, y, width, height, text }): PlacedWord[] => {
		const word = text.trim();
		return word === '' ? [] : [[rounded(x), rounded(y), rounded(width), rounded(height), word]];
	});
