import robotsModule from 'robots-parser';

/** A parsed robots.txt; undefined answers mean "says nothing about it". */
export interface ParsedRobots {
	isAllowed(address: string, agent: string): boolean | undefined;
	/** In seconds. */
	getCrawlDelay(agent: string): number | undefined;
}

type ParseRobots = (robotsUrl: string, text: string) => ParsedRobots;

// The package's types describe a module with a default, but it exports the function itself.
function isParser(exported: unknown): exported is ParseRobots {
	return typeof exported === 'function';
}

const exported: unknown = robotsModule;
if (!isParser(exported)) throw new TypeError('robots-parser does not export a function');

/** Parses the text of a robots.txt; the address of the file tells which host it speaks for. */
export const parseRobots = exported;
