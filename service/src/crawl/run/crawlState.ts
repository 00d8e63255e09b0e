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
	/** Pages that came to nothing: they failed, or led astray. */
	const fruitless = new Set<string>();
	/** Pages that another one is loaded for. */
	const stoodBack = new Set<string>();
	/** Pages that stood back for another one, by its key. */
	const deferredFor = new Map<string, FrontierEntry[]>();
	/** Pages that had their turn again: they stand back no more. */
	const insisting = new Set<FrontierEntry>();
	let isInScope = createScope([baseUrl], bounds);
	let successCount = 0;
	let loadCount = 0;
	let underWayCount = 0;
	/** Until then nothing else is taken up: where the base address leads decides what is in scope. */
	let isBaseKnown = false;

	const isBase = (entry: FrontierEntry): boolean => entry.parent === undefined;

	const widenScope = (finalUrl: string): void => {
		isInScope = createScope([baseUrl, finalUrl], bounds);
		isBaseKnown = true;
	};

	const giveTurn = (entry: FrontierEntry): void => {
		insisting.add(entry);
		stoodBack.delete(entry.key);
		frontier.putBack(entry);
	};

	/** A page came to nothing: those that stood back for it, as their canonical address, get their turn again. */
	const endFruitless = (entry: FrontierEntry): void => {
		if (isBase(entry)) isBaseKnown = true;
		fruitless.add(entry.key);
		for (const deferred of deferredFor.get(entry.key) ?? []) giveTurn(deferred);
		deferredFor.delete(entry.key);
	};

	const standBack = (entry: FrontierEntry, insteadUrl: string): void => {
		const key = toKey(insteadUrl);
		stoodBack.add(entry.key);
		if (fruitless.has(key)) giveTurn(entry);
		else deferredFor.set(key, [...(deferredFor.get(key) ?? []), entry]);
	};

	const decideCanonical = (
		entry: FrontierEntry,
		identity: PageIdentity,
	): SkipDecision | undefined => {
		const { canonicalUrl, finalUrl } = identity;
		if (canonicalUrl === undefined || isBase(entry) || insisting.has(entry)) {
			return undefined;
		}
		const key = toKey(canonicalUrl);
		if (key === entry.key || key === toKey(finalUrl) || fruitless.has(key)) return undefined;
		if (stoodBack.has(key)) return undefined;
		if (!isInScope(canonicalUrl) || pointsHome(canonicalUrl, finalUrl)) return undefined;
		const isKnown = frontier.stateOf(key) !== undefined;
		if (!isKnown && !offerInstead(entry, canonicalUrl)) return undefined;
		// From now on, not from its end: the two may name each other.
		stoodBack.add(entry.key);
		return { reason: `its canonical address is ${canonicalUrl}`, insteadUrl: canonicalUrl };
	};

	const offerInstead = (entry: FrontierEntry, url: string): boolean =>
		frontier.offer({ url, depth: entry.depth, parent: entry });

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
			const entry = frontier.take(
				(waiting) => isReady(waiting) && (isBaseKnown || isBase(waiting)),
			);
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
			isBaseKnown = true;
		},

		fail(entry: FrontierEntry): void {
			underWayCount -= 1;
			endFruitless(entry);
		},

		/** @param insteadUrl of the decision */
		skip(entry: FrontierEntry, insteadUrl?: string): void {
			underWayCount -= 1;
			if (insteadUrl === undefined) endFruitless(entry);
			else standBack(entry, insteadUrl);
		},

		/** Has a page loaded once more. */
		retry(entry: FrontierEntry): void {
			underWayCount -= 1;
			frontier.putBack(entry);
		},
	};

	// As it was given: a fragment may be what shows the page.
	frontier.offer({ url: baseUrl, depth: 0, parent: undefined });
	const [base] = frontier.waiting();
	for (const step of steps) replay(step);
	return state;

	function replay(step: CrawlStep): void {
		const { status, url, contentHash, links } = step;
		const entry = takeAgain(step);
		entry.attempts += 1;
		loadCount += 1;
		if (contentHash !== null) contents.set(contentHash, url);
		// Where a skipped one led may have been under way for itself, and is yet to be loaded.
		if (status !== 'skipped') frontier.claim(toKey(url));
		if (isBase(entry)) widenScope(url);
		if (status === 'success') successCount += 1;
		if (status === 'failed') endFruitless(entry);
		if (status !== 'skipped') return offerLinks(entry, links);
		const [insteadUrl] = links;
		if (insteadUrl === undefined) return endFruitless(entry);
		offerInstead(entry, insteadUrl);
		standBack(entry, insteadUrl);
	}

	/** The page of a step. Where it was found may not have ended when the crawl was interrupted. */
	function takeAgain({ requestUrl: url, depth }: CrawlStep): FrontierEntry {
		const key = toKey(url);
		const entry = frontier.take((waiting) => waiting.key === key);
		if (entry !== undefined) return entry;
		frontier.claim(key);
		const { origin } = new URL(url);
		return { url, origin, key, depth, parent: base, attempts: 0, notBeforeMs: 0 };
	}
}

// A common mistake of templates: every page names the home page as its canonical address.
function pointsHome(canonicalUrl: string, finalUrl: string): boolean {
	return new URL(canonicalUrl).pathname === '/' && new URL(finalUrl).pathname !== '/';
}
