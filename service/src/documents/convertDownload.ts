import type { DocumentOutline, DocumentValues } from '@web-data-extraction/documents/conversion';
import { DocumentFailure } from '@web-data-extraction/documents/documentFailure';
import type { PageText } from '@web-data-extraction/documents/markdown';
import type { PageStart } from '@web-data-extraction/fields/valueSource';
import type { DocumentConverter } from './documentConverter.ts';

/** Maximum characters of Markdown: the result of a page job is kept and sent in one piece. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** A document that a page's address led to. */
export interface DownloadedDocument extends DocumentValues {
	/** Its file name. */
	title: string;
	markdown: string;
	/** What it says about itself. */
	properties: DocumentOutline['properties'];
	totalPages: number;
	/** Where its pages begin in the Markdown, if it has pages. */
	pageStarts: PageStart[] | undefined;
	warnings: string[];
}

/**
 * The Markdown of all pages of a document that a page's address led to, as the parser would write it,
 * under its file name, and notes for the reader. The file stays; whoever stored it deletes it.
 * @throws DocumentFailure with the reason, or the signal's reason
 */
export async function convertDownload(
	{ filePath, fileName }: { filePath: string; fileName: string },
	converter: DocumentConverter,
	signal: AbortSignal,
): Promise<DownloadedDocument> {
	const pages: string[][] = [];
	let length = 0;
	const onTexts = (parts: PageText[]) => {
		for (const { page, part, text } of parts) {
			const known = (pages[page] ??= []);
			// A document that turns out to take long is read again.
			length += text.length - (known[part]?.length ?? 0);
			known[part] = text;
		}
		if (length <= MAX_LENGTH) return;
		throw new DocumentFailure(
			'tooLarge',
			`The document has more than ${MAX_LENGTH} characters of Markdown, the most that is returned for a page. Parse it as a document instead (POST /parse).`,
		);
	};
	const request = { filePath, fileName, mode: 'auto', withWords: true } as const;
	const { texts: lastTexts, ...outline } = await converter.convert(request, { signal, onTexts });
	onTexts(lastTexts);
	const { warnings, invoices, words, properties, totalPages } = outline;
	const texts = Array.from(pages, (parts = []) => parts.join(''));
	const hasPages = outline.pages.length > 1 || words.length > 0;
	const pageStarts = hasPages ? startsOf(outline.pages, texts) : undefined;
	const values = { properties, totalPages, invoices, words };
	return { title: fileName, markdown: texts.join('\n\n'), pageStarts, warnings, ...values };
}

/** Where pages begin whose texts are joined with an empty line between them. */
function startsOf(pages: DocumentOutline['pages'], texts: readonly string[]): PageStart[] {
	let line = 1;
	return texts.flatMap((text, at) => {
		const { pageNumber: page } = pages[at] ?? {};
		const start = { line, shownLine: line };
		line += text.split('\n').length + 1;
		return page === undefined ? [] : [{ page, ...start }];
	});
}
