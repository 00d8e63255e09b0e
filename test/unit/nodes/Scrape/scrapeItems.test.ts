import { batchGetResult } from '../../../../nodes/Scrape/operations/batch';
import { pageGetResult } from '../../../../nodes/Scrape/operations/pageGetResult';
import type { OutputItem } from '../../../../nodes/shared/items/outputItem';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import { hintsOf, prepareJob } from '../../../support/prepareOperation';

const page = {
	url: 'https://a.test/',
	title: 'A',
	markdownContent: '# A',
	success: true,
	screenshotUrl: null,
	lowContent: false,
};
const secondPage = { ...page, url: 'https://b.test/', title: 'B', markdownContent: '# B' };

function completed(result: object, more: object = {}): object {
	return { status: 'completed', progress: {}, error: null, result, ...more };
}

async function items(body: unknown, set: ParameterValues = {}): Promise<OutputItem[]> {
	const job = await prepareJob(pageGetResult, { jobId: 'j-1', get: 'answer', ...set });
	return job.toItems({ jobId: 'j-1', body });
}

async function json(body: unknown, set: ParameterValues = {}): Promise<unknown> {
	return (await items(body, set)).map((item) => item.json);
}

async function hints(body: unknown, set: ParameterValues = {}): Promise<unknown> {
	const job = await prepareJob(pageGetResult, { jobId: 'j-1', get: 'answer', ...set });
	return hintsOf(job, { jobId: 'j-1', body });
}

test('a failed page names its reason; the other pages are spoken of only where there are some', async () => {
	const gone = { ...page, success: false, title: 'Gone', lowContent: true };
	const error = 'Failed to scrape https://a.test/: HTTP status 404 (Not Found)';
	const alone = completed({ content: '', data: [{ ...gone, error }] });
	const beside = completed({ content: '', data: [gone, secondPage] });
	const [one] = await items(alone, { get: 'markdown' });
	const [two] = await items(beside, { get: 'markdown' });
	expect(one?.failure?.error.message).toBe(error);
	expect(one?.failure?.error.description).not.toContain('other pages');
	expect(two?.failure?.error.message).toBe("https://a.test/ could not be read, page title 'Gone'");
	expect(two?.failure?.error.description).toContain('other pages');
	expect(await hints(alone)).toEqual([
		'Could not read https://a.test/: HTTP status 404 (Not Found). There is no such page: check the address.',
	]);
});

test('an item says where redirects led', async () => {
	const moved = { ...page, finalUrl: 'https://a.test/login' };
	const body = completed({ content: '# A', data: [moved] });
	for (const get of ['answer', 'markdown']) {
		expect(await json(body, { get })).toMatchObject([{ finalUrl: 'https://a.test/login' }]);
	}
});

test('an item has the sources of its answer, a row those of its own values', async () => {
	const source = (text: string) => ({ text, selector: 'li' });
	const content = { items: [{ name: 'Nova' }, { name: 'Luna' }] };
	const sources = { 'items[0].name': source('Nova'), 'items[1].name': source('Luna') };
	const body = completed({ content, data: [page], sources });

	expect(await json(body)).toMatchObject([{ content, sources }]);
	expect(await json(body, { get: 'rows' })).toMatchObject([
		{ name: 'Nova', sources: { name: source('Nova') } },
		{ name: 'Luna', sources: { name: source('Luna') } },
	]);
	expect(await json(body, { get: 'markdown' })).toMatchObject([{ answer: content, sources }]);

	const listed = {
		reason: 'r',
		entries: [{ name: 'Nova' }],
		sources: { '[0].name': source('Nova') },
	};
	const ofList = completed({ content: { name: null }, data: [page], listed });
	expect(await json(ofList, { get: 'rows' })).toMatchObject([
		{ name: 'Nova', sources: { name: source('Nova') } },
	]);
});

test('of several pages, an item says of each where it led, and why it could not be read', async () => {
	const moved = { ...page, finalUrl: 'https://a.test/en' };
	const failed = { ...secondPage, success: false, error: 'HTTP status 404' };
	const shots = ['https://files.test/1.png', 'https://files.test/2.png'];
	const body = completed({ content: 'both', data: [moved, failed], screenshots: shots });
	const [item] = await items(body, { get: 'answer' });
	expect(item?.json).toMatchObject({ screenshots: shots });
	expect(item?.json).not.toHaveProperty('screenshotUrl');
	expect(item?.json.pages).toEqual([
		{
			...{ url: 'https://a.test/', title: 'A', success: true, lowContent: false },
			finalUrl: 'https://a.test/en',
		},
		{
			...{ url: 'https://b.test/', title: 'B', success: false, lowContent: false },
			errorMessage: 'HTTP status 404',
		},
	]);
});

test('a failed page has its reason on its item, and no charge is said of it alone', async () => {
	const failed = { ...page, success: false, error: 'HTTP status 404' };
	const [alone] = await items(completed({ content: null, data: [failed] }), { get: 'markdown' });
	expect(alone?.json).toMatchObject({ success: false, errorMessage: 'HTTP status 404' });
	expect(alone?.json).not.toHaveProperty('answer');
	expect(alone?.failure?.error.description).toContain('The page of scrape job j-1 is not charged.');
	expect(alone?.failure?.error.details).toEqual({
		...{ jobId: 'j-1', url: 'https://a.test/', status: 'failed' },
	});
});

test('a failed page without a title or reason is named by its address alone', async () => {
	const failed = { ...page, title: null, success: false };
	const [item] = await items(completed({ content: '', data: [failed] }));
	expect(item?.failure?.error.message).toBe('https://a.test/ could not be read');
});

test('the links of a page go to its item', async () => {
	const linked = { ...page, markdownContent: '[More](/more)' };
	const body = completed({ content: 'both', data: [linked, secondPage] });
	const set = { get: 'markdown', options: { pageLists: ['links'] } };
	const [first, second] = await items(body, set);
	expect(first?.json.links).toEqual([{ url: 'https://a.test/more', text: 'More' }]);
	expect(second?.json.links).toEqual([]);
});

test.each<[string, unknown]>([
	['nothing', undefined],
	['no result', { status: 'completed', result: null }],
	['a result without lists', completed({ content: 'Text' })],
	['lists of something else', completed({ content: 'Text', data: 'x', screenshots: 5 })],
])('%s costs nobody the item: %j', async (_label, body) => {
	for (const get of ['answer', 'markdown']) {
		expect(await items(body, { get })).toHaveLength(1);
		expect(await hints(body, { get })).toEqual([]);
	}
});

describe('one item per job', () => {
	test.each<[string, object, object]>([
		[
			'of raw Markdown',
			completed({ content: '# A', data: [page] }),
			{ jobId: 'j-1', success: true, url: 'https://a.test/', title: 'A', content: '# A' },
		],
		[
			'of an AI answer as JSON',
			completed({ content: { price: 5 }, data: [page] }),
			{ jobId: 'j-1', success: true, url: 'https://a.test/', title: 'A', content: { price: 5 } },
		],
		[
			'of an AI answer as JSON text',
			completed({ content: '{"price":5}', data: [page] }),
			{ jobId: 'j-1', success: true, url: 'https://a.test/', title: 'A', content: { price: 5 } },
		],
		[
			'of Markdown that begins like JSON',
			completed({ content: '[Home](/) and more', data: [page] }),
			{
				jobId: 'j-1',
				success: true,
				url: 'https://a.test/',
				title: 'A',
				content: '[Home](/) and more',
			},
		],
		[
			'of several pages',
			completed({ content: 'both', data: [page, secondPage] }),
			{
				jobId: 'j-1',
				success: true,
				url: 'https://a.test/',
				title: 'A',
				content: 'both',
				pages: [
					{ url: 'https://a.test/', title: 'A', success: true, lowContent: false },
					{ url: 'https://b.test/', title: 'B', success: true, lowContent: false },
				],
			},
		],
		[
			'with everything worth noticing',
			completed(
				{
					content: '# A',
					data: [{ ...page, lowContent: true }],
					ai_extraction_failed: true,
					extraction_empty: true,
					warnings: ['402 Insufficient credits'],
				},
				{ schema_warnings: ["keyword 'not' is ignored"] },
			),
			{
				jobId: 'j-1',
				success: true,
				url: 'https://a.test/',
				title: 'A',
				content: '# A',
				lowContent: true,
				aiExtractionFailed: true,
				extractionEmpty: true,
				warnings: ['402 Insufficient credits'],
				schemaWarnings: ["keyword 'not' is ignored"],
			},
		],
		[
			'with screenshots',
			completed({ content: '# A', data: [page], screenshots: ['https://s.test/1.png'] }),
			{
				jobId: 'j-1',
				success: true,
				url: 'https://a.test/',
				title: 'A',
				content: '# A',
				screenshotUrl: 'https://s.test/1.png',
			},
		],
		[
			'of no content',
			completed({}),
			{ jobId: 'j-1', success: true, url: null, title: null, content: null },
		],
	])('%s', async (_label, body, expected) => {
		expect(await json(body)).toEqual([expected]);
	});

	test.each<[string, unknown]>([
		['a result that is null', completed({}, { result: null })],
		['pages that are no list', completed({ data: 'x', screenshots: 7 })],
		['pages that are null', completed({ data: [null] })],
		['warnings that are a text', completed({}, { schema_warnings: 'odd' })],
		['a body that is a text', 'completed'],
		['nothing', undefined],
	])('is made of %s too', async (_label, body) => {
		expect(await json(body)).toEqual([
			{ jobId: 'j-1', success: true, url: null, title: null, content: null },
		]);
		expect(await hints(body)).toEqual([]);
	});
});

test('one item per page holds its own Markdown, and the job ID', async () => {
	const low = { ...secondPage, lowContent: true, screenshotUrl: 'https://s.test/2.png' };
	const body = completed({ content: '# A\n\n# B', data: [page, low] });
	expect(await json(body, { get: 'markdown' })).toEqual([
		{ jobId: 'j-1', url: 'https://a.test/', title: 'A', content: '# A', success: true },
		{
			jobId: 'j-1',
			url: 'https://b.test/',
			title: 'B',
			content: '# B',
			success: true,
			lowContent: true,
			screenshotUrl: 'https://s.test/2.png',
		},
	]);
});

describe('one item per page, with an answer over all pages, which was paid for', () => {
	const own = [
		{ jobId: 'j-1', url: 'https://a.test/', title: 'A', content: '# A', success: true },
		{ jobId: 'j-1', url: 'https://b.test/', title: 'B', content: '# B', success: true },
	];
	const data = [page, secondPage];

	test.each<[string, object, object]>([
		['as JSON', { content: { price: 5 } }, { answer: { price: 5 } }],
		['as JSON text', { content: '{"price":5}' }, { answer: { price: 5 } }],
		['as text', { content: 'Both are cheap' }, { answer: 'Both are cheap' }],
		[
			'that is empty',
			{ content: { price: null }, extraction_empty: true },
			{ answer: { price: null }, extractionEmpty: true },
		],
		[
			'that the AI could not give',
			{ content: '# A or B', ai_extraction_failed: true },
			{ aiExtractionFailed: true },
		],
		['that was not asked for', { content: '# A\n\n---\n\n# B' }, {}],
	])('%s', async (_label, result, more) => {
		const items = await json(completed({ ...result, data }), { get: 'markdown' });
		expect(items).toEqual(own.map((item) => ({ ...item, ...more })));
	});

	test.each([['markdown'], ['answer']])('an empty page stays empty, to get %s', async (get) => {
		const empty = { ...page, title: '', markdownContent: '' };
		const [item] = await items(completed({ content: '', data: [empty] }), { get });
		expect(item?.json).toMatchObject({ success: true, title: '', content: '' });
		expect(item?.json).not.toHaveProperty('answer');
	});

	test('has an item also when the service names no pages', async () => {
		expect(await json(completed({ content: { price: 5 } }), { get: 'markdown' })).toEqual([
			{ jobId: 'j-1', success: true, url: null, title: null, content: { price: 5 } },
		]);
	});
});

test('a page that is JSON stays text, so that the type of the content does not depend on the page', async () => {
	const markdownContent = '{"price":5}';
	const body = completed({ content: markdownContent, data: [{ ...page, markdownContent }] });
	expect(await json(body)).toMatchObject([{ content: markdownContent }]);
});

test('an extracted field that is called error makes no failed item', async () => {
	const body = completed({
		content: [
			{ error: 'E42', name: 'x' },
			{ error: null, name: 'y' },
		],
		data: [page],
	});
	expect(await json(body, { get: 'rows' })).toEqual([
		{ pageUrl: page.url, extractedError: 'E42', name: 'x' },
		{ pageUrl: page.url, extractedError: null, name: 'y' },
	]);
});

describe('one item per row', () => {
	test.each<[string, unknown, object[]]>([
		['of a list', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
		['of a list as text', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
		['of the only list in an object', { products: [{ a: 1 }, { a: 2 }] }, [{ a: 1 }, { a: 2 }]],
		['of plain values', ['x', 'y'], [{ value: 'x' }, { value: 'y' }]],
		['of an empty list', [], []],
		['of an object without one list', { a: [1], b: [2] }, [{ a: [1], b: [2] }]],
		['of Markdown', '# A', [{ content: '# A' }]],
		['of nothing', null, []],
	])('%s', async (_label, content, rows) => {
		const body = completed({ content, data: [page] });
		const expected = rows.map((row) => ({ pageUrl: page.url, ...row }));
		expect(await json(body, { get: 'rows' })).toEqual(expected);
	});
});

test('rows have the fields beside their list, without a hint', async () => {
	const body = completed({ content: { products: [{ a: 1 }], total: 1 }, data: [page] });
	expect(await json(body, { get: 'rows' })).toEqual([{ total: 1, a: 1, pageUrl: page.url }]);
	expect(await hints(body, { get: 'rows' })).toEqual([]);
});

test('a record has its fields on its item, and no more than its address beside them', async () => {
	const body = completed({ content: { title: 'Lamp', price: 5 }, data: [page] });
	expect(await json(body, { get: 'record' })).toEqual([
		{ title: 'Lamp', price: 5, pageUrl: page.url },
	]);
});

test('the raw result is the status body, with the job ID', async () => {
	const body = completed({ content: '# A', data: [page] }, { unknownField: 7 });
	expect(await json(body, { simplify: false })).toEqual([{ ...body, jobId: 'j-1' }]);
});

describe('screenshots', () => {
	const links = ['https://s.test/1.png', 'https://s.test/2.png'];
	const body = completed({ content: '# A', data: [page], screenshots: links });

	test('stay links unless files are wanted', async () => {
		expect((await items(body))[0]).not.toHaveProperty('files');
	});

	test('become binary fields', async () => {
		const [item] = await items(body, { options: { downloadScreenshots: true } });
		expect(item?.files).toMatchObject([
			{ field: 'screenshot', url: links[0], mimeType: 'image/png' },
			{ field: 'screenshot_2', url: links[1] },
		]);
	});

	test('of a page go to its item', async () => {
		const data = [
			{ ...page, screenshotUrl: links[0] },
			{ ...secondPage, screenshotUrl: links[1] },
		];
		const set = { get: 'markdown', options: { downloadScreenshots: true } };
		const result = await items(completed({ content: '', data }), set);
		expect(result.map(({ files }) => files?.map((file) => 'url' in file && file.url))).toEqual([
			[links[0]],
			[links[1]],
		]);
	});
});

test('what is worth noticing is told in words', async () => {
	const body = completed(
		{ data: [{ ...page, lowContent: true }], ai_extraction_failed: true, extraction_empty: true },
		{ schema_warnings: ['a', 'b'] },
	);
	expect(await hints(body)).toEqual([
		"No answer for https://a.test/: 'content' is the Markdown",
		'No value found for any field on https://a.test/',
		'Little text on https://a.test/: check for a bot check or cookie wall',
		'Schema: a',
		'Schema: b',
	]);
});

test('an unknown wish is refused', async () => {
	await expect(items({}, { get: 'word' })).rejects.toThrow('\'What to Get\' is "word"');
});

describe('a page that could not be read', () => {
	const broken = { ...secondPage, success: false, error: 'HTTP 404', markdownContent: '' };
	const body = completed({ content: '# A', data: [page, broken] });

	test('is an item with its reason', async () => {
		const [, item] = await items(body, { get: 'markdown' });
		expect(item?.json).toMatchObject({ jobId: 'j-1', success: false, errorMessage: 'HTTP 404' });
		expect(item?.failure).toMatchObject({
			isReturned: true,
			error: { message: 'HTTP 404', details: { jobId: 'j-1', url: 'https://b.test/' } },
		});
	});

	test.each([['markdown'], ['answer'], ['rows']])(
		'has null for what it lacks, and no answer, to get %s',
		async (get) => {
			const empty = { ...broken, title: '' };
			const [item] = await items(completed({ content: '', data: [empty] }), { get });
			expect(item?.json).toMatchObject({ success: false, title: null, content: null });
			expect(item?.json).not.toHaveProperty('answer');
		},
	);

	test('keeps the title and text that it has', async () => {
		const blocked = { ...broken, title: 'Just a moment', markdownContent: 'Checking' };
		const [item] = await items(completed({ content: '', data: [blocked] }));
		expect(item?.json).toMatchObject({ title: 'Just a moment', content: 'Checking' });
	});

	test('is in the list of pages without a title', async () => {
		const data = [page, { ...broken, title: '' }];
		const [item] = await items(completed({ content: 'both', data }), { get: 'answer' });
		expect(item?.json.pages).toMatchObject([{ title: 'A' }, { title: null, success: false }]);
	});

	test('makes no success beside others that could not be read either', async () => {
		const data = [{ ...page, success: false, error: 'HTTP 500' }, broken];
		const result = await items(completed({ content: '', data }), { get: 'answer' });
		expect(result.map(({ json: shown }) => shown)).toMatchObject([
			{ url: 'https://a.test/', success: false, errorMessage: 'HTTP 500' },
			{ url: 'https://b.test/', success: false, errorMessage: 'HTTP 404' },
		]);
	});

	test('is left out when that is wanted', async () => {
		const set = { get: 'markdown', options: { onFailedPage: 'leaveOut' } };
		expect(await items(body, set)).toHaveLength(1);
	});

	test.each(['markdown', 'answer', 'rows'])('fails the item when wanted: %s', async (get) => {
		const set = { get, options: { onFailedPage: 'fail' } };
		const failures = (await items(body, set)).flatMap(({ failure }) => failure ?? []);
		expect(failures).toMatchObject([{ isReturned: false, error: { message: 'HTTP 404' } }]);
	});

	test('fails the raw result, too', async () => {
		const set = { simplify: false, options: { onFailedPage: 'fail' } };
		expect((await items(body, set))[0]?.failure?.isReturned).toBe(false);
	});
});

describe('a page of a batch whose extraction failed', () => {
	const entry = { url: 'https://a.test/', jobId: 'j-1', status: 'completed', creditsUsed: 1 };
	const flags = { ai_extraction_failed: true, warnings: ['402 Insufficient credits'] };
	const body = { status: 'completed', items: [{ ...entry, ...flags, result: '# A' }] };
	const prepare = () => prepareJob(batchGetResult, { batchId: 'b-1' });

	test('is marked on its item, with the reason', async () => {
		const [item] = (await prepare()).toItems({ jobId: 'b-1', body });
		const { ai_extraction_failed: aiExtractionFailed, warnings } = flags;
		expect(item?.json).toMatchObject({ content: '# A', aiExtractionFailed, warnings });
	});

	test('is counted below the output', async () => {
		expect(hintsOf(await prepare(), { jobId: 'b-1', body })).toEqual([
			"No answer for https://a.test/: 'content' is the Markdown",
			'402 Insufficient credits',
		]);
	});
});

test('three rows of a page with little text are a run without a hint', async () => {
	const lamps = [{ name: 'Nova' }, { name: 'Luna' }, { name: 'Terra' }];
	const short = { ...page, lowContent: true };
	const rows = { get: 'rows' };
	expect(await hints(completed({ content: { items: lamps }, data: [short] }), rows)).toEqual([]);
});
