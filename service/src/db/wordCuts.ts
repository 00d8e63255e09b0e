/** Inserted between words of a script without spaces; databases treat it as a space, readers see nothing. */
export const CUT = '\u200B';

/** Chinese and Japanese. Long runs are split: the segmenter's time grows with their square. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,200}/gu;

/** Text beyond this is found by whole runs, so that a long one does not block the service. */
const MOST_CHARACTERS = 250_000;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

const cutRun = (run: string): string =>
	[...segmenter.segment(run)].map(({ segment }) => `${CUT}${segment}`).join('') + CUT;

/** Splits the words of Chinese and Japanese, so that each of them can be searched for. */
export function cutWords(text: string): string {
	const whole = joinWords(text);
	return whole.slice(0, MOST_CHARACTERS).replace(UNSPACED, cutRun) + whole.slice(MOST_CHARACTERS);
}

/** A text as it was before its words were split. */
export function joinWords(text: string): string {
	return text.replaceAll(CUT, '');
}

/** Whether a word is in a script without spaces: it may be part of a compound. */
export function isUnspaced(word: string): boolean {
	return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word);
}
