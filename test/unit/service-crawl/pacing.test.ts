import {
	decideHostDelay,
	isPrivateHost,
	createHostPacing,
	createSitePacing,
} from '../../../service/src/crawl/run/pacing.ts';
import { createRobotsFiles } from '../../../service/src/crawl/scope/robots.ts';

describe('the pause between two requests to a host', () => {
	it.each<[string, Parameters<typeof decideHostDelay>, number]>([
		['is 250 ms for a public host', ['example.com', undefined, undefined], 250],
		['is 250 ms for a public address', ['93.184.215.14', undefined, undefined], 250],
		['is nothing on this machine', ['127.0.0.1', undefined, undefined], 0],
		['is nothing for localhost', ['localhost', undefined, undefined], 0],
		['is nothing for ::1', ['[::1]', undefined, undefined], 0],
		['is nothing on a private network', ['192.168.1.20', undefined, undefined], 0],
		['is what the setting says', ['example.com', 40, undefined], 40],
		['is what the setting says on this machine, too', ['127.0.0.1', 40, undefined], 40],
		['grows to the crawl delay', ['example.com', undefined, 2000], 2000],
		['is not shortened by a crawl delay', ['example.com', 500, 100], 500],
		['is ten seconds at most', ['example.com', undefined, 3_600_000], 10_000],
	])('%s', (_label, values, expected) => {
		expect(decideHostDelay(...values)).toBe(expected);
	});

	it('takes names for public, since they may lead anywhere', () => {
		expect(isPrivateHost('intranet')).toBe(false);
		expect(isPrivateHost('shop.localhost')).toBe(true);
	});
});

describe('host pacing', () => {
	it('spaces the starts of requests to one host and leaves the others alone', () => {
		const pacing = createHostPacing(() => ({ delayMs: 250, maxConcurrent: 4 }));
		pacing.start('a', 1000);

		expect(pacing.readyAtMs('a')).toBe(1250);
		expect(pacing.readyAtMs('b')).toBe(0);
	});

	it('spaces them out over all crawls of the host, each with requests of its own', () => {
		const nextStartsMs = new Map<string, number>();
		const pace = () => ({ delayMs: 250, maxConcurrent: 1 });
		const [one, other] = [
			createHostPacing(pace, nextStartsMs),
			createHostPacing(pace, nextStartsMs),
		];
		one.start('a', 1000);

		expect(other.readyAtMs('a')).toBe(1250);
		expect(other.capacity('a', 1250)).toBe(1);
	});

	it('holds a host back while it has as many requests as it may', () => {
		const pacing = createHostPacing(() => ({ delayMs: 0, maxConcurrent: 2 }));
		pacing.start('a', 1000);
		pacing.start('a', 1000);
		const whenFull = pacing.readyAtMs('a');
		pacing.end('a');

		expect(whenFull).toBe(Infinity);
		expect(pacing.readyAtMs('a')).toBe(1000);
	});

	it('tells how many requests may start at once: one where they are spaced out', () => {
		const spaced = createHostPacing(() => ({ delayMs: 250, maxConcurrent: 4 }));
		const free = createHostPacing(() => ({ delayMs: 0, maxConcurrent: 4 }));
		free.start('a', 1000);

		expect([spaced.capacity('a', 1000), free.capacity('a', 1000)]).toEqual([1, 3]);
		spaced.start('a', 1000);
		expect([spaced.capacity('a', 1000), spaced.capacity('a', 1250)]).toEqual([0, 1]);
	});

	it('lets a host rest that asked for it', () => {
		const pacing = createHostPacing(() => ({ delayMs: 0, maxConcurrent: 2 }));
		pacing.pauseUntil('a', 5000);

		expect(pacing.readyAtMs('a')).toBe(5000);
	});

	it('sends one request at a time to a host with a crawl delay', async () => {
		const robots = createRobotsFiles();
		const pacing = createSitePacing({ delayMs: undefined, robots });
		const origin = 'http://127.0.0.1:8080';
		pacing.start(origin, 0);
		const before = pacing.readyAtMs(origin);
		await robots.rulesFor(origin, async () => ({
			status: 200,
			text: 'User-agent: *\nCrawl-delay: 1',
		}));

		expect(before).toBe(0);
		expect(pacing.readyAtMs(origin)).toBe(Infinity);
	});
});
