import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { LoadedDocument } from '../../browser/documentDownload.ts';
import { BrowserCrashedError, PageLoadError } from '../../browser/errors.ts';
import { loadPage, type PageContent } from '../../browser/loadPage.ts';
import type { OpenPage } from '../../browser/openPage.ts';
import type { EndedCrawlPage } from '../../db/crawls.ts';
import { StorageUnavailableError } from '../../files/storage.ts';
import type { ConvertedPage } from '../../page/convertPage.ts';
import { withoutMarks } from '../../rendered.ts';
import type { CrawlRequest } from '../crawlBodies.ts';
import type { CrawlTools } from '../crawlTools.ts';
import {
	isAssetType,
	listFollowableLinks,
	type LinkChoice,
	type LinkChooser,
} from '../links/linkChoice.ts';
import { usesLogin } from '../../scrape/readTarget.ts';
import { collectWarnings, readPageData } from '../pageData.ts';
import { cleanUrl } from '../scope/addresses.ts';
import { fetchRobotsIn, type RobotsFiles } from '../scope/robots.ts';
import { bareHost } from '../scope/scope.ts';
import {
	type CrawlState,
	type FoundPage,
	isBase,
	MAX_PAGE_ATTEMPTS,
	type SkipDecision,
} from './crawlState.ts';

/** What loading an address came to. */
export type LoadedPage =
	| PageContent
	| LoadedDocument
	/** robots.txt does not allow it; it was not loaded. */
	| { kind: 'forbidden' }
	| {
			kind: 'failed';
			/** What stands behind `Failed to scrape <url>: `. */
			reason: string;
			/** Whether another try may go better. */
			isTemporary: boolean;
			/** Whether the host asked to be left alone for a while. */
			isHostBusy: boolean;
			/** Whether the failure may hang on in the tab. */
			isTabSpent: boolean;
	  };

/** What the pages of one crawl have in common. */
export interface CrawlContext {
	tools: CrawlTools;
	request: CrawlRequest;
	state: CrawlState;
	chooser: LinkChooser;
	/** Takes what the client should know about the crawl as a whole. */
	warnings: Set<string>;
	/** Undefined when robots.txt files are not respected. */
	robots: RobotsFiles | undefined;
	documentDirectory: string;
	signal: AbortSignal;
}

const FIRST_ERROR_STATUS = 400;
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Loads one page of a crawl in an open tab, if robots.txt allows it.
 * @throws BrowserCrashedError; the signal's reason when the crawl is stopped
 */
export async function loadCrawlPage(
	opened: OpenPage,
	page: FoundPage,
	{ request, robots, documentDirectory }: CrawlContext,
): Promise<LoadedPage> {
	const { requestUrl: url } = page;
	const rules = await robots?.rulesFor(url, fetchRobotsIn(opened));
	if (rules?.isAllowed(url) === false) return { kind: 'forbidden' };
	// Cookies are secrets of one host: a subdomain may belong to somebody else.
	const isSameHost = bareHost(url) === bareHost(request.baseUrl);
	const cookies = isSameHost ? request.cookies : undefined;
	try {
		const loaded = await loadPage(opened, { url, cookies, documentDirectory });
		const { httpStatus, finalUrl } = loaded;
		if (loaded.kind === 'document') return loaded;
		if (httpStatus < FIRST_ERROR_STATUS) {
			// Where the base address is redirected is where the crawl goes: the rules there are read, too.
			if (isBase(page)) await robots?.rulesFor(finalUrl, fetchRobotsIn(opened));
			return { ...loaded, finalUrl: finalUrl.replace(/#.*/, '') };
		}
		return {
			kind: 'failed',
			reason: `HTTP status ${httpStatus}`,
			isTemporary: TEMPORARY_STATUSES.has(httpStatus),
			isHostBusy: httpStatus === 429 || httpStatus === 503,
			isTabSpent: false,
		};
	} catch (error) {
		opened.signal.throwIfAborted();
		if (error instanceof BrowserCrashedError) throw error;
		const { reason, isTemporary } =
			error instanceof PageLoadError
				? error
				: { reason: describe(error).replace(`Failed to scrape ${url}: `, ''), isTemporary: false };
		return { kind: 'failed', reason, isTemporary, isHostBusy: false, isTabSpent: true };
	}
}

/** How a page ended: what its row says beside where and when it was found. */
export type PageEnd = Omit<EndedCrawlPage, 'id' | 'jobId' | 'requestUrl' | 'depth' | 'createdAtMs'>;

const NARROW_SCOPE =
	'No link of the start page is in scope, so only the start page was crawled. ' +
	'Set crawlEntireDomain to follow links outside of its path, or allowSubdomains, ' +
	'and check includePaths and excludePaths.';

const NO_PAGES_LISTED =
	'The start address lists no pages, only files such as other sitemaps. Start at one of these.';

/**
 * Turns a loaded page into its result: judges whether it is one at all, chooses its links, stores its
 * files and extracts its data. Failures of the page are part of the result.
 * @returns undefined when the page is to be loaded once more
 * @throws the signal's reason when the crawl is stopped; StorageUnavailableError
 */
export async function processPage(
	context: CrawlContext,
	page: FoundPage,
	loaded: LoadedPage,
): Promise<PageEnd | undefined> {
	if (loaded.kind === 'forbidden') return refuse(page, page.requestUrl);
	if (loaded.kind === 'failed') {
		const mayTryAgain = loaded.isTemporary && page.attempts < MAX_PAGE_ATTEMPTS;
		return mayTryAgain ? undefined : fail(page, loaded.reason);
	}
	const links: string[] = [];
	try {
		return await readResult(context, page, loaded, links);
	} catch (error) {
		context.signal.throwIfAborted();
		// No page's fault: the crawl goes on when its files can be stored.
		if (error instanceof StorageUnavailableError) throw error;
		return { ...fail(page, describe(error)), links };
	} finally {
		if (loaded.kind === 'document') await rm(loaded.filePath, { force: true });
	}
}

/** @param links takes the links of the page that the crawl follows, whatever becomes of the page itself */
async function readResult(
	context: CrawlContext,
	page: FoundPage,
	loaded: PageContent | LoadedDocument,
	links: string[],
): Promise<PageEnd> {
	const { tools, state, request, robots, signal } = context;
	const { finalUrl, contentType } = loaded;
	const astray = state.arrive(page, finalUrl);
	if (astray !== undefined) return skip(finalUrl, astray);
	// A base address was asked for by name, so what it is does not matter.
	if (!isBase(page) && isAssetType(contentType)) {
		return skip(finalUrl, { reason: `it is ${contentType}, neither a page nor a document` });
	}
	if (robots?.isAllowed(finalUrl) === false) return refuse(page, finalUrl);

	const contentOnly = request.extractContentOnly === true;
	const text = await readText(tools, loaded, contentOnly, signal);
	signal.throwIfAborted();
	const { title, markdown, html, metadata } = text;
	const canonicalUrl = cleanUrl(metadata?.canonicalUrl ?? '');
	// Pages look alike before they are drawn: what says so is no sign of a duplicate.
	const isAtRest = noteRest(context.warnings, loaded);
	const contentHash = isAtRest ? hashContent({ finalUrl, title, markdown }) : undefined;
	const twin = state.judge(page, { finalUrl, canonicalUrl, contentHash });
	if (twin !== undefined) return skip(finalUrl, twin);

	const choice = await chooseLinks(context, page, text);
	links.push(...choice.urls);
	state.offerLinks(page, links);
	const [{ flags, ...data }, htmlFile, markdownFile] = await Promise.all([
		readPageData({ url: finalUrl, title, html, markdown }, request, tools, signal),
		html === ''
			? undefined
			: tools.files.create('html', (path) => writeFile(path, withoutMarks(html))),
		tools.files.create('md', (path) => writeFile(path, markdown)),
	]);
	signal.throwIfAborted();
	collectWarnings(context.warnings, flags);
	const warnings = [...text.warnings, ...(flags.warnings ?? [])];
	await rememberText(context, finalUrl, text);
	return {
		...data,
		flags: {
			...flags,
			...(text.lowContent && { lowContent: true }),
			...(warnings.length > 0 && { warnings }),
		},
		htmlFile,
		markdownFile,
		status: 'success',
		url: finalUrl,
		title,
		contentHash,
		links,
		inputTokens: data.inputTokens + choice.inputTokens,
		outputTokens: data.outputTokens + choice.outputTokens,
	};
}

/** Whether a page came to rest before it was read; a warning names one that did not. */
function noteRest(warnings: Set<string>, loaded: PageContent | LoadedDocument): boolean {
	if (loaded.kind === 'document' || loaded.isAtRest) return true;
	warnings.add(`${loaded.finalUrl} never came to rest; it was read as it stood at the time limit`);
	return false;
}

/**
 * Makes a page findable by searches, unless it may show what only its user should see; pages that say
 * little would only get in the way.
 */
async function rememberText(
	{ tools, request }: CrawlContext,
	url: string,
	{ title, text, metadata, lowContent }: PageText,
): Promise<void> {
	if (metadata === undefined || lowContent || usesLogin(request, { url: request.baseUrl })) return;
	await tools.rememberPage({ url, title, text, metadata });
}

/** A page or document as text. */
interface PageText extends Omit<ConvertedPage, 'metadata'> {
	title: string;
	/** Empty for documents. */
	html: string;
	/** Undefined for documents. */
	metadata: ConvertedPage['metadata'] | undefined;
}

/** More of a feed or sitemap is not read for its links. */
const LONGEST_LISTING = 500_000;

/** @throws ContentError, DocumentFailure */
async function readText(
	{ content, convertDocument }: CrawlTools,
	loaded: PageContent | LoadedDocument,
	contentOnly: boolean,
	signal: AbortSignal,
): Promise<PageText> {
	const { finalUrl } = loaded;
	if (loaded.kind === 'page') {
		const { title, html } = loaded;
		const request = { html, url: finalUrl, contentOnly };
		return { title, html, ...(await content.convert(request, signal)) };
	}
	const { title, markdown } = await convertDocument(loaded, signal);
	// A crawl may start at a feed or sitemap: it goes where that leads.
	const listing = isAssetType(loaded.contentType) ? markdown.slice(0, LONGEST_LISTING) : '';
	const found = listing === '' ? [] : await content.readLinks(listing, finalUrl, signal);
	const links = found.map((link) => ({ ...link, isNoFollow: false }));
	const text = await content.readText(markdown, signal);
	return { title, html: '', markdown, ...text, metadata: undefined, links, warnings: [] };
}

const NO_CHOICE: LinkChoice = { urls: [], inputTokens: 0, outputTokens: 0 };

async function chooseLinks(
	{ state, request, robots, chooser, warnings, signal }: CrawlContext,
	page: FoundPage,
	{ links: found, metadata }: PageText,
): Promise<LinkChoice> {
	// The last page that is wanted: asking the model about its links would be for nothing.
	if (state.isLast()) return NO_CHOICE;
	const links = listFollowableLinks(found, robots !== undefined);
	const open = links.filter(({ url }) => state.isOpen(page, url));
	if (isBase(page) && request.maxDepth !== 0 && open.length === 0) {
		if (links.some(({ url }) => !state.isInScope(url))) warnings.add(NARROW_SCOPE);
		const isListing = metadata === undefined && found.length > 0;
		if (isListing && links.length === 0) warnings.add(NO_PAGES_LISTED);
	}
	const candidates = open.filter(({ url }) => robots?.isAllowed(url) ?? true);
	return candidates.length === 0 ? NO_CHOICE : chooser.choose(candidates, signal);
}

/** Text shorter than this says too little to call two pages the same. */
const MIN_CHARACTERS = 20;

/**
 * What two addresses of the same content have in common; undefined for an almost empty page, since
 * two of those need not be the same page.
 */
export function hashContent(page: {
	finalUrl: string;
	title: string;
	markdown: string;
}): string | undefined {
	const { finalUrl, title, markdown } = page;
	if (markdown.trim().length < MIN_CHARACTERS) return undefined;
	// Links to places in the page make no difference between two addresses of it.
	const text = `${title}\n${markdown.replaceAll(`${finalUrl}#`, '#')}`.replace(/\s+/g, ' ').trim();
	return createHash('sha256').update(text).digest('base64url');
}

// The base address was asked for by name, so that it is refused must be said. A redirect may lead
// where the link itself could not.
function refuse(page: FoundPage, url: string): PageEnd {
	const subject = url === page.requestUrl ? 'this page' : url;
	const reason = `${new URL('/robots.txt', url).href} does not allow ${subject} to be crawled`;
	return isBase(page) ? fail(page, reason) : skip(url, { reason });
}

function fail({ requestUrl: url }: FoundPage, errorMessage: string): PageEnd {
	return { status: 'failed', url, errorMessage };
}

function skip(url: string, { reason, insteadUrl }: SkipDecision): PageEnd {
	const links = insteadUrl === undefined ? [] : [insteadUrl];
	return { status: 'skipped', url, errorMessage: reason, links };
}

function describe(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
