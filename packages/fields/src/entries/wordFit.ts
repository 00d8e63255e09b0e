import { singularWords } from '../names/names.ts';
import type { AskedField } from './askedField.ts';
import type { Column } from './columns.ts';
import { otherWords } from './meanings.ts';

/** Shorter words are the end of too many others. */
const LEAST_END_LETTERS = 6;
/** Another word for the same thing says less than the field's own. */
const LIKE = 0.85;

/** How well the words of a column are those of a field, 0 to 1: its own, or others for the same things. */
export function wordFit(
	{ words }: Pick<AskedField, 'words'>,
	{ words: called }: Pick<Column, 'words'>,
): number {
	const weights = words.map((word) => {
		const like = otherWords(word).map((other) => endOf(other, called));
		return { own: weightOf(word, called), like: LIKE * Math.max(0, ...like) };
	});
	const sum = weights.reduce((total, { own, like }) => total + Math.max(own, like), 0);
	// The last word says what it is, the others which: "product name".
	return Math.max(sum / Math.max(words.length, 1), weights.at(-1)?.like ?? 0);
}

/** Whether a text is the name of a field, perhaps in another language, and nothing else. */
export function isNameOf(field: AskedField, text: string): boolean {
	const words = singularWords(text);
	const called = new Map(words.map((word) => [word, 1]));
	return words.length <= field.words.length && wordFit(field, { words: called }) >= LIKE;
}

/** The weight of a word, or of one that ends with it: "bigusername". */
function endOf(word: string, called: ReadonlyMap<string, number>): number {
	const exact = called.get(word) ?? 0;
	if (exact > 0 || word.length < LEAST_END_LETTERS) return exact;
	let best = 0;
	for (const [other, weight] of called) {
		if (weight > best && other.endsWith(word)) best = weight;
	}
	return 0.7 * best;
}

export function weightOf(word: string, called: ReadonlyMap<string, number>): number {
	const exact = called.get(word);
	if (exact !== undefined) return exact;
	let best = 0;
	for (const [other, weight] of called) {
		const isPart =
			word.length >= 4 &&
			other.length >= 4 &&
			(other.startsWith(word) || word.startsWith(other) || other.endsWith(word));
		if (isPart) best = Math.max(best, 0.7 * weight);
	}
	return best;
}
