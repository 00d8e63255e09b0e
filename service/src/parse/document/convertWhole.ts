import type { ConversionRequest, ConvertedDocument } from './conversion.ts';
import { DocumentFailure } from './documentFailure.ts';
import type { ConversionOptions, DocumentConverter } from './documentConverter.ts';
import { assembleMarkdown } from './markdownParts.ts';

/**
 * Converts a document whose Markdown is wanted in one piece.
 * @param maxLength most characters of it; by default as many as are converted at all
 * @throws DocumentFailure also for a longer one, and the signal's reason
 */
export async function convertWhole(
	converter: DocumentConverter,
	request: ConversionRequest,
	{ maxLength = Infinity, ...options }: Omit<ConversionOptions, 'onTexts'> & { maxLength?: number },
): Promise<ConvertedDocument> {
	const texts = new Map<number, string[]>();
	let length = 0;
	const { pages, ...document } = await converter.convert(request, {
		...options,
		onTexts(parts) {
			for (const { page, text } of parts) {
				length += text.length;
				if (length > maxLength) throw tooLong(maxLength);
				const known = texts.get(page);
				if (known === undefined) texts.set(page, [text]);
				else known.push(text);
			}
		},
	});
	return {
		...document,
		pages: pages.map(({ parts: _parts, ...page }, at) => ({
			...page,
			markdown: texts.get(at)?.join('') ?? '',
		})),
	};
}

function tooLong(maxLength: number): DocumentFailure {
	return new DocumentFailure(
		'tooLarge',
		`The document comes to more than ${maxLength} characters of Markdown, the most that is returned for a page. Parse it as a document instead (POST /parse).`,
	);
}

/** A document that a page's address turned out to be, as the browser stored it. */
export interface DownloadedFile {
	filePath: string;
	fileName: string;
}

/** The Markdown of a document, for a job that asked for a page. */
export interface DownloadedMarkdown {
	/** GFM Markdown of all pages, tables included. */
	markdown: string;
	format: string;
	/** Pages that were read. */
	pages: number;
	warnings: string[];
}

/** Most characters of Markdown: what a job for pages brings is kept and sent in one piece. */
const MAX_LENGTH = 8 * 1024 * 1024;

/**
 * Converts a downloaded document as the parser would (reference, "What the service does": URLs that
 * point to documents are detected automatically and converted to Markdown). The file stays; whoever
 * stored it deletes it.
 * @throws DocumentFailure with the reason, or the signal's reason
 */
export async function convertDownload(
	{ filePath, fileName }: DownloadedFile,
	converter: DocumentConverter,
	signal: AbortSignal,
): Promise<DownloadedMarkdown> {
	const request = { filePath, fileName, mode: 'auto' as const };
	const document = await convertWhole(converter, request, { signal, maxLength: MAX_LENGTH });
	const { format, pages, pagesParsed, warnings } = document;
	const markdown = assembleMarkdown(pages, { pageMarkers: false });
	return { markdown, format, pages: pagesParsed, warnings };
}
