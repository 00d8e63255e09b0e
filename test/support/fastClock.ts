import { systemClock } from '../../nodes/shared/transport/clock';

/** How many times faster the package's time passes than the time of the real servers. */
const FACTOR = 100;

/** Lets the package's waits pass 100 times faster, for tests with real HTTP. Undone by jest. */
export function speedUpSystemClock(): void {
	const { now, sleep } = systemClock;
	const startMs = now();
	jest.spyOn(systemClock, 'now').mockImplementation(() => startMs + (now() - startMs) * FACTOR);
	jest
		.spyOn(systemClock, 'sleep')
		.mockImplementation(async (milliseconds, signal) => await sleep(milliseconds / FACTOR, signal));
}
