import { assembleMarkdown } from '../document/assemble.ts';
import { convertWhole } from '../worker/convertWhole.ts';
import type { DocumentConverter } from '../worker/documentConverter.ts';

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
