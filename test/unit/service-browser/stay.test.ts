import { PagePlaces } from '../../../service/src/browser/page/stay';
import { inTurnOf } from '../../../service/src/turns/turn';

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

describe('Pages that the network keeps waiting without end', () => {
	const NO_ANSWER = new Promise<never>(() => undefined);

	/** @returns closes them */
	function openSlowPages(places: PagePlaces, asker: string, count: number, isBulk = false) {
		const closing = new AbortController();
		const closed = new Promise((_resolve, reject) => {
			closing.signal.addEventListener('abort', () => reject(new Error('closed')));
		});
		closed.catch(() => undefined);
		for (let page = 0; page < count; page += 1) {
			const open = () =>
				places.host(closing.signal, (stay) =>
					stay.waitForNetwork(() => Promise.race([NO_ANSWER, closed])),
				);
			inTurnOf({ asker, group: `${asker} ${page}`, isBulk }, open).catch(() => undefined);
		}
		return () => closing.abort(new Error('closed'));
	}

	/** Whether a page that takes no time is read at once. */
	async function isReadAtOnce(places: PagePlaces, asker: string, isBulk = false) {
		let isRead = false;
		const read = async () => {
			isRead = true;
		};
		void inTurnOf({ asker, group: 'single', isBulk }, () => places.host(NOBODY_LEAVES, read));
		await jest.advanceTimersByTimeAsync(0);
		return isRead;
	}

	/** Long enough for all of them to leave their places that may. */
	const settle = () => jest.advanceTimersByTimeAsync(600_000);

	it.each([1, 2, 4, 32])('leave one of %s places to other keys', async (count) => {
		const places = new PagePlaces(count);
		for (const asker of ['a', 'b', 'c']) {
			openSlowPages(places, asker, count * 20);
			await settle();
			expect(await isReadAtOnce(places, 'other')).toBe(true);
			expect(await isReadAtOnce(places, 'another', true)).toBe(true);
		}
	});

	it('leave a place to single pages of the same key when they are those of a crawl', async () => {
		const places = new PagePlaces(4);
		openSlowPages(places, 'a', 60, true);
		openSlowPages(places, 'a', 5);
		await settle();
		expect(await isReadAtOnce(places, 'a')).toBe(true);
	});

	it('are all closed in the end, and then a key has all places', async () => {
		const places = new PagePlaces(2);
		const closers = ['a', 'b'].map((asker) => openSlowPages(places, asker, 20));
		await settle();
		for (const close of closers) close();
		await settle();
		expect(places.count()).toEqual({ open: 0, waiting: 0 });
		openSlowPages(places, 'a', 2);
		expect(places.count()).toEqual({ open: 2, waiting: 0 });
	});

	it('of many keys leave their places as soon as others are closed', async () => {
		const places = new PagePlaces(1);
		const closeFirst = openSlowPages(places, 'a', 20);
		await settle();
		for (const asker of ['b', 'c', 'd', 'e']) {
			openSlowPages(places, asker, 20);
			await settle();
		}
		expect(await isReadAtOnce(places, 'other')).toBe(false);
		closeFirst();
		await settle();
		expect(await isReadAtOnce(places, 'another')).toBe(true);
	});

	it('whose answers are under way make way for a key that has less, and for nobody before that', async () => {
		const places = new PagePlaces(1);
		const isArriving = () => true;
		const open = (asker: string) =>
			void inTurnOf({ asker, group: asker, isBulk: false }, () =>
				places.host(NOBODY_LEAVES, (stay) => stay.waitForNetwork(() => NO_ANSWER, isArriving)),
			);
		open('a');
		await jest.advanceTimersByTimeAsync(1000);
		open('b');
		await jest.advanceTimersByTimeAsync(300);
		expect(places.count()).toEqual({ open: 2, waiting: 0 });
		expect(await isReadAtOnce(places, 'other')).toBe(false);
		await jest.advanceTimersByTimeAsync(300);
		expect(places.count()).toEqual({ open: 2, waiting: 0 });
	});

	it('count as pages of their key, whose next one waits behind those of others', async () => {
		const places = new PagePlaces(1);
		openSlowPages(places, 'a', 2);
		await jest.advanceTimersByTimeAsync(3000);
		openSlowPages(places, 'a', 1);
		const order: string[] = [];
		const read = (asker: string) => () => places.host(NOBODY_LEAVES, async () => order.push(asker));
		for (const asker of ['a', 'other'])
			void inTurnOf({ asker, group: `${asker} quick`, isBulk: false }, read(asker));
		await settle();
		expect(order).toEqual(['other', 'a']);
	});
});
