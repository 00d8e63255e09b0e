/// <reference lib="dom" />
import { explainConnection } from '../../browser/errors.ts';
import { answerOf } from '../../browser/timeLimit.ts';
import type { OpenPage } from '../../browser/openPage.ts';
import { readRobotsGroup } from './robotsRules.ts';

/** Name under which robots.txt files can address this crawler; `*` groups count otherwise. */
const ROBOTS_AGENT = 'webdataextraction';

/** What a host's robots.txt says. */
export interface RobotsRules {
	isAllowed(address: string): boolean;
	/** `Crawl-delay`; undefined without one. */
	crawlDelayMs: number | undefined;
}

/** How the request for a robots.txt ended; status undefined when the host did not answer. */
export interface RobotsAnswer {
	status: number | undefined;
	text: string;
}

/** RFC 9309, section 2.5: at least this much of a file must be read. */
export const MAX_ROBOTS_CHARACTERS = 512_000;

const ALLOW_ALL: RobotsRules = { isAllowed: () => true, crawlDelayMs: undefined };
const ALLOW_NOTHING: RobotsRules = { isAllowed: () => false, crawlDelayMs: undefined };

/**
 * Reads a robots.txt as RFC 9309 says: an absent file allows everything, a server in trouble allows
 * nothing. A host that does not answer at all allows everything, so that the page itself can report
 * the reason.
 */
export function readRobots(robotsUrl: string, { status, text }: RobotsAnswer): RobotsRules {
	if (status === undefined) return ALLOW_ALL;
	if (status >= 500) return ALLOW_NOTHING;
	if (status < 200 || status >= 300) return ALLOW_ALL;
	const { origin } = new URL(robotsUrl);
	const group = readRobotsGroup(text.slice(0, MAX_ROBOTS_CHARACTERS), ROBOTS_AGENT);
	const { crawlDelaySeconds } = group;
	return {
		isAllowed(address) {
			const url = URL.parse(address);
			return url?.origin !== origin || group.isAllowed(url.pathname + url.search);
		},
		crawlDelayMs: crawlDelaySeconds === undefined ? undefined : crawlDelaySeconds * 1000,
	};
}

/** Fetches a robots.txt; never rejects because of the host. */
export type FetchRobots = (robotsUrl: string) => Promise<RobotsAnswer>;

export type RobotsFiles = ReturnType<typeof createRobotsFiles>;

/** The robots.txt files that one crawl meets. */
export function createRobotsFiles() {
	const known = new Map<string, RobotsRules>();
	const pending = new Map<string, Promise<RobotsRules>>();

	const load = async (origin: string, fetchRobots: FetchRobots): Promise<RobotsRules> => {
		const robotsUrl = `${origin}/robots.txt`;
		try {
			const rules = readRobots(robotsUrl, await fetchRobots(robotsUrl));
			known.set(origin, rules);
			return rules;
		} finally {
			pending.delete(origin);
		}
	};

	return {
		/** The rules of the address's origin, fetched once for the life of this object. */
		async rulesFor(address: string, fetchRobots: FetchRobots): Promise<RobotsRules> {
			const { origin } = new URL(address);
			const rules = known.get(origin) ?? pending.get(origin) ?? load(origin, fetchRobots);
			if (rules instanceof Promise) pending.set(origin, rules);
			return rules;
		},

		/** Whether an address is allowed, as far as the rules of its origin are known. */
		isAllowed: (address: string): boolean =>
			known.get(new URL(address).origin)?.isAllowed(address) ?? true,

		/** The crawl delay of an origin, as far as its rules are known. */
		crawlDelayMs: (origin: string): number | undefined => known.get(origin)?.crawlDelayMs,
	};
}

const TIMEOUT_MS = 10_000;
const NO_ANSWER: RobotsAnswer = { status: undefined, text: '' };

/**
 * Fetches robots.txt files in a browser tab: with the same cookies and proxy as the pages, behind the
 * same guard, and however large the answer, the service's memory holds its beginning only.
 */
export function fetchRobotsIn({ page, network, signal }: OpenPage): FetchRobots {
	// The proxy of the guard answers in the place of a host that it can't reach.
	const isOfHost = async (status: number, url: string): Promise<boolean> =>
		status < 500 || (await explainConnection({ network }, url)) === undefined;
	return async (robotsUrl) => {
		try {
			await network.guard.assertUrlAllowed(robotsUrl);
			const options = { timeout: TIMEOUT_MS, waitUntil: 'domcontentloaded' } as const;
			const response = await page.goto(robotsUrl, options);
			const text = await answerOf(page, page.evaluate(readText, MAX_ROBOTS_CHARACTERS));
			const status = response?.status();
			if (status === undefined || !(await isOfHost(status, robotsUrl))) return NO_ANSWER;
			return { status, text: text ?? '' };
		} catch {
			signal.throwIfAborted();
			return NO_ANSWER;
		}
	};
}

// Runs in the page.
function readText(maxCharacters: number): string {
	return (document.documentElement.textContent ?? '').slice(0, maxCharacters);
}
