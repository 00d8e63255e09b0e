import { rm } from 'node:fs/promises';
import type { LoadedDocument } from '../browser/loadPage.ts';
import { chooseProxy } from '../net/proxyUrl.ts';
import type { PageTools } from './pageTools.ts';
import type { ScrapedPage } from './scrapedPage.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';
import { visitTarget, type VisitedPage } from './visitTarget.ts';

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
