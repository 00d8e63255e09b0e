import { remembered } from '../remembered.ts';
import { currencyOf as currencyOfAmount } from '../shapes/currency.ts';
import { decimalMarkIn, type DecimalMark } from '../shapes/decimalMark.ts';
import { type NumberInText, numbersIn } from '../shapes/amounts.ts';
import { extentOf, type Piece, type Sheet } from '../sheet/sheet.ts';

/** A number in a document, and what stands around it. */
export interface PlacedNumber extends NumberInText {
	piece: Piece;
	/** The words before it in its piece, or those of the pieces to the left. */
	label: string;
	/** All words to its left on its line. */
	before: string;
	/** The width that it takes on its page. */
	x: number;
	right: number;
}

const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);

const CURRENCY_ALONE = /^(?:[A-Z]{2,3}|\p{Sc}|[:.])+$/u;

/** The words to the left of a number: those of its own piece, else of the next one that has words. */
function labelOf(left: readonly Piece[], before: string): string {
	if (hasLetters(before) && !CURRENCY_ALONE.test(before.trim())) return before;
	const words = left.toReversed().map(({ text }) => text);
	return words.find((text) => hasLetters(text) && !CURRENCY_ALONE.test(text)) ?? '';
}

/** The numbers of a document in order, with their labels, as its decimals are written. */
export function placedNumbers(sheet: Sheet): PlacedNumber[] {
	const mark: DecimalMark | undefined = decimalMarkIn(sheet.text);
	return sheet.lines.flatMap(({ pieces }) =>
		pieces.flatMap((piece) => {
			let from = 0;
			// Recognition may read a space before cents.
			const text = piece.text.replace(/(?<=\d[.,])\s(?=\d{2}$)/u, '');
			return numbersIn(text, mark).map((number) => {
				const before = text.slice(from, number.at);
				from = number.end;
				const left = pieces.slice(0, pieces.indexOf(piece));
				const all = [...left.map((one) => one.text), before].join(' ').trim();
				const extent = extentOf(piece, number.at, number.end);
				return { ...number, ...extent, piece, label: labelOf(left, before), before: all };
			});
		}),
	);
}

/** Whether a number is an amount of money: it has cents or a currency. */
export const isAmount = ({ decimals, currency, isPercent }: NumberInText): boolean =>
	!isPercent && (decimals === 2 || (currency !== undefined && decimals !== 1));

/** Amounts are equal if they differ by less than half a cent. */
export const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.005;

/** The currency of a document: the only one beside its amounts or named as such. */
export function currencyOf(sheet: Sheet, numbers: readonly PlacedNumber[]): string | undefined {
	const beside = numbers.flatMap(({ currency }) => currency ?? []);
	// Titles of columns may have it instead: "Netto (€)".
	const signs = [...beside, ...(beside.length > 0 ? [] : (sheet.text.match(/\p{Sc}/gu) ?? []))];
	const codes =
		sheet.text.match(/(?<![\p{L}\d])(?:EUR|USD|GBP|CHF|PLN|CZK|SEK|NOK|DKK|MYR)(?![\p{L}\d])/gu) ??
		[];
	const [first, second] = [...Map.groupBy([...signs, ...codes], codeOf)].toSorted(
		([, a], [, b]) => b.length - a.length,
	);
	// A remark may name another currency once.
	const isClear = second === undefined || (first?.[1].length ?? 0) >= second[1].length * 3;
	return isClear ? first?.[0] : undefined;
}

/** The code of what is beside an amount; a sign of several currencies stays as it is. Invoices mean dollars by "C$". */
const codeOf = remembered((sign) =>
	sign === 'C$' ? 'CAD' : (currencyOfAmount(`${sign}1`) ?? sign),
);
