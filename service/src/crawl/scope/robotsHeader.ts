import { ROBOTS_AGENT } from './robots.ts';

/** The name of the crawler that a rule, and those after it, are for: `somebot: nofollow`. */
const AGENT = /^([a-z_*][\w*-]*)\s*:/;
/** Rules that have a value after a colon. */
const WITH_VALUE = /^(?:unavailable_after|max-.*)$/;

/**
 * Whether a header `X-Robots-Tag` asks crawlers not to follow the links of its page, like
 * `<meta name="robots" content="nofollow">`. Rules for other crawlers do not count.
 * @param header several are joined by commas
 */
export function forbidsFollowing(header: string): boolean {
	let isForUs = true;
	return header
		.toLowerCase()
		.split(/[,\n]/)
		.some((part) => {
			const [start = '', agent] = AGENT.exec(part.trim()) ?? [];
			if (agent !== undefined && WITH_VALUE.test(agent)) return false;
			if (agent !== undefined) isForUs = agent === '*' || agent === ROBOTS_AGENT;
			return isForUs && /^(?:nofollow|none)$/.test(part.trim().slice(start.length).trim());
		});
}
