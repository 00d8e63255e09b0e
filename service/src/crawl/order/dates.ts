/** A year, with the numbers that follow it: `2026`, `2026-11-25T08:00`, `2026年11月`. */
const YEAR =
	/\b(?:19|20|21)\d\d(?!\d)(?:\s?[-./年]\s?(?!(?:19|20|21)\d\d)\d{1,2}){0,2}[月日]?(?:T[\d:.]+)?/gu;
/** Words and numbers directly before a year: `25 November `, `25.11.`. */
const BEFORE_YEAR = /(?:[\p{L}\d]{1,20}[\s.,/-]{1,2}){0,2}$/u;
const LONGEST_BEFORE = 44;

/** A text in two parts. */
interface DividedText {
	/** Its dates, each with the words and numbers around its year: `25 November 2026`. */
	dates: string[];
	/** All else, with a space in place of each date. */
	rest: string;
}

/** Takes the dates out of a text. Only the years are searched for: most words of a page are far from any. Linear. */
export function takeDates(text: string): DividedText {
	const dates: string[] = [];
	const parts: string[] = [];
	let end = 0;
	for (const { 0: year, index } of text.matchAll(YEAR)) {
		const before = text.slice(Math.max(end, index - LONGEST_BEFORE), index);
		const start = index - (BEFORE_YEAR.exec(before)?.[0].length ?? 0);
		parts.push(text.slice(end, start));
		end = index + year.length;
		dates.push(text.slice(start, end));
	}
	return { dates, rest: [...parts, text.slice(end)].join(' ') };
}
