import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';

/** What is worth noticing about a page's answer, as batches and crawls send it (`BatchScrapeItem`, `CrawlPage`). */
export function readPageFlags(page: unknown): IDataObject {
	if (!isRecord(page)) return {};
	const warnings = readTexts(page.warnings);
	return {
		...(page.ai_extraction_failed === true && { ai_extraction_failed: true }),
		...(page.extraction_empty === true && { extraction_empty: true }),
		...(page.lowContent === true && { lowContent: true }),
		...(typeof page.finalUrl === 'string' && { finalUrl: page.finalUrl }),
		...(warnings.length > 0 && { warnings }),
	};
}

/** The texts of a list that may hold anything, or be none. */
export function readTexts(list: unknown): string[] {
	return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
