import { setTimeout as delay } from 'node:timers/promises';
import { detectChallenge, type Challenge } from './challengeRules.ts';
import { takeSnapshot, type PageSnapshot } from './pageSnapshot.ts';
import type { OpenPage } from './openPage.ts';

/**
 * A bot challenge stayed on screen. The job fails and is not charged, and the screen is never
 * returned as content (reference, POST /scrape).
 */
export class ChallengeError extends Error {
	override name = 'ChallengeError' as const;
	readonly url: string;

	constructor(url: string, challenge: Challenge) {
		super(
			`Failed to scrape ${url}: a bot challenge (${challenge.name}) stays on screen, and this service does not solve CAPTCHAs`,
		);
		this.url = url;
	}
}

const POLL_INTERVAL_MS = 500;

/** How long a challenge may take to go away: most that do need about five seconds. */
const SELF_RESOLVING_WAIT_MS = 15_000;

/** Enough for a challenge that was recognised while the page behind it was already arriving. */
const STUBBORN_WAIT_MS = 2_000;

/**
 * Reads a page, waiting first for a challenge on it to go away by itself. Nothing is done to pass a
 * challenge beyond being a browser: CAPTCHAs are not solved.
 * @param url the address asked for, for the error
 * @throws ChallengeError
 */
export async function takeSnapshotBehindChallenge(
	opened: OpenPage,
	url: string,
): Promise<PageSnapshot> {
	const first = await takeSnapshot(opened.page);
	let challenge = await detectChallenge(first);
	if (challenge === undefined) return first;
	const waitMs = challenge.resolvesItself ? SELF_RESOLVING_WAIT_MS : STUBBORN_WAIT_MS;
	const deadlineMs = Date.now() + waitMs;
	while (Date.now() < deadlineMs) {
		await delay(POLL_INTERVAL_MS, undefined, { signal: opened.signal });
		await opened.settle();
		const snapshot = await takeSnapshot(opened.page);
		const latest = await detectChallenge(snapshot);
		if (latest === undefined) return snapshot;
		challenge = latest;
	}
	throw new ChallengeError(url, challenge);
}
