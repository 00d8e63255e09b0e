import type { ScopeRules } from '../scope/scope.ts';

/** Default of `maxPages` (api/openapi.yaml, CrawlRequest). */
export const DEFAULT_MAX_PAGES = 5;

/** How often a page is loaded before it counts as failed, if the failure may be temporary. */
export const MAX_PAGE_ATTEMPTS = 2;

/** Maximum pages that wait: memory is finite. */
export const MAX_WAITING = 10_000;

/** The part of a request that decides which pages are crawled. */
export interface CrawlBounds extends ScopeRules {
	baseUrl: string;
	maxPages?: number | undefined;
	maxDepth?: number | undefined;
	ignoreQueryParams?: boolean | undefined;
}

/**
 * How many pages a crawl may load in total. Failed pages and duplicates do not count towards `maxPages`, so
 * without this limit a site of nothing else would be crawled for ever.
 */
export const countMaxLoads = (maxPages: number): number => 10 * maxPages + 20;
