import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { type Box, isInside } from '../layout/page.ts';
import type { ReadLine } from './ppOcr.ts';

/** A line that only PP-OCR sees is a pattern or a stain below this confidence. */
const MIN_ALONE = 0.8;
/** Below this confidence of PP-OCR, a line is left to Tesseract. */
const MIN_CONFIDENCE = 0.6;
/** What PP-OCR's model does not know: letters beyond English, and characters that change a value. */
const UNKNOWN = /[^\P{L}a-z]|[^\P{Sc}$]|[°§µ¼½¾²³]/iu;

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

const boxOf = ({ x, y, width, height }: Box, scale: number): Box => ({
	x: x * scale,
	y: y * scale,
	width: width * scale,
	height: height * scale,
});

/** Words of a line, each placed by the index of its letters. */
function wordsOf({ text, confidence }: ReadLine, box: Box): TextItem[] {
	const letter = box.width / Math.max(1, text.length);
	return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
		...{ text: word, confidence, words: [], fontName: '', fontSize: box.height },
		...{ x: box.x + index * letter, y: box.y, width: word.length * letter, height: box.height },
	}));
}

/** How sure Tesseract is of words, from 0 to 1. */
export function confidenceOf(items: readonly TextItem[]): number {
	const letters = items.reduce((sum, { text }) => sum + text.trim().length, 0);
	const sure = items.reduce(
		(sum, { text, confidence = 1 }) => sum + text.trim().length * confidence,
		0,
	);
	return letters === 0 ? 0 : sure / letters;
}

/**
 * The words of a page by the better of two readings, line by line: PP-OCR reads the letters of English
 * best, Tesseract knows those of its languages. What only one of them sees is kept if it is confident.
 * @param page as Tesseract read it
 * @param scale the size of a pixel of PP-OCR's picture, in units of the page
 */
export function mergeReadings(
	page: ParsedPage,
	lines: readonly ReadLine[],
	scale: number,
): ParsedPage {
	const taken = new Set<TextItem>();
	const read = lines.flatMap((line) => {
		const box = boxOf(line.box, scale);
		const own = page.textItems.filter((item) => !taken.has(item) && isInside(item, box));
		const theirs = own
			.toSorted((a, b) => a.x - b.x)
			.map(({ text }) => text)
			.join(' ');
		// If both read the same letters, Tesseract is better at the spaces and marks between them.
		const isTheirs = UNKNOWN.test(theirs) || lettersOf(theirs) === lettersOf(line.text);
		const least = own.length === 0 ? MIN_ALONE : Math.min(MIN_CONFIDENCE, confidenceOf(own));
		if (line.text === '' || isTheirs || line.confidence < least) return [];
		for (const item of own) taken.add(item);
		return wordsOf(line, box);
	});
	return { ...page, textItems: [...page.textItems.filter((item) => !taken.has(item)), ...read] };
}
