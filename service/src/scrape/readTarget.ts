import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runActions } from '../browser/runActions.ts';
import { readAfterActions } from '../browser/afterActions.ts';
import type { LoadedDocument } from '../browser/responses/storeDocument.ts';
import {
	BrowserCrashedError,
	describeBrowserError,
	PageLoadError,
	PageMemoryError,
} from '../browser/errors.ts';
import { assertAlive } from '../browser/page/pageDeath.ts';
import { formatItemSections } from '../browser/forEach/runForEach.ts';
import type { WholeListContent } from '../browser/forEach/wholeList/readWholeList.ts';
import { describeRefusal, isErrorStatus, isTemporaryStatus } from '../net/httpStatus.ts';
import { describeMissing, describeUnrest } from '../browser/describePage.ts';
import { loadPage, type LoadRequest, type PageContent, toStore } from '../browser/loadPage.ts';
import type { OpenPage } from '../browser/page/openPage.ts';
import { takeScreenshot } from '../browser/snapshots/screenshots.ts';
import { StorageUnavailableError } from '../files/storage.ts';
import { chooseProxy } from '../net/upstreamProxy.ts';
import { type ActionEffort, createActionTools } from './actionTools.ts';
import type { PageTools } from './pageTools.ts';
import { visitPlainly } from './plainVisit.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';
import type { ScrapedPage } from './scrapeResult.ts';
import { factsOfDocument, factsOfPage, type StatedFacts } from './statedMetadata.ts';

/**
 * Longest time, from the first request on, in which a page is retried that its server refuses
 * temporarily or whose connection broke.
 */
const RETRY_WITHIN_MS = 30_000;

/** Delay before the retry if the server gives none. */
const RETRY_DELAY_MS = 1_000;

/** Requests another attempt at a page, in a fresh tab. */
class TryAgain extends Error {
	override name = 'TryAgain' as const;
	readonly delayMs: number;

	constructor(delayMs: number) {
		super();
		this.delayMs = delayMs;
	}
}

/** What the browser found, once nothing more needs it. */
interface Visit extends ActionEffort {
	found: PageContent | LoadedDocument;
	/** Items that forEach actions collected, as Markdown; empty if there are none. */
	itemSections: string;
	/** The list that was read as a whole, in place of that of `found`. */
	list?: WholeListContent;
	screenshotFile: string | null;
}

/**
 * Opens one URL of a request and converts what it finds, a page or a document, to Markdown.
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
		tryTwice(signal, (untilMs) =>
			tools.browser.withPage(place, (opened) => visit(tools, { request, target, untilMs }, opened)),
		);
	const { found, itemSections, list, ...visited } =
		plain.found === undefined
			? await browse().catch((error: unknown) => {
					if (!(error instanceof PageMemoryError)) throw error;
					throw new PageLoadError(target.url, error.message, { cause: error });
				})
			: { ...noEffort(), found: plain.found };
	visited.warnings = [...plain.warnings, ...visited.warnings];
	const { finalUrl, httpStatus } = found;
	const success = !isErrorStatus(httpStatus);
	const facts = { ...visited, url: target.url, finalUrl, httpStatus, success };
	if (found.kind === 'document') {
		const { warnings, ...document } = await readDocument(tools, found, signal);
		return { ...facts, ...document, warnings: [...visited.warnings, ...warnings] };
	}
	const { title } = found;
	const { html, shown, account } = toConvert(found.html, itemSections, list);
	const contentOnly = request.extractContentOnly === true;
	const conversion = { ...shown, url: finalUrl, contentOnly };
	const page =
		plain.found?.kind === 'page'
			? plain.found.converted
			: await tools.content.convert(conversion, signal);
	const { markdown: markdownContent, text, lowContent, metadata } = page;
	// What a forEach collected is on several pages, or on none.
	if (success && !lowContent && itemSections === '' && isPublicPage(found, request, target)) {
		await tools.rememberPage({ url: finalUrl, title, text, metadata });
	}
	// Actions may navigate elsewhere on purpose.
	const detour = target.actions?.length ? [] : describeDetour(target.url, finalUrl);
	const warnings = [...visited.warnings, ...page.warnings, ...detour];
	const error = success ? undefined : `Failed to scrape ${target.url}: ${describeRefusal(found)}`;
	return {
		...facts,
		title,
		html,
		markdownContent,
		lowContent,
		warnings,
		...factsOfPage(page),
		...account,
		...(error && { error }),
	};
}

/**
 * A page with what forEach actions collected on it.
 * @returns `html` to read values from, with all entries of a list in place; `shown` to become Markdown, with
 *   the entries first, then what surrounded them
 */
function toConvert(html: string, sections: string, list: WholeListContent | undefined) {
	if (list === undefined) return { html, shown: { html, appendix: sections } };
	const { marked, account } = list;
	const whole = marked.withEntries(list.entries.map((entry) => entry.html));
	const shown = { html: marked.around, preface: sections };
	return { html: whole, shown, account: { list: account } };
}

/** Whether the browser shows a page, not the source of data; without a type, the content decides. */
const isHtml = ({ contentType }: PageContent): boolean => /html|^$/i.test(contentType);

/**
 * A page whose tab or browser died is opened once more at once: that says nothing about the page.
 * @param attempt receives the time until which it may request another attempt; none for the last one
 */
async function tryTwice<Result>(
	signal: AbortSignal,
	attempt: (untilMs: number | undefined) => Promise<Result>,
): Promise<Result> {
	try {
		return await attempt(Date.now() + RETRY_WITHIN_MS);
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof TryAgain) && !(error instanceof BrowserCrashedError)) throw error;
		if (error instanceof TryAgain) await delay(error.delayMs, undefined, { signal });
		return attempt(undefined);
	}
}

/** Reports when a page led to its site's start page, as many do instead of answering that it is gone. */
function describeDetour(url: string, finalUrl: string): string[] {
	const [asked, read] = [URL.parse(url), URL.parse(finalUrl)];
	const isStart = (place: URL | null): boolean => place?.pathname === '/' && place.search === '';
	if (isStart(asked) || !isStart(read) || read?.hash.startsWith('#/') === true) return [];
	return [`${url} led to a start page: ${finalUrl}. The page may be gone.`];
}

/** For a page without actions. */
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

const isPublicPage = (found: PageContent, request: ScrapeRequest, target: ScrapeTarget): boolean =>
	isHtml(found) && !usesLogin(request, target);

interface VisitRequest {
	request: ScrapeRequest;
	target: ScrapeTarget;
	/** Time until which another attempt may be requested; none when this is the last. */
	untilMs: number | undefined;
}

async function visit(
	tools: PageTools,
	{ request, target, untilMs }: VisitRequest,
	opened: OpenPage,
): Promise<Visit> {
	const { url, actions = [] } = target;
	const { reportItem = () => undefined, config } = tools;
	const { signal } = opened;
	const documentDirectory = join(config.dataDirectory, 'documents');
	await mkdir(documentDirectory, { recursive: true });
	const options = { documentDirectory, reportItem, signal };
	const { actionTools, effort } = createActionTools(tools, options);
	const { cookies } = request;
	const inRealTime = actions.length > 0;
	const load = { url, cookies, documentDirectory, inRealTime };
	const loaded = await loadOrTryAgain(opened, load, untilMs);
	if (loaded.kind === 'document') {
		return { ...effort, found: loaded, itemSections: '', screenshotFile: null };
	}
	opened.dialogs.isAgreeing = true;
	const asked = { url, actions, tools: actionTools, store: toStore(load) };
	const { items, list, document } = await runActions(opened, asked);
	const shown = actions.length === 0 ? loaded : list?.page;
	const found = shown ?? document ?? (await readAfterActions(opened, load));
	if (found.kind === 'document') {
		effort.warnings.push(...opened.dialogs.said);
		const itemSections = formatItemSections(items, found.finalUrl);
		return { ...effort, found, itemSections, screenshotFile: null };
	}
	const unrest = describeUnrest(url, found);
	if (unrest !== undefined) effort.warnings.push(unrest);
	effort.warnings.push(...describeMissing(url, found), ...opened.dialogs.said);
	const itemSections = formatItemSections(items, found.finalUrl);
	await tools.inspectPage?.(opened);
	const screenshotFile = await captureScreen(tools, request, url, opened);
	return { ...effort, found, itemSections, ...(list && { list }), screenshotFile };
}

/** @throws TryAgain when a retry may succeed, and there is time for one */
async function loadOrTryAgain(
	opened: OpenPage,
	request: LoadRequest,
	untilMs = 0,
): Promise<PageContent | LoadedDocument> {
	const askAgain = (delayMs: number): void => {
		if (Date.now() + delayMs < untilMs) throw new TryAgain(delayMs);
	};
	try {
		const loaded = await loadPage(opened, request);
		if (loaded.kind === 'document') return loaded;
		if (loaded.ending === 'cutOff' || isTemporaryStatus(loaded.httpStatus)) {
			askAgain(loaded.retryAfterMs ?? RETRY_DELAY_MS);
		}
		return loaded;
	} catch (error) {
		if (error instanceof PageLoadError && error.isTemporary) askAgain(RETRY_DELAY_MS);
		throw error;
	}
}

/** @returns the name of the stored image; null when none is requested */
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
		await assertAlive(opened, error);
		throw new PageLoadError(url, `screenshot: ${describeBrowserError(error)}`, { cause: error });
	}
}

async function readDocument(
	{ content, convertDocument }: PageTools,
	document: LoadedDocument,
	signal: AbortSignal,
): Promise<
	Pick<ScrapedPage, 'title' | 'markdownContent' | 'lowContent' | 'warnings' | 'values'> &
		StatedFacts
> {
	try {
		const converted = await convertDocument(document, signal);
		const { title, markdown, warnings, pageStarts, invoices, words } = converted;
		const { lowContent } = await content.readText(markdown, signal);
		const said = warnings.map((sentence) => `${document.finalUrl}: ${sentence}`);
		return {
			title,
			markdownContent: markdown,
			lowContent,
			warnings: said,
			values: { pageStarts, invoices, words },
			...factsOfDocument(converted),
		};
	} finally {
		await rm(document.filePath, { force: true });
	}
}
