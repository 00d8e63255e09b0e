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

/** Most characters of Markdown: what a job for pages brings is kept and sent in one piece. */
const MAX_LENGTH = 8 * 1024 * 1024;

/**
 * The Markdown of all pages of a document that a page's address led to, as the parser would write it,
 * under its file name (reference, "What the service does": URLs that point to documents are detected
 * automatically and converted to Markdown). The file stays; whoever stored it deletes it.
 * @throws DocumentFailure with the reason, or the signal's reason
 */
export async function convertDownload(
	{ filePath, fileName }: { filePath: string; fileName: string },
	converter: DocumentConverter,
	signal: AbortSignal,
): Promise<{ title: string; markdown: string }> {
	const request = { filePath, fileName, mode: 'auto' as const };
	const { pages } = await convertWhole(converter, request, { signal, maxLength: MAX_LENGTH });
	return { title: fileName, markdown: assembleMarkdown(pages, { pageMarkers: false }) };
}
