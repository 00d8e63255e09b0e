import { createHash } from 'node:crypto';
import {
	LEFT_OUT_REASONS,
	type LeftOutReason,
	type PageAccount,
	type PageOutcome,
} from '../../db/crawlPages.ts';

/** Maximum addresses counted; a site can have more than fit in memory. */
const MOST_ADDRESSES = 20_000;

/** The outcomes of the addresses that a crawl found in its scope: one for each. */
export interface CrawlSums {
	/** The start address and those of all links in scope. */
	found: number;
	/** Whether there are more than were counted. */
	isCutOff: boolean;
	ends: ReadonlyMap<AddressEnd, number>;
}

/** How an address ended: as a page, or left out for a reason. */
export type AddressEnd = PageOutcome | LeftOutReason;

/** Counts the addresses of a crawl; all are identified by their keys (see `toPageKey`). */
export function createAccount() {
	/** By digest, so that what was left out needs no more space than in the rows. */
	const found = new Map<string, LeftOutReason | 'followed'>();
	const outcomes = new Map<string, PageOutcome>();
	/** The page that was found to show what an address leads to. */
	const claimants = new Map<string, string>();
	/** The content of page rows: keys of addresses, digests of those left out. */
	const stored = new Set<string>();
	let isCutOff = false;

	const set = (digest: string, end: LeftOutReason | 'followed'): void => {
		if (found.size < MOST_ADDRESSES || found.has(digest)) found.set(digest, end);
		else isCutOff = true;
	};

	/** An address was found that is not followed, unless another link leads to it. */
	const leaveOut = (digest: string, reason: LeftOutReason): void => {
		if (!found.has(digest)) set(digest, reason);
	};

	const endOf = (key: string): AddressEnd => {
		const own = outcomes.get(key);
		if (own !== undefined) return own;
		const shown = outcomes.get(claimants.get(key) ?? '') ?? 'stopped';
		return shown === 'read' ? 'duplicate' : shown;
	};

	return {
		leaveOut,

		/** An address was found that the crawl follows, though it may not get to it. */
		follow: (key: string): void => set(toDigest(key), 'followed'),

		/** A page was redirected to an address. */
		claim(key: string, claimant: string): void {
			claimants.set(key, claimant);
			if (found.has(toDigest(key))) set(toDigest(key), 'followed');
		},

		/** Whether the row of an ended page contains an address. */
		isStored: (key: string): boolean => stored.has(key),

		/** What the row of a page adds, except what other rows contain and what is left out for `besides`. */
		toRow(
			{ outcome, isEcho = false, isListing = false, news }: PageAccount,
			left: ReadonlyMap<string, LeftOutReason>,
			besides: LeftOutReason | undefined,
		): PageAccount {
			const leftOut: PageAccount['leftOut'] = {};
			for (const [digest, reason] of left) {
				if (reason !== besides && !stored.has(digest)) (leftOut[reason] ??= []).push(digest);
			}
			return {
				...(outcome !== undefined && { outcome }),
				...(isEcho && { isEcho }),
				...(news && { news }),
				...(isListing && { isListing }),
				...(Object.keys(leftOut).length > 0 && { leftOut }),
			};
		},

		/** A page was stored, with its links and those left out. */
		end(
			key: string,
			outcome: PageOutcome,
			links: readonly string[],
			leftOut: PageAccount['leftOut'] = {},
		): void {
			outcomes.set(key, outcome);
			for (const known of [key, ...links]) stored.add(known);
			for (const reason of LEFT_OUT_REASONS) {
				for (const digest of leftOut[reason] ?? []) {
					stored.add(digest);
					leaveOut(digest, reason);
				}
			}
		},

		/**
		 * The sums.
		 * @param keys of all addresses that may be followed
		 * @param left the outcome of those that were not opened
		 */
		sum(keys: Iterable<string>, left: ReadonlyMap<string, AddressEnd>): CrawlSums {
			const ends = new Map<AddressEnd, number>();
			const count = (end: AddressEnd): void => void ends.set(end, (ends.get(end) ?? 0) + 1);
			for (const end of found.values()) if (end !== 'followed') count(end);
			for (const key of keys) {
				if (found.get(toDigest(key)) === 'followed') count(left.get(key) ?? endOf(key));
			}
			return { found: found.size, isCutOff, ends };
		},
	};
}

/** Eight characters that represent an address where many are stored. */
export function toDigest(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}

/** The limits of a crawl, for the text of its account. */
export interface AccountBounds {
	maxPages: number;
	maxDepth: number;
	maxLoads: number;
	/** What endless addresses look like, such as `/archives/…`. */
	endless: readonly string[];
}

/** A sentence of the account. */
export interface AccountSentence {
	text: string;
	/** Whether it only counts what the request, the site or sense leaves out, so that nobody needs to act. */
	isExpected: boolean;
}

/**
 * Describes the outcome of a crawl: what was found and not opened, by reason, and what was opened and
 * gave no separate page. Pages that were read or failed are listed as such, so they are not included.
 */
export function describeAccount(
	{ found, isCutOff, ends }: CrawlSums,
	bounds: AccountBounds,
): AccountSentence[] {
	const total = `${isCutOff ? 'more than ' : ''}${found}`;
	const listParts = (words: readonly Words[]) =>
		words.flatMap(([end, toWords]) => {
			const count = ends.get(end) ?? 0;
			return count === 0 ? [] : [{ end, count, text: `${count} ${toWords(count, bounds)}` }];
		});
	const beyond = ends.get('maxPages') ?? 0;
	const stopped =
		`Stopped at Max Pages (${bounds.maxPages}); ` +
		`${beyond} more ${beyond === 1 ? 'address was' : 'addresses were'} found.`;
	const leftOut = listParts(LEFT_OUT);
	const count = leftOut.reduce((sum, part) => sum + part.count, 0);
	const reasons = leftOut.map(({ text }) => text).join(', ');
	const were = count === 1 ? 'was' : 'were';
	const isOnlyBeyond = leftOut.length === 1 && beyond > 0;
	const skipped = listParts(WITHOUT_PAGE).map(({ text }) => text);
	return [
		...(beyond > 0 ? [{ text: stopped, isExpected: false }] : []),
		...(count > 0 && !isOnlyBeyond
			? [
					{
						text: `${count} of ${total} addresses ${were} not opened: ${reasons}.`,
						isExpected: leftOut.every(({ end }) => !UNEXPECTED.has(end)),
					},
				]
			: []),
		...(skipped.length > 0 ? [{ text: `Skipped ${skipped.join(', ')}.`, isExpected: true }] : []),
	];
}

/** Limits of the service, and of the moment: addresses that were to be opened were not. */
const UNEXPECTED: ReadonlySet<AddressEnd> = new Set(['loads', 'waiting', 'stopped']);

type Words = [end: AddressEnd, toWords: (count: number, bounds: AccountBounds) => string];

const LEFT_OUT: readonly Words[] = [
	['endless', (count, { endless }) => `${count === 1 ? 'looks' : 'look'} endless${list(endless)}`],
	['robots', () => 'by robots.txt'],
	['nofollow', (count) => `marked nofollow by ${count === 1 ? 'its page' : 'their pages'}`],
	['pattern', () => 'by includePaths or excludePaths'],
	['instruction', () => 'by the crawl instruction'],
	['depth', (_count, { maxDepth }) => `by Max Depth (${maxDepth})`],
	['maxPages', (_count, { maxPages }) => `by Max Pages (${maxPages})`],
	['loads', (_count, { maxLoads }) => `after ${maxLoads} addresses had been tried`],
	['waiting', () => 'because too many were waiting'],
	['stopped', () => 'because the crawl was stopped'],
];

const WITHOUT_PAGE: readonly Words[] = [
	['listing', (count) => (count === 1 ? 'list of addresses' : 'lists of addresses')],
	['duplicate', (count) => (count === 1 ? 'duplicate page' : 'duplicate pages')],
	['elsewhere', (count) => `${count === 1 ? 'redirect' : 'redirects'} out of scope or to files`],
];

function list(sketches: readonly string[]): string {
	return sketches.length === 0 ? '' : ` (${sketches.join(', ')})`;
}
