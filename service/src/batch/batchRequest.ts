import type { components } from '../../../api/generated/types.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import { checkScrapeRequest, type ScrapeRequest } from '../scrape/scrapeRequest.ts';

/** Body of POST /batch/scrape, as the contract checked it. */
export type BatchRequest = components['schemas']['BatchScrapeRequest'];

/** The form of a batch's answers (gaps page, "Batch scrape": json, which a schema forces). */
export function decideOutput({ output = 'json', schema }: BatchRequest): 'json' | 'markdown' {
	return schema === undefined ? output : 'json';
}

/** The scrape of one address of a batch; the options apply to all. */
export function toItemRequest(url: string, batch: BatchRequest): ScrapeRequest {
	return { ...batch, output: decideOutput(batch), urls: [{ url }] };
}

/**
 * Refuses, before anything is queued, what the contract cannot see.
 * @throws ApiError 422 with every mistake of the schema; 400 for addresses, cookies and the proxy
 */
export function checkBatchRequest(batch: BatchRequest, config: Pick<Config, 'proxy'>): void {
	const { urls, ...options } = batch;
	const index = urls.findIndex((url) => !URL.canParse(url));
	if (index !== -1) {
		throw new ApiError(400, `urls[${index}] is not a valid web address: ${urls[index]}`);
	}
	checkScrapeRequest({ ...options, urls: urls.map((url) => ({ url })) }, config);
}
