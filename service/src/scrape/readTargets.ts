import { BrowserCrashedError, PageLoadError } from '../browser/browserErrors.ts';
import { ChallengeError } from '../browser/challenges.ts';
import { ContentError } from '../page/contentError.ts';
import { allOrNone } from '../engine/allOrNone.ts';
import { JobFailure } from '../engine/jobFailure.ts';
import { RetryLater } from '../engine/retryLater.ts';
import { DocumentFailure } from '../parse/document/documentFailure.ts';
import type { PageTools } from './pageTools.ts';
import { readTarget } from './readTarget.ts';
import { type ScrapedPage, toFailedPage } from './scrapedPage.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';

const CRASH_RETRY_DELAY_MS = 1000;

export interface ReadTargetsOptions {
	request: ScrapeRequest;
	signal: AbortSignal;
	/** Told after each page how many of the request's pages are done. */
	onPageDone: (doneCount: number) => void;
}

/**
 * Reads all pages of a request, side by side. A page that cannot be loaded is an entry without
 * success beside those that could.
 * @throws JobFailure when no page could be loaded, or one stays behind a bot challenge (reference,
 *   POST /scrape); RetryLater when the browser died
 */
export async function readTargets(
	tools: PageTools,
	{ request, signal, onPageDone }: ReadTargetsOptions,
): Promise<ScrapedPage[]> {
	let doneCount = 0;
	const pages = await allOrNone(request.urls, signal, async (target, pageSignal) => {
		const page = await readTarget(tools, request, target, pageSignal).catch((error: unknown) => {
			pageSignal.throwIfAborted();
			return toOutcome(target.url, error);
		});
		doneCount += 1;
		onPageDone(doneCount);
		return page;
	});
	const [first] = pages;
	if (first?.error !== undefined && pages.every(({ error }) => error !== undefined)) {
		throw new JobFailure(first.error);
	}
	return pages;
}

function toOutcome(url: string, error: unknown): ScrapedPage {
	if (error instanceof PageLoadError) return toFailedPage(url, error.message);
	if (error instanceof ContentError || error instanceof DocumentFailure) {
		return toFailedPage(url, `Failed to scrape ${url}: ${error.message}`);
	}
	if (error instanceof ChallengeError) throw new JobFailure(error.message);
	if (error instanceof BrowserCrashedError) {
		const message = `Failed to scrape ${url}: ${error.message}`;
		throw new RetryLater(message, CRASH_RETRY_DELAY_MS, { cause: error });
	}
	throw error;
}
