import type { LoadedDocument } from '../browser/loadPage.ts';
import { convertDownload } from '../parse/worker/convertWhole.ts';
import type { DocumentConverter } from '../parse/worker/documentConverter.ts';

/**
 * The Markdown of a document that a URL led to, under its file name.
 * @throws DocumentFailure, or the signal's reason
 */
export async function convertLinkedDocument(
	document: Pick<LoadedDocument, 'filePath' | 'fileName'>,
	converter: DocumentConverter,
	signal: AbortSignal,
): Promise<{ title: string; markdown: string }> {
	const { markdown } = await convertDownload(document, converter, signal);
	return { title: document.fileName, markdown };
}
