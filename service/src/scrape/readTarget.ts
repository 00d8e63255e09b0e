import { rm } from 'node:fs/promises';
import type { LoadedDocument, PageContent } from '../browser/loadPage.ts';
import { resolveProxyUrl } from '../browser/proxyUrl.ts';
import { isLowContent } from '../content/lowContent.ts';
import type { PageTools } from './pageTools.ts';
import type { ScrapedPage } from './scrapedPage.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';
import { visitTarget } from './visitTarget.ts';

const FIRST_ERROR_STATUS = 400;

/**
 * Opens one URL of a request and turns what it finds, a page or a document, into Markdown.
 * @throws PageLoadError, ChallengeError, BrowserCrashedError, ConversionError, DocumentFailure
 */
export async function readTarget(
	tools: PageTools,
	request: ScrapeRequest,
	target: ScrapeTarget,
	signal: AbortSignal,
): Promise<ScrapedPage> {
	const { useProxy, proxyCountry, extractContentOnly: contentOnly = false } = request;
	const proxyUrl =
		useProxy === true ? resolveProxyUrl(tools.config.proxyUrl, proxyCountry) : undefined;
	const seen = await tools.browser.withPage({ signal, proxyUrl }, (opened) =>
		visitTarget(tools, request, target, opened),
	);
	// After the page is closed: converting needs no browser, and the next page may open meanwhile.
	const read =
		seen.kind === 'page'
			? await convertPage(tools, seen, contentOnly)
			: await convertDocument(tools, seen, signal);
	return {
		...read,
		url: target.url,
		finalUrl: seen.finalUrl,
		isSuccess: seen.httpStatus < FIRST_ERROR_STATUS,
		screenshotFile: seen.kind === 'page' ? seen.screenshotFile : null,
	};
}

type ReadContent = Pick<ScrapedPage, 'title' | 'html' | 'markdown' | 'lowContent'>;

async function convertPage(
	{ content, rememberPage }: PageTools,
	{ finalUrl: url, title, html, httpStatus }: PageContent,
	contentOnly: boolean,
): Promise<ReadContent> {
	const { markdown, lowContent, metadata } = await content.convert({ html, url, contentOnly });
	if (httpStatus < FIRST_ERROR_STATUS && !lowContent) {
		rememberPage({ url, title, markdown, metadata });
	}
	return { title, html, markdown, lowContent };
}

async function convertDocument(
	tools: PageTools,
	document: LoadedDocument,
	signal: AbortSignal,
): Promise<ReadContent> {
	try {
		const { title, markdown } = await tools.convertDocument(document, signal);
		return { title, html: undefined, markdown, lowContent: isLowContent(markdown) };
	} finally {
		await rm(document.filePath, { force: true });
	}
}
