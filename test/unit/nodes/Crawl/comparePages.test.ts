import { comparePages } from '../../../../nodes/Crawl/compare/comparePages';
import { toCrawlItems } from '../../../../nodes/shared/jobTypes/crawlItems';
import { DEFAULT_RESULT_VIEW } from '../../../../nodes/shared/jobTypes/pageItems';

const page = (n: number, data: string) => ({
	url: `https://site.test/${n}`,
	status: 'success',
	title: `Page ${n}`,
	data,
});

const text = (n: number, visits: number, price = 20) =>
	`# Page ${n}\n\nThe words of page ${n}.\n\n${price}.50 €\n\nViewed ${visits} times`;

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

const changesOf = (pages: ReadonlyArray<object>) =>
	pages.map((one) => [Object(one).url.replace('https://site.test/', ''), Object(one).change]);

test('each page of a crawl is new, changed, the same or removed; numbers of visits are no change', () => {
	/** The price on each page of the site. */
	const prices = new Map(numbers(1, 100).map((n) => [n, 20]));
	const crawl = (round: number) =>
		[...prices].map(([n, price]) => page(n, text(n, n * 7 + round * 31, price)));
	let before = crawl(0);
	for (const round of [1, 2, 3, 4, 5]) {
		const known = [...prices.keys()];
		for (const n of known.slice(0, 3)) prices.delete(n);
		for (const n of known.slice(10, 17)) prices.set(n, 30 + round);
		for (const n of [1000, 1001]) prices.set(n + round * 2, 20);
		const now = crawl(round);
		const { counts, pages, passingLine } = comparePages(now, before, true);

		expect(counts).toEqual({ new: 2, changed: 7, same: known.length - 10, removed: 3 });
		expect(pages.filter(({ change }) => change !== 'same')).toHaveLength(12);
		expect(passingLine).toMatch(/^Viewed \d+ times$/);
		before = now;
	}
});

test('prices that all pages raised are changes, and the percentage says how much of the text differs', () => {
	const before = numbers(1, 6).map((n) => page(n, text(n, 1, 20)));
	const { counts, pages } = comparePages(
		numbers(1, 6).map((n) => page(n, text(n, 1, 25))),
		before,
		true,
	);

	expect(counts.changed).toBe(6);
	expect(pages[0]?.changePercent).toBeGreaterThan(5);
	expect(pages[0]?.changePercent).toBeLessThan(30);
});

test('other targets of links are no change, nor is another spelling of the address', () => {
	const before = [{ ...page(1, '[Next](/a?session=1)'), url: 'http://www.site.test/1/' }];

	expect(changesOf(comparePages([page(1, '[Next](/a?session=2)')], before, true).pages)).toEqual([
		['1', 'same'],
	]);
});

test('a page that failed is neither changed nor removed, and a removed one has no content', () => {
	const before = [page(1, 'One'), page(2, 'Two')];
	const { pages } = comparePages([{ ...page(1, ''), status: 'failed' }], before, true);

	expect(changesOf(pages)).toEqual([
		['1', undefined],
		['2', 'removed'],
	]);
	expect(pages[1]).toMatchObject({ data: null, status: 'removed' });
});

test('a crawl that stopped at Max Pages does not say that pages were removed', () => {
	const before = [page(1, 'One'), page(2, 'Two')];

	expect(comparePages([page(1, 'One')], before, false).counts).toEqual({
		...{ new: 0, changed: 0, same: 1, removed: 0 },
	});
});

test('a crawl in which nothing changed gives no item, though its status lists its pages', () => {
	const result = [{ ...page(1, 'One'), url: 'https://site.test/1' }];
	const body = { status: 'completed', result };
	const view = DEFAULT_RESULT_VIEW;
	const compared = { pages: [], comparison: ['1 the same'] };

	expect(toCrawlItems({ jobId: 'crawl-1', body, collected: compared }, view)).toEqual([]);
	expect(toCrawlItems({ jobId: 'crawl-1', body, collected: { pages: [] } }, view)).toHaveLength(1);
});
