import type { Config } from '../config.ts';
import type { JobHandler } from '../engine/job.ts';
import { extractAnswer } from './extractAnswer.ts';
import type { PageTools } from './pageTools.ts';
import { readTargets } from './readTargets.ts';
import { priceScrape } from './scrapeCost.ts';
import { createScrapeProgress } from './scrapeProgress.ts';
import type { ScrapedPage } from './scrapedPage.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';
import { toStoredResult } from './storedResult.ts';

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
			creditsUsed: priceScrape(effort, tools.config.costs),
			inputTokens,
			outputTokens,
			captchasSolved: captchaSolvedCount,
		};
	};
}
