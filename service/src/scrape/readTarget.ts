import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runActions } from '../browser/actions/runActions.ts';
import type { LoadedDocument } from '../browser/documentDownload.ts';
import { describeBrowserError, PageLoadError, PageMemoryError } from '../browser/errors.ts';
import { formatItemSections } from '../browser/forEach/runForEach.ts';
import { loadPage, type PageContent, readPage } from '../browser/loadPage.ts';
import type { OpenPage } from '../browser/openPage.ts';
import { takeScreenshot } from '../browser/screenshots.ts';
import { StorageUnavailableError } from '../files/storage.ts';
import { chooseProxy } from '../net/upstreamProxy.ts';
import { type ActionEffort, createActionTools } from './actionTools.ts';
import type { PageTools } from './pageTools.ts';
import { visitPlainly } from './plainVisit.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';
import type { ScrapedPage } from './scrapeResult.ts';

const FIRST_ERROR_STATUS = 400;

/** What the browser found, once nothing more is to be done in it. */
interface Visit extends ActionEffort {
	found: PageContent | LoadedDocument;
	/** Items that forEach actions collected, as Markdown; empty without any. */
	itemSections: string;
	screenshotFile: string | null;
}

/**
 * Opens one URL of a request and turns what it finds, a page or a document, into Markdown.
 * @throws PageLoadError, ChallengeError, BrowserCrashedError, ContentError, DocumentFailure,
 *   StorageUnavailableError
 */
export async function readTarget(
	tools: PageTools,
	request: ScrapeRequest,
	target: ScrapeTarget,
	signal: AbortSignal,
): Promise<ScrapedPage> {
	const upstream = chooseProxy(request, tools.config.proxy);
	const targetUrl = tools.isPublicOnly === true ? undefined : target.url;
	const place = { signal, targetUrl, upstream };
	// Closed before it is converted: that needs no browser, and the next page may open meanwhile.
	const plain = await visitPlainly(tools, request, target, signal);
	const browse = () =>
		tools.browser.withPage(place, (opened) => visit(tools, request, target, opened));
	const { found, itemSections, ...visited } =
		plain.found === undefined
			? await browse().catch((error: unknown) => {
					if (!(error instanceof PageMemoryError)) throw error;
					throw new PageLoadError(target.url, error.message, { cause: error });
				})
			: { ...noEffort(), found: plain.found };
	visited.warnings = [...plain.warnings, ...visited.warnings];
	const { finalUrl, httpStatus } = found;
	const success = httpStatus < FIRST_ERROR_STATUS;
	const facts = { ...visited, url: target.url, finalUrl, httpStatus, success };
	if (found.kind === 'document') return { ...facts, ...(await readDocument(tools, found, signal)) };
	const { title, html } = found;
	const contentOnly = request.extractContentOnly === true;
	const conversion = { html, url: finalUrl, contentOnly, appendix: itemSections };
	const page =
		plain.found?.kind === 'page'
			? plain.found.converted
			: await tools.content.convert(conversion, signal);
	const { markdown: markdownContent, text, lowContent, metadata } = page;
	if (success && !lowContent && !usesLogin(request, target)) {
		await tools.rememberPage({ url: finalUrl, title, text, metadata });
	}
	const warnings = [...visited.warnings, ...page.warnings];
	return { ...facts, title, html, markdownContent, lowContent, warnings };
}

/** Of a page on which nothing was done. */
const noEffort = (): Omit<Visit, 'found'> => ({
	inputTokens: 0,
	outputTokens: 0,
	warnings: [],
	itemSections: '',
	screenshotFile: null,
});

/** Whether a page may show what only its user should see: then no search finds it. */
export function usesLogin(
	{ cookies = '' }: Pick<ScrapeRequest, 'cookies'>,
	{ url, actions = [] }: ScrapeTarget,
): boolean {
	const { username = '', password = '' } = URL.parse(url) ?? {};
	const isSignedIn = cookies.trim() !== '' || username + password !== '';
	return isSignedIn || actions.some(({ type }) => type === 'type');
}

async function visit(
	tools: PageTools,
	request: ScrapeRequest,
	{ url, actions = [] }: ScrapeTarget,
	opened: OpenPage,
): Promise<Visit> {
	const { reportItem = () => undefined, config } = tools;
	const { signal } = opened;
	const documentDirectory = join(config.dataDirectory, 'documents');
	await mkdir(documentDirectory, { recursive: true });
	const options = { documentDirectory, reportItem, signal };
	const { actionTools, effort } = createActionTools(tools, options);
	const { cookies } = request;
	const inRealTime = actions.length > 0;
	const loaded = await loadPage(opened, { url, cookies, documentDirectory, inRealTime });
	if (loaded.kind === 'document') {
		return { ...effort, found: loaded, itemSections: '', screenshotFile: null };
	}
	const items = await runActions(opened, { url, actions, tools: actionTools });
	const found = actions.length === 0 ? loaded : await readPage(opened, url);
	if (!found.isAtRest) {
		effort.warnings.push(`${url} never came to rest; it was read as it stood at the time limit`);
	}
	const itemSections = formatItemSections(items, found.finalUrl);
	const screenshotFile = await captureScreen(tools, request, url, opened);
	return { ...effort, found, itemSections, screenshotFile };
}

/** @returns the name of the stored image; null when none is asked for */
async function captureScreen(
	{ files }: PageTools,
	{ screenshot, fullPageScreenshot: fullPage = false }: ScrapeRequest,
	url: string,
	opened: OpenPage,
): Promise<string | null> {
	if (screenshot !== true) return null;
	try {
		return await files.create('png', (path) => takeScreenshot(opened, path, { fullPage }));
	} catch (error) {
		opened.signal.throwIfAborted();
		if (error instanceof StorageUnavailableError) throw error;
		throw new PageLoadError(url, `screenshot: ${describeBrowserError(error)}`, { cause: error });
	}
}

async function readDocument(
	{ content, convertDocument }: PageTools,
	document: LoadedDocument,
	signal: AbortSignal,
): Promise<Pick<ScrapedPage, 'title' | 'markdownContent' | 'lowContent'>> {
	try {
		const { title, markdown } = await convertDocument(document, signal);
		const { lowContent } = await content.readText(markdown, signal);
		return { title, markdownContent: markdown, lowContent };
	} finally {
		await rm(document.filePath, { force: true });
	}
}
