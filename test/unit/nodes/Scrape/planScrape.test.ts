import type { IDataObject } from 'n8n-workflow';
import { pageScrape } from '../../../../nodes/Scrape/operations/pageScrape';
import type { OutputItem } from '../../../../nodes/shared/items/outputItem';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { PlannedJob, JobPlan } from '../../../../nodes/shared/operations/operation';
import { valuesOf } from '../../../support/operationValues';
import { allowUnknownFields } from '../../../support/heldToContract';
import { hintsOf, itemWith, planJobs } from '../../../support/prepareOperation';

/** The plan for input items with these parameters. */
async function plan(...items: ParameterValues[]): Promise<JobPlan> {
	return await planJobs(
		pageScrape,
		items.map((set, index) => ({
			item: itemWith(undefined, index),
			values: valuesOf(pageScrape, set),
		})),
	);
}

const BATCHES = { options: { sendAs: 'batches' } };

/** The plan for input items that are sent in batches. */
async function planBatches(...items: ParameterValues[]): Promise<JobPlan> {
	return await plan(...items.map((set) => ({ ...BATCHES, ...set })));
}

function bodyOf({ task }: PlannedJob): unknown {
	return 'submit' in task.start ? task.start.submit.body : undefined;
}

function addresses(count: number, host = 'a.test'): string[] {
	return Array.from({ length: count }, (_value, index) => `https://${host}/${index}`);
}

/** The path of each submit with the number of its addresses. */
function submitsOf({ jobs }: JobPlan): unknown[] {
	return jobs.map((job) => {
		const { urls }: { urls?: unknown[] } = Object(bodyOf(job));
		return [job.task.jobType.label, urls?.length];
	});
}

const WHOLE = { pageContent: 'whole' };

const CLICK_OPTIONS = { actionsJson: '[{"type":"click","selector":"#more"}]' };
const CLICK = { options: CLICK_OPTIONS };
const TOGETHER = { get: 'answer', prompt: 'Which is cheaper?', combinePages: true };

describe('addresses are sent', () => {
	test.each<[string, ParameterValues[], unknown[]]>([
		['as single jobs up to ten', [{ urls: addresses(10) }], Array(10).fill(['scrape job', 1])],
		['as a batch from eleven on', [{ urls: addresses(11) }], [['batch', 11]]],
		[
			'as batches of fifty over all input items',
			[{ urls: addresses(70) }, { urls: addresses(40, 'b.test') }],
			[
				['batch', 50],
				['batch', 50],
				['batch', 10],
			],
		],
		[
			'as a batch when eleven items have one each',
			addresses(11).map((urls) => ({ urls })),
			[['batch', 11]],
		],
		[
			'as single jobs with browser actions, however many they are',
			[{ urls: addresses(12), ...CLICK }],
			Array(12).fill(['scrape job', 1]),
		],
		[
			'as single jobs when that is wanted',
			[{ urls: addresses(11), options: { sendAs: 'jobs' } }],
			Array(11).fill(['scrape job', 1]),
		],
		['as a batch when that is wanted', [{ urls: 'a.test', ...BATCHES }], [['batch', 1]]],
		[
			'in one job when one answer is wanted over all of them',
			[{ urls: addresses(3), ...TOGETHER }],
			[['scrape job', 3]],
		],
	])('%s', async (_label, items, submits) => {
		const planned = await plan(...items);
		expect(planned.refused).toEqual([]);
		expect(submitsOf(planned)).toEqual(submits);
	});

	test('with the actions on each page', async () => {
		const { jobs } = await plan({ ...WHOLE, urls: 'a.test\nb.test', ...CLICK });
		expect(jobs.map(bodyOf)).toEqual(
			['https://a.test', 'https://b.test'].map((url) => ({
				urls: [{ url, actions: [{ type: 'click', selector: '#more' }] }],
			})),
		);
	});

	test('apart when their settings differ', async () => {
		const { jobs } = await planBatches(
			{ urls: 'a.test', prompt: 'Prices' },
			{ urls: 'b.test', prompt: 'Names' },
			{ urls: 'c.test', prompt: 'Prices' },
		);
		expect(jobs.map(bodyOf)).toEqual([
			{ urls: ['https://a.test', 'https://c.test'], prompt: 'Prices' },
			{ urls: ['https://b.test'], prompt: 'Names' },
		]);
		expect(jobs.map(({ itemIndexes }) => itemIndexes)).toEqual([[0, 2], [1]]);
	});

	test('in a batch for Markdown without AI, which is not the default of the service there', async () => {
		const { jobs } = await planBatches({ ...WHOLE, urls: 'a.test' });
		expect(jobs.map(bodyOf)).toEqual([{ urls: ['https://a.test'], output: 'markdown' }]);
	});

	test('once, however often they are named', async () => {
		const { jobs } = await plan(
			{ ...WHOLE, urls: 'a.test\nhttps://A.test/' },
			{ ...WHOLE, urls: 'b.test' },
			{ ...WHOLE, urls: 'a.test' },
		);
		expect(jobs.map((job) => [bodyOf(job), job.itemIndexes])).toEqual([
			[{ urls: [{ url: 'https://a.test' }] }, [0, 2]],
			[{ urls: [{ url: 'https://b.test' }] }, [1]],
		]);
	});

	test('in one job for two items that want one answer over the same pages', async () => {
		const together = { urls: ['a.test', 'b.test'], ...TOGETHER };
		const { jobs } = await plan(together, together, { ...together, urls: ['a.test', 'c.test'] });
		expect(jobs.map(({ itemIndexes }) => itemIndexes)).toEqual([[0, 1], [2]]);
	});
});

describe('an item that cannot be used', () => {
	test.each<[string, ParameterValues, string]>([
		['no address', { urls: '' }, "'URLs' is empty"],
		['four addresses for one answer', { urls: addresses(4), ...TOGETHER }, '4 addresses'],
		['an unknown wish', { urls: 'b.test', get: 'all' }, '\'What to Get\' is "all"'],
		['rows of nothing', { urls: 'b.test', get: 'rows' }, "'Fields' is empty"],
		['a time-out of nothing', { urls: 'b.test', options: { timeout: 0 } }, "'Timeout'"],
		['an unknown way to send', { urls: 'b.test', options: { sendAs: 'mail' } }, "'Batching'"],
		[
			'browser actions in a batch',
			{ urls: 'b.test', options: { ...CLICK_OPTIONS, ...BATCHES.options } },
			'browser actions',
		],
		[
			'an answer over several pages in a batch',
			{ urls: 'b.test', ...TOGETHER, ...BATCHES },
			'an answer over several pages is one job',
		],
	])('with %s is refused, and none of its addresses is submitted', async (_label, wrong, why) => {
		const { jobs, refused } = await plan({ urls: 'a.test' }, wrong);
		expect(refused.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		expect(refused[0]?.error).toMatchObject({ message: expect.stringContaining(why) });
		expect(jobs.map(bodyOf)).toMatchObject([{ urls: [{ url: 'https://a.test' }] }]);
	});
});

describe('rows', () => {
	const table = (...names: string[]) => ({
		...{ urls: 'a.test', get: 'rows', fieldsAs: 'table' },
		fields: { field: names.map((name) => ({ name, type: 'text' })) },
	});
	const content = { products: [{ name: 'x' }, { name: 'y' }] };

	async function rowsOf(set: ParameterValues): Promise<[unknown, unknown]> {
		const { jobs } = await plan(set);
		const [job] = jobs;
		if (!job) throw new Error('No job was planned');
		const items = job.toItems({ jobId: 'j-1', body: { status: 'completed', result: { content } } });
		const { schema }: { schema?: { properties?: object } } = Object(bodyOf(job));
		return [Object.keys(schema?.properties ?? {}), items.length];
	}

	test.each<[string, ParameterValues, [string[], number]]>([
		['are those of a list', table('products[].name', 'products[].price'), [['products'], 2]],
		['have the fields beside a list', table('products[].name', 'shop'), [['products', 'shop'], 2]],
		['are a list of fields', table('name', 'price'), [['items'], 2]],
		['are a list of a preset', { urls: 'a.test', get: 'rows', fieldsAs: 'preset' }, [['items'], 2]],
		[
			'do not come where one record is asked for',
			{ ...table('name'), get: 'record' },
			[['name'], 1],
		],
	])('%s', async (_label, set, expected) => {
		expect(await rowsOf(set)).toEqual(expected);
	});

	test('that are none say what was looked for, and are no item', async () => {
		const { jobs } = await plan({ urls: 'a.test', get: 'rows', fieldsText: 'name, price' });
		for (const empty of [{ items: [] }, { items: null }, { items: [{ name: null }] }, null]) {
			const body = { status: 'completed', result: { content: empty } };
			expect(jobs[0]?.toItems({ jobId: 'j-1', body })).toEqual([]);
			expect(hintsOf(jobs[0] ?? {}, { jobId: 'j-1', body })).toEqual([
				"No rows: no list with 'name', 'price' was found.",
			]);
		}
	});
});

describe('the results of single jobs', () => {
	const page = { title: 'A', markdownContent: '# A', success: true, lowContent: false };
	const completed = (url: string) => ({
		status: 'completed',
		result: { content: `# ${url}`, data: [{ ...page, url, markdownContent: `# ${url}` }] },
	});

	test('go to every item that asked, at the place where it named the address', async () => {
		const { jobs } = await plan({ urls: 'a.test\nb.test' }, { urls: 'b.test\na.test' });
		const items = jobs.flatMap((job, index) =>
			job.toItems({ jobId: `j-${index}`, body: completed(`https://${'ab'[index]}.test/`) }),
		);
		expect(items.map(({ itemIndex, position, json }) => [itemIndex, position, json.url])).toEqual([
			[0, 0, 'https://a.test/'],
			[1, 1, 'https://a.test/'],
			[0, 1, 'https://b.test/'],
			[1, 0, 'https://b.test/'],
		]);
	});

	test('begin with the address and end with the job ID', async () => {
		const { jobs } = await plan({ urls: 'a.test' });
		const items = jobs[0]?.toItems({ jobId: 'j-1', body: completed('https://a.test/') });
		expect(Object.keys(items?.[0]?.json ?? {})).toEqual([
			'url',
			'title',
			'success',
			'content',
			'jobId',
		]);
	});

	const failed = { status: 'failed', error: 'No such host' };

	test('that failed are items with the reason, and errors with the ID', async () => {
		const { jobs } = await plan({ urls: 'b.test' });
		const [job] = jobs;
		expect(job?.task.isFailureResult).toBe(true);
		expect(hintsOf(job ?? {}, { jobId: 'j-1', body: failed })).toEqual([
			'Could not read https://b.test: No such host',
		]);
		expect(job?.toItems({ jobId: 'j-1', body: failed })).toMatchObject([
			{
				json: { url: 'https://b.test', success: false, errorMessage: 'No such host', jobId: 'j-1' },
				failure: { isReturned: true, error: { details: { jobId: 'j-1', status: 'failed' } } },
			},
		]);
	});

	test('that failed are left out, or fail the node, when the user wants that', async () => {
		const { jobs } = await plan(
			{ urls: 'b.test', options: { onFailedPage: 'leaveOut' } },
			{ urls: 'b.test', options: { onFailedPage: 'fail' } },
		);
		expect(jobs[0]?.toItems({ jobId: 'j-1', body: failed })).toEqual([]);
		expect(jobs[1]?.task.isFailureResult).toBe(false);
	});

	test('that are an error page are failed pages, as they are in batches', async () => {
		const { jobs } = await plan({ urls: 'b.test' });
		const data = [{ ...page, url: 'https://b.test/', success: false, error: 'HTTP 404' }];
		const body = { status: 'completed', result: { content: '# Not found', data } };
		expect(jobs[0]?.toItems({ jobId: 'j-1', body })).toMatchObject([
			{ json: { success: false, errorMessage: 'HTTP 404' }, failure: { isReturned: true } },
		]);
	});
});

describe('the results of a batch', () => {
	async function results(entries: object[], set: ParameterValues = {}): Promise<OutputItem[]> {
		const { jobs } = await planBatches(
			{ urls: 'a.test', ...set },
			{ urls: ['b.test', 'c.test'], ...set },
		);
		const [job] = jobs;
		if (!job) throw new Error('No batch was planned');
		return job.toItems({ jobId: 'b-1', body: { status: 'completed', items: entries } });
	}

	const entry = (host: string, more: object = {}) => ({
		url: `https://${host}/`,
		jobId: `j-${host}`,
		status: 'completed',
		result: `# ${host}`,
		...more,
	});
	const all = [entry('a.test'), entry('b.test'), entry('c.test')];

	test('go to the item that asked for each address', async () => {
		expect(await results(all)).toEqual([
			{
				itemIndex: 0,
				position: 0,
				json: {
					jobId: 'j-a.test',
					title: null,
					url: 'https://a.test/',
					success: true,
					content: '# a.test',
				},
			},
			{
				itemIndex: 1,
				position: 0,
				json: {
					jobId: 'j-b.test',
					title: null,
					url: 'https://b.test/',
					success: true,
					content: '# b.test',
				},
			},
			{
				itemIndex: 1,
				position: 1,
				json: {
					jobId: 'j-c.test',
					title: null,
					url: 'https://c.test/',
					success: true,
					content: '# c.test',
				},
			},
		]);
	});

	test('have the title of the page where the service sends it', async () => {
		const [first, second] = await results([entry('a.test', { title: 'A' }), ...all.slice(1)]);
		expect([first?.json.title, second?.json.title]).toEqual(['A', null]);
	});

	test('go there in whatever order they come', async () => {
		const items = await results([...all].reverse());
		expect(items.map(({ itemIndex, json }) => [itemIndex, json.url])).toEqual([
			[0, 'https://a.test/'],
			[1, 'https://b.test/'],
			[1, 'https://c.test/'],
		]);
	});

	const failed = entry('b.test', { status: 'failed', error: 'No such host', result: null });

	test('that failed are items with the reason, and errors with address and IDs', async () => {
		const items = await results([entry('a.test'), failed, entry('c.test')]);
		expect(items.map(({ json }) => json.success)).toEqual([true, false, true]);
		const [, item] = items;
		expect(item?.json).toEqual({
			batchId: 'b-1',
			jobId: 'j-b.test',
			url: 'https://b.test/',
			success: false,
			errorMessage: 'No such host',
		});
		expect(item?.failure?.isReturned).toBe(true);
		expect(item?.failure?.error.details).toEqual({
			batchId: 'b-1',
			jobId: 'j-b.test',
			url: 'https://b.test/',
			status: 'failed',
		});
		expect(item?.failure?.error.description).toContain("'Retry'");
	});

	test('that failed fail the node when the user wants that', async () => {
		const items = await results([entry('a.test'), failed, entry('c.test')], {
			options: { ...BATCHES.options, onFailedPage: 'fail' },
		});
		expect(items[1]?.failure?.isReturned).toBe(false);
	});

	test('that failed are left out when the user wants that', async () => {
		const items = await results([entry('a.test'), failed, entry('c.test')], {
			options: { ...BATCHES.options, onFailedPage: 'leaveOut' },
		});
		expect(items.map(({ json }) => json.url)).toEqual(['https://a.test/', 'https://c.test/']);
	});

	test('that are missing are items with that reason', async () => {
		const items = await results([entry('a.test'), entry('c.test')]);
		expect(items.map(({ itemIndex, json }) => [itemIndex, json.errorMessage])).toEqual([
			[0, undefined],
			[1, 'The batch has no result for https://b.test'],
			[1, undefined],
		]);
	});

	test('whose address a redirect changed are those in their place', async () => {
		const moved = entry('www.b.test');
		const items = await results([entry('a.test'), moved, entry('c.test')]);
		expect(items.map(({ itemIndex, json }) => [itemIndex, json.content])).toEqual([
			[0, '# a.test'],
			[1, '# www.b.test'],
			[1, '# c.test'],
		]);
	});

	test('without an address are those in their place', async () => {
		const nameless = all.map(({ url: _url, ...rest }) => rest);
		const items = await results(nameless);
		expect(items.map(({ itemIndex, json }) => [itemIndex, json.content])).toEqual([
			[0, '# a.test'],
			[1, '# b.test'],
			[1, '# c.test'],
		]);
	});

	test('that are still to come say so when the time is over', async () => {
		const { jobs } = await planBatches({ urls: ['a.test', 'b.test'] });
		const items = [entry('a.test'), entry('b.test', { status: 'pending', result: null })];
		const outputs = jobs[0]?.toUnfinishedItems?.({ jobId: 'b-1', body: { items } }) ?? [];
		expect(outputs.map(({ json }) => json)).toEqual([
			expect.objectContaining({ url: 'https://a.test/', content: '# a.test' }),
			{
				batchId: 'b-1',
				jobId: 'j-b.test',
				url: 'https://b.test/',
				status: 'pending',
				timedOut: true,
			},
		]);
	});

	test('of one address are paid for once, and go to every item that asked for it', async () => {
		const { jobs } = await planBatches(
			{ urls: 'a.test\na.test' },
			{ urls: 'b.test' },
			{ urls: 'a.test' },
		);
		expect(jobs.map(bodyOf)).toMatchObject([{ urls: ['https://a.test', 'https://b.test'] }]);
		expect(jobs[0]?.itemIndexes).toEqual([0, 2, 1]);
		const items = [entry('a.test'), entry('b.test')];
		const outputs = jobs[0]?.toItems({ jobId: 'b-1', body: { items } });
		expect(outputs?.map(({ itemIndex, json }) => [itemIndex, json.jobId])).toEqual([
			[0, 'j-a.test'],
			[2, 'j-a.test'],
			[1, 'j-b.test'],
		]);
	});

	test('that are Markdown stay text, also where a page is JSON', async () => {
		const json = [entry('a.test', { result: '{"a":1}' }), all[1] ?? {}, all[2] ?? {}];
		expect((await results(json))[0]?.json.content).toBe('{"a":1}');
		expect((await results(json, { prompt: 'Prices' }))[0]?.json.content).toEqual({ a: 1 });
	});

	test('can be split into rows', async () => {
		const listed = entry('a.test', { result: [{ name: 'x' }, { name: 'y' }] });
		const items = await results([listed, all[1] ?? {}, all[2] ?? {}], {
			...{ get: 'rows', fieldsText: 'name' },
		});
		expect(items.slice(0, 2).map(({ json }) => json)).toEqual([
			{ name: 'x', pageUrl: 'https://a.test/' },
			{ name: 'y', pageUrl: 'https://a.test/' },
		]);
	});

	test('have the fields that pages of single jobs have', async () => {
		const [job] = (await plan({ urls: 'a.test' })).jobs;
		const data = [{ url: 'https://a.test/', title: 'A', markdownContent: '# A', success: true }];
		const body = { status: 'completed', result: { content: '# A', data } };
		const single = job?.toItems({ jobId: 'j-1', body });
		const [paged] = await results([entry('a.test', { creditsUsed: 2 })]);
		const names = Object.keys(paged?.json ?? {});
		expect(names).toEqual(Object.keys(single?.[0]?.json ?? {}));
		expect(names).toEqual(['url', 'title', 'success', 'content', 'jobId']);
	});

	test('are there as soon as a page has one, whatever its status is called', async () => {
		const [running] = await results([entry('a.test', { status: 'running' })]);
		expect(running?.json).toMatchObject({ success: true, content: '# a.test' });
	});

	test('that stand elsewhere and name nothing are taken in their place only', async () => {
		const { url: _none, ...unnamed } = entry('a.test');
		const items = await results([unnamed, entry('c.test'), entry('b.test')]);
		expect(items.map(({ itemIndex, json }) => [itemIndex, json.jobId])).toEqual([
			[0, 'j-a.test'],
			[1, 'j-b.test'],
			[1, 'j-c.test'],
		]);
	});

	test('can be had as the service sent them', async () => {
		const items = await results(all, { options: { ...BATCHES.options, simplify: false } });
		expect(items[0]?.json).toEqual({ batchId: 'b-1', ...all[0] });
	});
});

describe('links and images', () => {
	const lists = { pageLists: ['links', 'images'] };
	const markdown = '[Buy](/buy) ![Lamp](lamp.png)';
	const found = {
		links: [{ url: 'https://a.test/buy', text: 'Buy' }],
		images: [{ url: 'https://a.test/lamp.png', text: 'Lamp' }],
	};

	test('of a page are put on its item, from a single job as from a batch', async () => {
		const { jobs } = await plan({ urls: 'a.test', options: lists });
		const { jobs: batches } = await plan({
			urls: 'a.test',
			options: { ...lists, sendAs: 'batches' },
		});
		const data = [{ url: 'https://a.test/', title: 'A', markdownContent: markdown, success: true }];
		const single = { status: 'completed', result: { content: markdown, data } };
		const items = [{ url: 'https://a.test/', status: 'completed', result: markdown }];
		expect(jobs[0]?.toItems({ jobId: 'j-1', body: single })[0]?.json).toMatchObject(found);
		expect(batches[0]?.toItems({ jobId: 'b-1', body: { items } })[0]?.json).toMatchObject(found);
	});

	test('beside an answer come from single jobs, because batches give the answer alone', async () => {
		const many = { urls: addresses(11), prompt: 'Prices' };
		expect(submitsOf(await plan({ ...many, options: lists }))).toHaveLength(11);
		const { refused } = await plan({ ...many, options: { ...lists, sendAs: 'batches' } });
		expect(refused[0]?.error).toMatchObject({
			message: expect.stringContaining('return no links or images'),
		});
	});

	test('of another name are refused', async () => {
		const { refused } = await plan({ urls: 'a.test', options: { pageLists: ['tables'] } });
		expect(refused[0]?.error).toMatchObject({
			message: "'Links and Images' contains 'tables'",
		});
	});
});

describe('what a page was asked for can be shown', () => {
	const ANSWER = { name: 'Lamp', title: 'Own title' };

	async function itemsOf(
		set: ParameterValues,
		result: object = {},
		input: IDataObject = {},
	): Promise<OutputItem[]> {
		const item = { ...itemWith(), json: input };
		const { jobs, refused } = await planJobs(pageScrape, [
			{ item, values: valuesOf(pageScrape, { urls: 'a.test', prompt: 'Name', ...set }) },
		]);
		if (refused[0]) throw refused[0].error;
		const data = [
			{
				url: 'https://a.test/',
				title: 'A',
				markdownContent: '# A',
				success: true,
				lowContent: false,
			},
		];
		const body = { status: 'completed', result: { content: ANSWER, data, ...result } };
		return jobs.flatMap((job) => job.toItems({ jobId: 'j-1', body }));
	}

	test('as fields on the item itself, each with its value', async () => {
		const [item] = await itemsOf({ get: 'record', fieldsText: 'name, title' });
		expect(item?.json).toEqual({
			name: 'Lamp',
			title: 'Own title',
			pageUrl: 'https://a.test/',
		});
	});

	test('as the answer with the Markdown beside it', async () => {
		const [item] = await itemsOf({ options: { includeMarkdown: true } });
		expect(item?.json).toMatchObject({ content: ANSWER, markdown: '# A' });
	});

	test('as single jobs, because a batch has no Markdown beside an answer', async () => {
		const many = { urls: addresses(11), get: 'answer', prompt: 'x' };
		const options = { includeMarkdown: true };
		expect(submitsOf(await plan({ ...many, options }))).toHaveLength(11);
		const { refused } = await plan({ ...many, options: { ...options, ...BATCHES.options } });
		expect(refused[0]?.error).toMatchObject({ message: expect.stringContaining("'Batching'") });
	});

	test('with the fields of the input item, each with its value', async () => {
		const input = { row: 7, title: 'Mine', error: 'none' };
		const [item] = await itemsOf({ options: { includeInputFields: true } }, {}, input);
		expect(item?.json).toMatchObject({
			row: 7,
			inputTitle: 'Mine',
			inputError: 'none',
			title: 'A',
			content: ANSWER,
		});
		expect((await itemsOf({}, {}, input))[0]?.json).not.toHaveProperty('row');
	});

	const FAILED = { content: '# A', ai_extraction_failed: true, warnings: ['The model is away'] };
	const EMPTY = { content: { name: null }, extraction_empty: true };

	test.each<[string, object, object]>([
		['no answer', FAILED, { aiExtractionFailed: true, warnings: ['The model is away'] }],
		['no value', EMPTY, { extractionEmpty: true }],
	])('with flags where there is %s', async (_label, result, flags) => {
		expect((await itemsOf({}, result))[0]?.json).toMatchObject({ success: true, ...flags });
	});

	test.each([
		['the reason of the service', FAILED, 'The model is away'],
		['that there is no value', EMPTY, 'No value was found for any field'],
	])('as a failure with %s', async (_label, result, message) => {
		const options = { onFailedExtraction: 'fail' };
		const [item] = await itemsOf({ options }, result);
		expect(item?.failure).toMatchObject({
			isReturned: false,
			error: { message, details: { url: 'https://a.test/', jobId: 'j-1' } },
		});
		expect((await itemsOf({ options }))[0]).not.toHaveProperty('failure');
		const [empty] = await itemsOf(
			{ options, get: 'rows', fieldsText: 'name' },
			{ ...result, content: [] },
		);
		expect(empty?.failure?.error.message).toBe(message);
	});

	test('not at all, where nothing was extracted and that is left out', async () => {
		const options = { onFailedExtraction: 'leaveOut' };
		expect(await itemsOf({ options }, FAILED)).toEqual([]);
		expect(await itemsOf({ options }, EMPTY)).toEqual([]);
		expect(await itemsOf({ options })).toHaveLength(1);
	});

	test('as an answer that quotes one of its pages', async () => {
		const text = 'The page says: # A. That is all.';
		const values = { urls: ['a.test', 'b.test'], ...TOGETHER };
		const pages = ['# A', '# B'].map((markdownContent) => ({
			url: 'https://a.test/',
			title: 'A',
			markdownContent,
			success: true,
		}));
		const items = await itemsOf(values, { content: text, data: pages });
		expect(items.map(({ json }) => json.content)).toEqual([text]);
	});
});

describe('a request', () => {
	async function sentFor(set: ParameterValues): Promise<unknown> {
		const { jobs, refused } = await plan({ urls: 'a.test', ...set });
		if (refused[0]) throw refused[0].error;
		return jobs[0] && bodyOf(jobs[0]);
	}

	test('names its fetch mode only when that is fast', async () => {
		expect(await sentFor({ options: { fetchMode: 'fast' } })).toMatchObject({ scrapeMode: 'fast' });
		expect(await sentFor({ options: { fetchMode: 'browser' } })).not.toHaveProperty('scrapeMode');
	});

	test('has additional fields, in batches too', async () => {
		const additionalFields = '{"webhookUrl": "https://a.test/hook", "retries": 2}';
		const fields = { webhookUrl: 'https://a.test/hook', retries: 2 };
		allowUnknownFields(...Object.keys(fields));
		expect(await sentFor({ options: { additionalFields } })).toMatchObject(fields);
		const options = { additionalFields, sendAs: 'batches' };
		expect(await sentFor({ options })).toMatchObject(fields);
	});

	test.each([
		['{"cookies": "a=b"}', "contains 'cookies', which the node sets itself"],
		['{"Cookie": "a=b"}', "contains 'Cookie'"],
		['{"urls": [{"url": "https://evil.test"}]}', "contains 'urls'"],
		['{"base_url": "https://evil.test"}', "contains 'base_url'"],
		['{"headers": {}}', "contains 'headers'"],
		['{"prompt": "other"}', "contains 'prompt'"],
		['[1]', 'is not an object'],
		['{', 'is not valid JSON'],
	])('is refused with the additional fields %s', async (additionalFields, words) => {
		const sent = sentFor({ prompt: 'x', options: { additionalFields } });
		await expect(sent).rejects.toThrow(`'Additional Fields (JSON)' ${words}`);
	});
});

test('a blank cell in a sheet of addresses stops every row, or is skipped and counted', async () => {
	const rows = [{ urls: 'a.test' }, { urls: '' }, { urls: null }, { urls: [' '] }];
	const failing = await plan(...rows);
	expect(failing.refused.map(({ itemIndex }) => itemIndex)).toEqual([1, 2, 3]);
	const options = { onBlankUrl: 'skip' };
	const skipping = await plan(...rows.map((row) => ({ ...row, options })));
	expect(skipping.refused).toEqual([]);
	expect(skipping.jobs).toHaveLength(1);
	expect(skipping.hints).toEqual(['Skipped 3 blank URLs']);
	const together = { urls: '', get: 'answer', prompt: 'Prices', combinePages: true, options };
	expect((await plan(together)).jobs).toEqual([]);
});

test('entries of a list of addresses that are empty are counted in a hint', async () => {
	const { jobs, hints } = await plan({ urls: ['a.test', null, ''] }, { urls: [null, 'b.test'] });
	expect(jobs).toHaveLength(2);
	expect(hints).toEqual(['Skipped 3 blank URLs']);
	expect((await plan({ urls: 'a.test\n\nb.test' })).hints).toBeUndefined();
});
