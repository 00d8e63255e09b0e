import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { Config } from '../config.ts';
import { addJson } from '../http/json.ts';
import type { JobSnapshot } from '../engine/queue.ts';
import { describeSchemaWarnings } from '../scrape/scrapeJobBody.ts';
import type { CrawlPage, Crawl } from '../db/crawls.ts';
import { pricePages } from '../scrape/scrapeCost.ts';
import { storedCrawlResult } from './crawlTools.ts';
import { DEFAULT_MAX_PAGES } from './run/crawlState.ts';
import type { PageUnderWay } from './run/pageRecorder.ts';

type Schemas = components['schemas'];

/** Signs the link of a stored file. */
export type LinkFile = (name: string) => string;

const reportedProgress = z.object({
	message: z.string(),
	pagesCrawled: z.number(),
	maxPages: z.number(),
});

const storedRequest = z.object({
	baseUrl: z.string(),
	crawlInstruction: z.string(),
	transformInstruction: z.string().optional(),
	maxPages: z.number().default(DEFAULT_MAX_PAGES),
});

/**
 * Body of GET /crawl/{jobId} without its pages (reference, "Crawl status").
 * @param stored result of a job that has ended
 */
export function toCrawlJobFacts(
	job: JobSnapshot,
	stored: unknown,
): Omit<Schemas['CrawlJob'], 'result'> {
	return {
		status: job.state === 'delayed' ? 'waiting' : job.state,
		...describeProgress(job),
		error: job.error,
		...describeSchemaWarnings(job.request),
		...describeWarnings(stored),
	};
}

// Reference, "Crawl status": present while running.
function describeProgress(job: JobSnapshot): { progress?: Schemas['CrawlProgress'] } {
	if (job.state !== 'active' && job.state !== 'waiting' && job.state !== 'delayed') return {};
	const reported = reportedProgress.safeParse(job.progress);
	const { maxPages } = storedRequest.parse(job.request);
	const message = job.state === 'active' ? 'Started' : 'Waiting to be started';
	return { progress: reported.data ?? { message, pagesCrawled: 0, maxPages } };
}

function describeWarnings(stored: unknown): { warnings?: string[] } {
	const warnings = storedCrawlResult.safeParse(stored).data?.warnings ?? [];
	return warnings.length > 0 ? { warnings } : {};
}

/**
 * JSON of a page among the results of GET /crawl/{jobId}.
 * @param data JSON of the page's data
 */
export function toResultPage(page: CrawlPage, data: string, linkFile: LinkFile): string {
	const facts: Omit<Schemas['CrawlResultPage'], 'data'> = {
		url: page.url,
		title: page.title ?? '',
		status: 'success',
		...linkFiles(page, linkFile),
		...describeExtractionFailure(page),
	};
	return addJson(facts, 'data', data);
}

/**
 * JSON of a page that has ended, as GET /crawl/{jobId}/pages lists it (gaps page, "Crawl").
 * @param data JSON of the page's data
 */
export function toListedPage(page: CrawlPage, data: string, linkFile: LinkFile): string {
	const facts: Omit<Schemas['CrawlPage'], 'data'> = {
		id: page.id,
		url: page.url,
		title: page.title,
		status: page.status,
		error_message: page.errorMessage,
		...linkFiles(page, linkFile),
		created_at: new Date(page.createdAtMs).toISOString(),
		...describeExtractionFailure(page),
	};
	return addJson(facts, 'data', data);
}

/** JSON of a page that is loaded or processed, as GET /crawl/{jobId}/pages lists it. */
export function toPendingPage(page: PageUnderWay): string {
	const body: Schemas['CrawlPage'] = {
		id: page.id,
		url: page.requestUrl,
		title: null,
		status: 'pending',
		data: null,
		error_message: null,
		html: null,
		markdown: null,
		created_at: new Date(page.createdAtMs).toISOString(),
	};
	return JSON.stringify(body);
}

function linkFiles({ htmlFile, markdownFile }: CrawlPage, linkFile: LinkFile) {
	return {
		html: htmlFile && linkFile(htmlFile),
		markdown: markdownFile && linkFile(markdownFile),
	};
}

// Spelled as in scrape results: the data is raw Markdown, because no answer could be produced.
function describeExtractionFailure(page: CrawlPage): { ai_extraction_failed?: true } {
	return page.isExtractionFailed ? { ai_extraction_failed: true } : {};
}

/** Body of GET /crawl/job/{jobId} (reference, "Crawl job record"). */
export function toCrawlRecord(crawl: Crawl, costs: Config['costs']): Schemas['CrawlRecord'] {
	const request = storedRequest.parse(crawl.request);
	return {
		id: crawl.id,
		base_url: request.baseUrl,
		crawl_instruction: request.crawlInstruction,
		transform_instruction: request.transformInstruction?.trim() || null,
		max_pages: request.maxPages,
		pages_crawled: crawl.pagesCrawled,
		status: crawl.status,
		created_at: new Date(crawl.createdAtMs).toISOString(),
		updated_at: new Date(crawl.updatedAtMs).toISOString(),
		input_tokens: crawl.inputTokens,
		output_tokens: crawl.outputTokens,
		credits_used: readCredits(crawl, costs),
	};
}

// The job is charged when it ends; until then the record says what it comes to so far.
function readCredits(crawl: Crawl, costs: Config['costs']): number {
	if (crawl.status !== 'active') return crawl.creditsUsed;
	const tokens = crawl.inputTokens + crawl.outputTokens;
	return pricePages({ pages: crawl.pagesCrawled, tokens }, costs);
}
