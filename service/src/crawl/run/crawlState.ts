import { createScope, type ScopeRules } from '../scope/scope.ts';
import { createTrapGuard } from '../scope/traps.ts';
import { toPageKey } from '../scope/addresses.ts';
import type { CrawlStep } from '../../db/crawls.ts';
import { createFrontier, type FrontierEntry } from './frontier.ts';

/** Contract, CrawlRequest: `maxPages` when it is left out. */
export const DEFAULT_MAX_PAGES = 5;

/**
 * How many pages a crawl may load in all. Failed pages and duplicates do not count towards
 * `maxPages`, so without this bound a site of nothing else would be crawled for ever.
 */
export function maxLoadsFor(maxPages: number): number {
	return 10 * maxPages + 20;
}

/** How often a page is loaded before it counts as failed, when the failure may pass. */
export const MAX_PAGE_ATTEMPTS = 2;

/** The part of a request that decides which pages are crawled. */
export interface CrawlBounds extends ScopeRules {
	baseUrl: string;
	maxPages?: number | undefined;
	maxDepth?: number | undefined;
	ignoreQueryParams?: boolean | undefined;
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

export type CrawlState = ReturnType<typeof createCrawlState>;

/**
 * Which pages a crawl has seen, which wait and how many more it may process. Pure bookkeeping: it
 * loads nothing and stores nothing.
 * @param steps what the same crawl had done before it was interrupted
 */
export function createCrawlState(bounds: CrawlBounds, steps: readonly CrawlStep[] = []) {
	const { baseUrl, maxPages = DEFAULT_MAX_PAGES, ignoreQueryParams = false } = bounds;
	const toKey = (url: string): string => toPageKey(url, { ignoreQueryParams });
	const frontier = createFrontier({ maxDepth: bounds.maxDepth, toKey, traps: createTrapGuard() });
	const contents = new Map<string, string>();
	const skippedKeys = new Set<string>();
	const setAside = new Map<string, FrontierEntry>();
	let isInScope = createScope([baseUrl], bounds);
	let successCount = 0;
	let loadCount = 0;
	let underWayCount = 0;

	const isBase = (entry: FrontierEntry): boolean => entry.parent === undefined;

	const widenScope = (finalUrl: string): void => {
		isInScope = createScope([baseUrl, finalUrl], bounds);
	};

	const decideCanonical = (
		entry: FrontierEntry,
		identity: PageIdentity,
	): SkipDecision | undefined => {
		const { canonicalUrl, finalUrl } = identity;
		if (canonicalUrl === undefined || isBase(entry) || setAside.get(entry.key) === entry) {
			return undefined;
		}
		const key = toKey(canonicalUrl);
		if (key === entry.key || key === toKey(finalUrl) || skippedKeys.has(key)) return undefined;
		if (!isInScope(canonicalUrl) || pointsHome(canonicalUrl, finalUrl)) return undefined;
		const isKnown = frontier.stateOf(key) !== undefined;
		const { depth, parent } = entry;
		if (!isKnown && !frontier.offer({ url: canonicalUrl, depth, parent })) return undefined;
		setAside.set(key, entry);
		return { reason: `its canonical address is ${canonicalUrl}`, insteadUrl: canonicalUrl };
	};

	const offerLinks = (entry: FrontierEntry, urls: readonly string[]): void => {
		for (const url of urls) frontier.offer({ url, depth: entry.depth + 1, parent: entry });
	};

	const state = {
		/** Pages successfully processed. */
		successCount: (): number => successCount,

		/** Whether nothing is under way and nothing more may be taken up. */
		isDone: (): boolean => underWayCount === 0 && !state.hasWork(),

		/** How many more pages may be taken up now: those under way may all succeed. */
		openPlaces: (): number =>
			Math.min(maxPages - successCount - underWayCount, maxLoadsFor(maxPages) - loadCount),

		/** Whether the only page under way is the last one wanted. */
		isLast: (): boolean => underWayCount === 1 && successCount + 1 >= maxPages,

		/** Whether a page waits that may be taken up, ready or not. */
		hasWork: (): boolean => state.openPlaces() > 0 && frontier.isWaiting(),

		waiting: () => frontier.waiting(),

		/** Takes a page up; it must end in `succeed`, `fail`, `skip` or `retry`. */
		take(isReady: (entry: FrontierEntry) => boolean): FrontierEntry | undefined {
			if (!state.hasWork()) return undefined;
			const entry = frontier.take(isReady);
			if (entry === undefined) return undefined;
			underWayCount += 1;
			loadCount += 1;
			entry.attempts += 1;
			return entry;
		},

		/** Judges where a page's redirects led. */
		arrive(entry: FrontierEntry, finalUrl: string): SkipDecision | undefined {
			if (isBase(entry)) widenScope(finalUrl);
			else if (!isInScope(finalUrl)) return { reason: `it leads to ${finalUrl}, out of scope` };
			const key = toKey(finalUrl);
			if (key === entry.key || frontier.claim(key)) return undefined;
			return entry.attempts > 1 ? undefined : { reason: `it leads to ${finalUrl}, already seen` };
		},

		/** Judges whether a page is one already seen under another address. */
		judge(entry: FrontierEntry, identity: PageIdentity): SkipDecision | undefined {
			const decision = decideCanonical(entry, identity);
			if (decision !== undefined) return decision;
			const { contentHash } = identity;
			if (contentHash === undefined) return undefined;
			const twin = contents.get(contentHash);
			if (twin !== undefined) return { reason: `it has the same content as ${twin}` };
			contents.set(contentHash, identity.finalUrl);
			return undefined;
		},

		isInScope: (url: string): boolean => isInScope(url),

		/** Whether a link of a page could be followed: in scope, not too deep, not seen. */
		isOpen: (entry: FrontierEntry, url: string): boolean =>
			entry.depth < (bounds.maxDepth ?? Infinity) &&
			isInScope(url) &&
			frontier.stateOf(toKey(url)) === undefined,

		offerLinks,

		succeed(): void {
			underWayCount -= 1;
			successCount += 1;
		},

		/** A page that stood back for this one under its canonical address gets its turn again. */
		fail(entry: FrontierEntry): void {
			underWayCount -= 1;
			const standIn = setAside.get(entry.key);
			if (standIn === undefined || standIn === entry) return;
			setAside.set(standIn.key, standIn);
			frontier.putBack(standIn);
		},

		skip(entry: FrontierEntry): void {
			underWayCount -= 1;
			skippedKeys.add(entry.key);
		},

		/** Has a page loaded once more. */
		retry(entry: FrontierEntry): void {
			underWayCount -= 1;
			frontier.putBack(entry);
		},
	};

	// As it was given: a fragment may be what shows the page.
	frontier.offer({ url: baseUrl, depth: 0, parent: undefined });
	for (const step of steps) replay(step);
	return state;

	function replay(step: CrawlStep): void {
		const key = toKey(step.requestUrl);
		const entry = frontier.take((waiting) => waiting.key === key);
		loadCount += 1;
		if (step.status === 'success') successCount += 1;
		if (step.contentHash !== null) contents.set(step.contentHash, step.url);
		frontier.claim(toKey(step.url));
		// Not waiting: a page that had stood back and then got its turn again.
		if (entry === undefined) return;
		if (isBase(entry)) widenScope(step.url);
		if (step.status !== 'skipped') return offerLinks(entry, step.links);
		skippedKeys.add(entry.key);
		for (const url of step.links) {
			frontier.offer({ url, depth: entry.depth, parent: entry.parent });
		}
	}
}

// A common mistake of templates: every page names the home page as its canonical address.
function pointsHome(canonicalUrl: string, finalUrl: string): boolean {
	return new URL(canonicalUrl).pathname === '/' && new URL(finalUrl).pathname !== '/';
}
