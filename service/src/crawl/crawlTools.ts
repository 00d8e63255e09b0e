import { z } from 'zod';
import type { Config } from '../config.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import type { CrawlPagesRepository } from '../db/crawls.ts';
import type { SharedPace } from '../db/sharedLimits.ts';
import type { HostStarts } from './run/pacing.ts';

/** What crawling takes. Without a model, links are chosen and data is read by rules. */
export interface CrawlTools extends Omit<PageTools, 'reportItem'> {
	pages: CrawlPagesRepository;
	/** Shared by all crawls, so that several of one host are as polite to it as one. */
	nextStartsMs: HostStarts;
	/** With other processes; undefined where there are none. */
	pace: SharedPace | undefined;
	config: Pick<Config, 'proxy' | 'dataDirectory' | 'costs' | 'maxConcurrentPages' | 'crawl'>;
}

/** A crawl job's result as it lies in the database; the pages have a table of their own. */
export const storedCrawlResult = z.object({
	/** Facts the client should know, one sentence each. */
	warnings: z.array(z.string()),
});

export type StoredCrawlResult = z.output<typeof storedCrawlResult>;
