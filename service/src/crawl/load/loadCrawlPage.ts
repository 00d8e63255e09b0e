import { describeCutOff } from '../../browser/responses/answerEnding.ts';
import type { LoadedDocument } from '../../browser/responses/storeDocument.ts';
import { BrowserCrashedError, PageLoadError } from '../../browser/errors.ts';
import {
	describeRefusal,
	isBusyStatus,
	isErrorStatus,
	isTemporaryStatus,
} from '../../net/httpStatus.ts';
import { loadPage } from '../../browser/loadPage.ts';
import type { OpenPage } from '../../browser/page/openPage.ts';
import { withoutPlace } from '../scope/addresses.ts';
import { fetchRobotsIn } from '../scope/robots.ts';
import { bareHost } from '../scope/scope.ts';
import type { CrawlContext } from '../run/crawlContext.ts';
import { MAX_PAGE_ATTEMPTS } from '../state/crawlBounds.ts';
import { type FoundPage, isBase } from '../state/foundPage.ts';
import { RETRY_PAUSE_MS } from './pace.ts';
import type { LoadedContent } from '../read/pageText.ts';

/** The outcome of loading an address. */
export type LoadedPage =
	| LoadedContent
	| LoadedDocument
	/** robots.txt does not allow it; it was not loaded. */
	| { kind: 'forbidden' }
	| {
			kind: 'failed';
			/** What follows `Failed to scrape <url>: `. */
			reason: string;
			/** Whether a retry may succeed. */
			isTemporary: boolean;
			/** How long the host asks clients to wait, in milliseconds; undefined when it does not. */
			restMs: number | undefined;
			/** Whether the failure may persist in the tab. */
			isTabSpent: boolean;
	  };

/** Hosts that ask clients to wait longer than this get no second attempts from the crawl. */
const LONGEST_REST_MS = 30_000;

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
	const fetchRobots = fetchRobotsIn(opened, documentDirectory);
	const readRules = async (address: string) =>
		opened.stay.waitForNetwork(async () => robots?.rulesFor(address, fetchRobots));
	const rules = await readRules(url);
	if (rules?.isAllowed(url) === false) return { kind: 'forbidden' };
	const cookies = cookiesFor(url, request);
	try {
		const loaded = await loadPage(opened, { url, cookies, documentDirectory });
		const { httpStatus, finalUrl } = loaded;
		if (loaded.kind === 'document') return loaded;
		if (loaded.ending === 'cutOff' && page.attempts < MAX_PAGE_ATTEMPTS) {
			const reason = describeCutOff(url);
			return { kind: 'failed', reason, isTemporary: true, restMs: undefined, isTabSpent: true };
		}
		if (!isErrorStatus(httpStatus)) {
			// The crawl follows the redirect of its base address: the rules there are read, too.
			if (isBase(page)) await readRules(finalUrl);
			return { ...loaded, finalUrl: withoutPlace(finalUrl) };
		}
		const restMs = loaded.retryAfterMs ?? RETRY_PAUSE_MS;
		return {
			kind: 'failed',
			reason: describeRefusal(loaded),
			isTemporary: isTemporaryStatus(httpStatus) && restMs <= LONGEST_REST_MS,
			restMs: isBusyStatus(httpStatus) ? Math.min(restMs, LONGEST_REST_MS) : undefined,
			isTabSpent: false,
		};
	} catch (error) {
		opened.signal.throwIfAborted();
		if (error instanceof BrowserCrashedError) throw error;
		const { reason, isTemporary } =
			error instanceof PageLoadError
				? error
				: { reason: toMessage(error).replace(`Failed to scrape ${url}: `, ''), isTemporary: false };
		return { kind: 'failed', reason, isTemporary, restMs: undefined, isTabSpent: true };
	}
}

/** The cookies of a crawl for a page. They are secrets of one host: a subdomain may belong to somebody else. */
export function cookiesFor(
	url: string,
	{ baseUrl, cookies }: CrawlContext['request'],
): string | undefined {
	return bareHost(url) === bareHost(baseUrl) ? cookies : undefined;
}

/** The message of an error. */
export function toMessage(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
