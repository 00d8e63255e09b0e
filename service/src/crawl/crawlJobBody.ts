import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobSnapshot } from '../jobs/queue.ts';
import { describeSchemaWarnings } from '../scrape/schemaWarnings.ts';
import type { CrawlPage } from '../store/crawlPages.ts';
import { DEFAULT_MAX_PAGES } from './engine/crawlLimits.ts';
import type { PageUnderWay } from './pagesUnderWay.ts';
import { storedCrawlResult } from './storedResult.ts';

type CrawlJob = components['schemas']['CrawlJob'];
type CrawlProgress = components['schemas']['CrawlProgress'];
type CrawlResultPage = components['schemas']['CrawlResultPage'];

/** Signs the link of a stored file. */
export type LinkFile = (name: string) => string;

const reportedProgress = z.object({
	message: z.string(),
	pagesCrawled: z.number(),
	maxPages: z.number(),
});

const requestWithLimit = z.object({ maxPages: z.number().default(DEFAULT_MAX_PAGES) });

/**
 * Body of GET /crawl/{jobId} (reference, "Crawl status").
 * @param readPages reads the job's pages; called only for a completed job
 */
export function toCrawlJobBody(
	job: JobSnapshot,
	readPages: () => CrawlPage[],
	linkFile: LinkFile,
): CrawlJob {
	const isCompleted = job.state === 'completed';
	const pages = isCompleted ? readPages().filter(({ status }) => status === 'success') : [];
	return {
		status: job.state === 'delayed' ? 'waiting' : job.state,
		...describeProgress(job),
		result: isCompleted ? pages.map((page) => toResultPage(page, linkFile)) : null,
		error: job.error,
		...describeSchemaWarnings(job.request),
		...describeWarnings(job),
	};
}

// Reference, "Crawl status": present while running.
function describeProgress(job: JobSnapshot): { progress?: CrawlProgress } {
	if (job.state !== 'active' && job.state !== 'waiting' && job.state !== 'delayed') return {};
	const reported = reportedProgress.safeParse(job.progress);
	const { maxPages } = requestWithLimit.parse(job.request);
	const message = job.state === 'active' ? 'Started' : 'Waiting to be started';
	return { progress: reported.data ?? { message, pagesCrawled: 0, maxPages } };
}

function describeWarnings(job: JobSnapshot): { warnings?: string[] } {
	const warnings = storedCrawlResult.safeParse(job.result).data?.warnings ?? [];
	return warnings.length > 0 ? { warnings } : {};
}

function toResultPage(page: CrawlPage, linkFile: LinkFile): CrawlResultPage {
	return {
		url: page.url,
		title: page.title ?? '',
		status: 'success',
		data: page.data,
		html: page.htmlFile && linkFile(page.htmlFile),
		markdown: page.markdownFile && linkFile(page.markdownFile),
		...describeExtractionFailure(page),
	};
}

/** Body entry of GET /crawl/{jobId}/pages for a page that has ended (gaps page, "Crawl"). */
export function toPageBody(
	page: CrawlPage,
	linkFile: LinkFile,
): components['schemas']['CrawlPage'] {
	return {
		id: page.id,
		url: page.url,
		title: page.title,
		status: page.status,
		data: page.data,
		error_message: page.errorMessage,
		html: page.htmlFile && linkFile(page.htmlFile),
		markdown: page.markdownFile && linkFile(page.markdownFile),
		created_at: new Date(page.createdAtMs).toISOString(),
		...describeExtractionFailure(page),
	};
}

/** Body entry of GET /crawl/{jobId}/pages for a page that is loaded or processed. */
export function toPendingPageBody(page: PageUnderWay): components['schemas']['CrawlPage'] {
	return {
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
}

// Spelled as in scrape results: the data is raw Markdown, because no answer could be produced.
function describeExtractionFailure(page: CrawlPage): { ai_extraction_failed?: true } {
	return page.isExtractionFailed ? { ai_extraction_failed: true } : {};
}
