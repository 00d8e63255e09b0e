/** What is put between two words of a script without spaces; databases take it for one, readers see nothing. */
export const CUT = '\u200B';

/** Chinese and Japanese. Long runs come in parts: the segmenter's time grows with their square. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,200}/gu;

/** Beyond, texts are found by whole runs: one of them must not block the service. */
const MOST_CHARACTERS = 250_000;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

const cutRun = (run: string): string =>
	[...segmenter.segment(run)].map(({ segment }) => `${CUT}${segment}`).join('') + CUT;

/** Parts the words of Chinese and Japanese, so that each of them can be looked for. */
export function cutWords(text: string): string {
	const whole = joinWords(text);
	return whole.slice(0, MOST_CHARACTERS).replace(UNSPACED, cutRun) + whole.slice(MOST_CHARACTERS);
}

/** A text as it was before its words were parted. */
export function joinWords(text: string): string {
	return text.replaceAll(CUT, '');
}

/** Whether a word is one of a script without blanks: it may go on in a compound. */
export function isUnspaced(word: string): boolean {
	return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word);
}
