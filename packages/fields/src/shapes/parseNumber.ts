import { atFirstUse } from '../atFirstUse.ts';
import type { DecimalMark } from './decimalMark.ts';

/** A text with one number, whose thousands may be separated ("1 234,50 €", "1'234.50"). */
const ONE_NUMBER = /^(\D*)(\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(\D*)$/u;
/** "4.5 out of 5", "4,5 von 5", "4.5/5": the scale after the value is ignored. */
const SCALE = /(\d)\s*(?:(?:out of|of|von|sur)\s*\d+(?:[.,]\d+)?|\/\s*(?:5|10|100)(?!\d))/iu;
/** "1.2k", "3 million", "5万", "TEUR": notations for rounded numbers, whose digits are not the value. */
const ROUNDED =
	/#[km](?!\p{L})|(?<!\p{L})(?:bn|mn|tsd|tds|mio|mill|mil|mrd|mld|mln|lakhs?|crores?|thousands?|hundreds?|(?:mi|bi|tri)l(?:l?i[oóõ]n(?:en|s|es|i|e)?|jo?e?n|jard\p{L}{0,4})|milliards?|mille|duizend|tausend|тыс|млн|млрд)(?!\p{L})|(?<!\p{L})[kt](?:€|\$|£|eur|usd|gbp|chf)|[万萬億亿千천만억]/iu;
/** Hundredths of a currency: "99 ct" is not 99. */
const CENTS = /¢|(?<!\p{L})(?:ct|cts|cents?|pence|rappen|øre|öre|centimes?|céntimos?)(?!\p{L})/iu;
/** "3½" is not 3, and "10³" not 10. */
const FRACTION = /^(?:\s?[¼-¾⅐-⅞]|[⁰¹²³⁴-⁹])/u;
/** Behind decimals, raised figures are the mark of a note. */
const NOTE = /(?<=[.,]\d{1,2})[⁰¹²³⁴-⁹]+/u;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** "1,299⁹⁹": a whole amount and raised cents. */
const RAISED_CENTS = /(?<![\d.,])(\d{1,3}(?:[.,]\d{3})+|\d+)([⁰¹²³⁴⁵⁶⁷⁸⁹]{2})(?![⁰¹²³⁴⁵⁶⁷⁸⁹])/gu;
const THREE_DECIMALS = /[.,]\d{3}$/u;
/** Debit or credit: whether that is a minus depends on whose account it is. */
const DEBIT_OR_CREDIT = /^\s?(?:S|H|DR|CR|Dr\.?|Cr\.?)$/u;
/** "12,-", "100.–": whole amounts of money, not negative ones. */
const NO_CENTS = /^[.,]\s?[-–—](?!\d)/u;
/** Digits in groups of three (or of two, as in India), or all in one. */
const GROUPED = /^(?:\d+|\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3})$/u;
/** The last separator of a number, what is before it and after it. */
const LAST_MARK = /^([\d.,]*)([.,])(\d*)$/u;
const MINUS = /(?:^|[\s(:])[-−–]\s*$/u;
/** A dash between words and a number may be a minus or a separator. */
const DASH_APART = /\s[-−–]\s{1,3}$/u;
/** "(1,234.00)", "(EUR 12.00)": what accounts write for a minus. */
const IN_BRACKETS = /^\([^()]*\)$/u;

/** Codes and symbols of currencies that mean something else beside most numbers: "1.250 km". */
const OTHER_WORDS: ReadonlySet<string> = new Set(['km', 'top', 'all']);

/** What the runtime knows about currencies; reading it takes longer than reading many a page. */
const currencies = atFirstUse(() => {
	const codes = Intl.supportedValuesOf('currency');
	const formats = codes.map((currency) => {
		const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
		return new Intl.NumberFormat('en', options);
	});
	const signs = formats.map(
		(format) => format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? '',
	);
	const spellings = codes.flatMap((code, at) => [code, signs[at] ?? '']);
	/** How currencies are written: codes and symbols made of letters ("kr", "Rp", "zł"). */
	const words = spellings.filter((word) => word.length > 1);
	const withThree = codes.filter(
		(_code, at) => formats[at]?.resolvedOptions().maximumFractionDigits === 3,
	);
	return {
		/** In lower case. */
		words: new Set(words.map((word) => word.toLowerCase())),
		/** Those that mean nothing else beside a number. */
		sureWords: new Set(['Kr', ...words].filter((word) => !OTHER_WORDS.has(word.toLowerCase()))),
		/** Those with three decimals, in lower case: "KWD 12.500" is ambiguous. */
		withThreeDecimals: new Set(withThree.map((code) => code.toLowerCase())),
	};
});

/** Whether a text says on which scale its number is: "4.5 out of 5". */
export const hasScale = (text: string): boolean => SCALE.test(text);

/** Raised cents as digits behind a decimal mark. */
export const withPlainCents = (text: string): string =>
	text.replace(RAISED_CENTS, (_all, whole: string, cents: string) => {
		const digits = [...cents].map((sign) => RAISED.indexOf(sign)).join('');
		return `${whole}${whole.includes('.') ? ',' : '.'}${digits}`;
	});

/**
 * The number a text states, with currency symbols, units and thousands separators around it and
 * with a decimal point or comma. An amount in brackets is negative. Undefined when there is none, more than
 * one, or when it is ambiguous: "1.234" without a currency where the language is not known, "780,00 S".
 * @param mark how decimals are written there; undefined when that is not known
 */
export function parseNumber(text: string, mark?: DecimalMark): number | undefined {
	const whole = withoutNotation(text);
	const match = ONE_NUMBER.exec(whole);
	if (match === null) return undefined;
	const [, before = '', digits = '', after = ''] = match;
	const { isMoney, hasThreeDecimals } = readMoney(before, after);
	// "€1.749/l": per unit, prices have three decimals.
	const isMaybeUnitPrice = isMoney && after.startsWith('/') && THREE_DECIMALS.test(digits);
	if (isMaybeUnitPrice || isUnclear(before, after, isMoney)) return undefined;
	// Amounts of money never have three decimals, except in a few currencies.
	const usual = isMoney && !hasThreeDecimals ? 'none' : mark;
	const number = readDigits(digits.replace(/['’ ]/gu, ''), usual);
	const sign = isInBrackets(whole) ? -1 : signOf(before, digits, after);
	// Zero has no sign.
	return number === undefined || sign === undefined ? undefined : sign * number || 0;
}

/** Whether a text is an amount in brackets, which is negative in accounts: "(12.50)", not "(312)" or "(312 reviews)". */
export function isInBrackets(text: string): boolean {
	const whole = text.trim();
	const [, before = '', digits = '', after = ''] = ONE_NUMBER.exec(whole) ?? [];
	return (
		IN_BRACKETS.test(whole) && (/[.,]\d{2}$/u.test(digits) || readMoney(before, after).isMoney)
	);
}

/** Whether a text is a single amount with its currency: neither "from $10" nor "$3 / kg". */
export function isAmountOfMoney(text: string): boolean {
	const [, before = '', , after = ''] = ONE_NUMBER.exec(text.trim()) ?? [];
	const words = `${before} ${after}`.match(/\p{L}[\p{L}$£₵]*/gu) ?? [];
	const isPlain = /^[\s\p{L}\p{Sc}.+−-]*$/u.test(before) && /^[\s\p{L}\p{Sc}.,–—-]*$/u.test(after);
	return (
		isPlain &&
		words.every((word) => currencies().sureWords.has(word)) &&
		readMoney(before, after).isMoney
	);
}

/** A text without the scale behind its number, and without raised figures: cents, or the mark of a note. */
function withoutNotation(text: string): string {
	const plain = readMoney(text, '').isMoney ? withPlainCents(text) : text;
	return plain.replace(NOTE, '').replace(SCALE, '$1').trim();
}

/**
 * Whether a text is a number with three digits after its only mark, as in "12.500": where it is money, these are
 * thousands in many languages and decimals in few currencies.
 */
export function isMaybeThousands(text: string): boolean {
	const [, before = '', digits = '', after = ''] = ONE_NUMBER.exec(text.trim()) ?? [];
	return /^[1-9]\d{0,2}[.,]\d{3}$/u.test(digits) && !readMoney(before, after).hasThreeDecimals;
}

/** What the words and symbols around a number say about its currency. */
function readMoney(before: string, after: string) {
	const words = `${before} ${after}`.toLowerCase().match(/[\p{L}$]+/gu) ?? [];
	const hasSign = /\p{Sc}/u.test(before + after) || NO_CENTS.test(after);
	return {
		isMoney:
			hasSign || words.some((word) => currencies().words.has(word) && !OTHER_WORDS.has(word)),
		hasThreeDecimals: words.some((word) => currencies().withThreeDecimals.has(word)),
	};
}

/** Whether the words around digits show that these are not the whole value. */
function isUnclear(before: string, after: string, isMoney: boolean): boolean {
	// A letter directly before the digits makes them part of a code ("A4"), unless it is a currency.
	const isOther = !isMoney && /\p{L}$/u.test(before);
	const isCut = ROUNDED.test(`${before}#${after}`) || CENTS.test(after);
	return isOther || isCut || FRACTION.test(after) || DEBIT_OR_CREDIT.test(after);
}

/** 1 or -1 as the signs around a number say; undefined when a dash may or may not be a minus. */
function signOf(before: string, digits: string, after: string): number | undefined {
	// "96,40-", "96,40 EUR-"; other numbers before a dash begin a range.
	if (/^(?:\s?(?:\p{Sc}|\p{L}{2,3})\s?)?[-−]$/u.test(after)) {
		return /[.,]\d{2}$/u.test(digits) ? -1 : undefined;
	}
	const words = before
		.replace(/\p{Sc}/gu, ' ')
		.replace(/\p{L}{1,20}\.?/gu, (word) =>
			currencies().words.has(word.toLowerCase()) ? ' ' : word,
		);
	if (DASH_APART.test(words) && /[\p{L}\d]/u.test(words)) return undefined;
	return MINUS.test(words) ? -1 : 1;
}

/** @param mark a single mark before exactly three digits is the decimal mark only if it is this one */
function readDigits(digits: string, mark: DecimalMark | 'none' | undefined): number | undefined {
	const [, whole = digits, last = '', fraction = ''] = LAST_MARK.exec(digits) ?? [];
	const isOne = !/[.,]/u.test(whole);
	const isThousands = isOne && /^[1-9]\d{0,2}$/u.test(whole) && fraction.length === 3;
	if (isThousands && mark === undefined) return undefined;
	const isDecimal = isOne ? !isThousands || mark === last : !whole.includes(last);
	const [grouped, decimals] = isDecimal ? [whole, fraction] : [digits, ''];
	if (!GROUPED.test(grouped)) return undefined;
	return Number(`${grouped.replace(/[.,]/gu, '')}.${decimals}`);
}
