import { CrawlState } from '../../../service/src/crawl/state/crawlState.ts';
import type { FoundPage } from '../../../service/src/crawl/state/foundPage.ts';
import type { CrawlSums } from '../../../service/src/crawl/state/account.ts';
import type { CrawlStep } from '../../../service/src/db/crawlPages.ts';
import { fc } from '../../support/properties';

const SITE = 'https://example.com';
const MOST_PAGES = 9;
const ENOUGH = 50;

/** What a page of the site is; other pages are named by their number, 0 is the start. */
interface SitePage {
	links: number[];
	/** Leads to another page instead of an answer. */
	redirect: number | undefined;
	canonical: number | undefined;
	/** Pages with the same content are the same. */
	content: number;
	isBroken: boolean;
	/** Whether robots.txt or the instruction keep the crawl from it. */
	isBarred: boolean;
	/** How many new words it has. */
	words: number;
}

type Site = SitePage[];

const number = fc.nat(MOST_PAGES - 1);
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });

const site: fc.Arbitrary<Site> = fc.array(
	fc.record({
		links: fc.uniqueArray(number, { maxLength: 4 }),
		redirect: rarely(number),
		canonical: rarely(number),
		content: fc.nat(2 * MOST_PAGES),
		isBroken: fc.boolean(),
		isBarred: fc.boolean(),
		words: fc.nat(9),
	}),
	{ minLength: MOST_PAGES, maxLength: MOST_PAGES },
);

/** Which of the pages under way goes on next, for as long as the list reaches; then the oldest. */
const order = fc.array(fc.nat(5), { maxLength: 60 });

// The last ones are of one template, which may look endless, and one of them is excluded.
const PATHS = ['', 'a', 'b', 'c', 'list?n=1', 'list?n=2', 'list?n=3', 'list?n=4', 'private'];
const urlOf = (page: number) => `${SITE}/${PATHS[page]}`;
const pageAt = (url: string) =>
	Array.from({ length: MOST_PAGES }, (_, at) => at).find((at) => urlOf(at) === url) ?? 0;

interface Plan {
	before?: CrawlStep[];
	stopAfter?: number;
	maxPages?: number;
	maxDepth?: number;
}

interface Run {
	/** As they were stored, one after the other. */
	steps: CrawlStep[];
	/** Of their rows. */
	ids: string[];
	loaded: string[];
	mostSuccesses: number;
	isDone: boolean;
	sums: () => CrawlSums;
}

/**
 * Crawls a site as the service does, up to three pages at a time, each in two moments: it is read, then
 * it is stored. Others go on between the two.
 * @param before the steps of an interrupted crawl
 * @param stopAfter interrupts it after so many steps of its own
 */
function crawl(
	pages: Site,
	moments: readonly number[],
	{ before = [], stopAfter = Infinity, maxPages = ENOUGH, maxDepth = ENOUGH }: Plan = {},
): Run {
	const bounds = { baseUrl: urlOf(0), maxPages, maxDepth, excludePaths: ['/private'] };
	const state = new CrawlState(bounds, before);
	const run: Run = {
		...{ steps: [], ids: [], loaded: [], mostSuccesses: state.successCount, isDone: false },
		sums: () => state.sum(),
	};
	const underWay: Array<{ entry: FoundPage; step?: CrawlStep }> = [];

	const read = (entry: FoundPage): CrawlStep => {
		const asked = pages[pageAt(entry.requestUrl)];
		const finalPage = asked?.redirect ?? pageAt(entry.requestUrl);
		const page = pages[finalPage];
		const step: CrawlStep = {
			status: 'failed',
			requestUrl: entry.requestUrl,
			url: entry.requestUrl,
			depth: entry.depth,
			title: null,
			markdownFile: null,
			contentHash: null,
			links: [],
			account: {},
		};
		if (page === undefined || page.isBroken) return step;
		const finalUrl = urlOf(finalPage);
		const canonicalUrl = page.canonical === undefined ? undefined : urlOf(page.canonical);
		const contentHash = String(page.content);
		const text = { exact: contentHash, folded: contentHash, hasPassingFigures: false };
		const skipped =
			state.judgeRedirect(entry, finalUrl) ?? state.judge(entry, { finalUrl, canonicalUrl, text });
		if (skipped !== undefined) {
			const { insteadUrl } = skipped;
			return {
				...step,
				status: 'skipped',
				url: finalUrl,
				links: insteadUrl === undefined ? [] : [insteadUrl],
				account: { outcome: skipped.outcome },
			};
		}
		const links = page.links.map(urlOf).filter((url) => {
			const standing = state.judgeLink(entry, url);
			if (standing === 'seen' || standing === 'outside') return false;
			const isBarred = standing === 'open' && pages[pageAt(url)]?.isBarred === true;
			if (standing !== 'open' && standing !== 'found') state.leaveOut(entry, url, standing);
			else if (isBarred) state.leaveOut(entry, url, 'robots');
			return standing === 'found' || (standing === 'open' && !isBarred);
		});
		state.offerLinks(entry, links);
		const account = { news: { words: page.words, figures: 0 } };
		return { ...step, status: 'success', url: finalUrl, contentHash, links, account };
	};

	const store = (entry: FoundPage, step: CrawlStep): void => {
		const account = state.accountFor(entry, step);
		run.steps.push({ ...step, account });
		run.ids.push(entry.id);
		state.end(entry, step.status, step.links, account);
		run.mostSuccesses = Math.max(run.mostSuccesses, state.successCount);
	};

	for (let moment = 0; run.steps.length < stopAfter && moment < 10_000; moment += 1) {
		while (underWay.length < 3) {
			const entry = state.take(() => true);
			if (entry === undefined) break;
			run.loaded.push(entry.requestUrl);
			underWay.push({ entry });
		}
		const at = (moments[moment] ?? 0) % Math.max(1, underWay.length);
		const next = underWay[at];
		if (next === undefined) break;
		if (next.step === undefined) {
			next.step = read(next.entry);
		} else {
			underWay.splice(at, 1);
			store(next.entry, next.step);
		}
	}
	run.isDone = state.isDone();
	return run;
}

/** Addresses that a crawl knows of and that came to no end, with content that is nowhere in its results. */
function listLost(pages: Site, steps: readonly CrawlStep[]): string[] {
	const ended = new Set(
		steps.flatMap(({ requestUrl, url, status, links }) =>
			status === 'skipped' && links.length === 0 ? [requestUrl] : [requestUrl, url],
		),
	);
	const contents = new Set(steps.map(({ contentHash }) => contentHash));
	const known = new Set([urlOf(0), ...steps.flatMap(({ links }) => links)]);
	return [...known].filter(
		(url) => !ended.has(url) && !contents.has(String(pages[pageAt(url)]?.content)),
	);
}

/** Pages that were deferred to another one that failed, and were not read themselves. */
function listForgotten(steps: readonly CrawlStep[]): string[] {
	const results = new Set(
		steps.flatMap((step) => (step.status === 'success' ? [step.requestUrl, step.url] : [])),
	);
	const last = new Map(steps.map((step) => [step.requestUrl, step]));
	return [...last.values()]
		.filter(
			({ status, links: [instead] }) =>
				status === 'skipped' &&
				instead !== undefined &&
				last.get(instead)?.status === 'failed' &&
				!results.has(instead),
		)
		.map(({ requestUrl }) => requestUrl);
}

const PLAN = { site, order, orderAfter: order, stopAfter: fc.nat(2 * MOST_PAGES) };

test('a crawl that is interrupted anywhere goes on: nothing it knew of is lost, nothing is stored twice', () => {
	fc.assert(
		fc.property(fc.record(PLAN), ({ site: pages, order: moments, orderAfter, stopAfter }) => {
			const first = crawl(pages, moments, { stopAfter });
			const second = crawl(pages, orderAfter, { before: first.steps });
			const steps = [...first.steps, ...second.steps];
			const results = steps.filter(({ status }) => status === 'success').map(({ url }) => url);

			const ids = [...first.ids, ...second.ids];

			expect(second.isDone).toBe(true);
			expect(ids).toHaveLength(new Set(ids).size);
			expect(listLost(pages, steps)).toEqual([]);
			expect(listForgotten(steps)).toEqual([]);
			expect(results).toHaveLength(new Set(results).size);
			const ended = first.steps.filter(
				({ status, links }) => status !== 'skipped' || links.length === 0,
			);
			expect(
				second.loaded.filter((url) => ended.some(({ requestUrl }) => requestUrl === url)),
			).toEqual([]);
		}),
		{ numRuns: 1_500 },
	);
});

test('a crawl never has more results than were asked for, however often it is interrupted', () => {
	fc.assert(
		fc.property(fc.record({ ...PLAN, maxPages: fc.integer({ min: 1, max: 5 }) }), (plan) => {
			const { site: pages, order: moments, orderAfter, stopAfter, maxPages } = plan;
			const first = crawl(pages, moments, { stopAfter, maxPages });
			const second = crawl(pages, orderAfter, { before: first.steps, maxPages });

			expect(second.isDone).toBe(true);
			expect(Math.max(first.mostSuccesses, second.mostSuccesses)).toBeLessThanOrEqual(maxPages);
		}),
		{ numRuns: 1_000 },
	);
});

/** The addresses that a crawl found in its scope: its start, and where its pages lead. */
function listFound(pages: Site, steps: readonly CrawlStep[]): string[] {
	const read = steps.filter(({ status }) => status === 'success');
	const linked = read.flatMap(({ url }) => (pages[pageAt(url)]?.links ?? []).map(urlOf));
	const known = steps.flatMap(({ requestUrl, links }) => [requestUrl, ...links]);
	return [...new Set([urlOf(0), ...linked, ...known])];
}

test('the account of a crawl is whole: each address has one end, however often it is interrupted', () => {
	const bounds = { maxPages: fc.integer({ min: 1, max: 9 }), maxDepth: fc.nat(4) };
	fc.assert(
		fc.property(fc.record({ ...PLAN, ...bounds }), (plan) => {
			const { site: pages, order: moments, orderAfter, stopAfter, ...limits } = plan;
			const first = crawl(pages, moments, { ...limits, stopAfter });
			const second = crawl(pages, orderAfter, { ...limits, before: first.steps });
			const steps = [...first.steps, ...second.steps];
			const again = crawl(pages, [], { ...limits, before: steps, stopAfter: 0 });
			const found = listFound(pages, steps);

			expect(second.sums().ends.get('stopped')).toBeUndefined();
			for (const { found: count, ends } of [second.sums(), again.sums()]) {
				expect(count).toBe(found.length);
				expect([...ends.values()].reduce((sum, part) => sum + part, 0)).toBe(count);
				const results = steps.filter(({ status }) => status === 'success').length;
				// Redirects lead to pages that no link names.
				expect(ends.get('read') ?? 0).toBeLessThanOrEqual(results);
			}
		}),
		{ numRuns: 3_000 },
	);
});
