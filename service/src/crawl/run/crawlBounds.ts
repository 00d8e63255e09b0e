import type { ScopeRules } from '../scope/scope.ts';

/** Contract, CrawlRequest: `maxPages` when it is left out. */
export const DEFAULT_MAX_PAGES = 5;

/** How often a page is loaded before it counts as failed, when the failure may pass. */
export const MAX_PAGE_ATTEMPTS = 2;

/** More pages than this never wait: a crawl processes 50, and memory has an end. */
export const MAX_WAITING = 5_000;

/** The part of a request that decides which pages are crawled. */
export interface CrawlBounds extends ScopeRules {
	baseUrl: string;
	maxPages?: number | undefined;
	maxDepth?: number | undefined;
	ignoreQueryParams?: boolean | undefined;
}

/**
 * How many pages a crawl may load in all. Failed pages and duplicates do not count towards `maxPages`, so
 * without this bound a site of nothing else would be crawled for ever.
 */
export const countMaxLoads = (maxPages: number): number => 10 * maxPages + 20;
