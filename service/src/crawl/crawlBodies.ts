import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import { describeIgnoredFields, type WithIgnoredFields } from '../http/ignoredFields.ts';
import { addJson } from '../http/json.ts';
import { type JobRecord, TERMINAL_STATES } from '../db/jobRecord.ts';
import type { JobSnapshot } from '../engine/queue.ts';
import type { CrawlPage, CrawlPagesRepository } from '../db/crawlPages.ts';
import type { Crawl } from '../db/crawls.ts';
import { pricePages } from '../scrape/pageTools.ts';
import { hideUserInfo } from '../secrets/userInfo.ts';
import { checkReading, describeSchemaWarnings } from '../scrape/scrapeRequest.ts';
import { crawlProgress, type PageUnderWay, storedCrawlResult } from './crawlTools.ts';
import { DEFAULT_MAX_PAGES } from './state/crawlBounds.ts';
import { describeDoubtfulPatterns } from './scope/patternWarnings.ts';
import type { ScopeRules } from './scope/scope.ts';

type Schemas = components['schemas'];

/** Body of POST /crawl, checked. */
export type CrawlRequest = Schemas['CrawlRequest'];

/** What a crawl job is asked to do, as stored: a crawl, or a new extraction over an older one. */
export interface CrawlJobRequest extends CrawlRequest {
	crawlInstruction: string;
	/** Crawl whose stored pages are read instead of the web (POST /crawl/{jobId}/extract). */
	sourceJobId?: string;
}

/** What is followed if a request does not say. */
const DEFAULT_INSTRUCTION = 'Find all pages on the website';

/** The request of a new crawl, as stored in its job. */
export function toCrawlJobRequest(request: CrawlRequest): CrawlJobRequest {
	const { crawlInstruction = '' } = request;
	const isBlank = crawlInstruction.trim() === '';
	return { ...request, crawlInstruction: isBlank ? DEFAULT_INSTRUCTION : crawlInstruction };
}

/** What is to be extracted from each page. */
export type ExtractionWish = Pick<
	CrawlRequest,
	'transformInstruction' | 'schema' | 'includeSources'
>;

/** Whether pages get extracted data; otherwise their data is their Markdown (api/openapi.yaml, POST /crawl). */
export function wantsExtraction({ transformInstruction, schema }: ExtractionWish): boolean {
	return transformInstruction !== undefined || schema !== undefined;
}

/**
 * Rejects, before anything is queued, what the API schema cannot express: patterns that
 * are not paths, more pages than this service allows, a schema with mistakes, a proxy that it does not have.
 * @throws ApiError 400 naming the field; 422 with every mistake of the schema
 */
export function checkCrawlRequest(
	request: CrawlRequest,
	{ proxy, crawl }: Pick<Config, 'proxy' | 'crawl'>,
): void {
	const { baseUrl, includePaths = [], excludePaths = [], maxPages = DEFAULT_MAX_PAGES } = request;
	if (!URL.canParse(baseUrl)) {
		throw new ApiError(400, `baseUrl is not a valid web address: ${baseUrl}`);
	}
	if (maxPages > crawl.maxPages) {
		throw new ApiError(400, `maxPages must be 1 to ${crawl.maxPages} (setting CRAWL_MAX_PAGES).`);
	}
	checkPatterns('includePaths', includePaths);
	checkPatterns('excludePaths', excludePaths);
	checkReading(request, proxy);
}

function checkPatterns(field: string, patterns: readonly string[]): void {
	const index = patterns.findIndex((pattern) => /^[a-z][a-z\d+.-]*:\/\//i.test(pattern.trim()));
	if (index === -1) return;
	throw new ApiError(
		400,
		`${field}[${index}] must be a path such as /blog/*, without the host: "${patterns[index]}".`,
	);
}

const storedRequest = z.object({
	baseUrl: z.string(),
	crawlInstruction: z.string(),
	transformInstruction: z.string().optional(),
	maxPages: z.number().default(DEFAULT_MAX_PAGES),
});

/**
 * The request of a new extraction over a crawl. Its record shows where the pages came from; nothing of
 * the source's extraction remains: the new instruction replaces it, schema included.
 */
export function toExtractRequest(
	source: JobRecord,
	{ transformInstruction, includeSources }: Schemas['CrawlExtractRequest'],
): CrawlJobRequest {
	const { baseUrl, crawlInstruction, maxPages } = storedRequest.parse(source.request);
	return {
		...{ baseUrl, crawlInstruction, maxPages, transformInstruction },
		...(includeSources !== undefined && { includeSources }),
		sourceJobId: source.id,
	};
}

/** Signs the link of a stored file. */
export type LinkFile = (name: string) => string;

/**
 * Body of GET /crawl/{jobId} without its pages (api/openapi.yaml, CrawlJob).
 * @param stored result of a job that has ended
 */
export function toCrawlJobFacts(
	job: JobSnapshot,
	stored: unknown,
): Omit<Schemas['CrawlJob'], 'result'> {
	return {
		status: job.state === 'delayed' ? 'waiting' : job.state,
		// Present while the crawl waits or runs.
		...(!TERMINAL_STATES.has(job.state) && { progress: describeProgress(job) }),
		// The pages of a completed crawl have their own.
		error: job.state === 'failed' ? job.error : null,
		...describeSchemaWarnings(job.request),
		...describeWarnings(job.request, stored),
	};
}

/** What a reader of a crawl's result should know about its request and its stored result. */
function describeWarnings(
	request: unknown,
	stored: unknown,
): { warnings?: string[]; expectedWarnings?: string[] } {
	const { ignoredFields = [] } = request as WithIgnoredFields;
	const { warnings: found = [], expected = [] } = storedCrawlResult.safeParse(stored).data ?? {};
	const patterns = describeDoubtfulPatterns(request as ScopeRules);
	const warnings = [...describeIgnoredFields(ignoredFields), ...patterns, ...found];
	return {
		...(warnings.length > 0 && { warnings }),
		...(expected.length > 0 && { expectedWarnings: expected }),
	};
}

function describeProgress({ state, request, progress }: JobSnapshot): Schemas['CrawlProgress'] {
	const reported = crawlProgress.omit({ pagesUnderWay: true }).safeParse(progress);
	const message = state === 'active' ? 'Started' : 'Waiting to be started';
	const { maxPages } = storedRequest.parse(request);
	return reported.data ?? { message, pagesCrawled: 0, maxPages };
}

/**
 * JSON of a page among the results of GET /crawl/{jobId}.
 * @param data of the page and their sources, as JSON texts
 */
export function toResultPage(page: CrawlPage, data: StoredData, linkFile: LinkFile): string {
	const facts: Omit<Schemas['CrawlResultPage'], 'data'> = {
		url: page.url,
		title: page.title ?? '',
		status: 'success',
		...describePage(page, linkFile),
	};
	return addData(facts, data);
}

type StoredData = Awaited<ReturnType<CrawlPagesRepository['readData']>>;

function addData(facts: object, { data, sources }: StoredData): string {
	const body = addJson(facts, 'data', data);
	return sources === null ? body : `${body.slice(0, -1)},"sources":${sources}}`;
}

/**
 * JSON of an ended page, as GET /crawl/{jobId}/pages lists it (api/openapi.yaml, CrawlPage).
 * @param data of the page and their sources, as JSON texts
 */
export function toListedPage(page: CrawlPage, data: StoredData, linkFile: LinkFile): string {
	const { id, url, title, status, errorMessage, createdAtMs } = page;
	const facts: Omit<Schemas['CrawlPage'], 'data'> = {
		...{ id, url, title, status, error_message: errorMessage },
		...(status === 'failed' && errorMessage !== null && { error: errorMessage }),
		...describePage(page, linkFile),
		created_at: new Date(createdAtMs).toISOString(),
	};
	return addData(facts, data);
}

/** JSON of a page that is being loaded or processed, as GET /crawl/{jobId}/pages lists it. */
export function toPendingPage({ id, requestUrl, createdAtMs }: PageUnderWay): string {
	const body: Schemas['CrawlPage'] = {
		...{
			id,
			url: hideUserInfo(requestUrl),
			title: null,
			status: 'pending',
			data: null,
			error_message: null,
		},
		...{ html: null, markdown: null, created_at: new Date(createdAtMs).toISOString() },
	};
	return JSON.stringify(body);
}

function describePage({ htmlFile, markdownFile, flags }: CrawlPage, linkFile: LinkFile) {
	return {
		html: htmlFile && linkFile(htmlFile),
		markdown: markdownFile && linkFile(markdownFile),
		...flags,
	};
}

/** Body of GET /crawl/job/{jobId} (api/openapi.yaml, CrawlRecord). */
export function toCrawlRecord(crawl: Crawl, costs: Config['costs']): Schemas['CrawlRecord'] {
	const request = storedRequest.parse(crawl.request);
	const { inputTokens, outputTokens, pagesCrawled } = crawl;
	const tokens = inputTokens + outputTokens;
	return {
		id: crawl.id,
		base_url: request.baseUrl,
		crawl_instruction: request.crawlInstruction,
		transform_instruction: request.transformInstruction?.trim() || null,
		max_pages: request.maxPages,
		pages_crawled: pagesCrawled,
		status: crawl.status,
		created_at: new Date(crawl.createdAtMs).toISOString(),
		updated_at: new Date(crawl.updatedAtMs).toISOString(),
		input_tokens: inputTokens,
		output_tokens: outputTokens,
		// The job is charged when it ends; until then the record shows the cost so far.
		credits_used:
			crawl.status === 'active'
				? pricePages({ pages: pagesCrawled, tokens }, costs)
				: crawl.creditsUsed,
		...describeWarnings(crawl.request, crawl.result),
	};
}
