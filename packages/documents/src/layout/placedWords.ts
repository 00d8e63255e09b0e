import type { TextItem } from '@llamaindex/liteparse';
import { wordsOf } from './page.ts';

/**
 * A word and its place on the page, in points from the upper left: x, y, width, height, text; then whether it may well
 * be misread, if it was recognised in a picture and is.
 */
export type PlacedWord = [
	x: number,
	y: number,
	width: number,
	height: number,
	text: string,
	isDoubtful?: true,
];

/** A piece of text that may have been recognised in a picture. */
export interface RecognisedWord extends TextItem {
	/** Whether it may well be misread; unset if nothing but its confidence tells. */
	isDoubtful?: boolean;
}

/** Below this confidence of Tesseract, a word is more likely misread than not. */
const MIN_CONFIDENCE = 0.5;

const rounded = (points: number): number => Math.round(points * 10) / 10;

/** The words of a page with their places, in tenths of a point: what reads fields needs nothing else. */
export const placedWords = (items: readonly RecognisedWord[]): PlacedWord[] =>
	items.flatMap((item) => {
		const { confidence = 1, isDoubtful = confidence < MIN_CONFIDENCE } = item;
		return wordsOf(item).flatMap(({ x, y, width, height, text }): PlacedWord[] => {
			const word = text.trim();
			const place = [rounded(x), rounded(y), rounded(width), rounded(height)] as const;
			if (word === '') return [];
			return [isDoubtful ? [...place, word, true] : [...place, word]];
		});
	});
