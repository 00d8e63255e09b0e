import { PagePlaces } from '../../../service/src/browser/stay';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const NOBODY_LEAVES = new AbortController().signal;

/** A visit that crashes in the middle of work which answers only when the test says so. */
async function crashDuringWork(places: PagePlaces, crashAfterMs: number): Promise<() => void> {
	const work = Promise.withResolvers<void>();
	const crash = Promise.withResolvers<never>();
	const visit = places.host(NOBODY_LEAVES, async (stay) => {
		const waiting = stay.waitForNetwork(() => work.promise);
		waiting.catch(() => undefined);
		return Promise.race([waiting, crash.promise]);
	});
	const outcome = visit.catch((error: unknown) => error);
	await jest.advanceTimersByTimeAsync(crashAfterMs);
	crash.reject(new Error('crashed'));
	expect(await outcome).toEqual(new Error('crashed'));
	return work.resolve;
}

describe('A page that crashes', () => {
	it.each([
		['in its place', 500],
		['while it is away', 4000],
	])('%s keeps none, whenever its work ends', async (_when, crashAfterMs) => {
		const places = new PagePlaces(1);
		const endWork = await crashDuringWork(places, crashAfterMs);
		expect(places.count()).toEqual({ open: 0, waiting: 0 });

		await jest.advanceTimersByTimeAsync(10_000);
		endWork();
		await jest.advanceTimersByTimeAsync(10_000);
		expect(places.count()).toEqual({ open: 0, waiting: 0 });
		await expect(places.host(NOBODY_LEAVES, async () => 'next')).resolves.toBe('next');
	});

	it('while it waits to come back keeps none', async () => {
		const places = new PagePlaces(1);
		const crash = Promise.withResolvers<never>();
		const visit = places.host(NOBODY_LEAVES, async (stay) => {
			const work = new Promise((resolve) => setTimeout(resolve, 5000));
			const waiting = stay.waitForNetwork(() => work);
			waiting.catch(() => undefined);
			return Promise.race([waiting, crash.promise]);
		});
		const outcome = visit.catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(4000);
		const other = Promise.withResolvers<void>();
		const holding = places.host(NOBODY_LEAVES, () => other.promise);
		await jest.advanceTimersByTimeAsync(2000);
		expect(places.count()).toEqual({ open: 2, waiting: 1 });

		crash.reject(new Error('crashed'));
		expect(await outcome).toEqual(new Error('crashed'));
		other.resolve();
		await holding;
		await jest.advanceTimersByTimeAsync(0);
		expect(places.count()).toEqual({ open: 0, waiting: 0 });
	});
});
