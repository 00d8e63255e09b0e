import type { PageText, ParseTextsRepository } from '../../../../service/src/db/parseDocuments.ts';
import type { ConvertedPage, PageOutline } from './conversion.ts';

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

/** Reads one part of a page. */
export type ReadText = ReturnType<ParseTextsRepository['open']>;

/** The Markdown of one page, in parts that are read as needed. */
export async function* readPage(page: number, parts: number, read: ReadText) {
	for (let part = 0; part < parts; part += 1) yield await read(page, part);
}

/**
 * The Markdown of a document passed on in parts, joined as by `joinPages`, in parts that are read as
 * needed. With `pageMarkers` every page, even an empty one, is preceded by a comment with its number
 * (api/openapi.yaml, ParsePageMarkers).
 */
export async function* readPages(
	pages: readonly PageOutline[],
	read: ReadText,
	{ pageMarkers = false }: { pageMarkers?: boolean | undefined } = {},
): AsyncGenerator<string> {
	let separator = '';
	for (const [page, { pageNumber, parts }] of pages.entries()) {
		if (pageMarkers) {
			yield `${separator}<!-- page ${pageNumber} -->`;
			separator = '\n\n';
		}
		if (parts === 0) continue;
		if (separator !== '') yield separator;
		yield* readPage(page, parts, read);
		separator = '\n\n';
	}
}
