import { setTimeout as sleep } from 'node:timers/promises';

const DEFAULT_INTERVAL_MS = 200;

/**
 * Asks again and again until the answer is something.
 *
 * @template T
 * @param {() => Promise<T | undefined>} ask
 * @param {{ timeoutMs: number, intervalMs?: number, onTimeout: () => Error }} limit Default interval: 200 ms.
 * @returns {Promise<T>} The first answer that is not `undefined`.
 */
export async function waitUntil(ask, { timeoutMs, intervalMs = DEFAULT_INTERVAL_MS, onTimeout }) {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) {
			return answer;
		}
		if (Date.now() >= deadline) {
			throw onTimeout();
		}
		await sleep(intervalMs);
	}
}
