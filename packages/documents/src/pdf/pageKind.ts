import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { textOfPage } from '../layout/coverage.ts';
import type { Box } from '../layout/page.ts';

/** A scanned page with a stamp or page number added as text has at most this much text, in characters. */
export const STAMP_LENGTH = 60;
/** Pictures that cover less of a page than this are logos and stamps. */
const MIN_PICTURE_SHARE = 0.3;
/** Fewer Latin letters than this in one font say nothing about a language. */
const MIN_JUDGED_LETTERS = 30;
/**
 * In any language, more than this share of the Latin letters are vowels; in text whose letters are mapped
 * wrongly the engine finds less than half as many.
 */
export const MIN_VOWEL_SHARE = 0.2;

/**
 * What a page is: `text`; a `picture` without text, or with hardly any (`stamped`); or text that may be
 * wrong (`garbled`) or hides other lines (`covered`).
 */
export type PageKind = 'text' | 'picture' | 'stamped' | 'covered' | 'garbled';

/** Number of characters in pieces of text. */
export const lettersOf = (textItems: readonly TextItem[]): number =>
	textItems.reduce((sum, { text }) => sum + text.trim().length, 0);

/** Whether most letters of a text are of other scripts than Latin. */
export function isOtherScript(text: string): boolean {
	const letters = text.replace(/\P{L}+/gu, '');
	return letters.replace(/\p{Script=Latin}+/gu, '').length > letters.length / 2;
}

/** The number of Latin letters without accents. */
export const countLetters = (text: string): number => text.replace(/[^a-z]+/gi, '').length;
/** The number of vowels among them. */
export const countVowels = (text: string): number => text.replace(/[^aeiou]+/gi, '').length;

/** Whether the text in one of a page's fonts may be mapped wrongly: it has hardly any vowels. */
function mayBeGarbled(textItems: readonly TextItem[]): boolean {
	const fonts = Map.groupBy(textItems, ({ fontName }) => fontName);
	const texts = [...fonts.values()].map((own) => own.map(({ text }) => text).join(''));
	return [...texts, texts.join('')].some((text) => {
		const letters = countLetters(text);
		return letters >= MIN_JUDGED_LETTERS && countVowels(text) < letters * MIN_VOWEL_SHARE;
	});
}

/** Whether more than a page's text is needed to decide how it is read. */
export function isDoubtful({ textItems }: Pick<ParsedPage, 'textItems'>): boolean {
	return lettersOf(textItems) <= STAMP_LENGTH || mayBeGarbled(textItems);
}

/** Where stamps and notes without text are on a page: what they show is not among its text. */
export const stampsOf = (annotations: ParsedPage['annotations'] = []): Box[] =>
	annotations.flatMap(({ subtype, contents = '', rect }) => {
		const isStamp = subtype === 'stamp' || (subtype === 'freetext' && contents.trim() === '');
		return isStamp && rect ? [rect] : [];
	});

/**
 * Decides what a page is by what the engine found on it.
 * @param page with its `complexity`, if it is doubtful
 * @param isCovered whether its text hides lines from the engine
 */
export function kindOf(page: ParsedPage, isCovered: boolean | undefined): PageKind {
	const { textItems, complexity, contentBounds, annotations } = page;
	const letters = lettersOf(textItems);
	if (letters === 0) return contentBounds || stampsOf(annotations).length > 0 ? 'picture' : 'text';
	const pictures = complexity?.fullPageImage ? 1 : (complexity?.imageCoverage ?? 0);
	if (letters <= STAMP_LENGTH && pictures >= MIN_PICTURE_SHARE) return 'stamped';
	if (isCovered) return 'covered';
	// Wrong letters are Latin ones; recognition knows no better what other scripts say.
	const isWrong = complexity?.isGarbled === true && !isOtherScript(textOfPage(page));
	return isWrong ? 'garbled' : 'text';
}
