/** Contract, CrawlRequest: `maxPages` when it is left out. */
export const DEFAULT_MAX_PAGES = 5;

/**
 * How many pages a crawl may load in all. Failed pages and duplicates do not count towards
 * `maxPages`, so without this bound a site of nothing else would be crawled for ever.
 */
export function maxLoadsFor(maxPages: number): number {
	return 10 * maxPages + 20;
}

/** How often a page is loaded before it counts as failed, when the failure may pass. */
export const MAX_PAGE_ATTEMPTS = 2;
