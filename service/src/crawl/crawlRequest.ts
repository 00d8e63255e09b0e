import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import type { JobRecord } from '../db/jobRecord.ts';
import { checkReading } from '../scrape/scrapeRequest.ts';

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

/**
 * Refuses, before anything is queued, what the contract cannot see: blank instructions, patterns that
 * are no paths, a schema with mistakes, a proxy that this service does not have.
 * @throws ApiError 400 naming the field; 422 with every mistake of the schema
 */
export function checkCrawlRequest(request: CrawlRequest, { proxy }: Pick<Config, 'proxy'>): void {
	const { crawlInstruction, includePaths = [], excludePaths = [] } = request;
	if (crawlInstruction.trim() === '') throw new ApiError(400, 'crawlInstruction is required.');
	checkPatterns('includePaths', includePaths);
	checkPatterns('excludePaths', excludePaths);
	checkReading(request, proxy);
}

/**
 * Refuses a blank instruction of POST /crawl/{jobId}/extract; the contract sees to the rest.
 * @throws ApiError 400
 */
export function checkTransformInstruction(instruction: string): void {
	if (instruction.trim() === '') throw new ApiError(400, 'transformInstruction is required.');
}

function checkPatterns(field: string, patterns: readonly string[]): void {
	const index = patterns.findIndex((pattern) => /^[a-z][a-z\d+.-]*:\/\//i.test(pattern.trim()));
	if (index === -1) return;
	throw new ApiError(
		400,
		`${field}[${index}] must be a path such as /blog/*, without the host: "${patterns[index]}".`,
	);
}

const sourceRequest = z.object({
	baseUrl: z.string(),
	crawlInstruction: z.string(),
	maxPages: z.number().optional(),
});

/**
 * What a new extraction over a crawl is asked to do. Its record shows where the pages came from; of
 * the source's extraction nothing is left: the new instruction takes its place, schema included.
 */
export function toExtractRequest(
	source: JobRecord,
	{ transformInstruction }: components['schemas']['CrawlExtractRequest'],
): CrawlJobRequest {
	const { baseUrl, crawlInstruction, maxPages } = sourceRequest.parse(source.request);
	return {
		baseUrl,
		crawlInstruction,
		transformInstruction,
		...(maxPages !== undefined && { maxPages }),
		sourceJobId: source.id,
	};
}
