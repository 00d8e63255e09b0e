import { rm, writeFile } from 'node:fs/promises';
import { StorageUnavailableError } from '../../files/storage.ts';
import { cleanUrl } from '../scope/addresses.ts';
import type { CrawlRequest } from '../crawlRequest.ts';
import type { CrawlTools } from '../crawlTools.ts';
import { isAssetType, listFollowableLinks } from '../links/followableLinks.ts';
import type { ChooseLinks, LinkChoice } from '../links/linkChoice.ts';
import { readPageData } from '../pageData.ts';
import type { RobotsFiles } from '../scope/robots.ts';
import { MAX_PAGE_ATTEMPTS, type CrawlState, type SkipDecision } from './crawlState.ts';
import type { FrontierEntry } from './frontier.ts';
import type { LoadedPage } from './loadCrawlPage.ts';
import type { PageEnd, PageRetry } from './pageRecorder.ts';
import { hashContent, type PageText, type ReadablePage, readPageText } from './pageText.ts';

export interface ProcessTools {
	tools: CrawlTools;
	request: CrawlRequest;
	state: CrawlState;
	chooseLinks: ChooseLinks;
	/** Takes what the client should know about the crawl as a whole. */
	warnings: Set<string>;
	/** Undefined when robots.txt files are not respected. */
	robots: RobotsFiles | undefined;
	signal: AbortSignal;
}

const NARROW_SCOPE =
	'No link of the start page is in scope, so only the start page was crawled. ' +
	'Set crawlEntireDomain to follow links outside of its path, or allowSubdomains, ' +
	'and check includePaths and excludePaths.';

const NO_PAGES_LISTED =
	'The start address lists no pages, only files such as other sitemaps. Start at one of these.';

const NO_CHOICE: LinkChoice = { urls: [], inputTokens: 0, outputTokens: 0 };

/**
 * Turns a loaded page into its result: judges whether it is one at all, chooses its links, stores its
 * files and extracts its data. Failures of the page are part of the result.
 * @throws the signal's reason when the crawl is stopped; StorageUnavailableError
 */
export async function processPage(
	context: ProcessTools,
	entry: FrontierEntry,
	loaded: LoadedPage,
): Promise<PageEnd | PageRetry> {
	if (loaded.kind === 'forbidden') return refuse(entry, loaded.robotsUrl);
	if (loaded.kind === 'failed') {
		const mayTryAgain = loaded.isTemporary && entry.attempts < MAX_PAGE_ATTEMPTS;
		const { isHostBusy, reason } = loaded;
		return mayTryAgain ? { status: 'retry', isHostBusy } : fail(entry, reason);
	}
	const links: string[] = [];
	try {
		return await readResult(context, entry, loaded, links);
	} catch (error) {
		context.signal.throwIfAborted();
		// No page's fault: the crawl goes on when its files can be stored.
		if (error instanceof StorageUnavailableError) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		return { ...fail(entry, reason), links };
	} finally {
		if (loaded.kind === 'document') await rm(loaded.document.filePath, { force: true });
	}
}

/** @param links takes the links of the page that the crawl follows, whatever becomes of the page itself */
async function readResult(
	context: ProcessTools,
	entry: FrontierEntry,
	loaded: ReadablePage,
	links: string[],
): Promise<PageEnd> {
	const { tools, state, signal } = context;
	const finalUrl = loaded.kind === 'page' ? loaded.finalUrl : loaded.document.finalUrl;
	const astray = state.arrive(entry, finalUrl) ?? judgeType(entry, loaded);
	if (astray !== undefined) return skip(finalUrl, astray);
	if (!isAllowedByRobots(context.robots, finalUrl)) {
		return refuse(entry, new URL('/robots.txt', finalUrl).href, finalUrl);
	}

	const page = await readPageText(tools, loaded, signal);
	signal.throwIfAborted();
	const { title, metadata } = page;
	const canonicalUrl = cleanUrl(metadata?.canonicalUrl ?? '');
	const contentHash = hashContent(page);
	const twin = state.judge(entry, { finalUrl, canonicalUrl, contentHash });
	if (twin !== undefined) return skip(finalUrl, twin);

	const choice = await chooseLinks(context, entry, page);
	links.push(...choice.urls);
	state.offerLinks(entry, links);
	const engine = { model: tools.model, reader: tools.content };
	const [{ warnings, ...data }, files] = await Promise.all([
		readPageData({ ...page, url: finalUrl }, context.request, engine, signal),
		storeFiles(tools, page),
	]);
	signal.throwIfAborted();
	for (const warning of warnings) context.warnings.add(warning);
	await rememberPage(tools, page);
	return {
		...data,
		...files,
		status: 'success',
		url: finalUrl,
		title,
		contentHash,
		links,
		inputTokens: data.inputTokens + choice.inputTokens,
		outputTokens: data.outputTokens + choice.outputTokens,
	};
}

async function chooseLinks(
	{ state, request, robots, chooseLinks: choose, warnings, signal }: ProcessTools,
	entry: FrontierEntry,
	page: PageText,
): Promise<LinkChoice> {
	// The last page that is wanted: asking the model about its links would be for nothing.
	if (state.isLast()) return NO_CHOICE;
	const links = listFollowableLinks(page.links, robots !== undefined);
	const open = links.filter(({ url }) => state.isOpen(entry, url));
	if (isBase(entry) && request.maxDepth !== 0 && open.length === 0) {
		if (links.some(({ url }) => !state.isInScope(url))) warnings.add(NARROW_SCOPE);
		const isListing = page.metadata === undefined && page.links.length > 0;
		if (isListing && links.length === 0) warnings.add(NO_PAGES_LISTED);
	}
	const candidates = open.filter(({ url }) => isAllowedByRobots(robots, url));
	return candidates.length === 0 ? NO_CHOICE : choose(candidates, signal);
}

// Pages that say little would only get in the way of searches.
async function rememberPage(tools: CrawlTools, page: PageText): Promise<void> {
	const { finalUrl: url, title, text, metadata, lowContent } = page;
	if (metadata === undefined || lowContent) return;
	await tools.rememberPage({ url, title, text, metadata });
}

async function storeFiles(
	{ files }: CrawlTools,
	{ html, markdown }: PageText,
): Promise<Pick<PageEnd, 'htmlFile' | 'markdownFile'>> {
	const [htmlFile, markdownFile] = await Promise.all([
		html === '' ? undefined : files.create('html', (path) => writeFile(path, html)),
		files.create('md', (path) => writeFile(path, markdown)),
	]);
	return { htmlFile, markdownFile };
}

// A base address was asked for by name, so what it is does not matter.
function judgeType(entry: FrontierEntry, loaded: ReadablePage): SkipDecision | undefined {
	const { contentType } = loaded.kind === 'page' ? loaded : loaded.document;
	if (isBase(entry) || !isAssetType(contentType)) return undefined;
	return { reason: `it is ${contentType}, neither a page nor a document` };
}

function isAllowedByRobots(robots: RobotsFiles | undefined, url: string): boolean {
	return robots?.knownRulesFor(url)?.isAllowed(url) ?? true;
}

// The base address was asked for by name, so that it is refused must be said. A redirect may lead
// where the link itself could not.
function refuse(entry: FrontierEntry, robotsUrl: string, url = entry.url): PageEnd {
	const page = url === entry.url ? 'this page' : url;
	const reason = `${robotsUrl} does not allow ${page} to be crawled`;
	return isBase(entry) ? fail(entry, reason) : skip(url, { reason });
}

function isBase(entry: FrontierEntry): boolean {
	return entry.parent === undefined;
}

function fail(entry: FrontierEntry, errorMessage: string): PageEnd {
	return { status: 'failed', url: entry.url, errorMessage };
}

function skip(url: string, { reason, insteadUrl }: SkipDecision): PageEnd {
	const links = insteadUrl === undefined ? [] : [insteadUrl];
	return { status: 'skipped', url, errorMessage: reason, links };
}
