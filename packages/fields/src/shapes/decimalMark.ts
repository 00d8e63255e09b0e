import { onlyOne } from '../onlyOne.ts';

/** How numbers are written in the page's language. */
export type DecimalMark = '.' | ',';

/** Longest text that is searched for its decimal mark. */
const LONGEST_SAMPLE = 200_000;
/** Numbers whose decimal mark cannot be one of thousands, nor part of a date or a version. */
const SURE_NUMBER =
	/(?<![\p{L}\d.,/:-])(?:\d{1,3}(?:[.,]\d{3})+(?<mixed>[.,])\d{1,2}|\d+(?<short>[.,])\d{2})(?![.,/:-]*\d|\p{L})/gu;

/** How a text writes decimals, by its unambiguous numbers; undefined when they differ. */
export function decimalMarkIn(text: string): DecimalMark | undefined {
	const marks = [...text.slice(0, LONGEST_SAMPLE).matchAll(SURE_NUMBER)].map(
		({ groups = {} }) => groups['mixed'] ?? groups['short'],
	);
	const mark = onlyOne(marks);
	return mark === '.' || mark === ',' ? mark : undefined;
}

/** Numbers whose points, or commas, can only separate thousands: "1.250.000", "1.234,50". */
const SURE_THOUSANDS = {
	'.': /(?<![\p{L}\d.,/:-])[1-9]\d{0,2}(?:(?:\.\d{3}){2}|(?:\.\d{3})+,\d{1,2})(?![\d.,/:-]*\d|\p{L})/u,
	',': /(?<![\p{L}\d.,/:-])[1-9]\d{0,2}(?:(?:,\d{3}){2}|(?:,\d{3})+\.\d{1,2})(?![\d.,/:-]*\d|\p{L})/u,
};

/**
 * How a page writes decimals: as its language does, else as its unambiguous numbers do. Undefined when that is
 * not known, or when a number of the page contradicts it: many pages name a language that is not theirs.
 */
export function decimalMarkOn(language: string, text: string): DecimalMark | undefined {
	const shown = decimalMarkIn(text);
	const mark = decimalMarkOf(language) ?? shown;
	if (mark === undefined || (shown !== undefined && shown !== mark)) return undefined;
	return SURE_THOUSANDS[mark].test(text.slice(0, LONGEST_SAMPLE)) ? undefined : mark;
}

/**
 * Whether a decimal point is that of the declared language alone: many pages name English and are not written
 * in it, so a number must show it.
 */
export function isMarkAssumed(mark: DecimalMark | undefined, text: string): boolean {
	return mark === '.' && decimalMarkIn(text) !== '.';
}

/** How numbers are written in a language (a BCP 47 tag such as "de-AT"); undefined when that is not known. */
function decimalMarkOf(language: string): DecimalMark | undefined {
	try {
		const { baseName } = new Intl.Locale(language.trim().replaceAll('_', '-'));
		return new Intl.NumberFormat(baseName).format(1.5).includes(',') ? ',' : '.';
	} catch {
		// Pages put all kinds of text into the attribute, or none.
		return undefined;
	}
}
