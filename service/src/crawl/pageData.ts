import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import type { CrawlPage } from '../db/crawlPages.ts';
import { JobFailure, type JobContext } from '../engine/job.ts';
import { extract } from '@web-data-extraction/fields/extract';
import { type ExtractionSource, NO_SOURCES } from '@web-data-extraction/fields/extraction';
import type { ValueSources } from '@web-data-extraction/fields/valueSource';
import { describeAnswer } from '../extract/describeAnswer.ts';
import type { AnswerFlags } from '../db/answerFlags.ts';
import { readStoredText } from './storedText.ts';
import { type CrawlJobRequest, type ExtractionWish, wantsExtraction } from './crawlBodies.ts';
import { type CrawlOutcome, type CrawlTools, type PageUnderWay, toProgress } from './crawlTools.ts';

/** The data of one page, and the cost of getting it. */
export interface PageData {
	data: unknown;
	/** Where its values were read, if that was asked for. */
	sources?: ValueSources | undefined;
	/** Why the extraction failed: the data is then the page's Markdown. */
	errorMessage: string | undefined;
	/** Noteworthy facts about the data. */
	flags: AnswerFlags;
	inputTokens: number;
	outputTokens: number;
}

/**
 * The data of one page: extracted with the transform instruction or schema, else its Markdown. If
 * the extraction fails, the data is also the Markdown, with the reason (api/openapi.yaml,
 * AiExtractionFailed).
 */
export async function readPageData(
	page: ExtractionSource,
	request: ExtractionWish,
	{ model, content: reader }: Pick<CrawlTools, 'model' | 'content'>,
	signal: AbortSignal,
): Promise<PageData> {
	const { transformInstruction: prompt, schema, includeSources } = request;
	if (!wantsExtraction(request)) {
		const nothingSpent = { inputTokens: 0, outputTokens: 0 };
		const flags = includeSources === true ? { warnings: [NO_SOURCES] } : {};
		return { data: page.markdown, errorMessage: undefined, flags, ...nothingSpent };
	}
	const asked = { prompt, schema, includeSources };
	const answer = await extract([page], asked, { model, reader }, signal);
	return {
		data: answer.content,
		sources: answer.sources,
		errorMessage: answer.failureReason,
		flags: describeAnswer(answer),
		inputTokens: answer.inputTokens,
		outputTokens: answer.outputTokens,
	};
}

/** Pages report more about themselves. */
const MAX_CRAWL_WARNINGS = 50;

/** Adds the warnings of a page's answer to those of its crawl, each sentence once. */
export function collectWarnings(warnings: Set<string>, { warnings: ofPage = [] }: AnswerFlags) {
	for (const warning of ofPage) {
		if (warnings.size < MAX_CRAWL_WARNINGS) warnings.add(warning);
	}
}

/** Pages of an older crawl that are extracted at a time. */
const CONCURRENCY = 4;

/**
 * Runs a new extraction over the stored pages of an older crawl; nothing is loaded from the web. The
 * new job's pages share the files of the old one. An interrupted run continues with what is not yet
 * done.
 */
export async function reextractPages(
	tools: CrawlTools,
	request: CrawlJobRequest & { sourceJobId: string },
	{ jobId, signal, reportProgress }: JobContext,
): Promise<CrawlOutcome> {
	const { pages, files } = tools;
	const stored = await pages.list(request.sourceJobId);
	const sources = stored.filter(({ status }) => status === 'success');
	if (sources.length === 0)
		throw new JobFailure('The pages of the source crawl have been deleted.');
	const doneUrls = new Set((await pages.listSteps(jobId)).map(({ requestUrl }) => requestUrl));
	const underWay = new Set<PageUnderWay>();
	const warnings = new Set<string>();
	let doneCount = doneUrls.size;
	const report = (): void =>
		reportProgress(toProgress('Extracted', doneCount, sources.length, underWay));

	const startMs = Date.now();

	const extractOne = async (source: CrawlPage, at: number): Promise<void> => {
		signal.throwIfAborted();
		const { url, requestUrl, depth, htmlFile, markdownFile } = source;
		const title = source.title ?? '';
		// Listed in the order of the older crawl.
		const page = { id: randomUUID(), requestUrl, createdAtMs: startMs + at };
		underWay.add(page);
		report();
		const html = (await readStoredText(files, htmlFile)) ?? '';
		const markdown = (await readStoredText(files, markdownFile)) ?? '';
		const data = await readPageData({ url, title, html, markdown }, request, tools, signal);
		signal.throwIfAborted();
		const names = { htmlFile: htmlFile ?? undefined, markdownFile: markdownFile ?? undefined };
		await pages.insert({ ...page, ...data, ...names, jobId, depth, status: 'success', url, title });
		collectWarnings(warnings, data.flags);
		underWay.delete(page);
		doneCount += 1;
		report();
	};

	report();
	const waiting = sources.filter(({ requestUrl }) => !doneUrls.has(requestUrl));
	const queue = new PQueue({ concurrency: CONCURRENCY });
	try {
		await queue.addAll(waiting.map((source, at) => () => extractOne(source, at)));
	} catch (error) {
		if (!signal.aborted) throw error;
	}
	return { successCount: doneCount, warnings: [...warnings], expected: [] };
}
