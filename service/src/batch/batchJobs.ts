import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JobHandler } from '../jobs/job.ts';
import { JobFailure } from '../jobs/jobFailure.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { BATCH_KIND } from '../jobs/scrapeKinds.ts';
import { createScrapeHandler, type ScrapeTools } from '../scrape/runScrape.ts';
import type { ScrapedPage } from '../scrape/scrapedPage.ts';
import type { ScrapeRequest } from '../scrape/scrapeRequest.ts';
import type { BatchesRepository } from '../store/batches.ts';
import { inTransaction } from '../store/database.ts';
import { decideOutput, toItemRequest, type BatchRequest } from './batchRequest.ts';

/** What changing batches takes. */
export interface BatchTools {
	database: DatabaseSync;
	batches: BatchesRepository;
	queue: JobQueue;
}

/** Accepts a batch, a job for each address, all or nothing; returns its ID. */
export function acceptBatch(
	request: BatchRequest,
	{ database, batches, queue }: BatchTools,
): string {
	const id = randomUUID();
	inTransaction(database, () => {
		const items = request.urls.map((url) => ({
			url,
			jobId: queue.accept(BATCH_KIND, toItemRequest(url, request)),
		}));
		batches.insert({ id, outputFormat: decideOutput(request), items });
	});
	return id;
}

/** Cancels the items of a batch that have not ended, all at once; returns how many these were. */
export function cancelBatch(batchId: string, { database, batches, queue }: BatchTools): number {
	return inTransaction(database, () => {
		const cancelled = batches.listUnfinishedJobs(batchId).filter((jobId) => queue.cancel(jobId));
		return cancelled.length;
	});
}

/**
 * Gives each of a batch's failed items a new job with the request of the failed one, all or nothing;
 * the failed jobs stay in the logs.
 */
export function retryBatch(batchId: string, { database, batches, queue }: BatchTools): void {
	inTransaction(database, () => {
		for (const { position, request } of batches.listFailed(batchId)) {
			batches.replaceJob(batchId, position, queue.accept(BATCH_KIND, request));
		}
	});
}

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
