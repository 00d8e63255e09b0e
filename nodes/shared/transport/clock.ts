import { sleep } from 'n8n-workflow';

/** Time as the package sees it, so that schedules can be tested without waiting. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number;
	/** Waits, or returns at once when the signal aborts. Never rejects. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/**
 * n8n before 2.31 ignores the signal given to `sleep`: short slices let an abort be noticed there
 * too, within this time.
 */
const SLICE_MS = 1_000;

export const systemClock: Clock = {
	now: () => Date.now(),
	async sleep(milliseconds, signal) {
		const endMs = Date.now() + milliseconds;
		let leftMs = milliseconds;
		while (leftMs > 0 && signal?.aborted !== true) {
			await sleep(Math.min(leftMs, SLICE_MS), signal).catch(() => undefined);
			leftMs = endMs - Date.now();
		}
	},
};
