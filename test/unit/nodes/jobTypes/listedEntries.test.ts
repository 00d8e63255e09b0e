import { reportScrape, toScrapeItems } from '../../../../nodes/shared/jobTypes/scrapeItems';
import { reportBatch, toBatchItems } from '../../../../nodes/shared/jobTypes/batchItems';
import { readResultView } from '../../../../nodes/Scrape/resultView';
import { DEFAULT_RESULT_VIEW, type ResultView } from '../../../../nodes/shared/jobTypes/pageItems';

const REASON = '"price" was not found on the page itself, but in 2 entries of a list on it.';
const listed = {
	reason: REASON,
	entries: [
		{ name: 'Lamp', price: 5 },
		{ name: 'Rug', price: 7 },
	],
};
const content = { name: null, price: null };
const url = 'https://shop.test/';
const page = { url, title: 'Shop', success: true, markdownContent: '# Shop', lowContent: false };
const scrape = {
	jobId: 'j-1',
	body: {
		status: 'completed',
		result: { content, data: [page], screenshots: [], extraction_empty: true, listed },
	},
};
const entry = {
	url,
	jobId: 'j-1',
	status: 'completed',
	result: content,
	extraction_empty: true,
	listed,
};
const batch = { jobId: 'b-1', body: { status: 'completed', items: [entry] } };

const automatic: ResultView = {
	...DEFAULT_RESULT_VIEW,
	get: 'record',
	splitInto: 'job',
	takesListed: true,
	onFailedExtraction: 'fail',
};
const perPage: ResultView = { ...DEFAULT_RESULT_VIEW, get: 'record', splitInto: 'job' };

describe('a page that is a list, though one thing was asked for', () => {
	test.each([
		['a scrape', toScrapeItems(scrape, automatic), reportScrape(scrape, automatic).hints],
		['a batch', toBatchItems(batch, automatic), reportBatch(batch, automatic).hints],
	])('gives its entries as items of %s that an agent asks for', (_job, items, hints) => {
		expect(
			items.map(({ json, failure }) => [json.pageUrl, json.name, json.price, failure]),
		).toEqual([
			[url, 'Lamp', 5, undefined],
			[url, 'Rug', 7, undefined],
		]);
		expect(items[0]?.json).not.toHaveProperty('extractionEmpty');
		expect(hints).toEqual([
			`${REASON} Each entry is an item. For the page itself, set 'What to Get' to One Record.`,
		]);
	});

	test.each([
		['a scrape', toScrapeItems(scrape, perPage), reportScrape(scrape, perPage).hints],
		['a batch', toBatchItems(batch, perPage), reportBatch(batch, perPage).hints],
	])('is one item of %s otherwise, with a hint', (_job, items, hints) => {
		expect(items.map(({ json }) => json)).toEqual([expect.objectContaining(content)]);
		expect(hints).toContain(`${REASON} To get these, set 'What to Get' to Rows of a List.`);
	});

	test.each([
		['a scrape', toScrapeItems, reportScrape, scrape],
		['a batch', toBatchItems, reportBatch, batch],
	] as const)('gives its entries as rows of %s, without a hint', (_job, toItems, report, job) => {
		const view = readResultView({ simplify: true }, 'rows');
		expect(toItems(job, view).map(({ json }) => json.name)).toEqual(['Lamp', 'Rug']);
		expect(report(job, view).hints).toEqual([]);
	});

	test('has the fields that its entries have', () => {
		for (const { answers } of [reportScrape(scrape, perPage), reportBatch(batch, perPage)]) {
			expect(answers).toEqual(listed.entries);
		}
	});

	test.each([[{ entries: [] }], [{ entries: 'two' }], ['none'], [null]])(
		'is taken as it is where the list is %j',
		(odd) => {
			const body = { ...scrape.body, result: { ...scrape.body.result, listed: odd } };
			const view = { ...automatic, onFailedExtraction: 'return' as const };
			const items = toScrapeItems({ ...scrape, body }, view);
			expect(items.map(({ json }) => json)).toEqual([
				{ ...content, pageUrl: url, extractionEmpty: true },
			]);
		},
	);

	test('is sent as it came where nothing is simplified', () => {
		const view = { ...automatic, isSimplified: false, onFailedExtraction: 'return' as const };
		expect(toScrapeItems(scrape, view).map(({ json }) => json)).toEqual([
			{ ...scrape.body, jobId: 'j-1' },
		]);
	});
});
