import { systemClock } from '../../nodes/shared/transport/clock';

/** How many times shorter the package's waits are than they say. */
const FACTOR = 100;

/**
 * Shortens the package's waits, for tests with real HTTP. Its time passes by these waits alone: however
 * long a request takes on a busy machine, no limit of the package runs out by it. Undone by jest.
 */
export function speedUpSystemClock(): void {
	const { now, sleep } = systemClock;
	let nowMs = now();
	jest.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		const wakeAtMs = nowMs + milliseconds;
		await sleep(milliseconds / FACTOR, signal);
		if (signal?.aborted !== true) nowMs = Math.max(nowMs, wakeAtMs);
	});
}
