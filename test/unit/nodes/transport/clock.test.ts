import { systemClock } from '../../../../nodes/shared/transport/clock';

async function elapsedMs(work: () => Promise<void>): Promise<number> {
	const beganMs = performance.now();
	await work();
	return performance.now() - beganMs;
}

test('the clock of the system tells the time', () => {
	expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
});

test('it sleeps as long as it is told', async () => {
	expect(await elapsedMs(async () => await systemClock.sleep(50))).toBeGreaterThanOrEqual(45);
});

test.each([0, -5])('it does not sleep for %i ms', async (milliseconds) => {
	expect(await elapsedMs(async () => await systemClock.sleep(milliseconds))).toBeLessThan(40);
});

test('an abort ends a sleep at once, without an error', async () => {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), 20);
	const ms = await elapsedMs(async () => await systemClock.sleep(30_000, controller.signal));
	expect(ms).toBeLessThan(1_000);
});

test('it does not begin a sleep after an abort', async () => {
	const aborted = AbortSignal.abort();
	expect(await elapsedMs(async () => await systemClock.sleep(30_000, aborted))).toBeLessThan(40);
});
