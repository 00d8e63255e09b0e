import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserCrashedError } from '../../../service/src/browser/errors.ts';
import type { LoadedPage } from '../../../service/src/crawl/load/loadCrawlPage.ts';
import { CrawlState } from '../../../service/src/crawl/state/crawlState.ts';
import type { FoundPage } from '../../../service/src/crawl/state/foundPage.ts';
import { createLocalPace } from '../../../service/src/crawl/load/pace.ts';
import { CrawlTabs, type TabOptions } from '../../../service/src/crawl/load/tabs.ts';

const SITE = 'https://example.com';
const LOADED: LoadedPage = {
	kind: 'page',
	finalUrl: SITE,
	isAddressLeftOut: false,
	httpStatus: 200,
	linkHeader: '',
	robotsHeader: '',
	isAtRest: true,
	isReloading: false,
	isRing: false,
	reloadingFrames: [],
	ending: 'whole',
	unreadFrames: [],
	isOutgrown: false,
	hasUnreadPart: false,
	retryAfterMs: undefined,
	contentType: 'text/html',
	title: '',
	html: '',
};

/** Numbers the tabs, so that tests see which page was loaded in which. */
interface Tab {
	number: number;
}

/** A crawl without browser: pages 1 to `pageCount`, all linked from the base. */
function createCrawl(pageCount: number, options: Partial<TabOptions<Tab>> = {}) {
	const state = new CrawlState({ baseUrl: `${SITE}/`, maxPages: 50 });
	const facts = { loaded: [] as string[], tabCount: 0, openTabs: 0, mostTabs: 0, mostHtml: 0 };
	const controller = new AbortController();
	let processing = 0;
	const pathOf = ({ requestUrl }: FoundPage) => requestUrl.replace(SITE, '');

	const tabs: TabOptions<Tab> = {
		state,
		maxLoading: () => Infinity,
		reserve: async () => 0,
		maxTabs: 3,
		signal: controller.signal,
		async withTab(use) {
			facts.tabCount += 1;
			facts.openTabs += 1;
			facts.mostTabs = Math.max(facts.mostTabs, facts.openTabs);
			try {
				await use({ number: facts.tabCount });
			} finally {
				facts.openTabs -= 1;
			}
		},
		isWanted: () => false,
		async load(_tab, entry) {
			await sleep(2);
			facts.loaded.push(pathOf(entry));
			return LOADED;
		},
		async process(entry) {
			processing += 1;
			facts.mostHtml = Math.max(facts.mostHtml, processing);
			await sleep(2);
			if (entry.depth === 0) {
				const paths = Array.from({ length: pageCount }, (_, index) => `${SITE}/${index + 1}`);
				state.offerLinks(entry, paths);
			}
			processing -= 1;
			state.end(entry, 'success');
			return 'ended';
		},
		...options,
	};
	return { run: () => new CrawlTabs(tabs).crawl(), state, facts, controller, pathOf };
}

const retryOrEnd = (state: CrawlState, entry: FoundPage, loaded: LoadedPage) => {
	if (loaded.kind === 'failed' && entry.attempts < 2) return 'retry';
	state.end(entry, loaded.kind === 'failed' ? 'failed' : 'success');
	return 'ended';
};

describe('the tabs of a crawl', () => {
	it('load every page once and end', async () => {
		const { run, facts } = createCrawl(30);
		await run();

		expect(facts.loaded).toHaveLength(31);
		expect(new Set(facts.loaded).size).toBe(31);
	});

	it('open no more tabs than allowed, and use each for several pages', async () => {
		const { run, facts } = createCrawl(30);
		await run();

		expect(facts.mostTabs).toBe(3);
		expect(facts.tabCount).toBeLessThan(10);
	});

	it('give a tab up after each page while others want its place', async () => {
		const { run, facts } = createCrawl(9, { isWanted: () => true });
		await run();

		expect(facts.loaded).toHaveLength(10);
		expect(facts.tabCount).toBe(10);
	});

	it('open one tab for one page', async () => {
		const { run, facts } = createCrawl(1);
		await run();

		expect(facts.tabCount).toBe(1);
	});

	it('load while pages are processed, but only a little ahead', async () => {
		const crawl = createCrawl(40, {
			async process(entry) {
				waiting += 1;
				most = Math.max(most, waiting);
				await sleep(entry.depth === 0 ? 0 : 15);
				if (entry.depth === 0) {
					crawl.state.offerLinks(
						entry,
						Array.from({ length: 40 }, (_, index) => `${SITE}/${index}`),
					);
				}
				waiting -= 1;
				crawl.state.end(entry, 'success');
				return 'ended';
			},
		});
		let waiting = 0;
		let most = 0;
		await crawl.run();

		expect(most).toBeGreaterThan(3);
		// Twice the tabs, and what the tabs held when the limit was reached.
		expect(most).toBeLessThanOrEqual(2 * 3 + 3);
		expect(crawl.facts.tabCount).toBeLessThan(40);
	});

	it('leave a tab in which a page could not be loaded', async () => {
		const tabs: number[] = [];
		const crawl = createCrawl(0, {
			maxTabs: 1,
			async load(tab) {
				tabs.push(tab.number);
				return tabs.length === 1
					? { kind: 'failed', reason: 'x', isTemporary: true, restMs: undefined, isTabSpent: true }
					: LOADED;
			},
			process: async (entry, loaded) => retryOrEnd(crawl.state, entry, loaded),
		});
		await crawl.run();

		expect(tabs).toEqual([1, 2]);
	});

	it('go on when a tab crashes: its page is tried again and the others are not touched', async () => {
		const attempts = new Map<string, number>();
		const crawl = createCrawl(0, {
			async load(_tab, entry) {
				const path = crawl.pathOf(entry);
				attempts.set(path, (attempts.get(path) ?? 0) + 1);
				if (path === '/2') throw new BrowserCrashedError('The page crashed the browser tab');
				return LOADED;
			},
			async process(entry, loaded) {
				if (entry.depth === 0)
					crawl.state.offerLinks(
						entry,
						[1, 2, 3].map((n) => `${SITE}/${n}`),
					);
				return retryOrEnd(crawl.state, entry, loaded);
			},
		});
		await crawl.run();

		expect(Object.fromEntries(attempts)).toEqual({ '/': 1, '/1': 1, '/2': 2, '/3': 1 });
		expect(crawl.state.successCount).toBe(3);
	});

	it('deal with a page once when the tab dies while the page still loads', async () => {
		const outcomes: string[] = [];
		const crawl = createCrawl(0, {
			async withTab(use) {
				const using = use({ number: 0 });
				if (outcomes.length > 0) return using;
				await Promise.race([using, sleep(10)]);
				throw new BrowserCrashedError('The browser stopped unexpectedly');
			},
			async load() {
				await sleep(30);
				return LOADED;
			},
			async process(entry, loaded) {
				outcomes.push(loaded.kind);
				return retryOrEnd(crawl.state, entry, loaded);
			},
		});
		await crawl.run();

		expect(outcomes).toEqual(['failed', 'page']);
	});

	it('fail when no tab can be opened', async () => {
		const { run } = createCrawl(0, {
			withTab: () => Promise.reject(new Error('No Chromium here')),
		});

		await expect(run()).rejects.toThrow('No Chromium here');
	});

	it('give up when the browser dies again and again before a page is loaded', async () => {
		let openCount = 0;
		const { run } = createCrawl(0, {
			async withTab() {
				openCount += 1;
				throw new BrowserCrashedError('The browser stopped unexpectedly');
			},
		});

		await expect(run()).rejects.toThrow('The browser stopped unexpectedly');
		expect(openCount).toBe(4);
	});

	it('wait for a host that is not ready, without opening tabs meanwhile', async () => {
		const starts: number[] = [];
		const pace = createLocalPace();
		const { run, facts } = createCrawl(3, {
			maxLoading: () => 1,
			reserve: () => pace.reserve('host', 120),
			async load() {
				starts.push(Date.now());
				return LOADED;
			},
		});
		await run();
		const spanMs = (starts.at(-1) ?? 0) - (starts[0] ?? 0);

		expect(starts).toHaveLength(4);
		// Turns are 120 ms apart; a start may be some milliseconds late.
		expect(spanMs).toBeGreaterThanOrEqual(3 * 120 - 60);
		expect(facts.tabCount).toBeLessThanOrEqual(4);
	});

	it('stop at once when the crawl is stopped, and load nothing more', async () => {
		const { run, facts, controller } = createCrawl(50);
		const running = run();
		await sleep(20);
		controller.abort(new Error('Job cancelled'));
		await running;
		const countThen = facts.loaded.length;
		await sleep(30);

		expect(facts.loaded.length).toBe(countThen);
		expect(countThen).toBeLessThan(51);
	});

	it('do not wait longer than the grace period for what hangs when stopped', async () => {
		const { run, controller } = createCrawl(0, { load: () => new Promise(() => {}) });
		const running = run();
		await sleep(20);
		const startedAtMs = Date.now();
		controller.abort(new Error('Job cancelled'));
		await running;

		expect(Date.now() - startedAtMs).toBeLessThan(10_000);
	});
});
