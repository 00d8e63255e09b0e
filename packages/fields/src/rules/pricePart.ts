import { type DecimalMark, parseNumber } from './figures.ts';
import { CURRENCY, isPriceText, numbersIn, type PriceKind, readPrice } from './priceText.ts';

/** Beside a number. */
const MARK_BEFORE = new RegExp(`(?:${CURRENCY.source}) ?$`, 'u');
const MARK_AFTER = new RegExp(`^ ?(?:${CURRENCY.source})`, 'u');

/**
 * What a text about more than one price says about the one that a field asks for, as "11 €" of "was 20 € now
 * 11 €"; undefined where it has only one, or where it is unclear.
 */
export function pricePart(text: string, asked: PriceKind, mark?: DecimalMark): string | undefined {
	const whole = text.replace(/\s+/gu, ' ').trim();
	const numbers = numbersIn(whole);
	if (!isPriceText(whole) || numbers.length < 2) return undefined;
	const price = readPrice(whole, asked, mark);
	const parts = numbers.filter(([part]) => parseNumber(part, mark) === price);
	const [part] = parts;
	if (price === undefined || part === undefined) return undefined;
	const { 0: number, index } = part;
	const before = whole.slice(0, index).search(MARK_BEFORE);
	const after = MARK_AFTER.exec(whole.slice(index + number.length))?.[0] ?? '';
	return before === -1 || after !== '' ? number + after : whole.slice(before, index) + number;
}
