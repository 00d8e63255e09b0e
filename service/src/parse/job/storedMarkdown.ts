import type { PageOutline } from '@web-data-extraction/documents/conversion';
import type { PageStart } from '@web-data-extraction/fields/valueSource';
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

/** Where the pages of a document begin in what `readPages` gives with the same options; empty ones left out. */
export async function readPageStarts(
	pages: readonly PageOutline[],
	read: ReadText,
	{ pageMarkers = false }: { pageMarkers?: boolean | undefined } = {},
): Promise<PageStart[]> {
	const starts: PageStart[] = [];
	let line = 1;
	let shownLine = 1;
	for (const [at, { pageNumber, parts }] of pages.entries()) {
		// The mark, and an empty line.
		if (pageMarkers) shownLine += 2;
		if (parts === 0) continue;
		starts.push({ page: pageNumber, line, shownLine });
		let breaks = 2;
		for await (const text of readPage(at, parts, read)) breaks += text.split('\n').length - 1;
		line += breaks;
		shownLine += breaks;
	}
	return starts;
}
