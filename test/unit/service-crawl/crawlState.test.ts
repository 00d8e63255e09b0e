import { NoveltyMeter } from '../../../service/src/crawl/order/novelty.ts';
import { readLines } from '../../../service/src/crawl/order/wordsOfPage.ts';
import type { CrawlBounds } from '../../../service/src/crawl/state/crawlBounds.ts';
import { CrawlState } from '../../../service/src/crawl/state/crawlState.ts';
import type { FoundPage } from '../../../service/src/crawl/state/foundPage.ts';
import type { CrawlStep } from '../../../service/src/db/crawlPages.ts';

const SITE = 'https://example.com';

const start = (bounds: Partial<CrawlBounds> = {}, steps: CrawlStep[] = []) =>
	new CrawlState({ baseUrl: `${SITE}/`, maxPages: 50, ...bounds }, steps);

function take(state: CrawlState): FoundPage {
	const entry = state.take(() => true);
	if (entry === undefined) throw new Error('No page waits.');
	return entry;
}

const takePaths = (state: CrawlState) => {
	const paths: string[] = [];
	for (;;) {
		const entry = state.take(() => true);
		if (entry === undefined) return paths;
		paths.push(entry.requestUrl.replace(SITE, ''));
	}
};

/** Ends the base page, with links to these paths. */
function openWith(state: CrawlState, paths: string[]): FoundPage {
	const base = take(state);
	state.judgeRedirect(base, base.requestUrl);
	state.offerLinks(
		base,
		paths.map((path) => SITE + path),
	);
	state.end(base, 'success');
	return base;
}

const identity = (path: string, canonical?: string, hash?: string) => ({
	finalUrl: SITE + path,
	canonicalUrl: canonical === undefined ? undefined : new URL(canonical, SITE).href,
	text: hash === undefined ? undefined : { exact: hash, folded: hash, hasPassingFigures: false },
});

describe('the number of pages', () => {
	it('taken up never exceeds those still wanted, so that all of them may succeed', () => {
		const state = start({ maxPages: 3 });
		openWith(state, ['/a', '/b', '/c', '/d']);

		expect(takePaths(state)).toEqual(['/a', '/b']);
		expect(state.take(() => true)).toBeUndefined();
	});

	it('grows again by a page that failed', () => {
		const state = start({ maxPages: 2 });
		openWith(state, ['/a', '/b']);
		state.end(take(state), 'failed');

		expect(takePaths(state)).toEqual(['/b']);
	});

	it('that may be loaded ends, even when none succeeds', () => {
		const state = start({ maxPages: 1 });
		const base = take(state);
		state.offerLinks(
			base,
			Array.from({ length: 100 }, (_, index) => `${SITE}/${index}`),
		);
		state.end(base, 'failed');
		let count = 1;
		while (!state.isDone()) {
			state.end(take(state), 'failed');
			count += 1;
		}

		expect(count).toBe(30);
		expect(state.isDone()).toBe(true);
	});

	it('is done when nothing waits and nothing is under way', () => {
		const state = start();
		const before = state.isDone();
		const base = take(state);
		const during = state.isDone();
		state.end(base, 'skipped');

		expect([before, during, state.isDone()]).toEqual([false, false, true]);
	});
});

describe('the pages that wait', () => {
	it('are taken breadth first, each level in the order found, and each once under whatever address', () => {
		const state = start();
		openWith(state, ['/a', '/b', '/a/', '/a#x', '/b?utm_source=x']);
		const a = take(state);
		state.offerLinks(a, [`${SITE}/a/1`, `${SITE}/b`, `${SITE}/a`]);
		state.end(a, 'success');

		expect(takePaths(state)).toEqual(['/b', '/a/1']);
	});

	it('pass a page whose host is not ready', () => {
		const state = start({ allowSubdomains: true });
		const docs = 'https://docs.example.com/';
		const base = take(state);
		state.judgeRedirect(base, base.requestUrl);
		state.offerLinks(base, [`${SITE}/a`, docs]);
		state.end(base, 'success');

		expect(state.take(({ origin }) => origin !== SITE)?.requestUrl).toBe(docs);
		expect(takePaths(state)).toEqual(['/a']);
	});

	it('get few places of a kind that was never tried at once, however many are loaded together', () => {
		const state = start();
		const filters = Array.from({ length: 9 }, (_, n) => `/shop?color=${n}`);
		openWith(state, [...filters, '/a', '/b', '/c', '/d']);
		const together = Array.from({ length: 6 }, () => take(state).requestUrl);

		expect(together.filter((url) => url.includes('?')).length).toBeLessThanOrEqual(3);
	});

	it('come again after the others of their level when they are to be loaded once more', () => {
		const state = start();
		openWith(state, ['/a', '/b']);
		state.retry(take(state));

		expect(takePaths(state)).toEqual(['/b', '/a']);
	});

	it('hold no trap', () => {
		const state = start();
		openWith(state, ['/a/a/a']);

		expect(state.isDone()).toBe(true);
	});
});

test('pages are listed in the order they were opened, also those of one millisecond', () => {
	jest.useFakeTimers({ now: 1_000 });
	const state = start();
	openWith(state, ['/a', '/b', '/c']);
	const opened = [take(state), take(state)].map(({ createdAtMs }) => createdAtMs);
	jest.setSystemTime(2_000);
	expect([...opened, take(state).createdAtMs]).toEqual([1_001, 1_002, 2_000]);
	jest.useRealTimers();
});

test('patterns that fit no address found are named', () => {
	const patterns = { includePaths: ['/a', '/none/*'], excludePaths: ['/b', '/never'] };
	const state = start(patterns);
	const base = take(state);
	const standings = ['/a', '/b', '/c'].map((path) => state.judgeLink(base, SITE + path));
	state.end(base, 'success');

	expect(standings).toEqual(['open', 'pattern', 'pattern']);
	expect(state.describe()).toEqual([
		'includePaths: "/none/*" fits none of the addresses found: it is compared with the whole path without its query, such as /a.',
		'excludePaths: "/never" fits none of the addresses found: it is compared with the whole path without its query, such as /a.',
	]);
	expect(start(patterns).describe()).not.toContainEqual(expect.stringContaining('fits none'));
});

test.each([
	['*color=*', '*?*color=*'],
	['reports', '/reports/*'],
	['/2025', '*/2025'],
	['/Lamps', '*lamps*'],
])('the pattern %s that fits nothing comes with the nearest that fits: %s', (pattern, nearest) => {
	const state = start({ excludePaths: [pattern] });
	openWith(state, ['/lamps?color=red', '/reports/2025', '/about']);

	expect(state.describe()).toContainEqual(expect.stringContaining(`"${nearest}" fits some.`));
});

test('a crawl that stops at Max Pages names what took its places, and the patterns that leave that out', () => {
	const state = start({ maxPages: 12 });
	const facets = ['color', 'size'].flatMap((name) =>
		[1, 2, 3, 4].map((value) => `/shop?${name}=${value}`),
	);
	const posts = [1, 2, 3, 4, 5, 6, 7].map((n) => `/post-${n}`);
	const base = take(state);
	state.offerLinks(
		base,
		[...facets, ...posts].map((path) => SITE + path),
	);
	state.end(base, 'success', [], { news: { words: 90, figures: 0 } });
	while (!state.isDone()) {
		const page = take(state);
		const words = page.requestUrl.includes('?') ? 3 : 80;
		state.end(page, 'success', [], { news: { words, figures: 0 } });
	}

	expect(state.describe()).toContainEqual(
		expect.stringMatching(
			/^\d of 12 pages said hardly anything that other pages do not. Exclude Paths \/shop\?\* leaves them out.$/,
		),
	);
});

describe('a redirect', () => {
	it('out of scope is no result', () => {
		const state = start();
		openWith(state, ['/a']);

		expect(state.judgeRedirect(take(state), 'https://example.org/a')).toMatchObject({
			reason: expect.stringContaining('out of scope'),
		});
	});

	it('to a page that was taken is no result', () => {
		const state = start();
		openWith(state, ['/new', '/old']);
		take(state);

		expect(state.judgeRedirect(take(state), `${SITE}/new`)).toMatchObject({
			reason: expect.stringContaining('already seen'),
		});
	});

	it('to a page that waits is a result, and that page is not loaded again', () => {
		const state = start();
		openWith(state, ['/old', '/new']);

		expect(state.judgeRedirect(take(state), `${SITE}/new`)).toBeUndefined();
		expect(takePaths(state)).toEqual([]);
	});

	it('of the base address takes the scope along', () => {
		const state = start({ baseUrl: `${SITE}/blog` });
		const base = take(state);
		const before = state.judgeLink(base, 'https://blog.example.com/en/a');
		state.judgeRedirect(base, 'https://blog.example.com/en/');

		expect(before).toBe('outside');
		expect(state.judgeLink(base, 'https://blog.example.com/en/a')).toBe('open');
		expect(state.judgeLink(base, `${SITE}/blog/a`)).toBe('open');
	});
});

describe('a canonical address', () => {
	it('is loaded in place of the page that names it', () => {
		const state = start();
		openWith(state, ['/print']);
		const print = take(state);
		const decision = state.judge(print, identity('/print', '/article'));
		state.end(print, 'skipped', [decision?.insteadUrl ?? '']);

		expect(decision).toMatchObject({ insteadUrl: `${SITE}/article` });
		expect(takePaths(state)).toEqual(['/article']);
	});

	it('that is known makes the page a duplicate', () => {
		const state = start();
		openWith(state, ['/article', '/print']);
		take(state);

		expect(state.judge(take(state), identity('/print', '/article'))).toBeDefined();
		expect(takePaths(state)).toEqual([]);
	});

	it.each([
		['its own', '/a', '/a/'],
		['out of scope', '/a', 'https://example.org/a'],
		['the home page, as templates wrongly say', '/a', '/'],
	])('is ignored when it is %s', (_label, path, canonical) => {
		const state = start();
		openWith(state, [path]);

		expect(state.judge(take(state), identity(path, canonical))).toBeUndefined();
	});

	it('is ignored when the two pages name each other', () => {
		const state = start();
		openWith(state, ['/a', '/b']);
		const a = take(state);
		const decision = state.judge(a, identity('/a', '/b'));
		state.end(a, 'skipped', [decision?.insteadUrl ?? '']);

		expect(decision).toBeDefined();
		expect(state.judge(take(state), identity('/b', '/a'))).toBeUndefined();
	});

	it('of the base page is not loaded in its place', () => {
		const state = start({ baseUrl: `${SITE}/list?sort=price` });

		expect(state.judge(take(state), identity('/list?sort=price', '/list'))).toBeUndefined();
	});

	it('that cannot be loaded gives the page that named it its turn again', () => {
		const state = start();
		openWith(state, ['/print']);
		const print = take(state);
		state.judge(print, identity('/print', '/gone'));
		state.end(print, 'skipped', [`${SITE}/gone`]);
		state.end(take(state), 'failed');
		const again = take(state);

		expect(again.requestUrl).toBe(`${SITE}/print`);
		expect(state.judgeRedirect(again, again.requestUrl)).toBeUndefined();
		expect(state.judge(again, identity('/print', '/gone'))).toBeUndefined();
	});
});

describe('the content of a page', () => {
	it('makes the second page with it a duplicate', () => {
		const state = start();
		openWith(state, ['/a', '/b', '/c']);
		const decisions = ['x', 'y', 'x'].map((hash) =>
			state.judge(take(state), identity('/a', undefined, hash)),
		);

		expect(decisions).toEqual([
			undefined,
			undefined,
			expect.objectContaining({ reason: `it has the same content as ${SITE}/a` }),
		]);
	});

	const identify = (title: string, markdown: string, meter = new NoveltyMeter()) =>
		meter.identify(title, readLines(markdown));
	const TEXT = 'A sentence that is long enough to be compared.';

	it('is the same whatever its spaces and where its links lead', () => {
		expect(identify('A', `${TEXT} [Top](${SITE}/a?session=1)`)).toEqual(
			identify('A', `${TEXT}\n\n[Top](${SITE}/b?session=2)`.replace('\n\n', '  ')),
		);
	});

	it('differs with title, text, pictures and figures', () => {
		const texts = [
			['A', TEXT],
			['B', TEXT],
			['A', `${TEXT} More.`],
			['A', `${TEXT} ![](/a.png)`],
			['A', `${TEXT} 1`],
			['A', `${TEXT} 2`],
		];
		expect(new Set(texts.map(([title = '', text = '']) => identify(title, text).exact)).size).toBe(
			6,
		);
	});

	it('is the same with another number of views, once pages that differ anyway had one', () => {
		const meter = new NoveltyMeter();
		const reached = { template: '', isChained: false };
		const page = (text: string, views: string) => readLines(`${text}\n\nViewed ${views} times`);
		meter.measure(page('One sentence about old bridges and roads.', '1,204'), reached);
		const early = meter.identify('', page(TEXT, '17'));
		meter.measure(page('Another one, of trees that grow beside water.', '88'), reached);
		const [first, again] = ['1,300', '1,301'].map((views) => meter.identify('', page(TEXT, views)));

		expect(early.hasPassingFigures).toBe(false);
		expect(first?.exact).not.toBe(again?.exact);
		expect(first?.folded).toBe(again?.folded);
		expect(again?.hasPassingFigures).toBe(true);
	});
});

describe('a crawl that is taken up again', () => {
	const step = (path: string, rest: Partial<CrawlStep> = {}): CrawlStep => ({
		status: 'success',
		requestUrl: SITE + path,
		url: SITE + path,
		depth: path === '/' ? 0 : 1,
		title: null,
		markdownFile: null,
		contentHash: null,
		links: [],
		account: {},
		...rest,
	});
	const base = (...paths: string[]) => step('/', { links: paths.map((path) => SITE + path) });

	it('goes on with the pages that were found and not done', () => {
		const state = start({}, [base('/a', '/b'), step('/a', { links: [`${SITE}/c`] })]);

		expect(state.successCount).toBe(2);
		expect(takePaths(state)).toEqual(['/b', '/c']);
	});

	it('keeps the limits of number and depth', () => {
		const done = [base('/a', '/b', '/c'), step('/a', { links: [`${SITE}/a/1`] })];

		expect(takePaths(start({ maxPages: 3 }, done))).toEqual(['/b']);
		expect(takePaths(start({ maxDepth: 1 }, done))).toEqual(['/b', '/c']);
	});

	it('remembers redirects, contents and failures', () => {
		const state = start({}, [
			base('/old', '/new', '/copy', '/gone'),
			step('/old', { url: `${SITE}/new`, contentHash: 'x' }),
			step('/gone', { status: 'failed' }),
		]);
		const copy = take(state);

		expect(copy.requestUrl).toBe(`${SITE}/copy`);
		expect(state.judge(copy, identity('/copy', undefined, 'x'))).toBeDefined();
		expect(state.successCount).toBe(2);
		expect(takePaths(state)).toEqual([]);
	});

	it('loads the page that another one was deferred to', () => {
		const state = start({ maxDepth: 1 }, [
			base('/print'),
			step('/print', { status: 'skipped', links: [`${SITE}/article`] }),
		]);

		expect(takePaths(state)).toEqual(['/article']);
	});

	it('queues the page again that was deferred to one that failed', () => {
		const state = start({}, [
			base('/print'),
			step('/print', { status: 'skipped', links: [`${SITE}/gone`] }),
			step('/gone', { status: 'failed' }),
		]);

		expect(takePaths(state)).toEqual(['/print']);
	});

	it('goes on below a page whose own origin had not ended', () => {
		const state = start({}, [step('/found', { links: [`${SITE}/deeper`] })]);
		openWith(state, ['/found']);

		expect(takePaths(state)).toEqual(['/deeper']);
	});

	it('keeps a page that waits when another one that led to it was skipped', () => {
		const state = start({}, [
			base('/old', '/new'),
			step('/old', { status: 'skipped', url: `${SITE}/new` }),
		]);

		expect(takePaths(state)).toEqual(['/new']);
	});

	it('keeps the scope of a base address that was redirected', () => {
		const moved = 'https://example.org/news';
		const state = start({ baseUrl: `${SITE}/blog` }, [
			step('/blog', { url: moved, links: [`${moved}/1`] }),
		]);
		const entry = take(state);

		expect(entry.requestUrl).toBe(`${moved}/1`);
		expect(state.judgeLink(entry, `${moved}/2`)).toBe('open');
	});
});
