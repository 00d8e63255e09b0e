import { crawlPagesCollection } from '../../../../nodes/shared/jobTypes/crawlItems';
import { toCrawlRecord } from '../../../../nodes/shared/jobTypes/crawlJob';
import {
	DEFAULT_RESULT_VIEW,
	toItems,
	type Page,
	type ResultView,
} from '../../../../nodes/shared/jobTypes/pageItems';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import {
	deduplicate,
	forEachInputItem,
	inputItemsOf,
} from '../../../../nodes/shared/jobTypes/requestedUrl';

const page: Page = {
	raw: { uuid: 'u' },
	head: { url: 'https://a.test/', title: 'A', success: true },
	content: { rows: [{ name: 'x' }, { name: 'y' }] },
	added: { links: [] },
	details: { finalUrl: 'https://b.test/' },
	facts: { lowContent: true, creditsUsed: 1 },
	ids: { jobId: 'j-1' },
	screenshots: ['https://s.test/1', 'https://s.test/2'],
};

function itemsOf(more: Partial<Page> = {}, view: Partial<ResultView> = {}) {
	return toItems({ ...page, ...more }, { ...DEFAULT_RESULT_VIEW, ...view });
}

function fieldsOf(more: Partial<Page> = {}, view: Partial<ResultView> = {}) {
	return itemsOf(more, view).map(({ json }) => Object.keys(json));
}

describe('a page', () => {
	test('is one item: the address first, how it is found again last', () => {
		expect(fieldsOf()).toEqual([
			[
				...['url', 'title', 'success', 'content', 'links', 'finalUrl', 'lowContent', 'creditsUsed'],
				'jobId',
			],
		]);
	});

	test('as a record has the fields that were asked for and its address', () => {
		const answer = { url: 'https://other.test/', title: 'Own', price: 5 };
		const [item] = itemsOf({ content: answer }, { get: 'record' });
		expect(item?.json).toEqual({
			...answer,
			pageUrl: 'https://a.test/',
			links: [],
		});
	});

	test.each<[ResultView['get'], unknown]>([
		['markdown', '# A'],
		['answer', 'Yes'],
		['record', { price: 5 }],
		['rows', [{ price: 5 }]],
	])('has what it says about itself where that is wanted: %s', (get, content) => {
		const metadata = { author: 'Ada', language: 'en' };
		const wanted = { get, includesMetadata: true };
		expect(itemsOf({ content, metadata }, wanted)[0]?.json).toMatchObject({ metadata });
		expect(itemsOf({ content }, wanted)[0]?.json).toMatchObject({ metadata: {} });
		expect(itemsOf({ content, metadata }, { get })[0]?.json).not.toHaveProperty('metadata');
	});

	test('that could not be read has its address by the same name as the others', () => {
		const error = new WebDataError('Blocked', '');
		const nameOf = (get: ResultView['get']) => fieldsOf({ error, content: null }, { get })[0]?.[0];
		expect([nameOf('record'), nameOf('rows')]).toEqual(['pageUrl', 'pageUrl']);
		expect([nameOf('markdown'), nameOf('answer')]).toEqual(['url', 'url']);
	});

	test.each([['text'], [null], [[1, 2]]])(
		'without fields, such as %j, has its content',
		(content) => {
			const [item] = itemsOf({ content }, { get: 'record' });
			expect(item?.json.content).toEqual(content);
		},
	);

	test('as the service sent it is one item, whatever it would be split into', () => {
		const view = { isSimplified: false, get: 'rows' } as const;
		expect(itemsOf({}, view).map(({ json }) => json)).toEqual([{ uuid: 'u' }]);
	});
});

describe('the rows of a page', () => {
	const rows = { get: 'rows' } as const;

	test('have what was asked for, and the address of the page', () => {
		expect(fieldsOf({}, rows)).toEqual([
			['name', 'pageUrl'],
			['name', 'pageUrl'],
		]);
	});

	test('have the links of their entries beside the address of the page', () => {
		const [row] = itemsOf({ content: [{ jobId: 'own', url: 'own too' }] }, rows);
		expect(row?.json).toEqual({ jobId: 'own', url: 'own too', pageUrl: 'https://a.test/' });
	});

	test('have the screenshots with the first', () => {
		const items = itemsOf({}, { ...rows, downloadScreenshots: true });
		expect(items.map(({ files }) => files?.map(({ field }) => field))).toEqual([
			['screenshot', 'screenshot_2'],
			undefined,
		]);
	});
});

test('screenshots that are not wanted are no files', () => {
	expect(itemsOf()[0]).not.toHaveProperty('files');
});

describe('addresses that several input items ask for', () => {
	const requested = deduplicate([
		{ itemIndex: 0, urls: ['https://a.test', 'https://b.test/'] },
		{ itemIndex: 2, urls: ['https://b.test/', 'https://a.test/', 'https://b.test/'] },
	]);

	test('are sent once, as they were first written', () => {
		expect(requested.map(({ url }) => url)).toEqual(['https://a.test', 'https://b.test/']);
	});

	test('have a position among those of each item', () => {
		expect(requested.map(({ positions }) => [...positions])).toEqual([
			[
				[0, 0],
				[2, 1],
			],
			[
				[0, 1],
				[2, 0],
			],
		]);
		expect([...inputItemsOf(requested)]).toEqual([
			[0, 0],
			[2, 0],
		]);
	});

	test('give each of them their items', () => {
		const items = forEachInputItem([{ json: { a: 1 } }], new Map([[2, 1]]));
		expect(items).toEqual([{ json: { a: 1 }, itemIndex: 2, position: 1 }]);
	});
});

describe('a crawl record', () => {
	test.each([
		['1.50', 1.5],
		[2, 2],
		['', ''],
		['many', 'many'],
		[null, null],
	])('with the credits %j has %j', (given, expected) => {
		expect(toCrawlRecord({ id: 'c-1', credits_used: given })).toEqual({
			jobId: 'c-1',
			credits_used: expected,
		});
	});
});

test.each([
	[{ result: [] }, true],
	[{ result: null }, false],
	[{}, false],
])('the pages of a crawl are dispensable where its status has them: %j', (body, expected) => {
	expect(crawlPagesCollection.isOptional(body)).toBe(expected);
});
