/** How numbers are written in the page's language. */
export type DecimalMark = '.' | ',';

/** A text with one number, whose thousands may stand apart ("1 234,50 €", "1'234.50"). */
const ONE_NUMBER = /^(\D*)(\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(\D*)$/u;
/** "4.5 out of 5", "4,5 von 5", "4.5/5": the scale after the value does not count. */
const SCALE = /(\d)\s*(?:(?:out of|of|von|sur)\s*\d+(?:[.,]\d+)?|\/\s*(?:5|10|100)(?!\d))/iu;
/** "1.2k", "3 million": notations for rounded numbers, whose digits are not the value. */
const ROUNDED = /^(?:[km]\b|\s*(?:bn|mio|mrd|million|billion|thousand)\b)/iu;
/** Digits in groups of three (or of two, as in India), or all in one. */
const GROUPED = /^(?:\d+|\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3})$/u;
const MINUS = /(?:^|[\s(])[-−–]\s?\p{Sc}?\s?$/u;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/**
 * The number a text states, with currency signs, units and thousands separators around it and
 * with a decimal point or comma. Undefined when there is none, more than one, or when it cannot
 * be told what is meant.
 */
export function parseNumber(text: string, usualMark: DecimalMark = '.'): number | undefined {
	const match = ONE_NUMBER.exec(text.replace(SCALE, '$1').trim());
	const [, before = '', digits = '', after = ''] = match ?? [];
	const currency = [before, after].some((part) => CURRENCIES.has(part.trim().toUpperCase()));
	const isMoney = currency || /\p{Sc}/u.test(before + after);
	// A letter right before the digits makes them part of a code ("A4"), unless it is a currency.
	if (/\p{L}$/u.test(before) && !isMoney) return undefined;
	if (ROUNDED.test(after) || (isMoney && after.startsWith('/'))) return undefined;
	// Amounts of money never have three decimals.
	const number = readDigits(digits.replace(/['’ ]/gu, ''), isMoney ? undefined : usualMark);
	return number !== undefined && MINUS.test(before) ? -number : number;
}

/** @param usualMark one mark before exactly three digits is that of decimals only if it is this one */
function readDigits(digits: string, usualMark: DecimalMark | undefined): number | undefined {
	const mark = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
	const [first = '', second = '', ...rest] = digits.split(mark);
	const isMixed = digits.includes('.') && digits.includes(',');
	const isDecimal = isMixed || second.length !== 3 || first === '0' || usualMark === mark;
	const [whole, fraction] = rest.length === 0 && isDecimal ? [first, second] : [digits, ''];
	if (!GROUPED.test(whole) || (isMixed && rest.length > 0)) return undefined;
	return Number(`${whole.replace(/[.,]/gu, '')}.${fraction}`);
}

/** How numbers are written in a language (a BCP 47 tag such as "de-AT"); undefined when it is not known. */
export function decimalMarkOf(language: string): DecimalMark | undefined {
	try {
		const { baseName } = new Intl.Locale(language.trim().replaceAll('_', '-'));
		return new Intl.NumberFormat(baseName).format(1.5).includes(',') ? ',' : '.';
	} catch {
		// Pages put all kinds of texts into the attribute, or none.
		return undefined;
	}
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:$|[T ])/u;
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/u;
const DAY_FIRST =
	/^(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})$/u;
const MONTH_FIRST = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
/** The time of day behind a date, with its zone. */
const TIME = /,?\s\d{1,2}:\d{2}(?::\d{2})?(?:\s?(?:[AP]M|[A-Z]{1,4}|[+-]\d{2}:?\d{2})){0,2}$/iu;
const WEEKDAY = /^\p{L}+,\s+(?=\d|\p{L}+\.?\s+\d)/u;

/** The number of each month by its long and short names in the languages that are read. */
const MONTHS: ReadonlyMap<string, string> = new Map(
	['en', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pt'].flatMap((language) =>
		(['long', 'short'] as const).flatMap((month) => {
			const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
			const names = Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2024, at, 15)));
			return names.map(
				(name, at) => [name.toLowerCase().replace(/\.$/u, ''), `${at + 1}`] as const,
			);
		}),
	),
);

/**
 * The date a text states, as YYYY-MM-DD. Undefined when it is no date or when day and month could
 * be exchanged ("05/06/2024"). Dotted dates are day first: no language writes them otherwise.
 */
export function parseDate(text: string): string | undefined {
	const value = text.trim().replace(WEEKDAY, '').replace(TIME, '');
	const iso = YEAR_FIRST.exec(value);
	if (iso !== null) return isoDate(iso[1], iso[3], iso[4]);
	const [, first = '', mark, second = '', year] = YEAR_LAST.exec(value) ?? [];
	if (mark !== undefined) {
		const isDayFirst = mark === '.' || first === second || Number(first) > 12;
		if (isDayFirst) return isoDate(year, second, first);
		return Number(second) > 12 ? isoDate(year, first, second) : undefined;
	}
	const [, day, dayMonth = ''] = DAY_FIRST.exec(value) ?? [];
	const [, monthName = dayMonth, monthDay = day] = MONTH_FIRST.exec(value) ?? [];
	return isoDate(value.slice(-4), MONTHS.get(monthName.toLowerCase()), monthDay);
}

function isoDate(year = '', month = '', day = ''): string | undefined {
	const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const time = Date.parse(`${iso}T00:00:00Z`);
	// Date rolls 31 April over to May: only a date that survives is one.
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
}
