import type { Config } from '../config.ts';
import type { Model } from '../content/extraction/model.ts';
import type { JobHandler } from '../jobs/job.ts';
import { extractAnswer } from './extractAnswer.ts';
import type { PageTools } from './pageTools.ts';
import { readTargets } from './readTargets.ts';
import { priceScrape } from './scrapeCost.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';
import { toStoredResult } from './storedResult.ts';

// Share of the progress that the pages take; extraction takes the rest.
const PAGES_SHARE = 0.8;

/** What a scrape takes beside its request. */
export interface ScrapeTools extends PageTools {
	config: PageTools['config'] & Pick<Config, 'costs'>;
	/** Answers extractions; the rules do without one. */
	model: Model | undefined;
}

/** Makes the handler of `scrape` jobs: reads the pages, then answers over all of them at once. */
export function createScrapeHandler(tools: ScrapeTools): JobHandler<ScrapeRequest> {
	return async (request, { signal, reportProgress }) => {
		const startedAtMs = Date.now();
		const total = request.urls.length;
		const reportPages = (done: number) => {
			const message = done < total ? `Loaded ${done} of ${total} pages` : 'Reading the content';
			reportProgress({ message, progress: (PAGES_SHARE * done) / total });
		};
		reportProgress({
			message: `Loading ${total === 1 ? 'the page' : `${total} pages`}`,
			progress: 0,
		});
		const pages = await readTargets(tools, { request, signal, onPageDone: reportPages });
		const answer = await extractAnswer(pages, request, tools.model, signal);
		const { inputTokens, outputTokens } = answer;
		const effort = {
			pages: pages.filter(({ isSuccess }) => isSuccess).length,
			tokens: inputTokens + outputTokens,
			captchasSolved: 0,
		};
		return {
			result: toStoredResult(pages, answer, Date.now() - startedAtMs),
			creditsUsed: priceScrape(effort, tools.config.costs),
			inputTokens,
			outputTokens,
			captchasSolved: effort.captchasSolved,
		};
	};
}
