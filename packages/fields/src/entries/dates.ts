import { parseDate } from '../shapes/parseDate.ts';

/** Numbers and words between which a date can be: not "4.5 out of 5", where "out" is no month. */
const CANDIDATE =
	/(?<![\p{L}\d]|\d[.,])(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./]\d{1,2}[./]\d{1,2}|\d{1,2}(?:st|nd|rd|th|\.|er|º)?\s(?:de\s|of\s)?\p{L}{3,12}\.?,?\s(?:de\s|of\s)?\d{4}|\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|\p{L}{3,12}\.?\s\d{4}|\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?(?!\d)|\d{1,2}\.?\s\p{L}{3,12}(?!\p{L}|\sof\s))/gu;
const RELATIVE =
	/^(?:\d{1,2}|an?|one)\s\p{L}{1,10}\s(?:ago|old)$|^(?:vor|il y a|hace|há)\s\d{1,2}\s\p{L}{1,10}$|^\p{L}{1,10}\sfa$|^(?:today|yesterday|heute|gestern|hier|ayer)(?:\s.{1,20})?$/iu;

/** The date in a short text, as it is written; undefined where it has none. */
export function findDate(text: string): string | undefined {
	if (text.length > 200 || !/\d|day/u.test(text)) return RELATIVE.test(text) ? text : undefined;
	if (RELATIVE.test(text)) return text;
	for (let at = 0; at < text.length;) {
		CANDIDATE.lastIndex = at;
		const match = CANDIDATE.exec(text);
		if (match === null) return undefined;
		const [candidate] = match;
		if (isDate(candidate)) return candidate;
		// "Posted 3 May 2026": a date may begin inside what is none.
		at = match.index + (/^[\p{L}\d]+/u.exec(candidate)?.[0].length ?? 1);
	}
	return undefined;
}

const isDate = (text: string): boolean =>
	parseDate(text) !== undefined ||
	/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/u.test(text) ||
	isMonthDay(text);

/** "Mar 3", "3. März": a day without its year. */
function isMonthDay(text: string): boolean {
	const withYear = /\d{4}/u.test(text)
		? text.replace(/^(\p{L}+)/u, '1 $1')
		: /^\p{L}/u.test(text)
			? `${text}, 2024`
			: `${text} 2024`;
	return parseDate(withYear) !== undefined;
}
