import { createLocalPace, decideHostLimits } from '../../../service/src/crawl/load/pace.ts';

describe('the pause between two requests to a host', () => {
	it.each<[string, Parameters<typeof decideHostLimits>, number]>([
		['is 250 ms for a public host', ['https://example.com', undefined, undefined], 250],
		['is 250 ms for a public address', ['https://93.184.215.14', undefined, undefined], 250],
		['is 250 ms for a name that may lead anywhere', ['http://intranet', undefined], 250],
		['is nothing on this machine', ['http://127.0.0.1:80', undefined, undefined], 0],
		['is nothing for localhost', ['http://localhost', undefined, undefined], 0],
		['is nothing for shop.localhost', ['http://shop.localhost', undefined, undefined], 0],
		['is nothing for ::1', ['http://[::1]:8080', undefined, undefined], 0],
		['is nothing on a private network', ['http://192.168.1.20', undefined, undefined], 0],
		['is what the setting says', ['https://example.com', 40, undefined], 40],
		['is what the setting says on this machine, too', ['http://127.0.0.1', 40, undefined], 40],
		['grows to the crawl delay', ['https://example.com', undefined, 2000], 2000],
		['is not shortened by a crawl delay', ['https://example.com', 500, 100], 500],
		['is ten seconds at most', ['https://example.com', undefined, 3_600_000], 10_000],
	])('%s', (_label, values, expected) => {
		expect(decideHostLimits(...values).delayMs).toBe(expected);
	});

	it.each<[string, Parameters<typeof decideHostLimits>, number]>([
		['four to a public host', ['https://example.com', undefined], 4],
		['as many as there are tabs to a private one', ['http://127.0.0.1', undefined], Infinity],
		['one where a crawl delay is asked for', ['http://127.0.0.1', undefined, 1], 1],
	])('comes with requests at a time: %s', (_label, values, expected) => {
		expect(decideHostLimits(...values).maxConcurrent).toBe(expected);
	});
});

describe('the pace of the crawls of a process', () => {
	beforeEach(() => void jest.useFakeTimers({ now: 1_000 }));
	afterEach(() => void jest.useRealTimers());

	it('gives each request to a host its turn, and leaves other hosts alone', async () => {
		const pace = createLocalPace();
		const waits = [await pace.reserve('a', 250), await pace.reserve('a', 250)];

		expect([...waits, await pace.reserve('a', 250)]).toEqual([0, 250, 500]);
		expect(await pace.reserve('b', 250)).toBe(0);
	});

	it('lets a host rest that asked for it', async () => {
		const pace = createLocalPace();
		await pace.pause('a', 1500);

		expect([await pace.reserve('a', 0), await pace.reserve('a', 0)]).toEqual([1500, 1500]);
	});

	it('shortens no wait by a rest', async () => {
		const pace = createLocalPace();
		await pace.reserve('a', 2000);
		await pace.pause('a', 1500);

		expect(await pace.reserve('a', 2000)).toBe(2000);
	});
});
