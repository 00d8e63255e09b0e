import { imageSize } from 'image-size';
import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { confidenceOf } from './mergeReadings.ts';
import type { Turns } from './picture.ts';

/** Fewer letters than this in a picture that is not blank may be faint print. */
export const MIN_LETTERS = 4;
/**
 * A page that Tesseract reads with this confidence is not read a second time: print and screenshots are above
 * it (0.93 to 0.96), photographs of receipts below (0.76 to 0.93, 0.85 on average).
 */
export const SURE = 0.92;
/**
 * Tesseract's confidence is lower than this if text is upside down (0.5 to 0.75 on receipts that it reads
 * with 0.76 and more the right way up).
 */
const MIN_UPRIGHT = 0.76;
/** It is lower than this if text is mirrored (0.55 to 0.63), or hardly any of it is right. */
export const MIN_READABLE = 0.7;
/** With fewer letters it is as confident when they are upside down, except those that it reads well. */
const FEW_LETTERS = 60;
/** Words with fewer characters may be as high as they are wide. */
const MIN_WORD = 3;
/** A reading in which the lines are in order is kept if it is nearly as good as another. */
export const NEARLY = 0.8;

/** How a picture is turned: clockwise, after it was mirrored left to right or not. */
export type Turning = readonly [turns: Turns, isMirrored?: boolean];

/** What makes a picture upright, by the orientation that cameras and programs record (EXIF). */
const EXIF_TURNINGS: Readonly<Record<number, Turning>> = {
	2: [0, true],
	3: [2],
	4: [2, true],
	5: [3, true],
	6: [1],
	7: [1, true],
	8: [3],
};

/** What makes a picture upright as recorded in it; undefined if it is. */
export function recordedTurning(picture: Buffer): Turning | undefined {
	try {
		return EXIF_TURNINGS[imageSize(picture).orientation ?? 1];
	} catch {
		return undefined;
	}
}

/** Number of letters and figures in words. */
export function letterCount(items: readonly TextItem[]): number {
	return items.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
}

/** How much of a page was read, weighted by confidence. */
export const sureLetters = ({ textItems }: ParsedPage): number =>
	letterCount(textItems) * confidenceOf(textItems) ** 2;

/**
 * Whether words are wider than high. In a picture that was fed sideways they are higher: Tesseract still
 * reads some of them, letter by letter or line after line from the last to the first.
 */
export function wordsLie({ textItems }: ParsedPage): boolean {
	const words = textItems.filter(({ text }) => text.trim().length >= MIN_WORD);
	const lying = words.filter(({ width, height }) => width > height);
	return lying.length * 2 >= words.length;
}

/** What may make a picture upright, after a first reading. */
export function turningsToTry(page: ParsedPage): readonly Turning[] {
	const letters = letterCount(page.textItems);
	if (letters < MIN_LETTERS) return [[2], [1], [3]];
	if (!wordsLie(page)) return [[1], [3]];
	const isSure = confidenceOf(page.textItems) >= (letters < FEW_LETTERS ? SURE : MIN_UPRIGHT);
	return isSure ? [] : [[2]];
}

/** What may make a mirrored picture upright, if it reads badly although its lines are horizontal. */
export function mirrorsToTry({ textItems }: ParsedPage): readonly Turning[] {
	const isSalad = letterCount(textItems) >= FEW_LETTERS && confidenceOf(textItems) < MIN_READABLE;
	return isSalad
		? [
				[0, true],
				[2, true],
			]
		: [];
}

/** The minimum that a turned picture must reach to be used. */
export function leastSure(page: ParsedPage): number {
	// Patterns and stains look like letters in every direction, but Tesseract is confident of none.
	if (letterCount(page.textItems) < MIN_LETTERS) return MIN_LETTERS * MIN_UPRIGHT ** 2;
	return sureLetters(page) * (wordsLie(page) ? 1 : NEARLY);
}
