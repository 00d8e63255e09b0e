import { readFile, rm } from 'node:fs/promises';
import { explainConnection, explainLoadFailure } from '../../browser/errors.ts';
import { toStore } from '../../browser/loadPage.ts';
import type { OpenPage } from '../../browser/page/openPage.ts';
import { describeNetworkError } from '../../net/networkErrors.ts';
import { ROBOTS_AGENT } from '@web-data-extraction/page/robotsTag';
import { readRobotsGroup } from './robotsRules.ts';

/** What a host's robots.txt says. */
export interface RobotsRules {
	isAllowed(address: string): boolean;
	/** `Crawl-delay`; undefined without one. */
	crawlDelayMs: number | undefined;
}

/** The outcome of a request for a robots.txt; status undefined when the host did not respond. */
export interface RobotsAnswer {
	status: number | undefined;
	/** The part of the file that arrived. */
	text: string;
	/** Why that is incomplete, as a sentence about "it"; undefined when it is complete. */
	problem?: string | undefined;
}

/** RFC 9309, section 2.5: at least this much of a file must be read. */
export const MAX_ROBOTS_CHARACTERS = 512_000;

const ALLOW_ALL: RobotsRules = { isAllowed: () => true, crawlDelayMs: undefined };
const ALLOW_NOTHING: RobotsRules = { isAllowed: () => false, crawlDelayMs: undefined };

/**
 * Reads a robots.txt as RFC 9309 says: a missing file allows everything, a server error allows
 * nothing. A host that does not respond at all allows everything, so that the page itself can report
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

/** The robots.txt files that one crawl encounters. */
export function createRobotsFiles() {
	const known = new Map<string, RobotsRules>();
	const pending = new Map<string, Promise<RobotsRules>>();
	const warnings: string[] = [];

	const load = async (origin: string, fetchRobots: FetchRobots): Promise<RobotsRules> => {
		const robotsUrl = `${origin}/robots.txt`;
		try {
			const answer = await fetchRobots(robotsUrl);
			const rules = readRobots(robotsUrl, answer);
			const warning = describeProblem(robotsUrl, answer);
			if (warning !== undefined) warnings.push(warning);
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

		/** Which files could not be read completely, a sentence each. */
		listWarnings: (): readonly string[] => warnings,

		/** The crawl delay of an origin, as far as its rules are known. */
		crawlDelayMs: (origin: string): number | undefined => known.get(origin)?.crawlDelayMs,
	};
}

/** Describes how a file that was not read completely was interpreted; undefined for others. */
function describeProblem(
	robotsUrl: string,
	{ status, text, problem }: RobotsAnswer,
): string | undefined {
	const isLong = text.length > MAX_ROBOTS_CHARACTERS;
	const reason = isLong ? `it has more than ${MAX_ROBOTS_CHARACTERS} characters` : problem;
	if (reason === undefined) return undefined;
	return status === undefined
		? `${robotsUrl} could not be read, so its rules were not obeyed: ${reason}.`
		: `${robotsUrl} could not be read completely, so only the rules that arrived were obeyed: ${reason}.`;
}

/** For all of a robots.txt; other pages of the crawl wait for it. */
export const ROBOTS_LIMIT_MS = 10_000;

/** Of any character. */
const MAX_ROBOTS_BYTES = 4 * MAX_ROBOTS_CHARACTERS;

/**
 * Fetches robots.txt files in a browser tab: with the same cookies and proxy as the pages, behind the
 * same guard, whatever content type they are served with.
 * @param documentDirectory existing folder for a file while it is read
 */
export function fetchRobotsIn(opened: OpenPage, documentDirectory: string): FetchRobots {
	const { page, network, signal, traffic } = opened;
	// The guard proxy responds in place of a host that it can't reach.
	const isOfHost = async (status: number, url: string): Promise<boolean> =>
		status < 500 || (await explainConnection({ network }, url)) === undefined;
	return async (robotsUrl) => {
		try {
			await network.guard.assertUrlAllowed(robotsUrl);
			// A stopped clock would block the response.
			opened.clock.release();
			const store = toStore({
				url: robotsUrl,
				documentDirectory,
				maxDocumentBytes: MAX_ROBOTS_BYTES,
			});
			const options = { ...store, takesAll: true, beginningMs: ROBOTS_LIMIT_MS };
			const file = await opened.catchDocument(options, async () => {
				await page.goto(robotsUrl, { timeout: ROBOTS_LIMIT_MS, waitUntil: 'commit' });
			});
			if (file === undefined) {
				const { httpStatus: status } = traffic;
				return { status: (await isOfHost(status, robotsUrl)) ? status : undefined, text: '' };
			}
			const text = await readFile(file.filePath, 'utf8');
			await rm(file.filePath, { force: true });
			const { httpStatus: status, problem } = file;
			return { status, text, problem: problem && describeNetworkError(problem, robotsUrl) };
		} catch (error) {
			signal.throwIfAborted();
			const reason = await explainLoadFailure(opened, robotsUrl, error);
			return { status: undefined, text: '', problem: describeNetworkError(reason, robotsUrl) };
		}
	};
}
