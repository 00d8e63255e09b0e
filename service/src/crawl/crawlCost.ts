import type { Costs } from '../config.ts';

export interface CrawlEffort {
	/** Pages successfully processed; failed ones are free. */
	pages: number;
	/** Read and written by the model, over all pages and choices of links. */
	tokens: number;
}

/** Credits of a crawl (gaps page, "Credits"). */
export function priceCrawl({ pages, tokens }: CrawlEffort, costs: Costs): number {
	return pages * costs.page + Math.ceil(tokens / 1000) * costs.thousandTokens;
}
