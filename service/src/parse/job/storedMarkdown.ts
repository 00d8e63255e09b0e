import type { PageOutline } from '@web-data-extraction/documents/conversion';
import type { ParseTextsRepository } from '../../db/parseTexts.ts';

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
