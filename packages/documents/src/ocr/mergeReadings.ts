import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { type Box, isInside } from '../layout/page.ts';
import type { RecognisedWord } from '../layout/placedWords.ts';
import type { ReadLine } from './ppOcr.ts';

/** A line that only PP-OCR sees is a pattern or a stain below this confidence. */
const MIN_ALONE = 0.8;
/** Below this confidence of PP-OCR, a line is left to Tesseract. */
const MIN_CONFIDENCE = 0.6;
/** What PP-OCR's model does not know: letters beyond English, and characters that change a value. */
const UNKNOWN = /[^\P{L}a-z]|[^\P{Sc}$]|[°§µ¼½¾²³]/iu;

/** Where the readings of a word differ, each letter of PP-OCR's needs this confidence: else one word of three is wrong. */
const MIN_LETTER = 0.9;

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** What is compared of two readings. */
const keyOf = (word: string): string => lettersOf(word).toLowerCase();

const boxOf = ({ x, y, width, height }: Box, scale: number): Box => ({
	x: x * scale,
	y: y * scale,
	width: width * scale,
	height: height * scale,
});

/** Words of a line, each placed by the index of its letters. */
function wordsOf({ text, confidence, letters }: ReadLine, box: Box): RecognisedWord[] {
	const letter = box.width / Math.max(1, text.length);
	let from = 0;
	return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
		const isDoubtful = letters.slice(from, from + word.length).some((sure) => sure < MIN_LETTER);
		from += word.length;
		return {
			...{ text: word, confidence, isDoubtful, words: [], fontName: '', fontSize: box.height },
			...{ x: box.x + index * letter, y: box.y, width: word.length * letter, height: box.height },
		};
	});
}

/** Tells whether a word of a line is also in the other reading of it: whole words, unless all letters are the same. */
function alikeIn(text: string, other: string): (word: TextItem) => boolean {
	const [letters, others] = [keyOf(text), keyOf(other)];
	const keys = new Set(other.split(/\s+/u).map(keyOf));
	return (word) => letters === others || keys.has(keyOf(word.text));
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
 * best, Tesseract knows those of its languages. What only one of them sees is kept if it is confident. A word that both
 * read alike is not doubtful.
 * @param page as Tesseract read it
 * @param scale the size of a pixel of PP-OCR's picture, in units of the page
 */
export function mergeReadings(
	page: ParsedPage,
	lines: readonly ReadLine[],
	scale: number,
): ParsedPage {
	const taken = new Set<TextItem>();
	const alike = new Set<TextItem>();
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
		const isKept = line.text === '' || isTheirs || line.confidence < least;
		const words = isKept ? own : wordsOf(line, box);
		const isAlike = isKept ? alikeIn(theirs, line.text) : alikeIn(line.text, theirs);
		for (const word of words.filter(isAlike)) alike.add(word);
		if (isKept) return [];
		for (const item of own) taken.add(item);
		return words;
	});
	const kept = page.textItems.filter((item) => !taken.has(item));
	const compared = (word: RecognisedWord): RecognisedWord =>
		alike.has(word) ? { ...word, isDoubtful: false } : word;
	return { ...page, textItems: [...kept, ...read].map(compared) };
}
