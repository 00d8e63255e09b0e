import { createPartsTest } from './scope.ts';

/** The rules of a robots.txt for one crawler: its own group, else the one for all. */
export interface RobotsGroup {
	/** Whether a path with its query, such as `/a?b=c`, may be read. */
	isAllowed(path: string): boolean;
	/** `Crawl-delay`; undefined without one. */
	crawlDelaySeconds: number | undefined;
}

interface Rule {
	isAllowed: boolean;
	/** Characters of the pattern: the longest matching rule counts. */
	length: number;
	fits(path: string): boolean;
}

interface Group {
	rules: Rule[];
	crawlDelaySeconds?: number;
}

/** Files of known sites have a tenth of this for one crawler; further rules are ignored. */
const MOST_RULES = 5_000;

/**
 * Parses a robots.txt as RFC 9309 says, with `Crawl-delay`. The file may be hostile: memory use
 * and the time of a comparison grow no faster than its length. Linear.
 * @param agent in lower case, without a version
 */
export function readRobotsGroup(text: string, agent: string): RobotsGroup {
	const groups = readGroups(text, new Set([agent, '*']));
	const { rules, crawlDelaySeconds } = groups.get(agent) ?? groups.get('*') ?? { rules: [] };
	const byWeight = rules.toSorted(
		(one, other) => other.length - one.length || Number(other.isAllowed) - Number(one.isAllowed),
	);
	return {
		crawlDelaySeconds,
		isAllowed(path) {
			const escaped = raiseEscapes(path);
			return byWeight.find(({ fits }) => fits(escaped))?.isAllowed ?? true;
		},
	};
}

/** The groups of the requested agents; several groups of one agent are merged. */
function readGroups(text: string, agents: ReadonlySet<string>): Map<string, Group> {
	const groups = new Map<string, Group>();
	let named = new Set<string>();
	let isNaming = false;
	for (const line of text.split(/\r\n|\r|\n/)) {
		const [, key = '', value = ''] = /^([^:#]*):([^#]*)/.exec(line) ?? [];
		const name = key.trim().toLowerCase();
		if (name === '') continue;
		if (name === 'user-agent') {
			if (!isNaming) named = new Set();
			const agent = readAgent(value);
			if (agents.has(agent)) named.add(agent);
		}
		isNaming = name === 'user-agent';
		for (const agent of named) addLine(groups, agent, { name, value: value.trim() });
	}
	return groups;
}

function addLine(
	groups: Map<string, Group>,
	agent: string,
	{ name, value }: { name: string; value: string },
): void {
	const group = groups.get(agent) ?? { rules: [] };
	if (name === 'crawl-delay') {
		const seconds = Number(value);
		if (!Number.isNaN(seconds)) group.crawlDelaySeconds = seconds;
	} else if (name === 'allow' || name === 'disallow') {
		if (value !== '' && group.rules.length < MOST_RULES) {
			group.rules.push(readRule(value, name === 'allow'));
		}
	} else return;
	groups.set(agent, group);
}

/** `Bot/1.0` is the agent `bot`. */
function readAgent(value: string): string {
	const [name = ''] = value.toLowerCase().split('/', 1);
	return name.trim();
}

function readRule(written: string, isAllowed: boolean): Rule {
	const pattern = escapeAsAddress(written);
	const parts = (pattern.endsWith('$') ? pattern.slice(0, -1) : `${pattern}*`).split('*');
	return { isAllowed, length: pattern.length, fits: createPartsTest(parts) };
}

/** A pattern in the spelling of addresses: what they escape is escaped, what is already escaped stays. */
function escapeAsAddress(pattern: string): string {
	try {
		return raiseEscapes(encodeURI(pattern).replaceAll('%25', '%'));
	} catch {
		return pattern;
	}
}

function raiseEscapes(text: string): string {
	return text.replace(/%[\da-f]{2}/gi, (escaped) => escaped.toUpperCase());
}
