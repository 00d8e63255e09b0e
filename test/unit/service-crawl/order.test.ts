import { CrawlState } from '../../../service/src/crawl/state/crawlState.ts';
import { NoveltyMeter } from '../../../service/src/crawl/order/novelty.ts';
import { readLines } from '../../../service/src/crawl/order/wordsOfPage.ts';
import { isMalformed, sketchAddress } from '../../../service/src/crawl/scope/malformed.ts';

const SITE = 'https://example.com';
const MOST = 50;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/**
 * A site: the Markdown of each path, its links as `[text](path)`; other paths are missing.
 * @param count how many requests there were before
 */
type Site = (path: string, count: number) => string | undefined;

/** The paths that a crawl of a site reads, in order, one page at a time. */
function crawlPaths(site: Site, from = '/'): string[] {
	const state = new CrawlState({ baseUrl: SITE + from, maxPages: MOST, crawlEntireDomain: true });
	const novelty = new NoveltyMeter();
	const paths: string[] = [];
	for (;;) {
		const page = state.take(() => true);
		if (page === undefined) return paths;
		const path = page.requestUrl.replace(SITE, '');
		const markdown = site(path, paths.length);
		if (markdown === undefined) {
			state.end(page, 'failed');
			continue;
		}
		paths.push(path);
		const found = Array.from(
			markdown.matchAll(/(?<!!)\[[^\]]*\]\(([^)]+)\)/g),
			([, link]) => SITE + link,
		);
		const links = found.filter((url) => state.judgeLink(page, url) === 'open');
		const news = novelty.measure(readLines(markdown), page.course);
		state.offerLinks(page, links);
		state.end(page, 'success', links, { news });
	}
}

const listLinks = (paths: string[]) => paths.map((path) => `- [${path}](${path})`).join('\n');

/** Words that no other page has. */
const words = (n: number) => [7, 11, 13].map((base) => `w${(n * base).toString(26)}`).join(' ');

/** A hub with links to all of the pages. */
const hub = (paths: string[], toText: (n: number) => string): Site => {
	return (path) => (path === '/' ? listLinks(paths) : toText(paths.indexOf(path) + 1));
};

/** Pages that lead to the next one, up to a last. */
const chain = (
	toPath: (n: number) => string,
	toText: (n: number, count: number) => string,
	last = Infinity,
): Site => {
	return (path, count) => {
		const n = path === '/' ? 0 : (numbers(MOST).find((count) => toPath(count) === path) ?? 0);
		return `${toText(n, count)}\n\n${n < last ? `[next](${toPath(n + 1)})` : ''}`;
	};
};

describe('a crawl reads all', () => {
	it.each([
		['numbered posts', (n: number) => `/archives/${99 + n}`],
		['pages named by a parameter', (n: number) => `/index.php?option=content&view=article&id=${n}`],
		['posts by date', (n: number) => `/2026/01/${n}`],
		['lists in other orders', (n: number) => `/list?sort=field${n}`],
		['pages by many parameters', (n: number) => `/x?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&id=${n}`],
	])('%s that one page leads to', (_label, toPath) => {
		const paths = numbers(25).map(toPath);

		expect(crawlPaths(hub(paths, (n) => `# Post ${n}`)).toSorted()).toEqual(
			['/', ...paths].toSorted(),
		);
	});

	it.each([
		['a parameter', (n: number) => `/list?page=${n}`],
		['a path', (n: number) => `/list/page/${n}`],
		['a number alone', (n: number) => `/counter/${n}`],
		['a date', (n: number) => `/calendar?month=${n}`],
	])(
		'pages behind "next" that differ in %s, while their texts or images differ',
		(_label, toPath) => {
			expect(crawlPaths(chain(toPath, words, 30))).toHaveLength(31);
			expect(crawlPaths(chain(toPath, (n) => `![strip](/img/${n}.png)`, 30))).toHaveLength(31);
		},
	);

	/** A whole number below `most` that follows from no other. */
	const figure = (n: number, at: number, most: number) =>
		Math.floor(Math.abs(Math.sin(n * 12.9898 + at * 78.233)) * 1e6) % most;

	it.each([
		[
			'prices',
			(n: number, at: number) => `| Oak | ${figure(n, at, 90)}.${10 + figure(n, at + 5, 90)} |`,
		],
		[
			'results',
			(n: number, at: number) => `- Oak – Elm ${figure(n, at, 120)}:${figure(n, at + 7, 90)}`,
		],
		['codes', (n: number, at: number) => `- AX${figure(n, at, 90_000)}B`],
		[
			'people',
			(n: number, at: number) => `- Ulm ${1 + figure(n, at, 90)},${100 + figure(n, at + 3, 900)}`,
		],
	])('pages behind "next" that differ in their figures alone: %s', (_label, toLine) => {
		const text = (n: number) => `# Table\n\n${[1, 2, 3].map((at) => toLine(n, at)).join('\n')}`;
		expect(crawlPaths(chain((n) => `/table/${n}`, text, 30))).toHaveLength(31);
		expect(crawlPaths(chain((n) => `/day?date=2026-01-${n}`, text, 30))).toHaveLength(31);
	});

	const day = (n: number) => new Date(Date.UTC(2026, 10, 25 - n)).toISOString().slice(0, 10);

	it.each([
		['in the path', (n: number) => `/${day(n).replaceAll('-', '/')}`],
		['in a name', (n: number) => `/log/${day(n)}.html`],
		['in a parameter', (n: number) => `/show?d=${day(n).replaceAll('-', '')}`],
		['in the text alone', (n: number) => `/fixing/${n}`],
	])('pages of days that differ in one figure, with the day %s', (_label, toPath) => {
		const rate = (n: number) => `# Fixing of ${day(n)}\n\n1 EUR = 1.${figure(n, 1, 9000)} USD`;
		const level = (n: number) => `# Level\n\n${day(n)}\n\n| Rhine | ${figure(n, 2, 700)} cm |`;
		for (const toText of [rate, level]) {
			expect(crawlPaths(chain(toPath, toText, 30))).toHaveLength(31);
		}
	});

	it('pages of days with a figure of their own and another that each request changes', () => {
		const toText = (n: number, count: number) =>
			`# ${day(n)}\n\n1 EUR = 1.${figure(n, 1, 9000)} USD\n\nPopularity: ${figure(count, 2, 900)}`;
		const site = chain((n) => `/${day(n).replaceAll('-', '/')}`, toText, 30);

		expect(crawlPaths(site)).toHaveLength(31);
	});

	it('pages of a list that lead to others, though they say nothing themselves', () => {
		const site: Site = (path) => {
			const post = /^\/post\/(\d+)$/.exec(path);
			if (post !== null) return `# Post ${post[1]}\n\n${words(Number(post[1]))}`;
			const n = path === '/' ? 0 : Number(/\d+$/.exec(path)?.[0]);
			return `[/post/${n}](/post/${n}) ${n < 20 ? `[next](/?page=${n + 1})` : ''}`;
		};

		expect(crawlPaths(site)).toHaveLength(42);
	});
});

describe('a crawl leaves after some pages', () => {
	const date = (n: number) => new Date(Date.UTC(2026, n, 1));
	const iso = (n: number) => date(n).toISOString().slice(0, 10);
	const named = (n: number) =>
		date(n).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

	it.each([
		['a counter', (n: number) => `/counter?n=${n}`, (n: number) => `# Counter ${n}`],
		['a counter in the path', (n: number) => `/counter/${n}`, (n: number) => `# Counter ${n}`],
		[
			'what grows from page to page',
			(n: number) => `/rows?n=${n}`,
			(n: number) =>
				`${n * 10} to ${n * 10 + 9} of ${n}00\n\nIn ${24 * n} hours\n\nBefore ${n - 1}`,
		],
		[
			'weeks of a year',
			(n: number) => `/weeks?n=${n}`,
			(n: number) =>
				[1, 2, 3, 4].map((week) => `| ${n * 4 + week} | ${week} | ${week + 1} |`).join('\n'),
		],
		['empty pages with numbers in the path', (n: number) => `/empty/${n}`, () => ''],
		[
			'a counter that talks',
			(n: number) => `/counter?n=${n}`,
			(n: number) => `# Counter ${n}\n\nThis page is about counter ${n}.`,
		],
		[
			'months without events',
			(n: number) => `/events?m=${n}`,
			(n: number) =>
				`# ${named(n)}\n\n| Mon | Tue |\n| --- | --- |\n| 1 | 2 |\n\nNo events in ${named(n)}.`,
		],
		['empty pages', (n: number) => `/empty?n=${n}`, () => ''],
		[
			'days with the number of their week',
			(n: number) => `/day?date=2026-${n}-1`,
			(n: number) => `# ${iso(n)}\n\nWeek ${Math.floor(n / 2)}\n\nNo events.`,
		],
	])('%s', (_label, toPath, toText) => {
		const { length } = crawlPaths(chain(toPath, toText));

		expect(length).toBeGreaterThanOrEqual(8);
		expect(length).toBeLessThanOrEqual(12);
	});

	it('a calendar of months and days, once the days of some months said nothing', () => {
		const site: Site = (path) => {
			const [, month = '1', day] = /^\/cal\/(\d+)(?:\/(\d+))?$/.exec(path) ?? [];
			if (day !== undefined) return `# ${iso(Number(month))}\n\nNo events.`;
			const days = numbers(28).map((n) => `/cal/${month}/${n}`);
			return `# ${iso(Number(month))}\n\n${listLinks([...days, `/cal/${Number(month) + 1}`])}`;
		};

		expect(crawlPaths(site).length).toBeLessThan(MOST);
	});

	it('filters that can be combined', () => {
		const site: Site = (path) => {
			const names = [...new URL(path, SITE).searchParams.keys()];
			const more = numbers(8)
				.map((n) => `f${n}`)
				.filter((name) => !names.includes(name));
			const queries = more.map((name) =>
				[...names, name]
					.sort()
					.map((f) => `${f}=1`)
					.join('&'),
			);
			return ['# Chairs', 'Oak chair', ...queries.map((query) => `[filter](/?${query})`)].join(
				'\n',
			);
		};

		expect(crawlPaths(site).length).toBeLessThan(30);
	});
});

/** A page of words that no other has. */
const post = (path: string) =>
	`# ${path}\n\n${numbers(6)
		.map((n) => words(n + 97 * Number(/\d+$/.exec(path)?.[0])))
		.join(' ')}`;

test('pages whose figures may be those of each response come after all others', () => {
	const posts = numbers(9).map((n) => `/post-${n}`);
	const paths = crawlPaths((path, count) => {
		if (path === '/') return listLinks(['/rows/1', ...posts]);
		const n = Number(/^\/rows\/(\d+)/.exec(path)?.[1]);
		if (Number.isNaN(n)) return post(path);
		return `Nothing. ${(count * 7919) % 997} ms, ${(count * 31) % 89} queries\n\n[next](/rows/${n + 1})`;
	});

	expect(paths.indexOf('/rows/4')).toBeGreaterThan(posts.length);
	expect(paths).toEqual(expect.arrayContaining(posts));
});

test('a calendar waits behind other pages, and what happens in it is found', () => {
	const events = (path: string) => {
		const n = Number(/\d+$/.exec(path)?.[0]);
		return `# Month ${n}\n\n${n === 6 ? '[The fair](/fair)' : ''} [next](/calendar?month=${n + 1})`;
	};
	const posts = numbers(9).map((n) => `/post-${n}`);
	const paths = crawlPaths((path) => {
		if (path === '/') return listLinks(['/calendar?month=1', ...posts]);
		return path.startsWith('/calendar') ? events(path) : post(path);
	});

	expect(paths.slice(0, 13)).toEqual(expect.arrayContaining(['/', ...posts]));
	expect(paths).toContain('/fair');
	expect(paths.length).toBeLessThan(30);
});

describe('an address', () => {
	it.each([
		['a path that repeats a segment', '/a/a/a'],
		['a path that repeats a stretch', '/x/a/b/a/b/a/b'],
		['a path of many segments', `/${numbers(21).join('/x')}`],
		['a very long address', `/${'a'.repeat(2001)}`],
	])('is malformed: %s', (_label, path) => {
		expect(isMalformed(SITE + path)).toBe(true);
	});

	it.each([
		['a segment that comes twice', '/a/a/b'],
		['numbers that come thrice', '/verse/1/1/1'],
		['segments that only begin alike', '/page/page1/page12'],
		['a dated post', '/2026/11/21/title'],
		['a few parameters', '/list?page=2&size=10'],
	])('is not: %s', (_label, path) => {
		expect(isMalformed(SITE + path)).toBe(false);
	});

	it.each([
		['/archives/100', '/archives/…'],
		['/counter?n=8&x=1', '/counter?n=…'],
		['/a/b/c', '/a/b/c'],
	])('%s is named as %s', (path, sketch) => {
		expect(sketchAddress(SITE + path)).toBe(sketch);
	});
});
