import type { ConvertedPage } from './conversion.ts';

/** A part of a page's Markdown. */
export interface PageText {
	/** Position of the page in `pages`, from 0. */
	page: number;
	/** Position of the part in the page, from 0. */
	part: number;
	text: string;
}

/** The whole document's Markdown in one piece: its pages, a blank line apart, empty ones left out. */
export function joinPages(pages: readonly ConvertedPage[]): string {
	return pages
		.map(({ markdown }) => markdown.trim())
		.filter((markdown) => markdown !== '')
		.join('\n\n');
}

/** Maximum length of one part of a page's Markdown, in characters. */
const MOST_CHARACTERS = 131_072;

/** A text in parts of at most `length` characters; no character is cut in two. */
export function* splitText(text: string, length = MOST_CHARACTERS): Generator<string> {
	for (let start = 0; start < text.length;) {
		const end = start + length;
		// The first half of a surrogate pair stays with the second.
		const isHalf = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
		const next = isHalf && length > 1 ? end - 1 : end;
		yield text.slice(start, next);
		start = next;
	}
}

/** The Markdown of pages in parts, without the white space around each page. */
export function* splitPages(pages: readonly ConvertedPage[]): Generator<PageText> {
	for (const [page, { markdown }] of pages.entries()) {
		let part = 0;
		for (const text of splitText(markdown.trim())) {
			yield { page, part, text };
			part += 1;
		}
	}
}
