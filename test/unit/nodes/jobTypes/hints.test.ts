import {
	creditsOfBatch,
	reportBatch,
	showEarlierBatch,
	toRequestedItems,
} from '../../../../nodes/shared/jobTypes/batchItems';
import { reportCrawl } from '../../../../nodes/shared/jobTypes/crawlItems';
import { readPageFlags, DEFAULT_RESULT_VIEW } from '../../../../nodes/shared/jobTypes/pageItems';
import { reportScrape } from '../../../../nodes/shared/jobTypes/scrapeItems';
import type { ResultView } from '../../../../nodes/shared/jobTypes/pageItems';
import type { JobAnswer } from '../../../../nodes/shared/operations/operation';
import { hintsOf } from '../../../support/prepareOperation';

const view = DEFAULT_RESULT_VIEW;

const hintsOfBatch = (answer: JobAnswer) =>
	hintsOf({ report: (given) => reportBatch(given, view) }, answer);
const hintsOfCrawl = (answer: JobAnswer, crawlView: ResultView) =>
	hintsOf({ report: (given) => reportCrawl(given, crawlView) }, answer);

describe('of a batch', () => {
	const items = [
		{ url: 'https://a.test/', status: 'completed', result: '{"a":1}', creditsUsed: 2 },
		{ url: 'https://b.test/', status: 'failed', error: 'Blocked', creditsUsed: 0 },
		{
			url: 'https://c.test/',
			status: 'completed',
			result: '# C',
			ai_extraction_failed: true,
			warnings: ['Slow', 7],
		},
		{ url: 'https://d.test/', status: 'cancelled', warnings: ['Slow'] },
	];
	const answer = { jobId: 'b-1', body: { status: 'completed', items } };

	test('the hints count what gave nothing, and say each warning once', () => {
		expect(hintsOfBatch(answer)).toEqual([
			'Could not read 2 of 4 pages, such as https://b.test/: 1 × Blocked, 1 × no reason given',
			"No answer for https://c.test/: 'content' is the Markdown",
			'Slow',
		]);
		expect(hintsOfBatch({ jobId: 'b-1', body: { items: items.slice(0, 1) } })).toEqual([]);
	});

	test('the hints count pages with very little text, but not those that failed', () => {
		const thin = [
			{ url: 'https://a.test/', status: 'completed', result: 'Checking', lowContent: true },
			{ url: 'https://b.test/', status: 'failed', error: 'Blocked', lowContent: true },
			{ url: 'https://c.test/', status: 'completed', result: '# C' },
		];
		expect(hintsOfBatch({ jobId: 'b-1', body: { items: thin } })).toEqual([
			'Could not read https://b.test/: Blocked',
			'Little text on https://a.test/: check for a bot check or cookie wall',
		]);
	});

	test('the answers are JSON where they can be read as such', () => {
		expect(reportBatch(answer, view).answers).toEqual([{ a: 1 }, undefined, '# C', undefined]);
	});

	test('the credits are known when every page says them', () => {
		expect(creditsOfBatch(answer, 4)).toEqual({});
		expect(creditsOfBatch({ jobId: 'b-1', body: { items: items.slice(0, 2) } }, 2)).toEqual({
			credits: 2,
		});
	});

	test('an earlier one shows its pages, also before its end', () => {
		const shown = showEarlierBatch(view);
		const urls = ['https://a.test/', 'https://b.test/', 'https://c.test/', 'https://d.test/'];
		for (const toItems of [shown.toItems, shown.toUnfinishedItems]) {
			expect(toItems?.(answer).map(({ json }) => json.url)).toEqual(urls);
		}
		expect(hintsOf(shown, answer)).toHaveLength(3);
		expect(shown.report?.(answer).answers).toHaveLength(4);
	});

	test('an address that is missing in the answer is a failed page', () => {
		const requested = ['https://a.test', 'https://gone.test/'].map((url, index) => ({
			url,
			positions: new Map([[index, 0]]),
		}));
		const [first, second] = toRequestedItems(
			{ jobId: 'b-1', body: { items: items.slice(0, 1) } },
			requested,
			view,
		);
		expect(first?.json).toMatchObject({ url: 'https://a.test/', content: { a: 1 } });
		expect(second?.json).toMatchObject({
			url: 'https://gone.test/',
			success: false,
			batchId: 'b-1',
		});
	});
});

describe('of a crawl', () => {
	const crawlView = { ...view, splitInto: 'page' as const, hasAnswers: true };
	const pages = [
		{ url: 'https://a.test/', status: 'success', data: '{"a":1}' },
		{ url: 'https://b.test/', status: 'failed', error_message: 'Blocked' },
		{ url: 'https://c.test/', status: 'success', data: '# C', ai_extraction_failed: true },
	];

	function describeAt(status: string, found: object[]): string[] {
		return hintsOfCrawl({ jobId: 'c-1', body: { status }, collected: { pages: found } }, crawlView);
	}

	test('the hints count what gave nothing', () => {
		expect(describeAt('completed', pages)).toEqual(
			expect.arrayContaining([
				'Could not read https://b.test/: Blocked',
				"No answer for https://c.test/: 'content' is the Markdown",
			]),
		);
		expect(describeAt('completed', pages.slice(0, 1))).toEqual([]);
	});

	const rowsPages = [
		{ url: 'https://a.test/', status: 'success', data: '[{"n":1},{"n":2}]' },
		{ url: 'https://b.test/', status: 'failed', error_message: 'Blocked' },
		{ url: 'https://c.test/', status: 'pending' },
	];

	test('pages without an answer say nothing about rows', () => {
		const answer = { jobId: 'c-1', body: {}, collected: { pages: rowsPages } };
		const hints = hintsOfCrawl(answer, { ...crawlView, get: 'rows' });
		expect(hints.join()).not.toMatch(/no list/i);
	});

	test('a page with little text is no cause for a hint if its rows came', () => {
		const short = { ...rowsPages[0], lowContent: true };
		const hintsAs = (get: ResultView['get'], page: object) =>
			hintsOfCrawl(
				{ jobId: 'c-1', body: {}, collected: { pages: [page] } },
				{ ...crawlView, get },
			).join();
		expect(hintsAs('rows', short)).toBe('');
		expect(hintsAs('rows', { ...short, data: '[]' })).toMatch(/^Little text on/);
		expect(hintsAs('markdown', short)).toMatch(/^Little text on/);
	});

	test('without rows, the fields that the page has itself are named, in the same hint', () => {
		const once = "Found once, not in a list: 'n'. In n8n, choose One Record.";
		const bare = { ...rowsPages[0], data: '{"items":[]}', warnings: [once] };
		const answer = { jobId: 'c-1', body: {}, collected: { pages: [bare] } };
		expect(hintsOfCrawl(answer, { ...crawlView, get: 'rows', columns: ['n'] })).toEqual([
			`No rows: no list with 'n' was found. ${once}`,
		]);
	});

	test('a page without rows is worth a hint only if no other page gave rows', () => {
		const empty = { url: 'https://d.test/', status: 'success', data: '{"items":[]}' };
		const hintsOf = (found: object[]) =>
			hintsOfCrawl(
				{ jobId: 'c-1', body: {}, collected: { pages: found } },
				{ ...crawlView, get: 'rows', columns: ['n'] },
			).join();
		expect(hintsOf([...rowsPages, empty])).not.toMatch(/no list/i);
		expect(hintsOf([empty, empty])).toMatch(/^No rows: no list with 'n' was found/);
	});

	test.each([
		['completed', [], 'The crawl found no pages: check the crawl instruction and the scope'],
		['cancelled', [], 'The crawl was cancelled before any page was finished'],
		[
			'cancelled',
			pages.slice(0, 1),
			'The crawl was cancelled: these are the pages that were finished by then',
		],
	])('that is %s with %j the hint says why', (status, found, hint) => {
		expect(describeAt(status, found)).toContain(hint);
	});

	test('the answers of its pages are returned if the crawl asked for any', () => {
		const answer = { jobId: 'c-1', body: {}, collected: { pages } };
		expect(reportCrawl(answer, crawlView).answers?.[0]).toEqual({ a: 1 });
		expect(reportCrawl(answer, { ...crawlView, hasAnswers: false }).answers).toEqual([]);
	});
});

describe('of a scrape', () => {
	test.each([
		[{ content: '{"a":1}' }, { a: 1 }],
		[{ content: { a: 1 } }, { a: 1 }],
		[{ content: null }, undefined],
		[{ content: '# A', ai_extraction_failed: true }, undefined],
		[{ content: '# A', data: [{ markdownContent: '# A' }] }, undefined],
	])('%j is the answer %j', (result, expected) => {
		const answer = { jobId: 's-1', body: { status: 'completed', result } };
		expect(reportScrape(answer, view).answers).toEqual([expected]);
	});
});

test('the flags of a page are kept when they say something', () => {
	expect(
		readPageFlags({
			ai_extraction_failed: true,
			extraction_empty: true,
			lowContent: true,
			finalUrl: 'https://b.test/',
			warnings: ['w', 1],
		}),
	).toEqual({
		aiExtractionFailed: true,
		extractionEmpty: true,
		lowContent: true,
		finalUrl: 'https://b.test/',
		warnings: ['w'],
	});
	const nothing = {
		ai_extraction_failed: false,
		extraction_empty: 1,
		lowContent: 'no',
		finalUrl: null,
		warnings: [],
	};
	for (const page of [nothing, {}, null, 'text']) expect(readPageFlags(page)).toEqual({});
});
