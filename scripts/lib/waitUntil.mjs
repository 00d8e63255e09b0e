import { setTimeout as sleep } from 'node:timers/promises';

const DEFAULT_INTERVAL_MS = 200;

/**
 * Asks again and again until the answer is something.
 *
 * @template T
 * @param {() => Promise<T | undefined>} ask
 * @param {{ timeoutMs: number, intervalMs?: number | ((waitedMs: number) => number), onTimeout: () => Error }} limit
 * `intervalMs` may depend on how long has been waited. Default: 200.
 * @returns {Promise<T>} The first answer that is not `undefined`.
 */
export async function waitUntil(ask, { timeoutMs, intervalMs = DEFAULT_INTERVAL_MS, onTimeout }) {
	const startedAt = Date.now();
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) {
			return answer;
		}
		const waitedMs = Date.now() - startedAt;
		if (waitedMs >= timeoutMs) {
			throw onTimeout();
		}
		await sleep(typeof intervalMs === 'number' ? intervalMs : intervalMs(waitedMs));
	}
}
