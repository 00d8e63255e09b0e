import { rm } from 'node:fs/promises';
import { BrowserCrashedError, PageLoadError } from '../browser/errors.ts';
import { ChallengeError } from '../browser/challenges.ts';
import { ContentError } from '../extract/extraction.ts';
import { allOrNone } from '../engine/allOrNone.ts';
import { JobFailure } from '../engine/job.ts';
import { RetryLater } from '../retryLater.ts';
import { DocumentFailure } from '../parse/document/documentFailure.ts';
import type { PageTools } from './pageTools.ts';
import { type ScrapedPage, toFailedPage } from './scrapedPage.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';
import type { LoadedDocument } from '../browser/documentDownload.ts';
import { chooseProxy } from '../net/proxyUrl.ts';
import { type VisitedPage, visitTarget } from './visitTarget.ts';

const CRASH_RETRY_DELAY_MS = 1000;

interface ReadTargetsOptions {
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

const FIRST_ERROR_STATUS = 400;

/**
 * Opens one URL of a request and turns what it finds, a page or a document, into Markdown.
 * @throws PageLoadError, ChallengeError, BrowserCrashedError, ContentError, DocumentFailure
 */
export async function readTarget(
	tools: PageTools,
	request: ScrapeRequest,
	target: ScrapeTarget,
	signal: AbortSignal,
): Promise<ScrapedPage> {
	const { extractContentOnly: contentOnly = false } = request;
	const upstream = chooseProxy(request, tools.config.proxy);
	const place = { signal, targetUrl: target.url, upstream };
	const seen = await tools.browser.withPage(place, (opened) =>
		visitTarget(tools, request, target, opened),
	);
	// After the page is closed: converting needs no browser, and the next page may open meanwhile.
	const read =
		seen.kind === 'page'
			? await convertPage(tools, seen, { contentOnly, signal })
			: await convertDocument(tools, seen, signal);
	return {
		...read,
		url: target.url,
		finalUrl: seen.finalUrl,
		httpStatus: seen.httpStatus,
		isSuccess: seen.httpStatus < FIRST_ERROR_STATUS,
	};
}

type ReadContent = Omit<ScrapedPage, 'url' | 'finalUrl' | 'httpStatus' | 'isSuccess' | 'error'>;

async function convertPage(
	{ content, rememberPage }: PageTools,
	{ finalUrl: url, title, html, itemSections, screenshotFile, effort, httpStatus }: VisitedPage,
	{ contentOnly, signal }: { contentOnly: boolean; signal: AbortSignal },
): Promise<ReadContent> {
	const request = { html, url, contentOnly, appendix: itemSections };
	const { markdown, text, lowContent, metadata, ...page } = await content.convert(request, signal);
	if (httpStatus < FIRST_ERROR_STATUS && !lowContent) {
		await rememberPage({ url, title, text, metadata });
	}
	const { inputTokens, outputTokens } = effort;
	const warnings = [...effort.warnings, ...page.warnings];
	return { title, html, markdown, lowContent, screenshotFile, inputTokens, outputTokens, warnings };
}

async function convertDocument(
	tools: PageTools,
	document: LoadedDocument,
	signal: AbortSignal,
): Promise<ReadContent> {
	try {
		const { title, markdown } = await tools.convertDocument(document, signal);
		const { lowContent } = await tools.content.readText(markdown, signal);
		return { ...UNTOUCHED, title, markdown, lowContent };
	} finally {
		await rm(document.filePath, { force: true });
	}
}

const UNTOUCHED = {
	html: undefined,
	screenshotFile: null,
	inputTokens: 0,
	outputTokens: 0,
	warnings: [],
};
