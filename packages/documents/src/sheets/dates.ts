import { SSF } from '@e965/xlsx';
import lcid from 'lcid';

/** Text in quotes, an escaped character, a bracketed condition or language, or a full stop. */
const FORMAT_PARTS = /"[^"]*"|\\.|\[[^\]]{0,100}\]|\.(?!0)/g;

/** The format library takes a full stop in a date for a fraction of a second, and gives up. */
function escapeStops(format: string): string {
	return format.replace(FORMAT_PARTS, (part) => (part === '.' ? '\\.' : part));
}

/** The language that a format states, as a number (`[$-407]`) or a name (`[$-de-DE]`). */
const LANGUAGE =
	/\[\$[^\]-]{0,20}-(?:([\da-f]{3,8})|([a-z]{2,3}(?:-[a-z\d]{2,8}){0,2}))(?:,[^\]]{0,20})?\]/i;
/** The other bits say which calendar and digits are used. */
const LANGUAGE_BITS = 0xff_ff;

/** @returns undefined where none is stated, or an unknown one */
function languageOf(format: string): string | undefined {
	const [, code, name] = LANGUAGE.exec(format) ?? [];
	const known = code === undefined ? name : lcid.from(Number.parseInt(code, 16) & LANGUAGE_BITS);
	const tag = known?.replaceAll('_', '-');
	return tag !== undefined && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
		? tag
		: undefined;
}

/** Days from the epoch of workbooks to that of computers. */
const DAYS_TO_1970 = 25_569;
const DAY_MS = 86_400_000;

/** How names of months and days are written in a format, and how to get a language's. */
const NAMES: ReadonlyArray<[pattern: RegExp, options: Intl.DateTimeFormatOptions]> = [
	[/mmmm(?!m)/i, { month: 'long', day: 'numeric' }],
	[/mmm(?!m)/i, { month: 'short', day: 'numeric' }],
	[/dddd/i, { weekday: 'long' }],
	[/ddd/i, { weekday: 'short' }],
];

function nameIn(language: string, date: Date, options: Intl.DateTimeFormatOptions): string {
	const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(
		date,
	);
	return parts.find(({ type }) => type === 'month' || type === 'weekday')?.value ?? '';
}

/** A format with the names of its month and day in place, in the language that it states. */
function withNames(format: string, days: number, language: string): string {
	const date = new Date(Math.round((days - DAYS_TO_1970) * DAY_MS));
	if (Number.isNaN(date.getTime())) return format;
	// Names are inserted as quoted text, which later patterns skip.
	return format
		.split(/("[^"]*"|\[[^[\]]{0,100}\])/)
		.map((part, at) => {
			// The names are already in: the format library knows languages only by number.
			if (LANGUAGE.test(part)) return '';
			if (at % 2 === 1) return part;
			for (const [pattern, options] of NAMES) {
				if (pattern.test(part))
					return part.replace(pattern, `"${nameIn(language, date, options)}"`);
			}
			return part;
		})
		.join('');
}

/** A stretch of a format may contain the names of both month and day: one is inserted each time. */
function withAllNames(format: string, days: number, language = languageOf(format)): string {
	if (language === undefined) return format;
	const once = withNames(format, days, language);
	return once === format ? format : withAllNames(once, days, language);
}

/** Quoted text, brackets and escaped characters of a format, or an era of the Japanese calendar. */
const ERA = /"[^"]*"|\\.|\[[^\]]{0,100}\]|(g{1,3})|(e{1,2})/gi;
const ERA_STYLES = ['narrow', 'long', 'long'] as const;

/** A format with its date's era and the year in it (`ggge`: 令和8), which the library does not know. */
function withEra(format: string, days: number): string {
	const date = new Date(Math.round((days - DAYS_TO_1970) * DAY_MS));
	if (!/g/i.test(format.replace(FORMAT_PARTS, '')) || Number.isNaN(date.getTime())) return format;
	const partOf = (type: 'era' | 'year', era: (typeof ERA_STYLES)[number]): string =>
		new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era, year: 'numeric', timeZone: 'UTC' })
			.formatToParts(date)
			.find((part) => part.type === type)?.value ?? '';
	return format.replace(ERA, (source: string, era?: string, year?: string) => {
		if (year !== undefined) {
			const number = partOf('year', 'long').replace('元', '1');
			return `"${number.padStart(year.length, '0')}"`;
		}
		if (era === undefined) return source;
		const name = partOf('era', ERA_STYLES[era.length - 1] ?? 'long');
		return `"${era.length === 2 ? name.slice(0, 1) : name}"`;
	});
}

/** The short date of the reader's own locale: every reader understands its ISO form. */
const READERS_OWN = /^(?:\[\$-409\])?m\/d\/yy(?:yy)?$/i;
const ISO_DATE = 'yyyy-mm-dd';

/**
 * A date as its cell's format shows it, in the language that the format states; in ISO form when it
 * can't be shown that way.
 * @param days since 1900, as workbooks store dates
 * @returns undefined when the format is not a date format
 */
export function shownDate(days: number, format: unknown): string | undefined {
	if (typeof format !== 'string') return undefined;
	const escaped = escapeStops(format);
	if (!SSF.is_date(escaped)) return undefined;
	if (READERS_OWN.test(format)) return String(SSF.format(ISO_DATE, days));
	try {
		return String(SSF.format(withEra(withAllNames(escaped, days), days), days));
	} catch {
		return String(SSF.format(Number.isInteger(days) ? ISO_DATE : 'yyyy-mm-dd hh:mm', days));
	}
}
