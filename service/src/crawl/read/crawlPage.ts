import { rm, writeFile } from 'node:fs/promises';
import type { LoadedDocument } from '../../browser/responses/storeDocument.ts';
import { describeMissing, describeUnrest } from '../../browser/describePage.ts';
import type { PageContent } from '../../browser/loadPage.ts';
import { StorageUnavailableError } from '../../files/storage.ts';
import { withoutMarks } from '@web-data-extraction/markdown/rendered';
import { usesLogin } from '../../scrape/readTarget.ts';
import { isAssetType } from '../links/linkChoice.ts';
import { collectWarnings, readPageData } from '../pageData.ts';
import { type ComparedPage, readLines } from '../order/wordsOfPage.ts';
import { cleanUrl } from '../scope/addresses.ts';
import type { PageIdentity, SkipDecision } from '../state/canonical.ts';
import { joinTexts } from '../state/contents.ts';
import { chooseLinks } from './chooseLinks.ts';
import { followPresses } from './followPresses.ts';
import type { CrawlContext } from '../run/crawlContext.ts';
import { MAX_PAGE_ATTEMPTS } from '../state/crawlBounds.ts';
import { type FoundPage, isBase, type PageEnd } from '../state/foundPage.ts';
import { type LoadedPage, toMessage } from '../load/loadCrawlPage.ts';
import { isListing, type LoadedContent, type PageText, readText } from './pageText.ts';

/**
 * Turns a loaded page into its result: decides whether it is one at all, chooses its links, stores its
 * files and extracts its data. Failures of the page are part of the result.
 * @returns undefined when the page failed and should be loaded once more
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
	return guard(context, { page, loaded, links }, () => readResult(context, page, loaded, links));
}

/** Turns what goes wrong with a page into its end, and removes the file of a document. */
async function guard(
	{ signal }: CrawlContext,
	{ page, loaded, links }: { page: FoundPage; loaded: LoadedPage; links: string[] },
	read: () => Promise<PageEnd>,
): Promise<PageEnd> {
	try {
		return await read();
	} catch (error) {
		signal.throwIfAborted();
		// Not the page's fault: the crawl continues when its files can be stored.
		if (error instanceof StorageUnavailableError) throw error;
		return { ...fail(page, toMessage(error)), links };
	} finally {
		if (loaded.kind === 'document') await rm(loaded.filePath, { force: true });
	}
}

/** @param links receives the links of the page that the crawl follows, whatever happens to the page itself */
async function readResult(
	context: CrawlContext,
	page: FoundPage,
	loaded: LoadedContent | LoadedDocument,
	links: string[],
): Promise<PageEnd> {
	const { tools, state, request, signal } = context;
	const { finalUrl } = loaded;
	const redirectSkip = judgeRedirect(context, page, loaded);
	if (redirectSkip !== undefined) return redirectSkip;
	const contentOnly = request.extractContentOnly === true;
	const read = await readText(tools, loaded, contentOnly, signal);
	signal.throwIfAborted();
	const text = loaded.kind === 'page' ? await followPresses(context, page, loaded, read) : read;
	page.isListing = text.isListing && (isBase(page) || page.parent?.isListing === true);
	if (page.isListing && !isBase(page)) {
		for (const said of text.warnings) context.warnings.add(`${finalUrl}: ${said}`);
		return endListing(context, page, finalUrl, text);
	}
	const compared = readLines(text.markdown);
	const identity = identify(context, loaded, text, compared);
	const twin = state.judge(page, identity);
	if (twin !== undefined) return skip(finalUrl, twin);

	const choice = await chooseLinks(context, page, text);
	links.push(...choice.urls);
	return endRead(context, page, {
		loaded,
		text,
		compared,
		contentHash: identity.text && joinTexts(identity.text),
		links,
		choice,
	});
}

/** What the row of a page is made of. */
interface Found {
	loaded: LoadedContent | LoadedDocument;
	text: PageText;
	compared: ComparedPage;
	contentHash: string | undefined;
	/** Those that the crawl follows. */
	links: string[];
	/** What choosing them took. */
	choice: Pick<Awaited<ReturnType<typeof chooseLinks>>, 'inputTokens' | 'outputTokens'>;
}

/** Follows the links of a page, stores its files and extracts its data. */
async function endRead(
	context: CrawlContext,
	page: FoundPage,
	{ loaded, text, compared, contentHash, links, choice }: Found,
): Promise<PageEnd> {
	const { tools, state, request, signal } = context;
	const { finalUrl } = loaded;
	const { title, markdown, html, pageStarts } = text;
	const news = context.novelty.measure(compared, page.course);
	state.offerLinks(page, links);
	const [{ flags, ...data }, htmlFile, markdownFile] = await Promise.all([
		readPageData({ url: finalUrl, title, html, markdown, pageStarts }, request, tools, signal),
		html === ''
			? undefined
			: tools.files.create('html', (path) => writeFile(path, withoutMarks(html))),
		tools.files.create('md', (path) => writeFile(path, markdown)),
	]);
	signal.throwIfAborted();
	collectWarnings(context.warnings, flags);
	const warnings = [
		...(loaded.kind === 'page' ? describeMissing(finalUrl, loaded) : []),
		...text.warnings,
		...(flags.warnings ?? []),
	];
	await rememberText(context, finalUrl, text);
	return {
		...data,
		flags: {
			...flags,
			...(text.lowContent && { lowContent: true }),
			...(warnings.length > 0 && { warnings }),
			...text.stated,
		},
		htmlFile,
		markdownFile,
		status: 'success',
		url: finalUrl,
		title,
		contentHash,
		links,
		account: { news, isListing: page.isListing },
		inputTokens: data.inputTokens + choice.inputTokens,
		outputTokens: data.outputTokens + choice.outputTokens,
	};
}

const LEADS_ON = 'the page leads on to other addresses again and again';

/** The outcome of a page that led where the crawl does not go, or to what it does not read. */
function judgeRedirect(
	{ state, robots }: CrawlContext,
	page: FoundPage,
	loaded: PageContent | LoadedDocument,
): PageEnd | undefined {
	const { finalUrl, contentType } = loaded;
	// The page at which the ring was stopped is a matter of chance and does not represent the address.
	if (!isBase(page) && loaded.kind === 'page' && loaded.isRing) return fail(page, LEADS_ON);
	const redirectSkip = state.judgeRedirect(page, finalUrl);
	if (redirectSkip !== undefined) {
		const isEndless = loaded.kind === 'page' && loaded.isReloading;
		return isEndless ? fail(page, LEADS_ON) : skip(finalUrl, redirectSkip);
	}
	// A base address was requested explicitly, so what it is does not matter.
	const isListed = page.parent?.isListing === true && isListing(loaded);
	if (!isBase(page) && isAssetType(contentType) && !isListed) {
		const reason = `it is ${contentType}, neither a page nor a document`;
		return skip(finalUrl, { outcome: 'elsewhere', reason });
	}
	return robots?.isAllowed(finalUrl) === false ? refuse(page, finalUrl) : undefined;
}

/** A sitemap that another one lists is not a result, and leads to the pages that it lists. */
async function endListing(
	context: CrawlContext,
	page: FoundPage,
	finalUrl: string,
	text: PageText,
): Promise<PageEnd> {
	const { urls: links, ...spent } = await chooseLinks(context, page, text);
	context.state.offerLinks(page, links);
	const account = { outcome: 'listing', isListing: true } as const;
	return {
		...spent,
		status: 'skipped',
		url: finalUrl,
		errorMessage: 'it lists pages',
		links,
		account,
	};
}

/** What a page is compared by; a warning reports one that never came to rest. */
function identify(
	{ novelty, warnings }: CrawlContext,
	loaded: PageContent | LoadedDocument,
	{ title, markdown, metadata }: PageText,
	compared: ComparedPage,
): PageIdentity {
	const { finalUrl } = loaded;
	const canonicalUrl = cleanUrl(metadata?.canonicalUrl ?? '');
	const unrest = loaded.kind === 'page' ? describeUnrest(finalUrl, loaded) : undefined;
	if (unrest !== undefined) {
		warnings.add(unrest);
		// Pages look alike before they have rendered: the same placeholder text is no sign of a duplicate.
		return { finalUrl, canonicalUrl, text: undefined };
	}
	const isEmpty = markdown.trim().length < MIN_CHARACTERS;
	return { finalUrl, canonicalUrl, text: isEmpty ? undefined : novelty.identify(title, compared) };
}

/**
 * Adds a page to the search index, unless it may show what only its user should see; pages with
 * little text would only get in the way.
 */
async function rememberText(
	{ tools, request }: CrawlContext,
	url: string,
	{ title, text, metadata, lowContent }: PageText,
): Promise<void> {
	if (metadata === undefined || lowContent || usesLogin(request, { url: request.baseUrl })) return;
	await tools.rememberPage({ url, title, text, metadata });
}

/** Text shorter than this is too little to consider two pages the same. */
const MIN_CHARACTERS = 20;

// The base address was requested explicitly, so its refusal must be reported. A redirect may lead
// where the link itself could not.
function refuse(page: FoundPage, url: string): PageEnd {
	const subject = url === page.requestUrl ? 'this page' : url;
	const reason = `${new URL('/robots.txt', url).href} does not allow ${subject} to be crawled`;
	return isBase(page) ? fail(page, reason) : skip(url, { outcome: 'robots', reason });
}

function fail({ requestUrl: url }: FoundPage, errorMessage: string): PageEnd {
	return { status: 'failed', url, errorMessage };
}

function skip(url: string, decision: SkipDecision): PageEnd {
	const { reason: errorMessage, insteadUrl, outcome, isEcho = false } = decision;
	const links = insteadUrl === undefined ? [] : [insteadUrl];
	return { status: 'skipped', url, errorMessage, links, account: { outcome, isEcho } };
}
