import type { components } from '../../../api/generated/types.ts';

/** Body of POST /crawl, checked. */
export type CrawlRequest = components['schemas']['CrawlRequest'];

/** What a crawl job is asked to do, as stored: a crawl, or a new extraction over an older one. */
export interface CrawlJobRequest extends CrawlRequest {
	/** Crawl whose stored pages are read instead of the web (POST /crawl/{jobId}/extract). */
	sourceJobId?: string;
}

/** Whether pages get extracted data; else their data is their Markdown (gaps page, "Crawl"). */
export function wantsExtraction({
	transformInstruction,
	schema,
}: Pick<CrawlRequest, 'transformInstruction' | 'schema'>): boolean {
	return transformInstruction !== undefined || schema !== undefined;
}
