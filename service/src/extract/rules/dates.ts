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
