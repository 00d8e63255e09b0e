import type { PageText } from '../../db/parseDocuments.ts';
import type { ConvertedPage } from './conversion.ts';

/** A page whose Markdown comes in parts, however these are read; none for an empty one. */
export interface PageParts<Part> {
	pageNumber: number;
	parts: Iterable<Part>;
}

/** The comment before a page (reference, option `pageMarkers`: "a page marker comment (page N)"). */
function pageMarker(pageNumber: number): string {
	return `<!-- page ${pageNumber} -->`;
}

/**
 * The whole document's Markdown, in parts, each with what stands before it: the pages in order,
 * separated by a blank line. With `pageMarkers` every page, an empty one too, is preceded by its
 * comment; without, empty pages leave no trace.
 */
export function* joinPages<Part>(
	pages: Iterable<PageParts<Part>>,
	{ pageMarkers }: { pageMarkers: boolean },
): Generator<{ before: string; part?: Part }> {
	let separator = '';
	for (const { pageNumber, parts } of pages) {
		if (pageMarkers) {
			yield { before: separator + pageMarker(pageNumber) };
			separator = '\n\n';
		}
		let before = separator;
		for (const part of parts) {
			yield { before, part };
			before = '';
			separator = '\n\n';
		}
	}
}

/** The whole document's Markdown in one piece; see {@link joinPages}. */
export function assembleMarkdown(
	pages: readonly ConvertedPage[],
	options: { pageMarkers: boolean },
): string {
	const parts = pages.map(({ pageNumber, markdown }) => {
		const text = markdown.trim();
		return { pageNumber, parts: text === '' ? [] : [text] };
	});
	const joined = [...joinPages(parts, options)];
	return joined.map(({ before, part = '' }) => before + part).join('');
}

/** Longest part of a page's Markdown, in characters. */
const MOST_CHARACTERS = 131_072;

/** A text in parts of at most `length` characters; no character is cut in two. */
export function* splitText(text: string, length = MOST_CHARACTERS): Generator<string> {
	for (let start = 0; start < text.length;) {
		const end = start + length;
		// The first half of a character that takes two places stays with the second.
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
