import type { DecimalMark } from './decimalMark.ts';
import { withPlainCents } from './parseNumber.ts';

/** An amount or another number in a text. */
export interface NumberInText {
	/** With its sign: that before or behind it, or the brackets of accounts. */
	value: number;
	/** As it is written, with sign and currency. */
	text: string;
	/** Where it begins and ends. */
	at: number;
	end: number;
	/** Digits behind the decimal mark. */
	decimals: number;
	/** ISO code or symbol beside it. */
	currency?: string | undefined;
	/** Whether it is a rate: a per cent sign follows. */
	isPercent: boolean;
}

const CODES = Intl.supportedValuesOf('currency').join('|');
const CURRENCY = String.raw`(?:(?<![\p{L}])(?:${CODES}|RM|Rs\.?|kr\.?|zł|Kč|Ft|Fr\.?)(?!\p{L})|[A-Z]{0,2}\p{Sc})`;
const DIGITS = String.raw`\d{1,3}(?:[ \u00a0\u202f.,'’]\d{3})+(?:[.,]\d{1,4})?|\d{1,12}(?:[.,]\d{1,4})?|[.,]\d{2}`;
const NUMBER = new RegExp(
	String.raw`(?<![\p{L}\d_.,/:-])(?<before>${CURRENCY}\s?)?(?<open>\(\s?)?(?<minus>[-−–]\s?)?(?<inside>${CURRENCY}\s?)?(?<late>[-−–]\s?)?(?<digits>${DIGITS})(?<behind>\s?-(?![\p{L}\d]))?(?<close>\s?\))?(?<after>\s?${CURRENCY})?(?<percent>\s?%)?(?:[A-Z*](?![\p{L}\d]))?(?![\p{L}\d_/:]|[.,-]\d)`,
	'gu',
);
/**
 * The number that digits state; undefined if it depends on how decimals are written and that is not known.
 * @param mark how decimals are written there
 */
function readDigits(digits: string, mark: DecimalMark | undefined) {
	const plain = digits.replace(/[ \u00a0\u202f'’]/gu, '');
	const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
	if (last === -1) return { value: Number(plain), decimals: 0 };
	const sign = plain.charAt(last);
	const [whole, fraction] = [plain.slice(0, last), plain.slice(last + 1)];
	const other = sign === '.' ? ',' : '.';
	const isGrouped = whole.includes(sign);
	const isDecimal =
		!isGrouped &&
		(fraction.length !== 3 || whole.includes(other) || whole === '0' || sign === mark);
	if (!isDecimal && fraction.length !== 3) return undefined;
	if (!isDecimal && !isGrouped && mark === undefined) return undefined;
	return isDecimal
		? { value: Number(`${whole.replace(/[.,]/gu, '')}.${fraction}`), decimals: fraction.length }
		: { value: Number(plain.replace(/[.,]/gu, '')), decimals: 0 };
}

/** The numbers in a text, in order: amounts, quantities, rates; not those in dates, codes and words. */
export function numbersIn(text: string, mark?: DecimalMark): NumberInText[] {
	return [...withPlainCents(text).matchAll(NUMBER)].flatMap((match) => {
		const { groups = {}, index } = match;
		const read = readDigits(groups['digits'] ?? '', mark);
		if (read === undefined) return [];
		const currency = groups['before'] ?? groups['inside'] ?? groups['after'];
		// Brackets around a number alone, or with a currency, are a minus; "(2)" is a note.
		const inBrackets = groups['open'] !== undefined && groups['close'] !== undefined;
		const isNegative =
			groups['minus'] !== undefined ||
			groups['late'] !== undefined ||
			(groups['behind'] !== undefined && read.decimals === 2) ||
			(inBrackets && read.decimals === 2);
		return [
			{
				value: isNegative ? -read.value || 0 : read.value,
				text: match[0],
				at: index,
				end: index + match[0].length,
				decimals: read.decimals,
				currency: currency?.trim(),
				isPercent: groups['percent'] !== undefined,
			},
		];
	});
}
