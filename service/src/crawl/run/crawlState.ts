import { randomUUID } from 'node:crypto';
import type { CrawlStep } from '../../db/crawls.ts';
import { toPageKey } from '../scope/addresses.ts';
import { createScope, type ScopeRules } from '../scope/scope.ts';
import { createTrapGuard } from '../scope/traps.ts';

/** Contract, CrawlRequest: `maxPages` when it is left out. */
export const DEFAULT_MAX_PAGES = 5;

/** How often a page is loaded before it counts as failed, when the failure may pass. */
export const MAX_PAGE_ATTEMPTS = 2;

/** More pages than this never wait: a crawl processes 50, and memory has an end. */
const MAX_WAITING = 5_000;

/** The part of a request that decides which pages are crawled. */
export interface CrawlBounds extends ScopeRules {
	baseUrl: string;
	maxPages?: number | undefined;
	maxDepth?: number | undefined;
	ignoreQueryParams?: boolean | undefined;
}

/** A page that was found, from its link to its row. */
export interface FoundPage {
	id: string;
	/** As found in the link: the address to load. */
	requestUrl: string;
	/** Of that address: whom to be polite to. */
	origin: string;
	/** What it has in common with other addresses of the same page; see `toPageKey`. */
	key: string;
	/** Links away from the base address. */
	depth: number;
	/** Page on which it was found; undefined for the base. */
	parent: FoundPage | undefined;
	/** How often it was taken up. */
	attempts: number;
	/** When it was taken up; no two pages of a crawl say the same, so they can be put in order. */
	createdAtMs: number;
	/** Whether it stood back for another page in vain, and does so no more. */
	isInsisting: boolean;
}

/** What a loaded page says about itself. */
export interface PageIdentity {
	finalUrl: string;
	canonicalUrl: string | undefined;
	/** See `hashContent`; undefined for a page too empty to compare. */
	contentHash: string | undefined;
}

/** Why a loaded page is no result, and the page to load in its place, if any. */
export interface SkipDecision {
	reason: string;
	insteadUrl?: string;
}

/** What is known of a page; `fruitless` failed or led astray, `stoodBack` made way for another one. */
type PageStatus = 'waiting' | 'taken' | 'fruitless' | 'stoodBack';

export type CrawlState = ReturnType<typeof createCrawlState>;

/**
 * Which pages a crawl has seen, which wait and how many more it may process. Pure bookkeeping: it
 * loads nothing and stores nothing.
 * @param steps what the same crawl had done before it was interrupted
 */
export function createCrawlState(bounds: CrawlBounds, steps: readonly CrawlStep[] = []) {
	const { baseUrl, maxPages = DEFAULT_MAX_PAGES, maxDepth = Infinity } = bounds;
	const { ignoreQueryParams = false } = bounds;
	const toKey = (url: string): string => toPageKey(url, { ignoreQueryParams });
	const admit = createTrapGuard();
	const known = new Map<string, PageStatus>();
	/** Breadth first, each level in the order found. */
	const waiting: FoundPage[] = [];
	const underWay = new Set<FoundPage>();
	const contents = new Map<string, string>();
	/** Pages that stood back for another one, by its key. */
	const deferredFor = new Map<string, FoundPage[]>();
	let isInScope = createScope([baseUrl], bounds);
	let successCount = 0;
	let loadCount = 0;
	let latestMs = 0;
	/** Until then nothing else is taken up: where the base address leads decides what is in scope. */
	let isBaseKnown = false;

	/**
	 * How many pages may be loaded in all. Failed pages and duplicates do not count towards `maxPages`, so
	 * without this bound a site of nothing else would be crawled for ever.
	 */
	const maxLoads = 10 * maxPages + 20;

	const hasWork = (): boolean =>
		waiting.length > 0 && underWay.size < maxPages - successCount && loadCount < maxLoads;

	const enqueue = (page: FoundPage): void => {
		known.set(page.key, 'waiting');
		waiting.splice(waiting.findLastIndex(({ depth }) => depth <= page.depth) + 1, 0, page);
	};

	const dequeue = (isWanted: (page: FoundPage) => boolean): FoundPage | undefined => {
		const index = waiting.findIndex(isWanted);
		const page = index === -1 ? undefined : waiting.splice(index, 1)[0];
		if (page !== undefined) known.set(page.key, 'taken');
		return page;
	};

	/** Adds a page, unless it was added before, lies too deep or smells of a trap. */
	const offer = (requestUrl: string, depth: number, parent: FoundPage | undefined): boolean => {
		const key = toKey(requestUrl);
		if (depth > maxDepth || waiting.length >= MAX_WAITING || known.has(key)) return false;
		if (!admit(requestUrl, listTrail(parent))) return false;
		enqueue(createPage(requestUrl, key, depth, parent));
		return true;
	};

	/** Marks a page as loaded under another address; false when it has been taken before. */
	const claim = (key: string): boolean => {
		const status = known.get(key);
		if (status === 'waiting') dequeue((page) => page.key === key);
		else if (status === undefined) known.set(key, 'taken');
		return status === undefined || status === 'waiting';
	};

	const widenScope = (finalUrl: string): void => {
		isInScope = createScope([baseUrl, finalUrl], bounds);
		isBaseKnown = true;
	};

	const giveTurn = (page: FoundPage): void => {
		page.isInsisting = true;
		enqueue(page);
	};

	const standBack = (page: FoundPage, insteadUrl: string): void => {
		const key = toKey(insteadUrl);
		known.set(page.key, 'stoodBack');
		if (known.get(key) === 'fruitless') giveTurn(page);
		else deferredFor.set(key, [...(deferredFor.get(key) ?? []), page]);
	};

	/** A page came to nothing: those that stood back for it, as their canonical address, get their turn again. */
	const endFruitless = (page: FoundPage): void => {
		known.set(page.key, 'fruitless');
		for (const deferred of deferredFor.get(page.key) ?? []) giveTurn(deferred);
		deferredFor.delete(page.key);
	};

	const offerLinks = (page: FoundPage, urls: readonly string[]): void => {
		for (const url of urls) offer(url, page.depth + 1, page);
	};

	const decideCanonical = (
		page: FoundPage,
		{ canonicalUrl, finalUrl }: PageIdentity,
	): SkipDecision | undefined => {
		if (canonicalUrl === undefined || isBase(page) || page.isInsisting) return undefined;
		const key = toKey(canonicalUrl);
		const status = known.get(key);
		if (key === page.key || key === toKey(finalUrl)) return undefined;
		if (status === 'fruitless' || status === 'stoodBack') return undefined;
		if (!isInScope(canonicalUrl) || pointsHome(canonicalUrl, finalUrl)) return undefined;
		if (status === undefined && !offer(canonicalUrl, page.depth, page)) return undefined;
		// From now on, not from its end: the two may name each other.
		known.set(page.key, 'stoodBack');
		return { reason: `its canonical address is ${canonicalUrl}`, insteadUrl: canonicalUrl };
	};

	const state = {
		/** Pages successfully processed. */
		successCount: (): number => successCount,

		/** The pages taken up that have not ended. */
		underWay: (): ReadonlySet<FoundPage> => underWay,

		/** Whether nothing is under way and nothing more may be taken up. */
		isDone: (): boolean => underWay.size === 0 && !hasWork(),

		/** Whether the only page under way is the last one wanted. */
		isLast: (): boolean => underWay.size === 1 && successCount + 1 >= maxPages,

		/**
		 * Takes up the next page that is ready, from the lowest level that has one; it must come to `end`
		 * or `retry`. There are never more under way than are wanted: all of them may succeed.
		 */
		take(isReady: (page: FoundPage) => boolean): FoundPage | undefined {
			if (!hasWork()) return undefined;
			const page = dequeue((found) => (isBaseKnown || isBase(found)) && isReady(found));
			if (page === undefined) return undefined;
			underWay.add(page);
			loadCount += 1;
			page.attempts += 1;
			page.createdAtMs = latestMs = Math.max(Date.now(), latestMs + 1);
			return page;
		},

		/** Judges where a page's redirects led. */
		arrive(page: FoundPage, finalUrl: string): SkipDecision | undefined {
			if (isBase(page)) widenScope(finalUrl);
			else if (!isInScope(finalUrl)) return { reason: `it leads to ${finalUrl}, out of scope` };
			const key = toKey(finalUrl);
			if (key === page.key || claim(key)) return undefined;
			return page.attempts > 1 ? undefined : { reason: `it leads to ${finalUrl}, already seen` };
		},

		/** Judges whether a page is one already seen under another address. */
		judge(page: FoundPage, identity: PageIdentity): SkipDecision | undefined {
			const decision = decideCanonical(page, identity);
			const { contentHash } = identity;
			if (decision !== undefined || contentHash === undefined) return decision;
			const twin = contents.get(contentHash);
			if (twin !== undefined) return { reason: `it has the same content as ${twin}` };
			contents.set(contentHash, identity.finalUrl);
			return undefined;
		},

		isInScope: (url: string): boolean => isInScope(url),

		/** Whether a link of a page could be followed: in scope, not too deep, not seen. */
		isOpen: (page: FoundPage, url: string): boolean =>
			page.depth < maxDepth && isInScope(url) && !known.has(toKey(url)),

		offerLinks,

		/** @param links those of the page's row: of a skipped one the page to load in its place, if any */
		end(page: FoundPage, status: CrawlStep['status'], links: readonly string[] = []): void {
			underWay.delete(page);
			if (isBase(page)) isBaseKnown = true;
			const [insteadUrl] = links;
			if (status === 'success') successCount += 1;
			else if (status === 'skipped' && insteadUrl !== undefined) standBack(page, insteadUrl);
			else endFruitless(page);
		},

		/** Has a page loaded once more, after the others of its level. */
		retry(page: FoundPage): void {
			underWay.delete(page);
			enqueue(page);
		},
	};

	// As it was given: a fragment may be what shows the page.
	const base = createPage(baseUrl, toKey(baseUrl), 0, undefined);
	enqueue(base);
	for (const step of steps) replay(step);
	return state;

	function replay(step: CrawlStep): void {
		const { status, url, contentHash, links } = step;
		const page = takeAgain(step);
		page.attempts += 1;
		loadCount += 1;
		if (contentHash !== null) contents.set(contentHash, url);
		// Where a skipped one led may have been under way for itself, and is yet to be loaded.
		if (status !== 'skipped') claim(toKey(url));
		if (isBase(page)) widenScope(url);
		const [insteadUrl] = links;
		if (status === 'skipped' && insteadUrl !== undefined) offer(insteadUrl, page.depth, page);
		state.end(page, status, links);
		if (status !== 'skipped') offerLinks(page, links);
	}

	/** The page of a step. Where it was found may not have ended when the crawl was interrupted. */
	function takeAgain({ requestUrl, depth }: CrawlStep): FoundPage {
		const key = toKey(requestUrl);
		const found = dequeue((page) => page.key === key);
		if (found !== undefined) return found;
		claim(key);
		return createPage(requestUrl, key, depth, base);
	}
}

function createPage(
	requestUrl: string,
	key: string,
	depth: number,
	parent: FoundPage | undefined,
): FoundPage {
	const { origin } = new URL(requestUrl);
	const fresh = { id: randomUUID(), attempts: 0, createdAtMs: 0, isInsisting: false };
	return { ...fresh, requestUrl, origin, key, depth, parent };
}

/** Whether a page is the one that the crawl starts from. */
export function isBase({ parent }: FoundPage): boolean {
	return parent === undefined;
}

function listTrail(found: FoundPage | undefined): string[] {
	const trail: string[] = [];
	for (let page = found; page !== undefined; page = page.parent) trail.unshift(page.requestUrl);
	return trail;
}

// A common mistake of templates: every page names the home page as its canonical address.
function pointsHome(canonicalUrl: string, finalUrl: string): boolean {
	return new URL(canonicalUrl).pathname === '/' && new URL(finalUrl).pathname !== '/';
}
