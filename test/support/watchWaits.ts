import { setTimeout as sleep } from 'node:timers/promises';

/** Each request takes processor time from what is watched. */
const ASK_INTERVAL_MS = 100;

/**
 * Asks a service again and again, to see how long it takes to answer while it does other things.
 * @param ask sends one request
 * @returns ends that; what it returns describes the waits
 */
export function watchWaits(ask: () => Promise<unknown>): () => Promise<string> {
	const waits: number[] = [];
	let isWatching = true;
	const watching = (async () => {
		while (isWatching) {
			const startMs = performance.now();
			await ask();
			waits.push(performance.now() - startMs);
			await sleep(ASK_INTERVAL_MS);
		}
	})();
	return async () => {
		isWatching = false;
		await watching;
		const sorted = waits.toSorted((one, other) => one - other);
		const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
		return `${waits.length} requests, median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`;
	};
}
