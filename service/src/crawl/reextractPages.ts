import PQueue from 'p-queue';
import { JobFailure, type JobContext } from '../engine/job.ts';
import type { CrawlPage } from '../db/crawls.ts';
import type { CrawlJobRequest } from './crawlRequest.ts';
import type { CrawlTools } from './crawlTools.ts';
import { createPagesUnderWay, type PagesUnderWay } from './run/pageRecorder.ts';
import type { CrawlOutcome } from './run/crawlSite.ts';
import { type PageData, readPageData, readStoredText } from './pageData.ts';

/** Pages that are extracted at a time. */
const CONCURRENCY = 4;

/**
 * Runs a new extraction over the stored pages of an older crawl; nothing is loaded from the web. The
 * new job's pages share the files of the old one. An interrupted run goes on with what it has not
 * done.
 */
export async function reextractPages(
	tools: CrawlTools,
	request: CrawlJobRequest & { sourceJobId: string },
	context: JobContext,
): Promise<CrawlOutcome> {
	const { pages } = tools;
	const { jobId, signal } = context;
	const stored = await pages.list(request.sourceJobId);
	const sources = stored.filter(({ status }) => status === 'success');
	if (sources.length === 0) throw new JobFailure('The source crawl has no pages any more.');
	const steps = await pages.listSteps(jobId);
	const doneUrls = new Set(steps.map(({ requestUrl }) => requestUrl));
	const waiting = sources.filter(({ requestUrl }) => !doneUrls.has(requestUrl));
	const warnings = new Set<string>();
	let doneCount = doneUrls.size;
	const report = (): void =>
		context.reportProgress({
			message: `Extracted ${doneCount} of ${sources.length} pages`,
			pagesCrawled: doneCount,
			maxPages: sources.length,
			pagesUnderWay: underWay.list(),
		});
	const underWay = createPagesUnderWay(jobId, report);

	report();
	const queue = new PQueue({ concurrency: CONCURRENCY });
	const extractOne = async (source: CrawlPage): Promise<void> => {
		if (signal.aborted) return;
		const data = await reextractPage({ ...tools, underWay }, request, source, context);
		for (const warning of data.warnings) warnings.add(warning);
		doneCount += 1;
		report();
	};
	try {
		await queue.addAll(waiting.map((source) => () => extractOne(source)));
	} catch (error) {
		if (!signal.aborted) throw error;
	}
	return { successCount: doneCount, warnings: [...warnings] };
}

async function reextractPage(
	{ pages, underWay, files, model, content }: CrawlTools & { underWay: PagesUnderWay },
	request: CrawlJobRequest,
	source: CrawlPage,
	{ signal }: JobContext,
): Promise<PageData> {
	const { url, requestUrl, depth, htmlFile, markdownFile } = source;
	const title = source.title ?? '';
	const page = underWay.begin({ requestUrl, depth });
	const [html, markdown] = await Promise.all([
		readStoredText(files, htmlFile),
		readStoredText(files, markdownFile),
	]);
	const engine = { model, reader: content };
	const data = await readPageData({ url, title, html, markdown }, request, engine, signal);
	signal.throwIfAborted();
	await pages.insert({
		...page,
		...data,
		status: 'success',
		url,
		title,
		htmlFile: htmlFile ?? undefined,
		markdownFile: markdownFile ?? undefined,
	});
	underWay.end(page);
	return data;
}
