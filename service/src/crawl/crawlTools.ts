import { z } from 'zod';
import type { Config } from '../config.ts';
import type { CrawlPagesRepository } from '../db/crawlPages.ts';
import type { Pace } from '../db/sharedLimits.ts';
import type { PageTools } from '../scrape/pageTools.ts';

/** What crawling needs. Without a model, links are chosen and data is read by rules. */
export interface CrawlTools extends Omit<PageTools, 'reportItem'> {
	pages: CrawlPagesRepository;
	/** Shared by all crawls, so that several crawls of one host are as polite to it as one. */
	pace: Pace;
	config: Pick<Config, 'proxy' | 'dataDirectory' | 'costs' | 'maxConcurrentPages' | 'crawl'>;
}

/** The outcome of a crawl, apart from its pages. */
export interface CrawlOutcome {
	/** Pages successfully processed. */
	successCount: number;
	/** Facts the client should know, one sentence each. */
	warnings: string[];
	/** Those of them that need nobody to act. */
	expected: string[];
}

/** A crawl job's result as stored in the database; the pages have their own table. */
export const storedCrawlResult = z.object({
	warnings: z.array(z.string()),
	// Crawls of older versions have none.
	expected: z.array(z.string()).optional(),
});

const pageUnderWay = z.object({
	id: z.string(),
	/** As found in the link. */
	requestUrl: z.string(),
	/** When it was started. */
	createdAtMs: z.number(),
});

/** A page that is being loaded or processed; the listing shows it as `pending`. */
export type PageUnderWay = z.output<typeof pageUnderWay>;

/** The progress of a crawl job, as the queue passes it on. */
export const crawlProgress = z.object({
	message: z.string(),
	pagesCrawled: z.number(),
	maxPages: z.number(),
	pagesUnderWay: z.array(pageUnderWay),
});

/** @param verb what was done with the pages, such as `Crawled` */
export function toProgress(
	verb: string,
	pagesCrawled: number,
	maxPages: number,
	underWay: Iterable<PageUnderWay>,
): z.output<typeof crawlProgress> {
	const message = `${verb} ${pagesCrawled} of ${maxPages} pages`;
	const pagesUnderWay = Array.from(underWay, ({ id, requestUrl, createdAtMs }) => ({
		...{ id, requestUrl, createdAtMs },
	}));
	return { message, pagesCrawled, maxPages, pagesUnderWay };
}
