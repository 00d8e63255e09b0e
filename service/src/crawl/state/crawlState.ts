import type { CrawlStep, LeftOutReason, PageAccount } from '../../db/crawlPages.ts';
import { Places } from '../order/places.ts';
import { Templates } from '../order/templates.ts';
import { toPageKey } from '../scope/addresses.ts';
import { isListingAddress } from '../scope/listings.ts';
import { isMalformed, sketchAddress } from '../scope/malformed.ts';
import { createPatternWatch } from '../scope/patternWarnings.ts';
import {
	type AddressEnd,
	createAccount,
	type CrawlSums,
	type AccountSentence,
	describeAccount,
	toDigest,
} from './account.ts';
import {
	createDeferrals,
	type PageIdentity,
	type PageStatus,
	type SkipDecision,
} from './canonical.ts';
import { Contents } from './contents.ts';
import { countMaxLoads, type CrawlBounds, DEFAULT_MAX_PAGES, MAX_WAITING } from './crawlBounds.ts';
import { createCrawlScope } from './crawlScope.ts';
import { createPage, type FoundPage, isBase } from './foundPage.ts';
import { WaitingPages } from './waitingPages.ts';

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

/** Maximum kinds of exhausted addresses that are listed. */
const MAX_SKETCHES = 3;

const OUTCOMES = { success: 'read', failed: 'failed', skipped: 'duplicate' } as const;

const NO_NEWS = { words: 0, figures: 0 };

/**
 * Which pages a crawl has seen, which are waiting and how many more it may process. Pure bookkeeping: it
 * loads nothing and stores nothing.
 */
export class CrawlState {
	readonly #maxPages: number;
	readonly #maxDepth: number;
	readonly #maxLoads: number;
	readonly #ignoreQueryParams: boolean;
	readonly #scope: ReturnType<typeof createCrawlScope>;
	readonly #patterns: ReturnType<typeof createPatternWatch>;
	readonly #account = createAccount();
	readonly #templates = new Templates();
	readonly #waiting = new WaitingPages(this.#templates);
	readonly #contents = new Contents();
	readonly #places = new Places();
	readonly #known = new Map<string, PageStatus>();
	readonly #underWay = new Set<FoundPage>();
	/** The patterns of addresses that only a broken link produces. */
	readonly #malformed = new Set<string>();
	readonly #deferrals: ReturnType<typeof createDeferrals>;
	readonly #base: FoundPage;
	#successCount = 0;
	#loadCount = 0;
	#latestMs = 0;
	/** Until then nothing else is started: where the base address leads decides what is in scope. */
	#isBaseKnown = false;

	/** @param steps what the same crawl had done before it was interrupted */
	constructor(bounds: CrawlBounds, steps: readonly CrawlStep[] = []) {
		const { baseUrl, maxPages = DEFAULT_MAX_PAGES, maxDepth = Infinity } = bounds;
		this.#maxPages = maxPages;
		this.#maxDepth = maxDepth;
		this.#maxLoads = countMaxLoads(maxPages);
		this.#ignoreQueryParams = bounds.ignoreQueryParams ?? false;
		this.#scope = createCrawlScope(bounds);
		// What was excluded before an interruption is no longer known.
		this.#patterns = createPatternWatch(
			steps.length === 0 ? bounds : { ...bounds, excludePaths: undefined },
		);
		this.#deferrals = createDeferrals({
			known: this.#known,
			toKey: (url) => this.#toKey(url),
			isInScope: this.#scope.isInScope,
			offer: (url, depth, parent) => this.#offer(url, depth, parent),
			follow: this.#account.follow,
			enqueue: (page) => this.#enqueue(page),
		});
		// As it was given: a fragment may select the page.
		this.#base = createPage(baseUrl, this.#toKey(baseUrl), 0, undefined);
		this.#enqueue(this.#base);
		this.#account.follow(this.#base.key);
		for (const step of steps) this.#replay(step);
	}

	/** Pages successfully processed. */
	get successCount(): number {
		return this.#successCount;
	}

	/** The pages that were started and have not ended. */
	get underWay(): ReadonlySet<FoundPage> {
		return this.#underWay;
	}

	/** Whether nothing is in progress and nothing more may be started. */
	isDone(): boolean {
		return this.#underWay.size === 0 && !this.#hasWork();
	}

	/** Whether the only page in progress is the last one wanted. */
	isLast(): boolean {
		return this.#underWay.size === 1 && this.#successCount + 1 >= this.#maxPages;
	}

	isInScope(url: string): boolean {
		return this.#scope.isInScope(url);
	}

	/**
	 * Starts the next page that is ready, of those of which most is expected one from the lowest level; the caller
	 * must `end` or `retry` it. There are never more in progress than are wanted: all of them may succeed.
	 */
	take(isReady: (page: FoundPage) => boolean): FoundPage | undefined {
		if (!this.#hasWork()) return undefined;
		const page = this.#dequeue(
			this.#waiting.takeNext((one) => (this.#isBaseKnown || isBase(one)) && isReady(one)),
		);
		if (page === undefined) return undefined;
		this.#underWay.add(page);
		this.#templates.start(page.course);
		this.#loadCount += 1;
		page.attempts += 1;
		page.createdAtMs = this.#latestMs = Math.max(Date.now(), this.#latestMs + 1);
		return page;
	}

	/** Decides whether the address that a page redirected to should be read. */
	judgeRedirect(page: FoundPage, finalUrl: string): SkipDecision | undefined {
		if (isBase(page)) this.#widenScope(finalUrl);
		else if (!this.#scope.isWanted(finalUrl)) {
			return { outcome: 'elsewhere', reason: `it leads to ${finalUrl}, out of scope` };
		}
		const key = this.#toKey(finalUrl);
		if (key === page.key || this.#claim(key, page) || page.attempts > 1) return undefined;
		return { outcome: 'duplicate', reason: `it leads to ${finalUrl}, already seen`, isEcho: true };
	}

	/** Decides whether a page was already seen under another address. */
	judge(page: FoundPage, identity: PageIdentity): SkipDecision | undefined {
		const decision = this.#deferrals.judge(page, identity);
		const { text, finalUrl } = identity;
		if (decision !== undefined || text === undefined) return decision;
		const twin = this.#contents.findTwin(text, finalUrl);
		if (twin === undefined) return undefined;
		const reason = `it has the same content as ${twin}`;
		return { outcome: 'duplicate', reason, isEcho: true };
	}

	/** What to do about a link of a page. */
	judgeLink(page: FoundPage, url: string): LinkStanding {
		const key = this.#toKey(url);
		if (this.#scope.isOnSite(url)) this.#patterns.note(url);
		if (this.#known.has(key)) return this.#account.isStored(key) ? 'seen' : 'found';
		if (!this.#scope.isOnSite(url)) return 'outside';
		if (!this.#scope.isWanted(url)) return 'pattern';
		return this.#refuse(url, depthBelow(page, url)) ?? 'open';
	}

	/** Records that a link of a page is not followed. */
	leaveOut({ leftOut }: FoundPage, url: string, reason: LeftOutReason): void {
		leftOut.set(toDigest(this.#toKey(url)), reason);
		if (reason === 'endless') this.#malformed.add(sketchAddress(url));
	}

	offerLinks(page: FoundPage, urls: readonly string[]): void {
		for (const url of urls) this.#offer(url, depthBelow(page, url), page);
	}

	/** What the row of a page adds to the account, before the page ends. */
	accountFor(page: FoundPage, { status, account: own = {} }: CrawlEnd): PageAccount {
		// It no longer counts as the last page wanted if it failed.
		return this.#account.toRow(own, page.leftOut, status === 'success' ? undefined : 'maxPages');
	}

	/** The addresses in scope, by outcome. */
	sum(): CrawlSums {
		const left = new Map(
			this.#waiting.list().map((page) => [page.key, this.#endOfWaiting(page)] as const),
		);
		return this.#account.sum(this.#known.keys(), left);
	}

	/** The same in words, see `describeAccount`, and the patterns that matched nothing. */
	describe(): string[] {
		return this.#remarks().map(({ text }) => text);
	}

	/** Those of these sentences that need nobody to act. */
	listExpected(): string[] {
		return this.#remarks().flatMap(({ text, isExpected }) => (isExpected ? [text] : []));
	}

	#remarks(): AccountSentence[] {
		const sketches = [...new Set([...this.#waiting.listSketches(), ...this.#malformed])];
		const sums = this.sum();
		const bounds = {
			maxPages: this.#maxPages,
			maxDepth: this.#maxDepth,
			maxLoads: this.#maxLoads,
			endless: sketches.slice(0, MAX_SKETCHES),
		};
		const hasMore = (sums.ends.get('maxPages') ?? 0) > 0;
		const remark = (text: string) => ({ text, isExpected: false });
		return [
			...this.#patterns.describe().map(remark),
			...describeAccount(sums, bounds),
			...(hasMore ? this.#places.describe() : []).map(remark),
			...this.#contents.describe().map(remark),
		];
	}

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
		if (this.#underWay.delete(page)) this.#templates.stop(page.course);
		const keys = links.map((url) => this.#toKey(url));
		this.#account.end(page.key, added.outcome ?? OUTCOMES[status], keys, added.leftOut);
		this.#noteNews(page, status, added);
		if (status === 'failed') this.#templates.noteFailure(page.course);
		if (isBase(page)) this.#isBaseKnown = true;
		const [insteadUrl] = links;
		if (status === 'success') this.#successCount += 1;
		else if (page.isListing) return;
		else if (status === 'skipped' && insteadUrl !== undefined) {
			this.#deferrals.defer(page, insteadUrl);
		} else this.#deferrals.fail(page);
	}

	/** What a page brought counts for all addresses of its template. */
	#noteNews(page: FoundPage, status: CrawlStep['status'], { news, isEcho }: PageAccount): void {
		const counted = news ?? (isEcho === true ? NO_NEWS : undefined);
		if (counted === undefined) return;
		const brought = this.#templates.note(page.course, counted, page.parent?.course);
		const { features } = page.course;
		if (status === 'success') this.#places.note({ url: page.requestUrl, features, brought });
	}

	/** Queues a page to be loaded once more, after those of its level. */
	retry(page: FoundPage): void {
		if (this.#underWay.delete(page)) this.#templates.stop(page.course);
		this.#enqueue(page);
	}

	#toKey(url: string): string {
		return toPageKey(url, { ignoreQueryParams: this.#ignoreQueryParams });
	}

	#hasWork(): boolean {
		return (
			this.#underWay.size < this.#maxPages - this.#successCount &&
			this.#loadCount < this.#maxLoads &&
			this.#waiting.hasAny()
		);
	}

	#enqueue(page: FoundPage): void {
		this.#known.set(page.key, 'waiting');
		this.#waiting.add(page);
	}

	#dequeue(page: FoundPage | undefined): FoundPage | undefined {
		if (page !== undefined) this.#known.set(page.key, 'taken');
		return page;
	}

	/** Adds a page, unless it was added before, is too deep or there are too many. */
	#offer(requestUrl: string, depth: number, parent: FoundPage | undefined): boolean {
		this.#patterns.note(requestUrl);
		const key = this.#toKey(requestUrl);
		const reason = this.#refuse(requestUrl, depth);
		const isKnown = this.#known.has(key);
		if (isKnown || reason === undefined) this.#account.follow(key);
		else this.#account.leaveOut(toDigest(key), reason);
		if (isKnown || reason !== undefined) return false;
		this.#enqueue(createPage(requestUrl, key, depth, parent));
		return true;
	}

	#refuse(url: string, depth: number): LeftOutReason | undefined {
		if (isMalformed(url)) return 'endless';
		if (depth > this.#maxDepth) return 'depth';
		return this.#waiting.size >= MAX_WAITING ? 'waiting' : undefined;
	}

	/** Marks a page as loaded under another address; false when that was already taken. */
	#claim(key: string, claimant: FoundPage): boolean {
		const status = this.#known.get(key);
		if (status === 'waiting') this.#dequeue(this.#waiting.takeKey(key));
		else if (status === undefined) this.#known.set(key, 'taken');
		const isFree = status === undefined || status === 'waiting';
		if (isFree) this.#account.claim(key, claimant.key);
		return isFree;
	}

	#widenScope(finalUrl: string): void {
		this.#scope.widen(finalUrl);
		this.#isBaseKnown = true;
	}

	#endOfWaiting(page: FoundPage): AddressEnd {
		if (this.#waiting.isExhausted(page)) return 'endless';
		if (this.#successCount >= this.#maxPages) return 'maxPages';
		return this.#loadCount >= this.#maxLoads ? 'loads' : 'stopped';
	}

	#replay(step: CrawlStep): void {
		const { status, url, contentHash, links, account: added } = step;
		const page = this.#takeAgain(step);
		page.attempts += 1;
		this.#loadCount += 1;
		if (contentHash !== null) this.#contents.remember(contentHash, url);
		// The target of a skipped one may have been in progress separately, and is yet to be loaded.
		if (status !== 'skipped') this.#claim(this.#toKey(url), page);
		if (isBase(page)) this.#widenScope(url);
		page.isListing = added.isListing === true;
		const [insteadUrl] = links;
		const isSkipped = status === 'skipped' && !page.isListing;
		if (isSkipped && insteadUrl !== undefined) this.#offer(insteadUrl, page.depth, page);
		this.end(page, status, links, added);
		if (!isSkipped) this.offerLinks(page, links);
	}

	/** The page of a step. Where it was found may not have ended when the crawl was interrupted. */
	#takeAgain({ requestUrl, depth }: CrawlStep): FoundPage {
		const key = this.#toKey(requestUrl);
		const found = this.#dequeue(this.#waiting.takeKey(key));
		if (found !== undefined) return found;
		const page = createPage(requestUrl, key, depth, this.#base);
		this.#account.follow(key);
		this.#claim(key, page);
		return page;
	}
}

/** A sitemap is as far from the base as the one that lists it. */
const depthBelow = ({ depth }: FoundPage, url: string): number =>
	isListingAddress(url) ? depth : depth + 1;
