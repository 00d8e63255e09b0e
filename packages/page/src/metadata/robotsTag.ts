/**
 * Name by which robots.txt files, the header `X-Robots-Tag` and meta elements can address this crawler;
 * otherwise rules for all apply.
 */
export const ROBOTS_AGENT = 'webdataextraction';

/** The name of the crawler that a rule, and those after it, are for: `somebot: nofollow`. */
const AGENT = /^([a-z_*][\w*-]*)\s*:/;
/** Rules that have a value after a colon. */
const WITH_VALUE = /^(?:unavailable_after|max-.*)$/;
const NO_FOLLOW = /(?:^|\s)(?:nofollow|none)(?:\s|$)/;

/**
 * Whether the rules of a page ask crawlers not to follow its links: in the header `X-Robots-Tag`, or in
 * `<meta name="robots" content="nofollow">`. Rules for other crawlers do not count.
 * @param rules several are joined by commas
 */
export function forbidsFollowing(rules: string): boolean {
	let isForUs = true;
	return rules
		.toLowerCase()
		.split(/[,;\n]/)
		.some((part) => {
			const [start = '', agent] = AGENT.exec(part.trim()) ?? [];
			if (agent !== undefined && WITH_VALUE.test(agent)) return false;
			if (agent !== undefined) isForUs = agent === '*' || agent === ROBOTS_AGENT;
			return isForUs && NO_FOLLOW.test(part.trim().slice(start.length));
		});
}
