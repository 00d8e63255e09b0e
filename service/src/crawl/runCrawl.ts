import { BrowserCrashedError } from '../browser/errors.ts';
import { JobFailure, type JobContext, type JobHandler } from '../engine/job.ts';
import { RetryLater } from '../retryLater.ts';
import type { JobOutcome } from '../db/jobRecord.ts';
import type { CrawlJobRequest } from './crawlRequest.ts';
import { pricePages } from '../scrape/scrapeCost.ts';
import type { CrawlTools, StoredCrawlResult } from './crawlTools.ts';
import { type CrawlOutcome, crawlSite } from './run/crawlSite.ts';
import { reextractPages } from './reextractPages.ts';

const CRASH_RETRY_DELAY_MS = 1000;

/**
 * Makes the handler of `crawl` jobs: crawls, and new extractions over the pages of an older crawl.
 * The pages are in the database as soon as they end; the job's own result holds what is left to say.
 */
export function createCrawlHandler(tools: CrawlTools): JobHandler<CrawlJobRequest> {
	return async (request, context) => {
		const outcome = await run(tools, request, context);
		if (outcome.successCount === 0 && !context.signal.aborted) {
			throw new JobFailure(await describeFailure(tools, request, context));
		}
		return toJobOutcome(tools, outcome, context);
	};
}

async function run(
	tools: CrawlTools,
	request: CrawlJobRequest,
	context: JobContext,
): Promise<CrawlOutcome> {
	const { sourceJobId, baseUrl } = request;
	if (sourceJobId !== undefined) {
		return reextractPages(tools, { ...request, sourceJobId }, context);
	}
	try {
		return await crawlSite(tools, request, context);
	} catch (error) {
		if (!(error instanceof BrowserCrashedError)) throw error;
		const message = `Failed to scrape ${baseUrl}: ${error.message}`;
		throw new RetryLater(message, CRASH_RETRY_DELAY_MS, { cause: error });
	}
}

async function describeFailure(
	{ pages }: CrawlTools,
	{ baseUrl }: CrawlJobRequest,
	{ jobId }: JobContext,
): Promise<string> {
	const failed = (await pages.list(jobId)).find(({ status }) => status === 'failed');
	const reason = failed?.errorMessage ?? 'no page could be processed';
	return `Failed to scrape ${failed?.url ?? baseUrl}: ${reason}`;
}

async function toJobOutcome(
	{ pages, config }: CrawlTools,
	{ successCount, warnings }: CrawlOutcome,
	{ jobId }: JobContext,
): Promise<JobOutcome> {
	const { inputTokens, outputTokens } = await pages.sumTokens(jobId);
	const tokens = inputTokens + outputTokens;
	const result: StoredCrawlResult = { warnings };
	return {
		result,
		creditsUsed: pricePages({ pages: successCount, tokens }, config.costs),
		inputTokens,
		outputTokens,
		captchasSolved: 0,
	};
}
