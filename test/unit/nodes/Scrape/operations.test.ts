import { batchGetMany, batchRetry } from '../../../../nodes/Scrape/operations/batch';
import { pageScrape } from '../../../../nodes/Scrape/operations/pageScrape';
import { asRows, columnsOf } from '../../../../nodes/shared/items/extractionSchema/asRows';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { JobPlan } from '../../../../nodes/shared/operations/operation';
import { valuesOf } from '../../../support/operationValues';
import {
	answerOf,
	hintsOf,
	itemWith,
	planJobs,
	prepareJob,
	runCalls,
} from '../../../support/prepareOperation';

const addresses = (count: number) =>
	Array.from({ length: count }, (_url, index) => `https://a.test/${index + 1}`).join('\n');

/** The plan over items with these parameters, each with the fields of an input item. */
async function plan(...sets: ParameterValues[]): Promise<JobPlan> {
	return await planJobs(
		pageScrape,
		sets.map((set, index) => ({
			values: valuesOf(pageScrape, set),
			item: { ...itemWith({}, index), json: { row: index, title: 'Mine' } },
		})),
	);
}

describe('an estimate', () => {
	const estimateOnly = { options: { estimateOnly: true } };

	test('counts what would be sent, and sends nothing', async () => {
		const price = { credits: 2, isStated: true };
		const single = await plan({ urls: addresses(3), ...estimateOnly });
		expect(single).toMatchObject({ jobs: [], refused: [] });
		expect(single.estimate?.(price)).toMatchObject({
			itemIndex: 0,
			json: { addresses: 3, sentAs: 'jobs', jobs: 3, minCredits: 6, priceFrom: 'service' },
		});
		const { estimate } = await plan(
			{ urls: addresses(60), ...estimateOnly },
			{ urls: addresses(61), ...estimateOnly },
		);
		expect(estimate?.({ credits: 2, isStated: false }).json).toEqual({
			addresses: 61,
			sentAs: 'batches',
			jobs: 2,
			minCredits: 122,
			creditsPerPage: 2,
			priceFrom: 'hosted service',
		});
	});

	test('of nothing that can be sent says so', async () => {
		const { estimate, refused } = await plan({ urls: '', ...estimateOnly });
		expect(refused).toHaveLength(1);
		expect(estimate).toBeUndefined();
	});
});

test('single jobs are submitted to /scrape, and an unfinished one names its address', async () => {
	const { jobs } = await plan({ urls: addresses(2) });
	expect(jobs.map(({ task, subject }) => [task.start, subject])).toEqual([
		[
			{
				submit: {
					method: 'POST',
					path: '/scrape',
					body: { urls: [{ url: 'https://a.test/1' }], extractContentOnly: true },
				},
			},
			{ url: 'https://a.test/1' },
		],
		[expect.anything(), { url: 'https://a.test/2' }],
	]);
	expect(jobs[0]?.addresses).toBe(1);
	const together = await plan({
		...{ urls: addresses(2), get: 'answer', prompt: 'Prices', combinePages: true },
	});
	expect(together.jobs[0]?.subject).toEqual({ urls: ['https://a.test/1', 'https://a.test/2'] });
});

test('batches are submitted to /batch/scrape, with their number, hints and answers', async () => {
	const [job] = (await plan({ urls: addresses(11), prompt: 'Price' })).jobs;
	expect(job?.task.start).toMatchObject({ submit: { method: 'POST', path: '/batch/scrape' } });
	const items = [{ url: 'https://a.test/1', status: 'failed', creditsUsed: 1, result: '{"a":1}' }];
	const answer = { jobId: 'b', body: { items } };
	expect(job?.addresses).toBe(11);
	expect(job?.report?.(answer)).not.toHaveProperty('credits');
	expect(hintsOf(job ?? {}, answer)).toContain('Could not read https://a.test/1');
	expect(job?.report?.(answer).answers).toEqual([{ a: 1 }]);
	const [plain] = (await plan({ urls: addresses(11) })).jobs;
	expect(plain?.report?.(answer).answers).toEqual([]);
});

test('ten addresses are single jobs and eleven a batch, unless something speaks against it', async () => {
	const kinds = async (count: number, more: ParameterValues = {}) => {
		const { jobs } = await plan({ urls: addresses(count), ...more });
		return [...new Set(jobs.map(({ task }) => task.jobType.label))];
	};
	expect(await kinds(10)).toEqual(['scrape job']);
	expect(await kinds(11)).toEqual(['batch']);
	const both = { get: 'answer', prompt: 'Price', options: { includeMarkdown: true } };
	expect(await kinds(11, both)).toEqual(['scrape job']);
	expect(await kinds(10, { options: { sendAs: 'batches' } })).toEqual(['batch']);
	expect(await kinds(11, { options: { sendAs: 'jobs' } })).toEqual(['scrape job']);
});

describe('the fields of the input item', () => {
	const included = { options: { includeInputFields: true } };
	const page = { url: 'https://a.test/1', title: 'T', markdownContent: 'M', success: true };
	const body = { status: 'completed', result: { content: 'M', data: [page] } };

	test('are on its items, also while there is no result', async () => {
		const [job] = (await plan({ urls: addresses(1), ...included })).jobs;
		expect(job?.toItems({ jobId: 'j', body })[0]?.json).toMatchObject({
			row: 0,
			inputTitle: 'Mine',
			title: 'T',
		});
		expect(job?.subject).toEqual({ row: 0, title: 'Mine', url: 'https://a.test/1' });
	});

	test('of several input items are on the items of each, and on none of a shared one', async () => {
		const set = { urls: addresses(1), ...included };
		const [job] = (await plan(set, set)).jobs;
		expect(job?.toItems({ jobId: 'j', body }).map(({ json }) => json.row)).toEqual([0, 1]);
		expect(job?.subject).toEqual({ url: 'https://a.test/1' });
	});

	test('are on what a batch has when its time is over', async () => {
		const [job] = (await plan({ urls: addresses(11), ...included })).jobs;
		const entry = { url: 'https://a.test/1', status: 'pending' };
		const items = job?.toUnfinishedItems?.({ jobId: 'b', body: { items: [entry] } });
		expect(items?.[0]?.json).toMatchObject({ row: 0, url: 'https://a.test/1', timedOut: true });
		const [single] = (await plan({ urls: addresses(1), ...included })).jobs;
		expect(single?.toUnfinishedItems).toBeUndefined();
	});
});

test('a retry is the same batch again, once for all items that name it', async () => {
	const { task, sharedBy } = await prepareJob(batchRetry, { batchId: 'b/1' });
	expect(sharedBy).toBe('b/1');
	const path = '/batch/scrape/b%2F1/retry';
	expect(task.start).toEqual({
		submit: { method: 'POST', path, id: 'b/1', expects: ['retriedCount'] },
	});
	expect(task.jobType.readId({})).toBe('b/1');
	expect(task.timeoutSeconds).toBe(1_800);
});

test('listed batches have their ID under the name that all operations use', async () => {
	const answer = answerOf({ jobs: [{ uuid: 'b-1', status: 'done' }] });
	const { requests, items } = await runCalls(batchGetMany, { returnAll: true }, answer);
	expect(requests).toMatchObject([{ path: '/batch/scrape', query: { page: 1, limit: 50 } }]);
	expect(items).toEqual([{ json: { batchId: 'b-1', status: 'done' } }]);
});

describe('rows', () => {
	const text = { type: 'string' };
	const list = { type: 'array', items: { type: 'object', properties: { name: text } } };

	test.each([
		['one list of objects', { products: list }],
		[
			'one list of objects that may be null',
			{ products: { type: ['array', 'null'], items: { type: ['object', 'null'] } } },
		],
		['one list of objects beside other fields', { products: list, total: text }],
	])('are the entries of %s', (_label, properties) => {
		const schema = { type: 'object', properties };
		expect(asRows(schema, 'Fields')).toBe(schema);
	});

	test.each([
		['fields', { name: text }],
		['a list of texts', { tags: { type: 'array', items: text } }],
		['a list of anything', { tags: { type: 'array' } }],
		['an object with entries', { shop: { type: 'object', items: { type: 'object' } } }],
		['two lists', { products: list, offers: list }],
	])('have %s each', (_label, properties) => {
		const entry = { type: 'object', properties };
		expect(asRows(entry, 'Fields')).toEqual({
			type: 'object',
			properties: { items: { type: 'array', items: entry } },
		});
	});

	test('have the fields of their list and those beside it as columns', () => {
		const properties = { total: text, products: list };
		expect(columnsOf({ type: 'object', properties })).toEqual(['total', 'name']);
	});

	test('are asked for as a list, with the description of the whole', () => {
		const entry = { type: 'object', properties: { name: text } };
		expect(asRows({ ...entry, description: 'Products' }, 'Fields')).toEqual({
			type: 'object',
			description: 'Products',
			properties: { items: { type: 'array', items: entry } },
		});
	});
});
