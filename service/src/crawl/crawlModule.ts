import { BrowserCrashedError } from '../browser/errors.ts';
import type { Config } from '../config.ts';
import { CrawlPagesRepository } from '../db/crawlPages.ts';
import { CrawlsRepository } from '../db/crawls.ts';
import type { Database } from '../db/database.ts';
import type { Pace } from '../db/sharedLimits.ts';
import { JobFailure, type JobHandler } from '../engine/job.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { Operations } from '../http/operation.ts';
import { RetryLater } from '../turns/retryLater.ts';
import { describeFailures } from '../scrape/failedPages.ts';
import { type PageTools, pricePages } from '../scrape/pageTools.ts';
import type { CrawlJobRequest } from './crawlBodies.ts';
import type { CrawlTools } from './crawlTools.ts';
import { createCrawlOperations } from './handlers.ts';
import { createCrawlRecordOperations } from './recordHandlers.ts';
import { reextractPages } from './pageData.ts';
import { createPageRetryHandler, createPageRetryOperation, PAGE_RETRY_KIND } from './retryPage.ts';
import { crawlSite } from './run/crawlSite.ts';
import { createLocalPace } from './load/pace.ts';

/** Maximum concurrent crawls; their browser pages are limited jointly. */
const CONCURRENCY = 10;
/** Maximum pages of ended crawls that are re-extracted at a time. */
const RETRIES = 4;
const CRASH_RETRY_DELAY_MS = 1000;

/** Dependencies of the module. */
export interface CrawlModuleTools extends PageTools {
	config: Config;
	database: Database;
	/** Shared where several processes crawl. @default one for the crawls of this process */
	pace?: Pace | undefined;
}

/** The crawl module: what runs crawls, and its endpoints. */
export function createCrawlModule({ database, ...tools }: CrawlModuleTools) {
	const { files, config, pace = createLocalPace() } = tools;
	const pages = new CrawlPagesRepository(database);
	const crawls = new CrawlsRepository(database);
	const crawlTools = { ...tools, pages, pace };
	return {
		/** Its job types. */
		kinds: {
			crawl: { concurrency: CONCURRENCY, isBulk: true, handle: createCrawlHandler(crawlTools) },
			[PAGE_RETRY_KIND]: { concurrency: RETRIES, handle: createPageRetryHandler(crawlTools) },
		},
		createOperations: (queue: JobQueue): Operations => ({
			...createCrawlOperations({ queue, pages, files, config }),
			...createCrawlRecordOperations(crawls, config.costs),
			...createPageRetryOperation(queue, pages),
		}),
	};
}

/**
 * Creates the handler of `crawl` jobs: crawls, and new extractions over the pages of an older crawl.
 * Pages are in the database as soon as they end; the job's own result contains the rest.
 */
function createCrawlHandler(tools: CrawlTools): JobHandler<CrawlJobRequest> {
	const { pages, config } = tools;
	return async (request, context) => {
		const { sourceJobId, baseUrl } = request;
		const { successCount, warnings, expected } = await (
			sourceJobId === undefined
				? crawlSite(tools, request, context)
				: reextractPages(tools, { ...request, sourceJobId }, context)
		).catch((error: unknown) => {
			if (!(error instanceof BrowserCrashedError)) throw error;
			const message = `Failed to scrape ${baseUrl}: ${error.message}`;
			throw new RetryLater(message, CRASH_RETRY_DELAY_MS, { cause: error });
		});
		const listed = await pages.list(context.jobId);
		const failures = listed.filter(({ status }) => status === 'failed');
		if (successCount === 0 && !context.signal.aborted) {
			const [failed] = failures;
			const reason = failed?.errorMessage ?? 'no page could be processed';
			throw new JobFailure(`Failed to scrape ${failed?.url ?? baseUrl}: ${reason}`);
		}
		const { inputTokens, outputTokens } = await pages.sumTokens(context.jobId);
		const tokens = inputTokens + outputTokens;
		const creditsUsed = pricePages({ pages: successCount, tokens }, config.costs);
		const result = { warnings, expected };
		return {
			result,
			failures: describeFailures(
				failures.flatMap(({ errorMessage }) => errorMessage ?? []),
				listed.length,
			),
			...{ creditsUsed, inputTokens, outputTokens },
		};
	};
}
