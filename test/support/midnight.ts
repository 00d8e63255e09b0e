import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a test file takes on a slow machine. */
const MARGIN_MS = 3 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Waits until midnight is over where it is near, here or in UTC: for tests of what happened today. */
export async function untilMidnightIsOver(): Promise<void> {
	const now = new Date();
	const offsets = [0, now.getTimezoneOffset() * 60_000];
	const left = offsets.map((offset) => DAY_MS - ((now.getTime() - offset + DAY_MS) % DAY_MS));
	const waitMs = Math.max(0, ...left.filter((leftMs) => leftMs < MARGIN_MS));
	if (waitMs > 0) await sleep(waitMs + 1_000);
}
