import { z } from 'zod';
import type { AnswerFlags } from '../db/answerFlags.ts';
import type { CrawlPage, CrawlPagesRepository } from '../db/crawlPages.ts';
import { TERMINAL_STATES } from '../db/jobRecord.ts';
import { JobFailure, type JobHandler } from '../engine/job.ts';
import type { JobQueue } from '../engine/queue.ts';
import { ApiError } from '../http/apiError.ts';
import type { Operations } from '../http/operation.ts';
import { pricePages } from '../scrape/pageTools.ts';
import { type CrawlJobRequest, type ExtractionWish, wantsExtraction } from './crawlBodies.ts';
import type { CrawlTools } from './crawlTools.ts';
import { readPageData } from './pageData.ts';
import { crawlNotFound } from './recordHandlers.ts';
import { readStoredText } from './storedText.ts';
import { valueSources } from '../extract/valueSources.ts';

/** Type, in the queue, of the jobs that extract the data of one page again. */
export const PAGE_RETRY_KIND = 'crawl-page';

/** Below the 100 s after which public gateways time out. */
const WAIT_MS = 90_000;

/** The request of such a job, as stored. */
type PageRetryRequest = ExtractionWish & {
	crawlId: string;
	pageId: string;
	/** The page that the job is for. */
	url: string;
};

const storedRetry = z.object({
	data: z.unknown(),
	sources: valueSources.optional(),
	tokensUsed: z.number(),
});

/** The operation of `POST /crawl/{jobId}/retry/{pageId}` (api/openapi.yaml). */
export function createPageRetryOperation(
	queue: JobQueue,
	pages: CrawlPagesRepository,
): Required<Pick<Operations, 'retryCrawlPage'>> {
	return {
		async retryCrawlPage({ params }, reply) {
			const crawl = await queue.find(params.jobId, 'crawl');
			if (crawl === undefined) throw crawlNotFound();
			if (!TERMINAL_STATES.has(crawl.state)) {
				throw new ApiError(400, 'The crawl job has not ended yet.');
			}
			const page = await pages.find(crawl.id, params.pageId);
			if (page === undefined) throw crawlNotFound('The crawl has no such page');
			const request = toRetryRequest(page, crawl.request as CrawlJobRequest);
			const jobId = await queue.acceptAndWait(PAGE_RETRY_KIND, request, WAIT_MS);
			const job = await queue.findWithResult(jobId, PAGE_RETRY_KIND);
			if (job?.state === 'completed') {
				const { data, sources, tokensUsed } = storedRetry.parse(job.result);
				return {
					...{ success: true, data, tokensUsed, creditsUsed: job.creditsUsed },
					...(sources && { sources }),
					message: 'The page was extracted again.',
				};
			}
			const message =
				job?.error ??
				`No answer within ${WAIT_MS / 1000} s. The extraction continues: GET /crawl/${crawl.id}/pages has its data as soon as there is an answer.`;
			return reply.code(422).send({ status: 'error', message, error: message });
		},
	};
}

/** @throws ApiError 400 when there is nothing to extract, or nothing to extract it from */
function toRetryRequest(page: CrawlPage, crawl: CrawlJobRequest): PageRetryRequest {
	const { transformInstruction, schema, includeSources } = crawl;
	const asked = {
		...(transformInstruction !== undefined && { transformInstruction }),
		...(schema && { schema }),
		...(includeSources !== undefined && { includeSources }),
	};
	if (!wantsExtraction(crawl)) {
		throw new ApiError(
			400,
			'This crawl has no transformInstruction and no schema: the data of its pages is their Markdown.',
		);
	}
	if (page.status === 'failed' || page.markdownFile === null) {
		const reason = page.errorMessage ?? 'it has no text';
		throw new ApiError(
			400,
			`This page could not be read, so there is nothing to extract from: ${reason}. Scrape its address instead.`,
		);
	}
	const { id: pageId, jobId: crawlId, url } = page;
	return { crawlId, pageId, url, ...asked };
}

/** Creates the handler of these jobs. A page that gets no answer keeps its data, and costs nothing. */
export function createPageRetryHandler(tools: CrawlTools): JobHandler<PageRetryRequest> {
	const { pages, files, config } = tools;
	return async ({ crawlId, pageId, ...request }, { signal }) => {
		const page = await pages.find(crawlId, pageId);
		const markdown = await readStoredText(files, page?.markdownFile);
		// Retention may have deleted them since the job was accepted.
		if (page === undefined || markdown === undefined) {
			throw new JobFailure('The page has been deleted.');
		}
		const html = (await readStoredText(files, page.htmlFile)) ?? '';
		const source = { url: page.url, title: page.title ?? '', html, markdown };
		const answer = await readPageData(source, request, tools, signal);
		signal.throwIfAborted();
		const { data, sources, errorMessage, flags, inputTokens, outputTokens } = answer;
		if (errorMessage !== undefined) throw new JobFailure(errorMessage);
		await pages.replaceData(page.id, { data, sources, flags: joinFlags(page, flags) });
		const tokensUsed = inputTokens + outputTokens;
		const creditsUsed = pricePages({ pages: 0, tokens: tokensUsed }, config.costs);
		return {
			result: { data, sources, tokensUsed },
			creditsUsed,
			inputTokens,
			outputTokens,
		};
	};
}

/** The flags of the new answer, plus those about the page itself from before the old one failed. */
function joinFlags({ flags: old, errorMessage }: CrawlPage, flags: AnswerFlags): AnswerFlags {
	const at = errorMessage === null ? -1 : (old.warnings ?? []).indexOf(errorMessage);
	const ofPage = at === -1 ? [] : (old.warnings ?? []).slice(0, at);
	const warnings = [...ofPage, ...(flags.warnings ?? [])];
	return {
		...flags,
		...(old.lowContent && { lowContent: true }),
		...(old.metadata && { metadata: old.metadata }),
		...(old.anchors && { anchors: old.anchors }),
		...(warnings.length > 0 && { warnings }),
	};
}
