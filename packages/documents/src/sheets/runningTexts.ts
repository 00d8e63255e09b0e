import { struck } from './struckText.ts';

/** The three parts of a header, and codes for what is only known when it is printed. */
const SECTION = /&[LCR]/;
const CODES = /&(?:"[^"]*"|\d+|K[\dA-F]{6}|[A-Z])/gi;
/** Starts and ends struck-out text. */
const STRIKE = /&S/i;
const PAGE_CODE = /&[PN]/i;

/** Text with a page number is only that when hardly a word is left: "Page 1 of 3". */
export const isPageNumber = (text: string): boolean =>
	(text.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 2;

/**
 * Whether a running line still says something without its codes, such as those for date and time: what
 * stood between them, a comma, does not.
 */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(text);

/** The texts of a sheet's header or footer, without page numbers. */
export function runningTexts(source: string): string[] {
	return source
		.split(SECTION)
		.filter((section) => !PAGE_CODE.test(section) || !isPageNumber(section.replace(CODES, '')))
		.map((section) =>
			section
				.replaceAll('&&', '\u0000')
				.split(STRIKE)
				.map((part) => part.replace(CODES, '').replaceAll('\u0000', '&'))
				.map((part, at) => (at % 2 === 1 && part !== '' ? struck(part) : part))
				.join(''),
		)
		.map((section) => section.trim())
		.filter(hasWords);
}
