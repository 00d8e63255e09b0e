import type { Clock } from '../transport/clock';

/**
 * Waits until the first of some calls has ended, a moment has come, or the signal aborts.
 * @param until.momentMs milliseconds since the Unix epoch; undefined for none
 */
export async function nextEvent(
	calls: Iterable<Promise<void>>,
	{
		clock,
		signal,
		momentMs,
	}: { clock: Clock; signal: AbortSignal | undefined; momentMs: number | undefined },
): Promise<void> {
	const wake = new AbortController();
	const waits: Array<Promise<void>> = [...calls];
	const sleepSignal = signal ? AbortSignal.any([signal, wake.signal]) : wake.signal;
	if (momentMs !== undefined) {
		waits.push(clock.sleep(Math.max(0, momentMs - clock.now()), sleepSignal));
	}
	if (signal) waits.push(whenAborted(signal, wake.signal));
	await Promise.race(waits);
	wake.abort();
}

/** Settles when the signal aborts; the listener leaves with the other signal. */
async function whenAborted(signal: AbortSignal, release: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true, signal: release });
	});
}
