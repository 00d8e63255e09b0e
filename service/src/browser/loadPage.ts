/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
	BROWSER_GONE,
	BrowserCrashedError,
	explainLoadFailure,
	isAbortion,
	isTemporaryFailure,
	PageLoadError,
} from './errors.ts';
import { ANSWER_LIMIT_MS, type AnswerEnding, NOTHING_READABLE } from './responses/answerEnding.ts';
import { ChallengeError, takeSnapshotBehindChallenge } from './challenges/challenges.ts';
import type { OpenPage } from './page/openPage.ts';
import { readRetryAfter } from '../net/httpStatus.ts';
import { CookieFormatError } from '../net/cookies.ts';
import { describeNetworkError } from '../net/networkErrors.ts';
import { toPageAddress } from '../net/pageAddress.ts';
import { addCookies } from './cookies.ts';
import type { LoadedDocument } from './responses/storeDocument.ts';
import { takeMislabelledFile, takeUnshownFile } from './mislabelledFile.ts';
import { assertAlive } from './page/pageDeath.ts';
import { answerOf, ignoreTimeout } from './timeLimit.ts';
import { watchTimers } from './scripts/pageTimers.ts';
import { VIRTUAL_BUDGET_MS } from './scripts/pageControls.ts';

export interface LoadRequest {
	url: string;
	/** Session cookies in either form of the contract; see `parseCookies`. */
	cookies?: string | undefined;
	/** Existing folder in which a document is stored when the address is one. */
	documentDirectory: string;
	/**
	 * Largest document that is stored, in bytes.
	 * @default 52_428_800 (50 MB, as for direct uploads: api/openapi.yaml, POST /parse)
	 */
	maxDocumentBytes?: number;
	/**
	 * Longest wait for the end of the response, in milliseconds; then what has arrived is read.
	 * @default 30_000
	 */
	navigationTimeoutMs?: number;
	/**
	 * Whether the page's timers run in real time: for pages on which actions are performed.
	 * @default false
	 */
	inRealTime?: boolean;
}

/** The content of a page, read once it had settled. */
export interface PageContent {
	kind: 'page';
	/** Address shown by the browser, after all redirects; bounded, see `toPageAddress`. */
	finalUrl: string;
	/** Whether its own address is too long, so that another one stands for it. */
	isAddressLeftOut: boolean;
	httpStatus: number;
	contentType: string;
	/** Header `Link` of its response; empty without one. */
	linkHeader: string;
	/** Header `X-Robots-Tag` of its response; empty without one. */
	robotsHeader: string;
	/** The page's title as the browser shows it. */
	title: string;
	/** The whole document as scripts have left it. */
	html: string;
	/** False when the page never came to rest, and was read as it was at a time limit. */
	isAtRest: boolean;
	/** Whether it keeps reloading itself, or redirecting, and was read as it was then. */
	isReloading: boolean;
	/** Whether it does so by leading to other addresses and back. */
	isRing: boolean;
	/** Addresses of frames that kept reloading, and were read as they were then. */
	reloadingFrames: string[];
	/** How its response ended; of an incomplete one, what had arrived by then was read. */
	ending: AnswerEnding;
	/** Visible frames whose content is missing: address and reason. */
	unreadFrames: string[];
	/** Whether it loads text as it is scrolled, and continues below what was shown. */
	isOutgrown: boolean;
	/** Whether a part that scrolls separately has more content than was shown. */
	hasUnreadPart: boolean;
	/** How long the server asks clients to wait, in milliseconds; undefined when it doesn't. */
	retryAfterMs: number | undefined;
}

/** Errors that need no further explanation. */
const PASSED_ON = [BrowserCrashedError, ChallengeError, CookieFormatError];

/** Chromium's words for "the proxy could not", which {@link explainLoadFailure} replaces by the cause. */
const NOT_CONNECTED = 'net::ERR_FAILED';

const MAX_DOCUMENT_BYTES = 52_428_800;

/**
 * Opens an address in a page, waits until it has rendered and any challenge has cleared, and reads
 * it. An address that is a document (PDF, Word, Excel, PowerPoint and similar) is stored as a file
 * instead.
 * @throws PageLoadError `Failed to scrape <url>: <reason>`
 * @throws ChallengeError when a bot challenge remains
 * @throws CookieFormatError when the cookies cannot be read
 */
export async function loadPage(
	opened: OpenPage,
	request: LoadRequest,
): Promise<PageContent | LoadedDocument> {
	const { url, cookies } = request;
	return asPageLoad(opened, url, async () => {
		opened.network.beginPage();
		opened.networkLife.begin();
		await opened.network.guard.assertUrlAllowed(url);
		if (cookies !== undefined) await addCookies(opened.page, cookies, url);
		const store = toStore(request);
		const [document, isAtRest = false] = await opened.stay.waitForNetwork(
			async () => {
				const found = await opened
					.catchDocument(store, () => goTo(opened, request))
					.catch((error: unknown) => takeInstead(opened, error, { url, store }));
				if (found !== undefined) return [found];
				if (opened.traffic.ending !== 'whole') await assertText(opened);
				const file = await takeMislabelledFile(opened, store);
				if (file !== undefined) return [file];
				return [undefined, await opened.settle()];
			},
			() => opened.traffic.isArriving,
		);
		return document ?? readContent(opened, url, isAtRest);
	});
}

/**
 * Reads a page again after actions on it. Call `opened.settle()` first if it may have
 * changed.
 * @param url the requested address, for error messages
 * @throws PageLoadError, ChallengeError
 */
export function readPage(opened: OpenPage, url: string): Promise<PageContent> {
	return asPageLoad(opened, url, () => readContent(opened, url, true));
}

/** Where the target of an address is stored, if it is a document. */
export const toStore = ({
	url: askedUrl,
	documentDirectory,
	maxDocumentBytes = MAX_DOCUMENT_BYTES,
}: LoadRequest) => ({
	askedUrl,
	filePath: join(documentDirectory, randomUUID()),
	maxSizeBytes: maxDocumentBytes,
});

/** @throws the error, unless the address is a file that the browser does not show, or shows unpacked */
async function takeInstead(
	opened: OpenPage,
	error: unknown,
	{ url, store }: { url: string; store: ReturnType<typeof toStore> },
): Promise<LoadedDocument | undefined> {
	opened.signal.throwIfAborted();
	const file = isAbortion(error) ? await takeUnshownFile(opened, url, store) : undefined;
	if (file === undefined) throw error;
	return file === 'page' ? undefined : file;
}

/** What a page shows now. */
export async function readContent(
	opened: OpenPage,
	url: string,
	isAtRest: boolean,
): Promise<PageContent> {
	const { traffic, loads } = opened;
	const snapshot = await takeSnapshotBehindChallenge(opened, url);
	const { url: shownUrl, title, html, unreadFrames } = snapshot;
	// The browser's own error screen: the page led to an address that could not be opened.
	if (shownUrl.startsWith('chrome-error:')) await traffic.waitForFailure();
	if (traffic.failedUrl !== undefined) throw new Error(NOT_CONNECTED);
	const { httpStatus, contentType, headers, ending } = traffic;
	const answer = {
		...{ httpStatus, contentType, ending },
		linkHeader: headers['link'] ?? '',
		robotsHeader: headers['x-robots-tag'] ?? '',
		retryAfterMs: readRetryAfter(headers['retry-after']),
	};
	const { isOutgrown, hasUnreadPart } = opened.window;
	const { finalUrl, isLeftOut: isAddressLeftOut } = toPageAddress(shownUrl, url);
	const missing = { unreadFrames, isOutgrown, hasUnreadPart, isAddressLeftOut };
	const { isEndless: isReloading, isRing, stoppedFrames: reloadingFrames } = loads;
	const rest = { isAtRest, isReloading, isRing, reloadingFrames };
	return { kind: 'page', finalUrl, title, html, ...rest, ...missing, ...answer };
}

/** @throws Error when an incomplete response contains nothing readable */
async function assertText({ page, evaluate, traffic }: OpenPage): Promise<void> {
	const { ending, failure } = traffic;
	const looking = evaluate(() => (document.body?.innerText ?? '').trim() !== '', undefined);
	if (ending === 'whole' || (await answerOf(page, looking)) !== false) return;
	const reason = NOTHING_READABLE[ending];
	throw new Error(failure === '' ? reason : `${failure}: ${reason}`);
}

/** Loads or reads a page. @throws what `loadPage` throws */
export async function asPageLoad<Result>(
	opened: OpenPage,
	url: string,
	load: () => Promise<Result>,
): Promise<Result> {
	try {
		const loaded = await load();
		if (await opened.networkLife.hasBroken()) throw new BrowserCrashedError(BROWSER_GONE);
		return loaded;
	} catch (error) {
		opened.signal.throwIfAborted();
		if (PASSED_ON.some((kind) => error instanceof kind)) throw error;
		await assertAlive(opened, error);
		const cause = await explainLoadFailure(opened, url, error);
		const isTemporary = isTemporaryFailure(error, cause);
		const reason = describeNetworkError(cause, url);
		throw new PageLoadError(url, reason, { cause: error, isTemporary });
	}
}

async function goTo(
	opened: OpenPage,
	{ url, inRealTime = false, navigationTimeoutMs: timeout = ANSWER_LIMIT_MS }: LoadRequest,
): Promise<void> {
	const { page, clock, window: shown, traffic, evaluate, answerStart, network, loads } = opened;
	loads.beginCount();
	const endMs = Date.now() + timeout;
	// A stopped clock would block the next page, too.
	clock.release();
	await shown.reset(inRealTime);
	if (inRealTime) await watchTimers(page);
	// Another page of the open application: it should start afresh.
	if (differsInFragment(page.url(), url)) await page.goto('about:blank', { timeout });
	const response = await answerStart.watch(() => page.goto(url, { waitUntil: 'commit', timeout }));
	// Bot challenges measure time: they, and all other pages with an error status, get real time.
	if (!inRealTime && response?.ok() === true) clock.grant(VIRTUAL_BUDGET_MS, true);
	const remainingMs = Math.max(1, endMs - Date.now());
	let hasArrived = false;
	const arrival = page
		.waitForLoadState('domcontentloaded', { timeout: remainingMs })
		.then(() => (hasArrived = true));
	// After a response that was cut off it never fires.
	const arrived = arrival.catch(ignoreTimeout);
	await Promise.race([arrived, traffic.untilCutOff(remainingMs), loads.stop]);
	if (!hasArrived && loads.isEndless) {
		await loadWithoutScripts(opened, Math.max(1, endMs - Date.now()));
		hasArrived = true;
	}
	if (traffic.failedUrl !== undefined) throw new Error(NOT_CONNECTED);
	// Of a compressed response the browser shows what arrived, and reports nothing.
	const problem = hasArrived ? await network.problemOf(page.url()) : undefined;
	if (problem !== undefined) traffic.cutOff(problem);
	if (hasArrived || traffic.ending !== 'whole') return;
	traffic.endUnfinished();
	await answerOf(
		page,
		evaluate(() => window.stop(), undefined),
	);
}

/** The browser stops reading a page at the script that reloads it. */
async function loadWithoutScripts(
	{ page, clock, loads }: OpenPage,
	timeout: number,
): Promise<void> {
	// A stopped clock would block the page.
	clock.release();
	await loads.withoutScripts(() =>
		page.goto(page.url(), { waitUntil: 'domcontentloaded', timeout }),
	);
	if (clock.isVirtual) clock.grant(VIRTUAL_BUDGET_MS, true);
}

function differsInFragment(shown: string, url: string): boolean {
	const [shownPage] = shown.split('#');
	const [page, ...fragment] = new URL(url).href.split('#');
	return fragment.length > 0 && page === shownPage;
}
