import type { Config } from '../config.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import type { CrawlPagesRepository } from '../store/crawlPages.ts';
import type { PagesUnderWay } from './pagesUnderWay.ts';
import type { HostStarts } from './politeness/hostPacing.ts';

/** What crawling takes. Without a model, links are chosen and data is read by rules. */
export interface CrawlTools extends Omit<PageTools, 'reportItem'> {
	pages: CrawlPagesRepository;
	underWay: PagesUnderWay;
	/** Shared by all crawls, so that several of one host are as polite to it as one. */
	nextStartsMs: HostStarts;
	config: Pick<Config, 'proxy' | 'dataDirectory' | 'costs' | 'maxConcurrentPages' | 'crawl'>;
}
