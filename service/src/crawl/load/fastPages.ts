import { rm } from 'node:fs/promises';
import { isErrorStatus } from '../../net/httpStatus.ts';
import { describeFetchFailure } from '../../net/guardedFetch.ts';
import type { ConvertedPage } from '@web-data-extraction/page/convertPage';
import type { PlainClient } from '../../plain/plainFetch.ts';
import type { PlainPage, PlainReader } from '../../plain/plainReader.ts';
import { describeFallback, describeFrames } from '../../scrape/plainVisit.ts';
import { withoutPlace } from '../scope/addresses.ts';
import { type FetchRobots, MAX_ROBOTS_CHARACTERS, ROBOTS_LIMIT_MS } from '../scope/robots.ts';
import type { CrawlContext } from '../run/crawlContext.ts';
import { type FoundPage, isBase } from '../state/foundPage.ts';
import { cookiesFor, type LoadedPage } from './loadCrawlPage.ts';

/** Kinds of scripts whose effect is tested; further ones are trusted. */
const MOST_KINDS = 10;
/** Banners and the like add to every page; anything beyond this is actual content. */
const LARGEST_ADDED_SHARE = 0.15;
const MOST_ADDED_LINKS = 5;

const FRAGMENT_SHOWS = 'its scripts show the part that the end of its address selects';
const SCRIPTS_DRAW = 'its scripts add to what its server sends';

/** What loading the pages of a crawl without a browser needs. */
export interface FastTools {
	plain: PlainReader;
	client: PlainClient;
	/** Loads a page with the browser. */
	browse(page: FoundPage): Promise<LoadedPage>;
}

/**
 * Creates the loader of a crawl's pages by HTTP alone, which decides for each page whether that is enough: by
 * its content, and by a comparison with the browser for the first page of each kind of scripts.
 */
export function createFastLoader(
	{ plain, client, browse }: FastTools,
	context: CrawlContext,
): (page: FoundPage) => Promise<LoadedPage> {
	const { request, robots, documentDirectory, signal } = context;
	const contentOnly = request.extractContentOnly === true;
	const fetchRobots = fetchRobotsWith(client, signal);
	/** Whether the scripts of a kind add to their pages. */
	const kinds = new Map<string, Promise<boolean>>();

	const browseInstead = async (page: FoundPage, reason: string): Promise<LoadedPage> =>
		withWarnings(await browse(page), [describeFallback(page.requestUrl, reason)]);

	/** Compares the first page of a kind with the browser's version; others wait for that. */
	const judge = async (page: FoundPage, found: PlainPage): Promise<LoadedPage> => {
		const { converted } = found;
		const known = kinds.get(converted.scriptKind);
		if (known !== undefined || converted.scriptKind === '' || kinds.size >= MOST_KINDS) {
			return (await known) === true ? browseInstead(page, SCRIPTS_DRAW) : keep(page, found);
		}
		const { promise, resolve } = Promise.withResolvers<boolean>();
		kinds.set(converted.scriptKind, promise);
		let isMore = false;
		try {
			const drawn = await browse(page);
			if (drawn.kind === 'document') await rm(drawn.filePath, { force: true });
			if (drawn.kind !== 'page') return keep(page, found);
			const { html, finalUrl: url } = drawn;
			const inBrowser = await context.tools.content.convert({ html, url, contentOnly }, signal);
			isMore = saysMore(inBrowser, converted);
			if (!isMore) return keep(page, found);
			return withWarnings(drawn, [describeFallback(page.requestUrl, SCRIPTS_DRAW)]);
		} finally {
			resolve(isMore);
		}
	};

	const keep = (page: FoundPage, found: PlainPage): LoadedPage => ({
		...found,
		finalUrl: withoutPlace(found.finalUrl),
		warnings: describeFrames(page.requestUrl, found),
	});

	return async (page) => {
		const { requestUrl: url } = page;
		if (withoutPlace(url).includes('#')) return browseInstead(page, FRAGMENT_SHOWS);
		const rules = await robots?.rulesFor(url, fetchRobots);
		if (rules?.isAllowed(url) === false) return { kind: 'forbidden' };
		const target = { url, cookies: cookiesFor(url, request), documentDirectory, contentOnly };
		const found = await plain.load(client, target, signal);
		if (found.kind === 'document') return found;
		if (found.kind === 'failed') {
			return { ...found, isTemporary: false, restMs: undefined, isTabSpent: false };
		}
		if (found.kind === 'browser') return browseInstead(page, found.reason);
		// Why it failed, and whether a retry may succeed, is decided in one place.
		if (isErrorStatus(found.httpStatus)) return browse(page);
		// The crawl follows the redirect of its base address: the rules there are read, too.
		if (isBase(page)) await robots?.rulesFor(found.finalUrl, fetchRobots);
		return judge(page, found);
	};
}

function withWarnings(loaded: LoadedPage, warnings: string[]): LoadedPage {
	return loaded.kind === 'page' ? { ...loaded, warnings } : loaded;
}

/** Whether the browser found clearly more: words, or links of the site. */
function saysMore(inBrowser: ConvertedPage, plain: ConvertedPage): boolean {
	const left = countWords(plain.text);
	let words = 0;
	let added = 0;
	for (const [word, count] of countWords(inBrowser.text)) {
		words += count;
		added += Math.max(0, count - (left.get(word) ?? 0));
	}
	const known = new Set(plain.links.map(({ url }) => url));
	const addedLinks = new Set(inBrowser.links.flatMap(({ url }) => (known.has(url) ? [] : url)));
	return added > words * LARGEST_ADDED_SHARE || addedLinks.size > MOST_ADDED_LINKS;
}

function countWords(text: string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
		counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	return counts;
}

function fetchRobotsWith(client: PlainClient, signal: AbortSignal): FetchRobots {
	return async (robotsUrl) => {
		const timeLimit = AbortSignal.timeout(ROBOTS_LIMIT_MS);
		let status: number | undefined;
		let text = '';
		try {
			const answer = await client.get(robotsUrl, AbortSignal.any([signal, timeLimit]));
			status = answer.response.status;
			const decoder = new TextDecoder();
			for await (const part of answer.body ?? []) {
				text += decoder.decode(part, { stream: true });
				if (text.length > MAX_ROBOTS_CHARACTERS) break;
			}
			return { status, text };
		} catch (error) {
			signal.throwIfAborted();
			const problem = timeLimit.aborted
				? `it took longer than ${ROBOTS_LIMIT_MS / 1000} s`
				: describeFetchFailure(error);
			return { status, text, problem };
		}
	};
}
