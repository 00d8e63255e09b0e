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

test('an abort ends a sleep early, without an error', async () => {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), 20);
	const ms = await elapsedMs(async () => await systemClock.sleep(30_000, controller.signal));
	expect(ms).toBeLessThan(4_000);
});

describe('with timers that never fire', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		// In this order: a spy that is taken off later puts back the timer it was on.
		jest.restoreAllMocks();
		jest.useRealTimers();
	});

	test.each([0, -5])('it does not begin a sleep of %i ms', async (milliseconds) => {
		await systemClock.sleep(milliseconds);
		expect(jest.getTimerCount()).toBe(0);
	});

	test('it sleeps in slices of a second, because older versions of n8n do not end a sleep early', async () => {
		const slices = jest.spyOn(globalThis, 'setTimeout');
		const sleep = systemClock.sleep(2_500);
		await jest.advanceTimersByTimeAsync(2_500);
		await sleep;
		expect(slices.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([1_000, 1_000, 500]);
	});

	test('it does not begin a sleep after an abort', async () => {
		await systemClock.sleep(30_000, AbortSignal.abort());
		expect(jest.getTimerCount()).toBe(0);
	});
});
