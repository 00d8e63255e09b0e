import { onlyOne } from '../onlyOne.ts';
import { isMonth, parseDate } from './parseDate.ts';

/** A date in a text. */
export interface DateInText {
	/** As it is written. */
	text: string;
	/** `YYYY-MM-DD`; undefined if day and month can't be told apart. */
	iso: string | undefined;
	/** Where it begins. */
	at: number;
}

const NUMERIC =
	/(?<![\p{L}\d.,/])(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\s?\d{1,2}\2\s?(?:\d{4}|\d{2}))(?![\p{L}\d]|[./]\d)/gu;
const NAMED =
	/(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th|\.|er|º)?[\s-](?:de\s|of\s)?(\p{L}{3,12})\.?,?[\s-](?:de\s|del\s)?(?:\d{4}|\d{2})|(\p{L}{3,12})\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})(?![\p{L}\d])/gu;
const SHORT_YEAR = /([./\s-])(\d{2})$/u;
/** Years of two digits are of this century up to this one, later ones of the last. */
const LAST_SHORT_YEAR = 68;

function withFullYear(text: string): string {
	if (/^\d{4}/u.test(text)) return text;
	return text.replace(SHORT_YEAR, (_all, mark: string, year: string) => {
		return `${mark}${Number(year) > LAST_SHORT_YEAR ? '19' : '20'}${year}`;
	});
}

/**
 * How dates in figures alone are written: day or month first. Undefined where no date of the text shows it.
 */
export type DateOrder = 'dayFirst' | 'monthFirst';

/** The order of the dates in a text, by one whose day is past 12; undefined without one, or if they differ. */
export function dateOrderIn(text: string): DateOrder | undefined {
	const orders = [...text.matchAll(NUMERIC)].flatMap(([date]): DateOrder[] => {
		const [, first, second] = /^(\d{1,2})\D\s?(\d{1,2})\D/u.exec(date) ?? [];
		if (Number(first) > 12 && Number(second) <= 12) return ['dayFirst'];
		return Number(second) > 12 && Number(first) <= 12 ? ['monthFirst'] : [];
	});
	return onlyOne(orders);
}

function inOrder(date: string, order: DateOrder | undefined): string | undefined {
	const [, first = '', second = '', year = ''] =
		/^(\d{1,2})[/-]\s?(\d{1,2})[/-]\s?(\d{4})$/u.exec(date) ?? [];
	if (order === undefined || year === '') return undefined;
	const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
	return parseDate(`${day}.${month}.${year}`);
}

/** The dates in a text, in order. @param order of dates that may be read in two ways */
export function datesIn(text: string, order?: DateOrder): DateInText[] {
	const named = [...text.matchAll(NAMED)].filter(([, ...months]) =>
		months.some((month) => month !== undefined && isMonth(month)),
	);
	return [...text.matchAll(NUMERIC), ...named]
		.map((match): DateInText => {
			const [date] = match;
			const full = withFullYear(date.replace(/º/u, ''));
			const spaced = full.replace(/(\d)-(\p{L}+)-(\d)/u, '$1 $2 $3').replace(/\sdel\s/u, ' de ');
			return { text: date, iso: parseDate(spaced) ?? inOrder(full, order), at: match.index };
		})
		.toSorted((a, b) => a.at - b.at);
}
