import { SSF } from '@e965/xlsx';

/** Text in quotes, an escaped character, a bracketed condition or language, or a full stop. */
const FORMAT_PARTS = /"[^"]*"|\\.|\[[^\]]{0,100}\]|\.(?!0)/g;

/** The format library takes a full stop in a date for a fraction of a second, and gives up. */
function escapeStops(format: string): string {
	return format.replace(FORMAT_PARTS, (part) => (part === '.' ? '\\.' : part));
}

/**
 * A date as its cell's format shows it, for formats that the workbook library can't read, such as
 * `dd.mm.yyyy`; in ISO form when it can't be shown that way either.
 * @param days since 1900, as workbooks keep dates
 * @returns undefined when the format is none of dates
 */
export function shownDate(days: number, format: unknown): string | undefined {
	if (typeof format !== 'string') return undefined;
	const escaped = escapeStops(format);
	if (!SSF.is_date(escaped)) return undefined;
	try {
		return String(SSF.format(escaped, days));
	} catch {
		return String(SSF.format(Number.isInteger(days) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm', days));
	}
}
