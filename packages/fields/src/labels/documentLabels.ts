import { isTerm, partyNamed } from '../einvoice/askedTerm.ts';
import type { Sheet } from '../sheet/sheet.ts';
import { LABEL_FIT, labelWords, wordsFit } from '../names/labels.ts';
import { type LabelledText, labelledTexts } from './labelledTexts.ts';
import { bestOf, type Stated } from './stated.ts';

/** Lines of a document whose labels are read: forms are short. */
const MOST_LINES = 3_000;
const LONGEST_VALUE = 1_000;
/** Whether a text is a value, and not one with the label of another, whose beginning is not known. */
const isOneValue = (value: string): boolean =>
	value.length <= LONGEST_VALUE &&
	/[\p{L}\d]/u.test(value) &&
	!/\p{L}\s?(?:[:：](?:\s|$)|：)/u.test(value);

/** How good a label with a colon is: by its fit, then by where its value stands. */
function rankOf({ place }: LabelledText, fit: number, isOfTerm: boolean): number {
	const isOwn = fit >= LABEL_FIT.reordered;
	if (fit === 0 || (isOfTerm && !isOwn)) return 0;
	return (isOwn ? LABEL_FIT.equal : fit) * 10 + (place === 'below' ? 0 : 1);
}

/**
 * The values of a document that have labels which fit the names of fields (`labels.ts`), wherever they stand:
 * behind the colon of the label, beside it, or below it. The best label decides.
 * @param sheet the document
 * @param names of all fields that are asked for
 */
export function readDocumentLabels(sheet: Sheet, names: readonly string[]): Map<string, Stated> {
	const asked = names.map((name) => ({ name, words: labelWords(name) }));
	const fitsAny = (label: string): boolean => {
		const words = labelWords(label);
		return asked.some((one) => wordsFit(one.words, words) >= LABEL_FIT.reordered);
	};
	const short = { ...sheet, lines: sheet.lines.slice(0, MOST_LINES) };
	const all = labelledTexts(short, fitsAny)
		// A label is not the value of another one.
		.filter(({ value, isMarked }) => isMarked && isOneValue(value))
		.map((one) => ({ ...one, words: labelWords(one.label) }));
	return new Map(
		asked.flatMap(({ name, words }) => {
			// A label with further words, or fewer, means another term: "Total discount", "Seller" for its VAT ID.
			const isOfTerm = isTerm(name);
			const stated = bestOf(all, (one) =>
				rankOf(one, wordsFit(words, one.words), isOfTerm || partyNamed(one.label) !== undefined),
			);
			if (stated === undefined) return [];
			const isOwn = wordsFit(words, labelWords(stated.label)) >= LABEL_FIT.reordered;
			return [[name, { ...stated, isOwn }] as const];
		}),
	);
}
