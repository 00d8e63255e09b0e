import type {
	ExtractionDocument,
	ExtractionEngine,
	ExtractionRequest,
	ExtractionResult,
} from './extraction.ts';
import { runExtraction } from './runExtraction.ts';

/**
 * Extracts the fields that a prompt or schema asks for from a document's Markdown. The answer is
 * JSON (reference, POST /parse: "result in json"); when `aiExtractionFailed` is set there is none
 * and `failureReason` says why. Throws like `extract`.
 */
export async function extractFromMarkdown(
	document: ExtractionDocument,
	request: Pick<ExtractionRequest, 'prompt' | 'schema'>,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	const { title, url = '', markdown } = document;
	const source = {
		page: { url, title, markdown },
		readData: () => engine.reader.readDocument(document),
	};
	return await runExtraction([source], { ...request, output: 'json' }, engine, signal);
}
