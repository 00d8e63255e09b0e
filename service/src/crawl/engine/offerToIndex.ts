import type { CrawlTools, IndexablePage } from '../crawlTools.ts';

/** Offers a page to the search index. That it cannot take it is logged and changes nothing. */
export async function offerToIndex(
	{ indexPage, log }: Pick<CrawlTools, 'indexPage' | 'log'>,
	page: IndexablePage,
): Promise<void> {
	try {
		await indexPage?.(page);
	} catch (error) {
		log.warn({ err: error, url: page.url }, 'crawled page could not be indexed');
	}
}
