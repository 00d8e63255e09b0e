import { batchScrape } from '../../../../nodes/Scrape/operations/batchScrape';
import type { OutputItem } from '../../../../nodes/shared/items/outputItem';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { CombinedJob, CombinedPlan } from '../../../../nodes/shared/operations/operation';
import { valuesOf } from '../../../support/operationValues';
import { itemWith } from '../../../support/prepareOperation';

/** The plan for input items with these parameters. */
async function plan(...items: ParameterValues[]): Promise<CombinedPlan> {
	return await batchScrape.prepareAll(
		items.map((set, index) => ({
			item: itemWith(undefined, index),
			values: valuesOf(batchScrape, set),
		})),
	);
}

function bodyOf({ task }: CombinedJob): unknown {
	return 'submit' in task.start ? task.start.submit.body : undefined;
}

function addresses(count: number, host = 'a.test'): string[] {
	return Array.from({ length: count }, (_value, index) => `https://${host}/${index}`);
}

describe('the addresses of all items', () => {
	test('share one batch', async () => {
		const { jobs, refused } = await plan({ urls: 'a.test' }, { urls: 'b.test\nc.test' });
		expect(refused).toEqual([]);
		expect(jobs.map(bodyOf)).toEqual([
			{ urls: ['https://a.test', 'https://b.test', 'https://c.test'], output: 'markdown' },
		]);
		expect(jobs[0]?.itemIndexes).toEqual([0, 1]);
	});

	test('are split at fifty', async () => {
		const { jobs } = await plan({ urls: addresses(30) }, { urls: addresses(30, 'b.test') });
		expect(jobs.map(({ itemIndexes }) => itemIndexes)).toEqual([[0, 1], [1]]);
		expect(jobs.map((job) => bodyOf(job))).toMatchObject([
			{ urls: [...addresses(30), ...addresses(20, 'b.test')] },
			{ urls: addresses(30, 'b.test').slice(20) },
		]);
	});

	test('do not share a batch when the settings differ', async () => {
		const { jobs } = await plan(
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

	test('are not shared when each item wants its own batch', async () => {
		const combine = 'perItem';
		const { jobs } = await plan({ urls: 'a.test', combine }, { urls: 'b.test', combine });
		expect(jobs.map(bodyOf)).toMatchObject([
			{ urls: ['https://a.test'] },
			{ urls: ['https://b.test'] },
		]);
	});
});

describe('an item that cannot be used', () => {
	test.each<[string, ParameterValues]>([
		['no address', { urls: '' }],
		['51 addresses', { urls: addresses(51) }],
		['an unknown way to combine', { urls: 'b.test', combine: 'none' }],
		['an unknown way to split', { urls: 'b.test', splitInto: 'job' }],
		['a time-out of nothing', { urls: 'b.test', options: { timeout: 0 } }],
	])('with %s is refused, and none of its addresses is submitted', async (_label, wrong) => {
		const { jobs, refused } = await plan({ urls: 'a.test' }, wrong);
		expect(refused.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		expect(jobs.map(bodyOf)).toMatchObject([{ urls: ['https://a.test'] }]);
		expect(jobs[0]?.itemIndexes).toEqual([0]);
	});
});

describe('the results of a batch', () => {
	async function results(entries: object[], set: ParameterValues = {}): Promise<OutputItem[]> {
		const { jobs } = await plan({ urls: 'a.test', ...set }, { urls: ['b.test', 'c.test'], ...set });
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
				json: {
					batchId: 'b-1',
					jobId: 'j-a.test',
					url: 'https://a.test/',
					success: true,
					content: '# a.test',
				},
			},
			{
				itemIndex: 1,
				json: {
					batchId: 'b-1',
					jobId: 'j-b.test',
					url: 'https://b.test/',
					success: true,
					content: '# b.test',
				},
			},
			{
				itemIndex: 1,
				json: {
					batchId: 'b-1',
					jobId: 'j-c.test',
					url: 'https://c.test/',
					success: true,
					content: '# c.test',
				},
			},
		]);
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
			options: { onFailedPage: 'fail' },
		});
		expect(items[1]?.failure?.isReturned).toBe(false);
	});

	test('that failed are left out when the user wants that', async () => {
		const items = await results([entry('a.test'), failed, entry('c.test')], {
			options: { onFailedPage: 'leaveOut' },
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
		const { jobs } = await plan({ urls: ['a.test', 'b.test'] });
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
		const { jobs } = await plan({ urls: 'a.test\na.test' }, { urls: 'b.test' }, { urls: 'a.test' });
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
		const items = await results([listed, all[1] ?? {}, all[2] ?? {}], { splitInto: 'row' });
		expect(items.slice(0, 2).map(({ json }) => json)).toEqual([
			{ url: 'https://a.test/', name: 'x', jobId: 'j-a.test', batchId: 'b-1' },
			{ url: 'https://a.test/', name: 'y', jobId: 'j-a.test', batchId: 'b-1' },
		]);
	});

	test('can be had as the service sent them', async () => {
		const items = await results(all, { simplify: false });
		expect(items[0]?.json).toEqual({ batchId: 'b-1', ...all[0] });
	});
});
