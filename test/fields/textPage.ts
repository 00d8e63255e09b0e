import type { PlacedWord } from '../../packages/documents/src/layout/placedWords.ts';
import { sheetOfPages, type Sheet } from '../../packages/fields/src/sheet/sheet.ts';

const LETTER = 5.5;
const LINE = 13;

/** A page as it is written here: each word stands where it stands in the text. */
export function pageOfText(text: string): Sheet {
	const words = text
		.replace(/^\n/u, '')
		.replace(/\t/gu, '')
		.split('\n')
		.flatMap((line, at) =>
			[...line.matchAll(/\S+/gu)].map(({ 0: word, index }): PlacedWord => [
				40 + index * LETTER,
				40 + at * LINE,
				word.length * LETTER,
				10,
				word,
			]),
		);
	return sheetOfPages([{ pageNumber: 1, words }]);
}
