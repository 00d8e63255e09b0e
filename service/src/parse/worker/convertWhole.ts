import type { ConversionRequest, ConvertedDocument } from '../document/conversion.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import type { DocumentConverter, TaskOptions } from './documentConverter.ts';

/**
 * Converts a document whose Markdown is wanted in one piece.
 * @param maxLength most characters of it; by default as many as are converted at all
 * @throws DocumentFailure also for a longer one, and the signal's reason
 */
export async function convertWhole(
	converter: DocumentConverter,
	request: ConversionRequest,
	{ maxLength = Infinity, ...options }: TaskOptions & { maxLength?: number },
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
