import type { CrawlStep, LeftOutReason, PageAccount } from '../../db/crawlPages.ts';
import { toPageKey } from '../scope/addresses.ts';
import { createPatternWatch } from '../scope/patternWarnings.ts';
import { isListingAddress } from '../scope/listings.ts';
import { createTrapGuard, isMalformed, sketchAddress } from '../scope/traps.ts';
import {
	type AddressEnd,
	createAccount,
	type CrawlSums,
	describeAccount,
	toDigest,
} from './account.ts';
import {
	createDeferrals,
	type PageIdentity,
	type PageStatus,
	type SkipDecision,
} from './canonical.ts';
import { countMaxLoads, type CrawlBounds, DEFAULT_MAX_PAGES, MAX_WAITING } from './crawlBounds.ts';
import { createCrawlScope } from './crawlScope.ts';
import { createPage, type FoundPage, isBase } from './foundPage.ts';
import { createWaitingPages } from './waitingPages.ts';

/**
 * The status of a link in a crawl: to be followed (`open`), found by a page not yet stored (`found`),
 * irrelevant (`seen`, `outside`), or left out.
 */
export type LinkStanding = 'open' | 'found' | 'seen' | 'outside' | LeftOutReason;

/** How a page ended, from its crawl's point of view. */
interface CrawlEnd {
	status: CrawlStep['status'];
	account?: PageAccount;
}

/** Maximum kinds of endless addresses that are listed. */
const MOST_SKETCHES = 3;

export type CrawlState = ReturnType<typeof createCrawlState>;

/**
 * Which pages a crawl has seen, which are waiting and how many more it may process. Pure bookkeeping: it
 * loads nothing and stores nothing.
 * @param steps what the same crawl had done before it was interrupted
 */
export function createCrawlState(bounds: CrawlBounds, steps: readonly CrawlStep[] = []) {
	const { baseUrl, maxPages = DEFAULT_MAX_PAGES, maxDepth = Infinity } = bounds;
	const { ignoreQueryParams = false } = bounds;
	const toKey = (url: string): string => toPageKey(url, { ignoreQueryParams });
	const traps = createTrapGuard();
	const account = createAccount();
	// What was excluded before an interruption is no longer known.
	const patterns = createPatternWatch(
		steps.length === 0 ? bounds : { ...bounds, excludePaths: undefined },
	);
	const known = new Map<string, PageStatus>();
	/** The patterns of addresses that only a broken link produces. */
	const malformed = new Set<string>();
	const waiting = createWaitingPages(traps);
	const underWay = new Set<FoundPage>();
	const contents = new Map<string, string>();
	const scope = createCrawlScope(bounds);
	let successCount = 0;
	let loadCount = 0;
	let latestMs = 0;
	/** Until then nothing else is started: where the base address leads decides what is in scope. */
	let isBaseKnown = false;
	const maxLoads = countMaxLoads(maxPages);

	const hasWork = (): boolean =>
		underWay.size < maxPages - successCount && loadCount < maxLoads && waiting.hasAny();

	const enqueue = (page: FoundPage): void => {
		known.set(page.key, 'waiting');
		waiting.add(page);
	};

	const dequeue = (page: FoundPage | undefined): FoundPage | undefined => {
		if (page !== undefined) known.set(page.key, 'taken');
		return page;
	};

	const takeNext = (isReady: (page: FoundPage) => boolean): FoundPage | undefined =>
		hasWork()
			? dequeue(waiting.takeNext((page) => (isBaseKnown || isBase(page)) && isReady(page)))
			: undefined;

	/** Adds a page, unless it was added before, is too deep or there are too many. */
	const offer = (requestUrl: string, depth: number, parent: FoundPage | undefined): boolean => {
		patterns.note(requestUrl);
		const key = toKey(requestUrl);
		const reason = refuse(requestUrl, depth);
		if (known.has(key) || reason === undefined) account.follow(key);
		else account.leaveOut(toDigest(key), reason);
		if (known.has(key) || reason !== undefined) return false;
		enqueue(createPage(requestUrl, key, depth, parent));
		return true;
	};

	const refuse = (url: string, depth: number): LeftOutReason | undefined => {
		if (isMalformed(url)) return 'endless';
		if (depth > maxDepth) return 'depth';
		return waiting.count() >= MAX_WAITING ? 'waiting' : undefined;
	};

	/** Marks a page as loaded under another address; false when that was already taken. */
	const claim = (key: string, claimant: FoundPage): boolean => {
		const status = known.get(key);
		if (status === 'waiting') dequeue(waiting.takeKey(key));
		else if (status === undefined) known.set(key, 'taken');
		const isFree = status === undefined || status === 'waiting';
		if (isFree) account.claim(key, claimant.key);
		return isFree;
	};

	/** A sitemap is as far from the base as the one that lists it. */
	const depthBelow = ({ depth }: FoundPage, url: string): number =>
		isListingAddress(url) ? depth : depth + 1;

	const widenScope = (finalUrl: string): void => {
		scope.widen(finalUrl);
		isBaseKnown = true;
	};

	const endOfWaiting = (page: FoundPage): AddressEnd => {
		if (waiting.isEndless(page)) return 'endless';
		if (successCount >= maxPages) return 'maxPages';
		return loadCount >= maxLoads ? 'loads' : 'stopped';
	};

	const sum = (): CrawlSums => {
		const left = new Map(waiting.list().map((page) => [page.key, endOfWaiting(page)]));
		return account.sum(known.keys(), left);
	};

	const listSketches = (): string[] =>
		[...new Set([...waiting.listSketches(), ...malformed])].slice(0, MOST_SKETCHES);

	const offerLinks = (page: FoundPage, urls: readonly string[]): void => {
		for (const url of urls) offer(url, depthBelow(page, url), page);
	};

	const deferrals = createDeferrals({
		known,
		toKey,
		isInScope: scope.isInScope,
		offer,
		follow: account.follow,
		enqueue,
	});

	const state = {
		/** Pages successfully processed. */
		successCount: (): number => successCount,

		/** The pages that were started and have not ended. */
		underWay: (): ReadonlySet<FoundPage> => underWay,

		/** Whether nothing is in progress and nothing more may be started. */
		isDone: (): boolean => underWay.size === 0 && !hasWork(),

		/** Whether the only page in progress is the last one wanted. */
		isLast: (): boolean => underWay.size === 1 && successCount + 1 >= maxPages,

		/**
		 * Starts the next page that is ready, from the lowest level that has one, those of calendars,
		 * filters and the like after all others; the caller must `end` or `retry` it. There are never more
		 * in progress than are wanted: all of them may succeed.
		 */
		take(isReady: (page: FoundPage) => boolean): FoundPage | undefined {
			const page = waiting.takeHeld(isReady) ?? takeNext(isReady);
			if (page === undefined) return undefined;
			underWay.add(page);
			loadCount += 1;
			page.attempts += 1;
			page.createdAtMs = latestMs = Math.max(Date.now(), latestMs + 1);
			return page;
		},

		/** Decides whether the address that a page redirected to should be read. */
		judgeRedirect(page: FoundPage, finalUrl: string): SkipDecision | undefined {
			if (isBase(page)) widenScope(finalUrl);
			else if (!scope.isWanted(finalUrl)) {
				return { outcome: 'elsewhere', reason: `it leads to ${finalUrl}, out of scope` };
			}
			const key = toKey(finalUrl);
			if (key === page.key || claim(key, page) || page.attempts > 1) return undefined;
			return { outcome: 'duplicate', reason: `it leads to ${finalUrl}, already seen` };
		},

		/** Decides whether a page was already seen under another address. */
		judge(page: FoundPage, identity: PageIdentity): SkipDecision | undefined {
			const decision = deferrals.judge(page, identity);
			const { contentHash } = identity;
			if (decision !== undefined || contentHash === undefined) return decision;
			const twin = contents.get(contentHash);
			if (twin !== undefined) {
				const reason = `it has the same content as ${twin}`;
				return { outcome: 'duplicate', reason, isEcho: true };
			}
			contents.set(contentHash, identity.finalUrl);
			return undefined;
		},

		isInScope: scope.isInScope,

		/** What to do about a link of a page. */
		judgeLink(page: FoundPage, url: string): LinkStanding {
			const key = toKey(url);
			if (scope.isOnSite(url)) patterns.note(url);
			if (known.has(key)) return account.isStored(key) ? 'seen' : 'found';
			if (!scope.isOnSite(url)) return 'outside';
			return scope.isWanted(url) ? (refuse(url, depthBelow(page, url)) ?? 'open') : 'pattern';
		},

		/** Records that a link of a page is not followed. */
		leaveOut({ leftOut }: FoundPage, url: string, reason: LeftOutReason): void {
			leftOut.set(toDigest(toKey(url)), reason);
			if (reason === 'endless') malformed.add(sketchAddress(url));
		},

		/** Whether links of a page lead to other parts of the site, see `TrapGuard`. */
		leadsOn: ({ course }: FoundPage, urls: readonly string[]): boolean =>
			urls.some((url) => !known.has(toKey(url)) && traps.leadsOn(course, url)),

		offerLinks,

		/** What the row of a page adds to the account, before the page ends. */
		accountFor: (page: FoundPage, { status, account: own = {} }: CrawlEnd): PageAccount =>
			// It no longer counts as the last page wanted if it failed.
			account.toRow(own, page.leftOut, status === 'success' ? undefined : 'maxPages'),

		/** The addresses in scope, by outcome. */
		sum,

		/** The same in words, see `describeAccount`, and the patterns that matched nothing. */
		describe: (): string[] => [
			...patterns.describe(),
			...describeAccount(sum(), { maxPages, maxDepth, maxLoads, endless: listSketches() }),
		],

		/**
		 * @param links those of the page's row: for a skipped one, the page to load instead, if any
		 * @param added what its row adds to the account
		 */
		end(
			page: FoundPage,
			status: CrawlStep['status'],
			links: readonly string[] = [],
			added: PageAccount = {},
		): void {
			underWay.delete(page);
			const { outcome = OUTCOMES[status], isEcho = false } = added;
			account.end(page.key, outcome, links.map(toKey), added.leftOut);
			if (status === 'success' || isEcho) traps.note(page.course, isEcho);
			if (isBase(page)) isBaseKnown = true;
			const [insteadUrl] = links;
			if (status === 'success') successCount += 1;
			else if (page.isListing) return;
			else if (status === 'skipped' && insteadUrl !== undefined) deferrals.defer(page, insteadUrl);
			else deferrals.fail(page);
		},

		/**
		 * Queues a page to be loaded once more: one that was read as the next, others after those of their
		 * level.
		 */
		retry(page: FoundPage): void {
			if (page.again !== undefined) return waiting.hold(page);
			underWay.delete(page);
			enqueue(page);
		},
	};

	// As it was given: a fragment may select the page.
	const base = createPage(baseUrl, toKey(baseUrl), 0, undefined);
	enqueue(base);
	account.follow(base.key);
	for (const step of steps) replay(step);
	return state;

	function replay(step: CrawlStep): void {
		const { status, url, contentHash, links, account: added } = step;
		const page = takeAgain(step);
		page.attempts += 1;
		loadCount += 1;
		if (contentHash !== null) contents.set(contentHash, url);
		// The target of a skipped one may have been in progress separately, and is yet to be loaded.
		if (status !== 'skipped') claim(toKey(url), page);
		if (isBase(page)) widenScope(url);
		page.isListing = added.isListing === true;
		const [insteadUrl] = links;
		const isSkipped = status === 'skipped' && !page.isListing;
		if (isSkipped && insteadUrl !== undefined) offer(insteadUrl, page.depth, page);
		state.end(page, status, links, added);
		if (!isSkipped) offerLinks(page, links);
	}

	/** The page of a step. Where it was found may not have ended when the crawl was interrupted. */
	function takeAgain({ requestUrl, depth }: CrawlStep): FoundPage {
		const key = toKey(requestUrl);
		const found = dequeue(waiting.takeKey(key));
		if (found !== undefined) return found;
		const page = createPage(requestUrl, key, depth, base);
		account.follow(key);
		claim(key, page);
		return page;
	}
}

const OUTCOMES = { success: 'read', failed: 'failed', skipped: 'duplicate' } as const;
