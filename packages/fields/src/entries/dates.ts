import { parseDate } from '../rules/figures.ts';

/** Numbers and words between which a date can be. */
const CANDIDATE =
	/\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./]\d{1,2}[./]\d{1,2}|\d{1,2}(?:st|nd|rd|th|\.|er|º)?\s(?:de\s|of\s)?\p{L}{3,12}\.?,?\s(?:de\s|of\s)?\d{4}|\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|\p{L}{3,12}\.?\s\d{4}|\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?(?!\d)|\d{1,2}\.?\s\p{L}{3,12}/gu;
const RELATIVE =
	/^(?:\d{1,2}|an?|one)\s\p{L}{1,10}\s(?:ago|old)$|^(?:vor|il y a|hace|há)\s\d{1,2}\s\p{L}{1,10}$|^\p{L}{1,10}\sfa$|^(?:today|yesterday|heute|gestern|hier|ayer)(?:\s.{1,20})?$/iu;

/** The date in a short text, as it is written; undefined where it has none. */
export function findDate(text: string): string | undefined {
	if (text.length > 200 || !/\d|day/u.test(text)) return RELATIVE.test(text) ? text : undefined;
	if (RELATIVE.test(text)) return text;
	for (const [candidate] of text.matchAll(CANDIDATE)) {
		if (parseDate(candidate) !== undefined || /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/u.test(candidate))
			return candidate;
		if (isMonthDay(candidate)) return candidate;
	}
	return undefined;
}

/** "Mar 3", "3. März": a day without its year. */
function isMonthDay(text: string): boolean {
	const withYear = /\d{4}/u.test(text)
		? text.replace(/^(\p{L}+)/u, '1 $1')
		: /^\p{L}/u.test(text)
			? `${text}, 2024`
			: `${text} 2024`;
	return parseDate(withYear) !== undefined;
}
