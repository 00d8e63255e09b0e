import { createTrapGuard } from '../../../service/src/crawl/scope/traps.ts';

const SITE = 'https://example.com';

/** How many of the addresses may be followed, each found on the one before. */
function followChain(paths: readonly string[]): number {
	const admit = createTrapGuard();
	const trail: string[] = [];
	for (const path of paths) {
		const address = SITE + path;
		if (!admit(address, trail)) break;
		trail.push(address);
	}
	return trail.length;
}

/** How many of the addresses may be followed, all found on the home page. */
function followAll(paths: readonly string[]): number {
	const admit = createTrapGuard();
	return paths.filter((path) => admit(SITE + path, [SITE])).length;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the trap guard', () => {
	it.each([
		['a path that repeats a segment', '/a/a/a'],
		['a path that repeats a stretch', '/x/a/b/a/b/a/b'],
		['a path of many segments', `/${numbers(21).join('/x')}`],
		['a very long address', `/${'a'.repeat(2001)}`],
		[
			'a long list of parameters',
			`/?${numbers(9)
				.map((n) => `p${n}=1`)
				.join('&')}`,
		],
	])('refuses %s', (_label, path) => {
		expect(followAll([path])).toBe(0);
	});

	it.each([
		['a segment that comes twice', '/a/a/b'],
		['segments that only begin alike', '/page/page1/page12'],
		['a dated post', '/2026/11/21/title'],
		['a few parameters', '/list?page=2&size=10'],
	])('lets %s pass', (_label, path) => {
		expect(followAll([path])).toBe(1);
	});

	it.each([
		['months of a calendar', (n: number) => `/calendar?year=2026&month=${n}`],
		['days of a calendar', (n: number) => `/calendar/2026/1/${n}`],
		['archive days', (n: number) => `/2026/01/${n}`],
		['orders of a list', (n: number) => `/list?sort=field${n}`],
		['filters of a list', (n: number) => `/list?filter[colour]=${n}`],
	])('follows only a few %s', (_label, toPath) => {
		expect(followAll(numbers(28).map(toPath))).toBe(8);
	});

	it.each([
		['numbered pages', (n: number) => `/product/${n}`],
		['pages named by a parameter', (n: number) => `/product?id=${n}`],
		['dated posts', (n: number) => `/2026/01/${n}/title-${n}`],
	])('follows all %s', (_label, toPath) => {
		expect(followAll(numbers(100).map(toPath))).toBe(100);
	});

	it('gives up a chain of pages that differ in a parameter and lead only to the next', () => {
		expect(followChain(numbers(100).map((n) => `/counter?n=${n}`))).toBe(10);
	});

	it('follows a chain of chapters to its end', () => {
		expect(followChain(numbers(60).map((n) => `/chapter/${n}`))).toBe(60);
	});

	it('follows only some combinations of filters', () => {
		const combinations = numbers(255).map((bits) => {
			const names = numbers(8).filter((bit) => (bits >> (bit - 1)) & 1);
			return `/list?${names.map((name) => `f${name}=1`).join('&')}`;
		});

		expect(followAll(combinations)).toBe(12);
	});
});
