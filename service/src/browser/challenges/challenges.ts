import { setTimeout as delay } from 'node:timers/promises';
import type { Challenge } from './challenge.ts';
import { detectChallenge } from './detectChallenge.ts';
import { isLeaving } from '../errors.ts';
import { MOST_LOADS } from '../responses/pageLoads.ts';
import { type PageSnapshot, takeSnapshot } from '../snapshots/pageSnapshot.ts';
import type { OpenPage } from '../page/openPage.ts';

/**
 * A bot challenge, or a similar screen in front of a page, stayed on screen. The job fails and is not
 * charged, and the screen is never returned as content (api/openapi.yaml, POST /scrape).
 */
export class ChallengeError extends Error {
	override name = 'ChallengeError' as const;

	constructor(url: string, challenge: Challenge) {
		super(`Failed to scrape ${url}: ${describe(challenge)}`);
	}
}

function describe({ name, kind }: Challenge): string {
	const known = name === '' ? '' : ` (${name})`;
	if (kind === 'refusal') return `the firewall of the site${known} rejected the request`;
	if (kind === 'queue')
		return `the waiting room of the site${known} stays on screen; try again later`;
	return `a bot challenge (${name}) stays on screen, and this service does not solve CAPTCHAs`;
}

const POLL_INTERVAL_MS = 500;

/** How long a challenge may take to clear: most that clear need about five seconds. */
const SELF_RESOLVING_WAIT_MS = 15_000;

/** Enough for a challenge that was recognised while the page behind it was already arriving. */
const STUBBORN_WAIT_MS = 2_000;

/**
 * Reads a page, first waiting for any challenge on it to clear. Nothing is done to pass a
 * challenge beyond being a browser: CAPTCHAs are not solved.
 * @param url the requested address, for the error
 * @throws ChallengeError
 */
export async function takeSnapshotBehindChallenge(
	opened: OpenPage,
	url: string,
): Promise<PageSnapshot> {
	const startMs = Date.now();
	for (;;) {
		const snapshot = await readArrived(opened);
		const { httpStatus: status, headers } = opened.traffic;
		const challenge = detectChallenge(snapshot, { status, headers });
		if (challenge === undefined) return snapshot;
		const waitMs = challenge.resolvesItself ? SELF_RESOLVING_WAIT_MS : STUBBORN_WAIT_MS;
		if (Date.now() - startMs >= waitMs) throw new ChallengeError(url, challenge);
		await delay(POLL_INTERVAL_MS, undefined, { signal: opened.signal });
		await opened.settle();
	}
}

/** Reads a page; one that goes elsewhere meanwhile is read where it arrives. */
async function readArrived(opened: OpenPage): Promise<PageSnapshot> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await takeSnapshot(opened);
		} catch (error) {
			if (opened.page.isClosed() || !isLeaving(error) || attempt === MOST_LOADS) throw error;
			await opened.settle();
		}
	}
}
