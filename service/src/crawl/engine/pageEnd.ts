import type { EndedCrawlPage } from '../../store/crawlPages.ts';

/** How a page ended. */
export type PageEnd = Omit<EndedCrawlPage, 'id' | 'jobId' | 'requestUrl' | 'depth' | 'createdAtMs'>;

/** A page is to be loaded once more, later. */
export interface PageRetry {
	status: 'retry';
	/** Whether its whole host is to be left alone until then. */
	isHostBusy: boolean;
}
