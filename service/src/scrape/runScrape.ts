import { ChallengeError } from '../browser/challenges/challenges.ts';
import { BrowserCrashedError, PageLoadError } from '../browser/errors.ts';
import type { Config } from '../config.ts';
import { allOrNone } from '../engine/allOrNone.ts';
import { JobFailure, type JobHandler } from '../engine/job.ts';
import { extract } from '@web-data-extraction/fields/extract';
import { ContentError } from '@web-data-extraction/fields/extraction';
import { DocumentFailure } from '@web-data-extraction/documents/documentFailure';
import { describeIgnoredFields, type WithIgnoredFields } from '../http/ignoredFields.ts';
import { RetryLater } from '../turns/retryLater.ts';
import { describeFailures } from './failedPages.ts';
import { type PageTools, pricePages } from './pageTools.ts';
import { readTarget } from './readTarget.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';
import { flagsOf, type ScrapedPage, toStoredResult } from './scrapeResult.ts';

/** What a scrape needs in addition to its request. */
export interface ScrapeTools extends PageTools {
	config: PageTools['config'] & Pick<Config, 'costs'>;
	/** Inspects the pages before anything is extracted; throws `JobFailure` to fail the job. */
	checkPages?: (pages: readonly ScrapedPage[]) => void;
}

/** Share of the progress that the pages account for; extraction is the rest. */
const PAGES_SHARE = 0.8;
const CRASH_RETRY_DELAY_MS = 1000;

/**
 * Creates the handler of `scrape` jobs: reads the pages in parallel, then extracts from all of them at
 * once (api/openapi.yaml, POST /scrape). A page that cannot be loaded is an unsuccessful entry among those
 * that could; the job fails when none could, or one stays behind a bot challenge. If the browser dies, the
 * job is run again.
 */
export function createScrapeHandler(
	tools: ScrapeTools,
): JobHandler<ScrapeRequest & WithIgnoredFields> {
	return async (request, { signal, reportProgress }) => {
		const startedAtMs = Date.now();
		const total = request.urls.length;
		let doneCount = 0;
		const report = (message: string): void =>
			reportProgress({ message, progress: (PAGES_SHARE * doneCount) / total });
		const reportItem = (count: number): void =>
			report(`Collected ${count} ${count === 1 ? 'item' : 'items'}`);
		report(`Loading ${total === 1 ? 'the page' : `${total} pages`}`);
		const pages = await allOrNone(request.urls, signal, async (target, pageSignal) => {
			const reading = readTarget({ ...tools, reportItem }, request, target, pageSignal);
			const page = await reading.catch((error: unknown) => {
				pageSignal.throwIfAborted();
				return toFailedPage(target.url, error);
			});
			doneCount += 1;
			report(doneCount < total ? `Loaded ${doneCount} of ${total} pages` : 'Reading the content');
			return page;
		});
		const readable = pages.filter(({ httpStatus }) => httpStatus !== undefined);
		if (readable.length === 0) throw new JobFailure(pages[0]?.error);
		tools.checkPages?.(pages);
		const good = readable.filter(({ success }) => success);
		// The text of an error page is not part of an answer about pages that were loaded.
		const sources = (good.length > 0 ? good : readable).map(
			({ finalUrl: url, title, html, markdownContent: markdown, values }) => {
				return { url, title, html, markdown, ...values };
			},
		);
		const engine = { model: tools.model, reader: tools.content };
		const answer = await extract(sources, request, engine, signal);
		const requestWarnings = describeIgnoredFields(request.ignoredFields ?? []);
		const result = toStoredResult(pages, answer, requestWarnings, Date.now() - startedAtMs);
		const { inputTokens, outputTokens, totalTokens } = result.stats;
		return {
			result,
			summary: {
				screenshotFile: result.data[0]?.screenshotFile ?? null,
				flags: flagsOf(result),
			},
			failures: describeFailures(
				pages.flatMap(({ error }) => error ?? []),
				pages.length,
			),
			creditsUsed: pricePages({ pages: good.length, tokens: totalTokens }, tools.config.costs),
			inputTokens,
			outputTokens,
		};
	};
}

/**
 * The entry of a page that could not be loaded, among others that could.
 * @throws JobFailure, RetryLater, or the error, when it affects more than the page
 */
function toFailedPage(url: string, error: unknown): ScrapedPage {
	if (error instanceof ChallengeError) throw new JobFailure(error.message);
	const isOfPage = error instanceof ContentError || error instanceof DocumentFailure;
	if (!isOfPage && !(error instanceof PageLoadError) && !(error instanceof BrowserCrashedError)) {
		throw error;
	}
	const message =
		error instanceof PageLoadError ? error.message : `Failed to scrape ${url}: ${error.message}`;
	if (error instanceof BrowserCrashedError) {
		throw new RetryLater(message, CRASH_RETRY_DELAY_MS, { cause: error });
	}
	return {
		url,
		finalUrl: url,
		title: '',
		markdownContent: '',
		success: false,
		lowContent: true,
		screenshotFile: null,
		inputTokens: 0,
		outputTokens: 0,
		warnings: [],
		error: message,
	};
}
