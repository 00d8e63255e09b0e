import type { ExtractionResult } from '../content/extraction/extraction.ts';
import type { Model } from '../content/extraction/model.ts';
import { readDocument } from '../content/extraction/ruleBased/readDocument.ts';
import { readPage } from '../content/extraction/ruleBased/readPage.ts';
import { runExtraction, type ExtractionSource } from '../content/extraction/runExtraction.ts';
import type { ScrapedPage } from './scrapedPage.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';

/**
 * One answer over all pages and documents of a request (gaps page, "Scrape"); their Markdown when
 * the request asks for no extraction.
 * @param model undefined leaves the answer to the rules
 */
export function extractAnswer(
	pages: readonly ScrapedPage[],
	request: ScrapeRequest,
	model: Model | undefined,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	const readable = pages.filter(({ error }) => error === undefined);
	return runExtraction(readable.map(toSource), request, { model }, signal);
}

function toSource({ finalUrl: url, title, html, markdown }: ScrapedPage): ExtractionSource {
	const page = { url, title, markdown };
	return {
		page,
		readData: () => (html === undefined ? readDocument(page) : readPage({ ...page, html })),
	};
}
