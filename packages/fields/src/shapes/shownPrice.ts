import type { DecimalMark } from './decimalMark.ts';
import { parseNumber } from './parseNumber.ts';
import {
	CURRENCY,
	hasRivalAmounts,
	isPriceText,
	numbersIn,
	type PriceKind,
	readPrice,
} from './priceText.ts';

/** Beside a number. */
const MARK_BEFORE = new RegExp(`(?:${CURRENCY.source}) ?$`, 'u');
const MARK_AFTER = new RegExp(`^ ?(?:${CURRENCY.source})`, 'u');

/** Longer texts are more than a line of a price list. */
const LONGEST_PRICED = 160;
const ENDS_PRICED = new RegExp(
	`(?:${CURRENCY.source}) ?\\d[\\d.,' ]*[-–—]?$|\\d[-–—]? ?(?:${CURRENCY.source})$`,
	'u',
);

/**
 * The price that a field asks for as a text shows it: "11 €" of "was 20 € now 11 €", else the whole text, such as
 * a range. Undefined where it has no amount or it is not clear which one is meant: "$29.90 $19.90".
 */
export function shownPrice(text: string, asked: PriceKind, mark?: DecimalMark): string | undefined {
	const whole = text.replace(/\s+/gu, ' ').trim();
	const numbers = numbersIn(whole);
	const [first] = numbers;
	if (first === undefined) return undefined;
	if (numbers.length < 2 || !isPriceText(whole)) return text;
	const price = readPrice(whole, asked, mark);
	if (price === undefined) return hasRivalAmounts(whole, mark) ? undefined : text;
	const part = numbers.find(([number]) => parseNumber(number, mark) === price);
	if (part === undefined) return text;
	const { 0: number, index } = part;
	const end = index + number.length;
	// The currency is on the same side of all amounts.
	const start = whole.slice(0, first.index).search(MARK_BEFORE);
	const before = start === -1 ? -1 : whole.slice(0, index).search(MARK_BEFORE);
	const after = before === -1 ? (MARK_AFTER.exec(whole.slice(end))?.[0] ?? '') : '';
	return before === -1 ? number + after : whole.slice(before, end);
}

/** A text without what leads to a price behind it: "Soup – €5", "Soup ..... €5". */
const BEFORE_LEADER = /^.*[^\s.…:|·•,_–—-]/su;

/** A thing and its price, where a text ends with one: "Soup – from €5" is "Soup" and "from €5". */
export function splitPriced(text: string): { thing: string; price: string } | undefined {
	if (text.length > LONGEST_PRICED || !ENDS_PRICED.test(text)) return undefined;
	const starts = [...text.matchAll(/(?<=\s)[\p{L}\p{N}\p{Sc}]/gu)].map(({ index }) => index);
	// The words in front of an amount that are of its price: "from", "now".
	const isPrice = (at: number): boolean => isPriceText(text.slice(at));
	const amount = starts.findLastIndex(isPrice);
	const before = starts.slice(0, Math.max(amount, 0)).findLastIndex((at) => !isPrice(at));
	const start = amount === -1 ? undefined : starts[before + 1];
	if (start === undefined) return undefined;
	const thing = BEFORE_LEADER.exec(text.slice(0, start))?.[0] ?? '';
	return /\p{L}/u.test(thing) && !isPriceText(text)
		? { thing, price: text.slice(start) }
		: undefined;
}
