import type { Config } from '../config.ts';
import type { JobContext, JobHandler } from '../engine/job.ts';
import type { PageTools } from './pageTools.ts';
import { readTargets } from './readTargets.ts';
import { pricePages } from './scrapeCost.ts';
import type { ScrapedPage } from './scrapedPage.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';
import { toStoredResult } from './storedResult.ts';
import { extract } from '../extract/extract.ts';
import type { ExtractionEngine, ExtractionResult } from '../extract/extraction.ts';

/** What a scrape takes beside its request. */
export interface ScrapeTools extends PageTools {
	config: PageTools['config'] & Pick<Config, 'costs'>;
	/** Looks at the pages before anything is extracted; throws `JobFailure` to fail the job. */
	checkPages?: (pages: readonly ScrapedPage[]) => void;
}

/** Makes the handler of `scrape` jobs: reads the pages, then answers over all of them at once. */
export function createScrapeHandler(tools: ScrapeTools): JobHandler<ScrapeRequest> {
	return async (request, { signal, reportProgress }) => {
		const startedAtMs = Date.now();
		const progress = createScrapeProgress(request.urls.length, reportProgress);
		const pages = await readTargets(
			{ ...tools, reportItem: progress.reportItems },
			{ request, signal, onPageDone: progress.reportPages },
		);
		tools.checkPages?.(pages);
		const engine = { model: tools.model, reader: tools.content };
		const answer = await extractAnswer(pages, request, engine, signal);
		const result = toStoredResult(pages, answer, Date.now() - startedAtMs);
		const { inputTokens, outputTokens, totalTokens, captchaSolvedCount } = result.stats;
		const effort = {
			pages: pages.filter(({ isSuccess }) => isSuccess).length,
			tokens: totalTokens,
			captchasSolved: captchaSolvedCount,
		};
		return {
			result,
			summary: { screenshotFile: result.data[0]?.screenshotFile ?? null },
			creditsUsed: pricePages(effort, tools.config.costs),
			inputTokens,
			outputTokens,
			captchasSolved: captchaSolvedCount,
		};
	};
}

// Share of the progress that the pages take; extraction takes the rest.
const PAGES_SHARE = 0.8;

/** Tells how far a scrape is, in the form of its status (reference, "Scrape job status"). */
interface ScrapeProgress {
	/** So many of the request's pages are done. */
	reportPages(doneCount: number): void;
	/** A page's list has so many items by now. */
	reportItems(count: number): void;
}

/** Starts the progress of a scrape of `total` pages. */
function createScrapeProgress(
	total: number,
	reportProgress: JobContext['reportProgress'],
): ScrapeProgress {
	let progress = 0;
	const report = (message: string): void => reportProgress({ message, progress });
	report(`Loading ${total === 1 ? 'the page' : `${total} pages`}`);
	return {
		reportPages(doneCount) {
			progress = (PAGES_SHARE * doneCount) / total;
			report(doneCount < total ? `Loaded ${doneCount} of ${total} pages` : 'Reading the content');
		},
		reportItems: (count) => report(`Collected ${count} ${count === 1 ? 'item' : 'items'}`),
	};
}

/**
 * One answer over all pages and documents of a request (gaps page, "Scrape"); their Markdown when
 * the request asks for no extraction.
 */
function extractAnswer(
	pages: readonly ScrapedPage[],
	request: ScrapeRequest,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	const readable = pages.filter(({ error }) => error === undefined);
	const sources = readable.map(({ finalUrl: url, title, html, markdown }) => ({
		url,
		title,
		html,
		markdown,
	}));
	return extract(sources, request, engine, signal);
}
