import { randomUUID } from 'node:crypto';
import type { PageOutcome } from '../../db/crawlPages.ts';
import type { PageText } from '../order/novelty.ts';
import { type FoundPage, isBase } from './foundPage.ts';

/** What a loaded page says about itself. */
export interface PageIdentity {
	finalUrl: string;
	canonicalUrl: string | undefined;
	/** What it is compared by; undefined for a page too empty to compare. */
	text: PageText | undefined;
}

/** Why a loaded page is not a result, and the page to load instead, if any. */
export interface SkipDecision {
	outcome: PageOutcome;
	reason: string;
	/** Whether its address led only to content that had been read before. */
	isEcho?: boolean;
	insteadUrl?: string;
}

/** The state of a page; `failed` also if redirected out of scope, `deferred` if another page replaces it. */
export type PageStatus = 'waiting' | 'taken' | 'failed' | 'deferred';

/** The crawl whose pages are deferred. */
interface CrawlParts {
	/** Every page that was found, by its key. */
	known: Map<string, PageStatus>;
	toKey(url: string): string;
	isInScope(url: string): boolean;
	/** Adds a page that another one refers to; false when it may not be added. */
	offer(url: string, depth: number, parent: FoundPage): boolean;
	/** Counts an address as to be read, for the account. */
	follow(key: string): void;
	/** Queues a page, for the first time or again. */
	enqueue(page: FoundPage): void;
}

/**
 * Pages that are deferred to others, which represent them: to the address that each declares as canonical.
 * If that fails, they are read themselves.
 */
export function createDeferrals({ known, toKey, isInScope, offer, follow, enqueue }: CrawlParts) {
	/** By the key of the page that represents them. */
	const deferredFor = new Map<string, FoundPage[]>();

	/** Its row says that it was deferred: what is read now gets a new row. */
	const requeue = (page: FoundPage): void => {
		page.id = randomUUID();
		page.ignoresCanonical = true;
		enqueue(page);
	};

	return {
		/** Decides whether the page that is declared as a page's canonical one is read instead. */
		judge(
			page: FoundPage,
			{ canonicalUrl, finalUrl }: Omit<PageIdentity, 'text'>,
		): SkipDecision | undefined {
			if (canonicalUrl === undefined || isBase(page) || page.ignoresCanonical) return undefined;
			const key = toKey(canonicalUrl);
			const status = known.get(key);
			if (key === page.key || key === toKey(finalUrl)) return undefined;
			if (status === 'failed' || status === 'deferred') return undefined;
			if (!isInScope(canonicalUrl) || pointsHome(canonicalUrl, finalUrl)) return undefined;
			if (status === undefined && !offer(canonicalUrl, page.depth, page)) return undefined;
			follow(key);
			// From now on, not only once it ends: each of the two may declare the other as canonical.
			known.set(page.key, 'deferred');
			const reason = `its canonical address is ${canonicalUrl}`;
			return { outcome: 'duplicate', reason, insteadUrl: canonicalUrl, isEcho: true };
		},

		/** A page ended in favour of another one, which may have failed meanwhile. */
		defer(page: FoundPage, insteadUrl: string): void {
			const key = toKey(insteadUrl);
			known.set(page.key, 'deferred');
			if (known.get(key) === 'failed') requeue(page);
			else deferredFor.set(key, [...(deferredFor.get(key) ?? []), page]);
		},

		/** A page failed: those that were deferred to it are queued again. */
		fail(page: FoundPage): void {
			known.set(page.key, 'failed');
			for (const deferred of deferredFor.get(page.key) ?? []) requeue(deferred);
			deferredFor.delete(page.key);
		},
	};
}

// A common mistake of templates: every page declares the home page as its canonical address.
function pointsHome(canonicalUrl: string, finalUrl: string): boolean {
	return new URL(canonicalUrl).pathname === '/' && new URL(finalUrl).pathname !== '/';
}
