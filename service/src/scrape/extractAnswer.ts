import { extract } from '../extract/extract.ts';
import type { ExtractionEngine, ExtractionResult } from '../extract/extraction.ts';
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
	const sources = readable.map(({ finalUrl: url, title, html, markdown }) => ({
		url,
		title,
		html,
		markdown,
	}));
	return extract(sources, request, engine, signal);
}
