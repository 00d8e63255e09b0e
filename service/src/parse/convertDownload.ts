import { assembleMarkdown } from './convert/assemble.ts';
import type { DocumentConverter } from './convert/process/documentConverter.ts';

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
	const document = await converter.convert({ filePath, fileName, mode: 'auto' }, { signal });
	const { format, pages, pagesParsed, warnings } = document;
	const markdown = assembleMarkdown(pages, { pageMarkers: false });
	return { markdown, format, pages: pagesParsed, warnings };
}
