import type { JobHandler } from '../jobs/job.ts';
import { JobFailure } from '../jobs/jobFailure.ts';
import { createScrapeHandler, type ScrapeTools } from '../scrape/runScrape.ts';
import type { ScrapedPage } from '../scrape/scrapedPage.ts';
import type { ScrapeRequest } from '../scrape/scrapeRequest.ts';

/**
 * Makes the handler of the jobs of batches: a scrape of one address. Unlike a single scrape it fails
 * when the server answers with an error status, because an item of a batch shows nothing but its
 * content, and a retry takes failed items only. Cancelled, it never gets charged.
 */
export function createBatchItemHandler(tools: ScrapeTools): JobHandler<ScrapeRequest> {
	const scrape = createScrapeHandler({ ...tools, checkPages: refuseErrorPages });
	return async (request, context) => {
		const outcome = await scrape(request, context);
		// The queue keeps and charges what a cancelled job still hands back.
		context.signal.throwIfAborted();
		return outcome;
	};
}

function refuseErrorPages(pages: readonly ScrapedPage[]): void {
	const refused = pages.find(({ isSuccess }) => !isSuccess);
	if (refused === undefined) return;
	throw new JobFailure(`Failed to scrape ${refused.url}: HTTP status ${refused.httpStatus}`);
}
