import type { PlacedWord } from '@web-data-extraction/documents/placedWords';
import { isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { placedNumbers } from '../business/money.ts';
import type { CheckedAnswer } from '../business/termCheck.ts';
import type { ExtractionSource } from '../extraction.ts';
import { dateOrderIn, datesIn } from '../shapes/dates.ts';
import { lettersOf } from '../names/names.ts';
import { piecesIn, type Sheet, sheetOfPages, wordsAt } from '../sheet/sheet.ts';

/** A longer value is a text, which one misread word does not make another one. */
const LONGEST_FACT = 150;
const LONGEST_SAID = 60;
const MOST_SAID = 10;
/** What may stand beside a date: the date is legible without it. */
const TIME_ALONE = /^[\s\d:.]*(?:[ap]\.?m\.?)?$/iu;

const isDoubtful = (word: PlacedWord): boolean => word[5] === true;

/** Which words, numbers and dates of scans are legible: in one of the places where they stand, if in several. */
class Legibility {
	readonly #isLegible = new Map<string | number, boolean>();

	constructor(sheet: Sheet) {
		const order = dateOrderIn(sheet.text);
		for (const piece of piecesIn(sheet)) {
			for (const word of piece.words) this.#add(lettersOf(word[4]), [word]);
			for (const { iso = '', text, at } of datesIn(piece.text, order)) {
				const words = wordsAt(piece, at, at + text.length);
				for (const date of [text, iso]) this.#add(lettersOf(date), words);
			}
		}
		for (const { value, piece, at, end } of placedNumbers(sheet)) {
			this.#add(value, wordsAt(piece, at, end));
		}
	}

	/** Whether all parts of a value are legible; what stands nowhere was made of others and is not judged. */
	has(value: string | number): boolean {
		if (typeof value === 'number') return this.#isLegible.get(value) ?? true;
		if (value.length > LONGEST_FACT) return true;
		const [date = { text: '' }] = datesIn(value);
		const isDate = date.text !== '' && TIME_ALONE.test(value.replace(date.text, '').trim());
		const whole = this.#isLegible.get(lettersOf(isDate ? date.text : value));
		return (
			whole ?? value.split(/\s+/u).every((word) => this.#isLegible.get(lettersOf(word)) !== false)
		);
	}

	#add(value: string | number, words: readonly PlacedWord[]): void {
		if (value === '') return;
		const isLegible = !words.some(isDoubtful);
		this.#isLegible.set(value, isLegible || this.#isLegible.get(value) === true);
	}
}

/**
 * An answer without the values of which a word on a scan was hardly legible.
 * @param proved amounts that sums of other amounts confirm: they were read right
 */
export function withoutIllegible(
	answer: JsonValue,
	sources: readonly ExtractionSource[],
	proved: readonly number[],
): CheckedAnswer {
	const pages = sources.flatMap(({ words = [] }) => words);
	if (!pages.some(({ words }) => words.some(isDoubtful))) {
		return { answer, emptied: [], reasons: [] };
	}
	const legibility = new Legibility(sheetOfPages(pages));
	const illegible = new Map<string, string | number>();
	const check = (value: JsonValue, path: string): JsonValue => {
		if (Array.isArray(value)) return value.map((one, at) => check(one, `${path}[${at}]`));
		if (isJsonObject(value)) {
			const entries = Object.entries(value).map(
				([name, own]) => [name, check(own, path === '' ? name : `${path}.${name}`)] as const,
			);
			return Object.fromEntries(entries);
		}
		if (typeof value !== 'string' && typeof value !== 'number') return value;
		if (proved.includes(Number(value)) || legibility.has(value)) return value;
		illegible.set(path, value);
		return null;
	};
	const checked = check(answer, '');
	return { answer: checked, emptied: [...illegible.keys()], reasons: describe(illegible) };
}

function describe(illegible: ReadonlyMap<string, string | number>): string[] {
	const reasons = [...illegible].slice(0, MOST_SAID).map(([path, value]) => {
		const said = JSON.stringify(String(value).slice(0, LONGEST_SAID));
		return `'${path}' is left empty: ${said} was hardly legible.`;
	});
	const more = illegible.size - reasons.length;
	return more > 0
		? [...reasons, `${more} more values were hardly legible and are left empty.`]
		: reasons;
}
