import { BrowserCrashedError, PageLoadError } from '../../browser/errors.ts';
import type { LoadedDocument } from '../../browser/documentDownload.ts';
import { loadPage } from '../../browser/loadPage.ts';
import type { OpenPage } from '../../browser/openPage.ts';
import { fetchRobotsIn, type RobotsFiles } from '../scope/robots.ts';

/** What loading an address came to. */
export type LoadedPage =
	| { kind: 'page'; finalUrl: string; contentType: string; title: string; html: string }
	| { kind: 'document'; document: LoadedDocument }
	/** robots.txt does not allow it; it was not loaded. */
	| { kind: 'forbidden'; robotsUrl: string }
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

export interface LoadTools {
	/** Undefined when robots.txt files are not respected. */
	robots: RobotsFiles | undefined;
	/** Cookies of the request, for pages of the base address's host only. */
	cookies: string | undefined;
	documentDirectory: string;
	/** Where the base address is redirected is where the crawl goes: the rules there are read, too. */
	isBase: boolean;
}

const FIRST_ERROR_STATUS = 400;
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Loads one page of a crawl in an open tab, if robots.txt allows it.
 * @throws BrowserCrashedError; the signal's reason when the crawl is stopped
 */
export async function loadCrawlPage(
	opened: OpenPage,
	url: string,
	{ robots, cookies, documentDirectory, isBase }: LoadTools,
): Promise<LoadedPage> {
	const rules = await robots?.rulesFor(url, fetchRobotsIn(opened));
	if (rules !== undefined && !rules.isAllowed(url)) {
		return { kind: 'forbidden', robotsUrl: new URL('/robots.txt', url).href };
	}
	try {
		const loaded = await loadPage(opened, { url, cookies, documentDirectory });
		if (loaded.kind === 'document') return { kind: 'document', document: loaded };
		const { httpStatus, contentType, title, html } = loaded;
		const finalUrl = loaded.finalUrl.replace(/#.*/, '');
		if (httpStatus < FIRST_ERROR_STATUS) {
			if (isBase) await robots?.rulesFor(finalUrl, fetchRobotsIn(opened));
			return { kind: 'page', finalUrl, contentType, title, html };
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
		const { reason, isTemporary } = describeFailure(error, url);
		return { kind: 'failed', reason, isTemporary, isHostBusy: false, isTabSpent: true };
	}
}

function describeFailure(error: unknown, url: string): { reason: string; isTemporary: boolean } {
	if (error instanceof PageLoadError) return error;
	const message = error instanceof Error ? error.message : String(error);
	return { reason: message.replace(`Failed to scrape ${url}: `, ''), isTemporary: false };
}
