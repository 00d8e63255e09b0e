import { randomUUID } from 'node:crypto';
import type { components } from '../../../api/generated/types.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import { checkScrapeRequest, type ScrapeRequest } from '../scrape/scrapeRequest.ts';
import { JobFailure, BATCH_KIND, type JobHandler } from '../engine/job.ts';
import type { JobQueue } from '../engine/queue.ts';
import { lacksSecrets } from '../secrets/requestSecrets.ts';
import { hideUserInfo } from '../secrets/userInfo.ts';
import { createScrapeHandler, type ScrapeTools } from '../scrape/runScrape.ts';
import type { ScrapedPage } from '../scrape/scrapeResult.ts';
import type { BatchesRepository } from '../db/batches.ts';

/** Body of POST /batch/scrape, validated by the contract. */
export type BatchRequest = components['schemas']['BatchScrapeRequest'];

/**
 * The form of a batch's answers (`BatchScrapeRequest` of `api/openapi.yaml`): json, which a schema
 * requires, if anything is to be extracted, otherwise each page's Markdown.
 */
function decideOutput({ output, schema, prompt = '' }: BatchRequest): 'json' | 'markdown' {
	if (schema !== undefined) return 'json';
	return output ?? (prompt.trim() === '' ? 'markdown' : 'json');
}

/** The scrape of one address of a batch; the options apply to all. */
function toItemRequest(url: string, batch: BatchRequest): ScrapeRequest {
	const { actions, ...options } = batch;
	const target = { url, ...(actions && { actions }) };
	return { ...options, output: decideOutput(batch), urls: [target] };
}

/**
 * Rejects, before anything is queued, invalid values that the contract cannot detect.
 * @throws ApiError 422 with every mistake of the schema; 400 for addresses, cookies and the proxy
 */
export function checkBatchRequest(batch: BatchRequest, config: Pick<Config, 'proxy'>): void {
	const { urls, actions = [], ...options } = batch;
	const index = urls.findIndex((url) => !URL.canParse(url));
	if (index !== -1) {
		throw new ApiError(400, `urls[${index}] is not a valid web address: ${urls[index]}`);
	}
	checkScrapeRequest({ ...options, urls: urls.map((url) => ({ url, actions })) }, config);
}

/** What changing batches needs. */
export interface BatchTools {
	batches: BatchesRepository;
	queue: JobQueue;
}

/** Accepts a batch, a job for each address, all or nothing; returns its ID. */
export function acceptBatch(
	request: BatchRequest,
	{ batches, queue }: BatchTools,
): Promise<string> {
	const id = randomUUID();
	const { urls } = request;
	return queue.acceptWith(async (acceptAll, transaction) => {
		const requests = urls.map((url) => toItemRequest(url, request));
		const jobIds = await acceptAll(BATCH_KIND, requests);
		const items = jobIds.map((jobId, at) => ({ url: hideUserInfo(urls[at] ?? ''), jobId }));
		await batches.insert({ id, outputFormat: decideOutput(request), items }, transaction);
		return id;
	});
}

/** Cancels the unfinished items of a batch, all at once; returns how many there were. */
export async function cancelBatch(
	batchId: string,
	{ batches, queue }: BatchTools,
): Promise<number> {
	return queue.cancelAll(await batches.listUnfinishedJobs(batchId));
}

const SECRETS_GONE =
	'The batch was read with cookies or a password, which are deleted when it ends. Submit the failed addresses again.';

/**
 * Gives each failed item of a batch a new job with the request of the failed one, all or nothing;
 * the failed jobs stay in the logs.
 * @returns how many items there were
 * @throws ApiError 400 if the failed ones were read with secrets, which are deleted by now
 */
export function retryBatch(batchId: string, { batches, queue }: BatchTools): Promise<number> {
	return queue.acceptWith(async (acceptAll, transaction) => {
		const failed = await batches.listFailed(batchId, transaction);
		if (failed.some(({ request }) => lacksSecrets(request))) throw new ApiError(400, SECRETS_GONE);
		const requests = failed.map(({ request }) => request);
		const jobIds = await acceptAll(BATCH_KIND, requests);
		for (const [at, { position }] of failed.entries()) {
			const jobId = jobIds[at] ?? '';
			await batches.replaceJob({ id: batchId, position, jobId }, transaction);
		}
		return failed.length;
	});
}

/**
 * Creates the handler of the jobs of batches: a scrape of one address. Unlike a single scrape it fails
 * if the server answers with an error status, because an item of a batch only shows its content, and a
 * retry only includes failed items. A cancelled one is never charged.
 */
export function createBatchItemHandler(tools: ScrapeTools): JobHandler<ScrapeRequest> {
	const checkPages = (pages: readonly ScrapedPage[]): void => {
		const refused = pages.find(({ success }) => !success);
		if (refused === undefined) return;
		throw new JobFailure(refused.error);
	};
	const scrape = createScrapeHandler({ ...tools, checkPages });
	return async (request, context) => {
		const outcome = await scrape(request, context);
		// The queue stores and charges what a cancelled job still returns.
		context.signal.throwIfAborted();
		return outcome;
	};
}
