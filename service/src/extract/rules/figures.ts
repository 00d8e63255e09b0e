/** How numbers are written in the page's language; unknown without a language. */
export type DecimalMark = 'point' | 'comma';

/** A run of digits with marks between them, as one number may be written. */
const NUMBER = /\d(?:[\d.,'’]*\d)?/gu;

/** A number whose thousands stand apart ("1 234,50 €") and hardly anything else. */
const SPACED = /^\D{0,5}\d{1,3}(?: \d{3})+(?:[.,]\d+)?\D{0,5}$/u;

/** "4.5 out of 5", "4,5 von 5", "4.5/5": the scale after the value does not count. */
const SCALE = /(\d)\s*(?:(?:out of|of|von|sur)\s*\d+(?:[.,]\d+)?|\/\s*(?:5|10|100)(?!\d))/iu;

/** "1.2k", "3 million": notations for rounded numbers, whose digits are not the value. */
const ROUNDED = /^(?:[km]\b|\s*(?:bn|mio|mrd|million|billion|thousand)\b)/iu;

const CURRENCY_CODES = new Set([
	...Intl.supportedValuesOf('currency'),
	'FR',
	'RS',
	'KR',
	'ZŁ',
	'R',
]);

/**
 * The number a text states, with currency signs, units and thousands separators around it and
 * with a decimal point or comma. Undefined when there is none, more than one, or when it cannot
 * be told what is meant.
 */
export function parseNumber(text: string, decimalMark?: DecimalMark): number | undefined {
	const value = joinSpaced(text.replace(SCALE, '$1').trim());
	const [match, ...others] = [...value.matchAll(NUMBER)];
	if (match === undefined || others.length > 0) return undefined;
	const before = value.slice(0, match.index);
	const after = value.slice(match.index + match[0].length);
	if (isPartOfCode(before) || ROUNDED.test(after)) return undefined;
	const isMoney = /\p{Sc}/u.test(value) || endsInCurrency(before) || endsInCurrency(after.trim());
	if (isMoney && after.startsWith('/')) return undefined;
	const mark = decimalSign(match[0], isMoney ? 'none' : (decimalMark ?? 'point'));
	const number = readDigits(match[0].replace(/['’]/gu, ''), mark);
	return number === undefined ? undefined : number * signOf(before);
}

function joinSpaced(value: string): string {
	return SPACED.test(value) ? value.replace(/(\d) (?=\d{3})/gu, '$1') : value;
}

/** A letter right before the digits makes them part of a code ("A4"), unless it is a currency. */
function isPartOfCode(before: string): boolean {
	return /\p{L}$/u.test(before) && !endsInCurrency(before);
}

function endsInCurrency(text: string): boolean {
	return CURRENCY_CODES.has((/\p{L}{1,9}\.?$/u.exec(text.trim())?.[0] ?? '').toUpperCase());
}

function signOf(before: string): number {
	return /(?:^|[\s(])[-−–]\s?\p{Sc}?\s?$/u.test(before) ? -1 : 1;
}

/**
 * Which sign separates the decimals; undefined when there are none. One sign before exactly three
 * digits is read as usual in the page's language, and never as decimals of an amount of money.
 */
function decimalSign(digits: string, usual: DecimalMark | 'none'): '.' | ',' | undefined {
	const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
	if (point !== -1 && comma !== -1) return point > comma ? '.' : ',';
	const sign = point === -1 ? ',' : '.';
	const [whole, fraction, ...rest] = digits.split(sign);
	if (fraction === undefined || rest.length > 0) return undefined;
	if (fraction.length !== 3 || whole === '0') return sign;
	return usual === (sign === '.' ? 'point' : 'comma') ? sign : undefined;
}

function readDigits(digits: string, mark: '.' | ',' | undefined): number | undefined {
	const [whole = '', fraction = '0', ...rest] = mark === undefined ? [digits] : digits.split(mark);
	if (rest.length > 0 || !isGrouped(whole) || /\D/u.test(fraction)) return undefined;
	return Number(`${whole.replace(/[.,]/gu, '')}.${fraction}`);
}

/** True when separators stand before groups of three digits only (or of two, as in India). */
function isGrouped(whole: string): boolean {
	return /^\d+$/u.test(whole) || /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/u.test(whole);
}

/** How numbers are written in a language (a BCP 47 tag such as "de-AT"); undefined when it is not known. */
export function decimalMarkOf(language: string): DecimalMark | undefined {
	const tag = language.trim().replaceAll('_', '-');
	if (tag === '') return undefined;
	try {
		const decimal = new Intl.NumberFormat(tag)
			.formatToParts(1.5)
			.find((part) => part.type === 'decimal')?.value;
		return decimal === ',' ? 'comma' : 'point';
	} catch {
		// Pages put all kinds of texts into the attribute.
		return undefined;
	}
}

/** Languages whose month names are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/u;
const ISO_DATE_TIME =
	/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?$/iu;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/u;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/u;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/u;
const DAY_MONTH_NAME =
	/^(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})$/u;
const MONTH_NAME_DAY = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
const WEEKDAY = /^\p{L}+,\s+(?=\d|\p{L}+\.?\s+\d)/u;

const MONTHS = buildMonths();

/**
 * The date a text states, as YYYY-MM-DD. Undefined when it is no date or when day and month could
 * be exchanged ("05/06/2024"). Dotted dates are day first: no language writes them otherwise.
 */
export function parseDate(text: string): string | undefined {
	const value = text.trim().replace(WEEKDAY, '');
	const iso = ISO_DATE.exec(value) ?? YEAR_FIRST.exec(value);
	if (iso !== null) return isoDate(iso[1], iso[2], iso[3]);
	const dotted = DOTTED.exec(value);
	if (dotted !== null) return isoDate(dotted[3], dotted[2], dotted[1]);
	const named = DAY_MONTH_NAME.exec(value);
	if (named !== null) return isoDate(named[3], monthNumber(named[2]), named[1]);
	const american = MONTH_NAME_DAY.exec(value);
	if (american !== null) return isoDate(american[3], monthNumber(american[1]), american[2]);
	return parseSlashed(value);
}

/** The text when it is an ISO 8601 point in time; a date alone has no time, and none is made up. */
export function parseDateTime(text: string): string | undefined {
	const value = text.trim();
	return ISO_DATE_TIME.test(value) ? value.replace(' ', 'T') : undefined;
}

function parseSlashed(value: string): string | undefined {
	const [, first, second, year] = SLASHED.exec(value) ?? [];
	if (first === undefined || second === undefined) return undefined;
	if (first === second || Number(first) > 12) return isoDate(year, second, first);
	return Number(second) > 12 ? isoDate(year, first, second) : undefined;
}

function isoDate(
	year: string | undefined,
	month: string | undefined,
	day: string | undefined,
): string | undefined {
	if (year === undefined || month === undefined || day === undefined) return undefined;
	const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const parsed = new Date(`${iso}T00:00:00Z`);
	// Date rolls 31 April over to May: only a date that survives is one.
	return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== iso
		? undefined
		: iso;
}

function monthNumber(name: string | undefined): string | undefined {
	return MONTHS.get(name?.toLowerCase() ?? '')?.toString();
}

function buildMonths(): ReadonlyMap<string, number> {
	const months = new Map<string, number>([['sept', 9]]);
	for (const language of LANGUAGES) {
		for (const style of ['long', 'short'] as const) {
			const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
			for (let month = 1; month <= 12; month += 1) {
				const name = format.format(Date.UTC(2024, month - 1, 15));
				months.set(name.toLowerCase().replace(/\.$/u, ''), month);
			}
		}
	}
	return months;
}
