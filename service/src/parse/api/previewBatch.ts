import { DocumentFailure } from '../document/documentFailure.ts';
import type { ParseOptions } from '../job/parseRequest.ts';
import { toConversionRequest, type ParseTools } from '../job/runParse.ts';
import type { ExpectedPages } from './acceptBatch.ts';
import type { BatchDocument } from './batchDocuments.ts';

/** The submit answers after this time at the latest; what is not known by then, its job finds out. */
const PREVIEW_LIMIT_MS = 5_000;

/** What a look at a batch's stored documents showed before it is accepted. */
export interface BatchPreview {
	/** The documents; those that can't be read at all are refused now. */
	documents: BatchDocument[];
	expectedPages: ExpectedPages;
}

async function preview(
	document: BatchDocument,
	options: ParseOptions,
	{ converter, files }: ParseTools,
	signal: AbortSignal,
): Promise<{ document: BatchDocument; pages: number }> {
	if (document.kind !== 'stored') return { document, pages: 1 };
	const { id } = document.document;
	try {
		const { selectedPages } = await files.withLocalFile(id, (path) =>
			converter.preview(toConversionRequest(document.document, options, path), { signal }),
		);
		return { document, pages: selectedPages };
	} catch (error) {
		if (!(error instanceof DocumentFailure)) return { document, pages: 1 };
		const { fileName } = document;
		return { document: { kind: 'refused', fileName, fileId: id, error: error.message }, pages: 0 };
	}
}

/**
 * Looks at the stored documents of a batch, as far as that is cheap: their format, whether they are
 * encrypted or cut off, and the pages of those that can be counted without being read.
 */
export async function previewBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	tools: ParseTools,
): Promise<BatchPreview> {
	const signal = AbortSignal.timeout(PREVIEW_LIMIT_MS);
	const seen = await Promise.all(
		documents.map((document) => preview(document, options, tools, signal)),
	);
	return {
		documents: seen.map(({ document }) => document),
		expectedPages: new Map(seen.map(({ document, pages }) => [document, pages])),
	};
}
