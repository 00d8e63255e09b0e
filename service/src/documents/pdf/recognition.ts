import { agreement } from '../layout/account.ts';
import { MIN_VOWEL_SHARE, vowelShare } from './pageKind.ts';

/** Recognition confirms a text layer if it reads this share of its words. */
const MIN_AGREEMENT = 0.5;
/** Recognition that reads less than this share of a text's letters reads it worse. */
const MIN_LETTERS_SHARE = 0.5;

const lettersOf = (text: string): string => text.replace(/\P{L}+/gu, '');
const latinShare = (letters: string): number =>
	letters.replace(/\P{Script=Latin}/gu, '').length / Math.max(1, letters.length);

/** Which reading of a page is better, and whether the other one differs. */
export interface Choice {
	method: 'text' | 'ocr';
	isConfirmed: boolean;
}

/**
 * Decides between a text layer whose letters look wrong, and what was recognised in the page's picture.
 * A text layer is kept if recognition confirms it, if recognition does not know its script, or if
 * recognition found no more words.
 */
export function chooseReading(text: string, recognised: string): Choice {
	if (agreement(text, recognised) >= MIN_AGREEMENT) return { method: 'text', isConfirmed: true };
	const [own, read] = [lettersOf(text), lettersOf(recognised)];
	const isOtherScript = latinShare(own) < 0.5 && latinShare(read) > 0.5;
	const isLess = read.length < own.length * MIN_LETTERS_SHARE;
	const isBetter = !isOtherScript && !isLess && vowelShare(read) >= MIN_VOWEL_SHARE;
	return { method: isBetter ? 'ocr' : 'text', isConfirmed: false };
}
