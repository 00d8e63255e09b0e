import type {
	ExtractionEngine,
	ExtractionResult,
	SourceReader,
} from '../content/extraction/extraction.ts';
import { runExtraction, type ExtractionSource } from '../content/extraction/runExtraction.ts';
import type { ScrapedPage } from './scrapedPage.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';

/**
 * One answer over all pages and documents of a request (gaps page, "Scrape"); their Markdown when
 * the request asks for no extraction.
 */
export function extractAnswer(
	pages: readonly ScrapedPage[],
	request: ScrapeRequest,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	const readable = pages.filter(({ error }) => error === undefined);
	const sources = readable.map((page) => toSource(page, engine.reader));
	return runExtraction(sources, request, engine, signal);
}

function toSource(
	{ finalUrl: url, title, html, markdown }: ScrapedPage,
	reader: SourceReader,
): ExtractionSource {
	const page = { url, title, markdown };
	return {
		page,
		readData: () =>
			html === undefined ? reader.readDocument(page) : reader.readPage({ ...page, html }),
	};
}
