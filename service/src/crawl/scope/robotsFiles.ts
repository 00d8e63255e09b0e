import { readRobots, type RobotsAnswer, type RobotsRules } from './robotsRules.ts';

/** Fetches a robots.txt; never rejects because of the host. */
export type FetchRobots = (robotsUrl: string) => Promise<RobotsAnswer>;

export interface RobotsFiles {
	/** The rules of the address's origin, fetched once for the life of this object. */
	rulesFor(address: string, fetchRobots: FetchRobots): Promise<RobotsRules>;
	/** The rules when they are there already. */
	knownRulesFor(address: string): RobotsRules | undefined;
}

/** The robots.txt files that one crawl meets. */
export function createRobotsFiles(): RobotsFiles {
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
		async rulesFor(address, fetchRobots) {
			const { origin } = new URL(address);
			const rules = known.get(origin) ?? pending.get(origin);
			if (rules !== undefined) return rules;
			const loading = load(origin, fetchRobots);
			pending.set(origin, loading);
			return loading;
		},
		knownRulesFor: (address) => known.get(new URL(address).origin),
	};
}
