import { parseRobots } from './parseRobots.ts';

/** Name under which robots.txt files can address this crawler; `*` groups count otherwise. */
export const ROBOTS_AGENT = 'WebDataExtraction';

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

/**
 * Each rule is compared with an address sign by sign. Files of known sites have a tenth of this many;
 * those behind them are left out, so that a file made to take long does not.
 */
const MOST_RULES = 5_000;

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
	const robots = parseRobots(robotsUrl, boundRules(text.slice(0, MAX_ROBOTS_CHARACTERS)));
	const delaySeconds = robots.getCrawlDelay(ROBOTS_AGENT);
	return {
		isAllowed: (address) => robots.isAllowed(address, ROBOTS_AGENT) ?? true,
		crawlDelayMs: delaySeconds === undefined ? undefined : delaySeconds * 1000,
	};
}

function boundRules(text: string): string {
	let rules = 0;
	const isKept = (line: string): boolean => {
		if (/^\s*(?:allow|disallow)/i.test(line)) rules++;
		return rules <= MOST_RULES;
	};
	return text
		.split(/[\r\n]/)
		.filter(isKept)
		.join('\n');
}
