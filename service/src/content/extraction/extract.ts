import type {
	ExtractionEngine,
	ExtractionPage,
	ExtractionRequest,
	ExtractionResult,
} from './extraction.ts';
import { runExtraction } from './runExtraction.ts';

/**
 * Extracts what a request asks for from its pages: one answer over all of them. With a schema,
 * or with `output: 'json'` and no prompt, the answer is JSON; without prompt, output and schema
 * it is the raw Markdown and nothing is extracted (reference, POST /scrape).
 *
 * A model that fails or rules that cannot follow a prompt give `aiExtractionFailed` with the raw
 * Markdown as content, never an error. Throws the signal's reason when the signal is aborted, and
 * a `TypeError` for a schema that `checkSchema` refuses.
 */
export async function extract(
	pages: readonly ExtractionPage[],
	request: ExtractionRequest,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	const sources = pages.map((page) => ({
		page: { url: page.url, title: page.title, markdown: page.markdown },
		readData: () => engine.reader.readPage(page),
	}));
	return await runExtraction(sources, request, engine, signal);
}
