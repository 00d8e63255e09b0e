import { documentGetResult } from '../../../../nodes/Parse/operations/documentGetResult';
import { batchResults, parseBatchJobType } from '../../../../nodes/Parse/parseBatchJob';
import { parseJobType } from '../../../../nodes/Parse/parseJob';
import { readPageSelection } from '../../../../nodes/Parse/pageSelection';
import { prepareJob } from '../../../support/prepareOperation';

describe('a batch of documents', () => {
	test.each([
		[{ queued: 1, running: 2, completed: 3, failed: 0 }, '3 of 6'],
		[{ completed: 3, failed: 2 }, '5 of 5 (2 failed)'],
		[{}, '0 of 0'],
		[undefined, undefined],
		['many', undefined],
	])('with the counts %j is at %s', (counts, progress) => {
		const state = parseBatchJobType.readState({ status: 'running', counts });
		expect(state).toEqual({
			name: 'running',
			status: 'running',
			...(progress !== undefined && { progress }),
		});
	});

	test('is asked for by its ID, and for its results by another request', () => {
		expect(parseBatchJobType.readId({ batchId: 'b/1' })).toBe('b/1');
		expect(parseBatchJobType.statusRequest('b/1')).toEqual({
			method: 'GET',
			path: '/parse/batch/b%2F1',
		});
		expect(batchResults.request('b/1')).toEqual({
			method: 'GET',
			path: '/parse/batch/b%2F1',
			query: { include: 'results' },
		});
		expect(batchResults.isOptional({})).toBe(false);
	});

	test.each([
		[{ documents: [] }, true],
		[{ items: [{}] }, true],
		[{ jobs: [] }, true],
		[{ status: 'maintenance' }, false],
		[{ documents: 'none' }, false],
	])('has results in %j: %s', (body, expected) => {
		expect(batchResults.hasResults(body)).toBe(expected);
	});
});

describe('an earlier document', () => {
	const collectOf = async (set: object) =>
		(await prepareJob(documentGetResult, { jobId: 'j-1', ...set })).collect;

	test('is asked for its pages where these are the items', async () => {
		const collect = await collectOf({ splitInto: 'page' });
		expect(collect?.request('j-1')).toEqual({
			...parseJobType.statusRequest('j-1'),
			query: { pages: true },
		});
		expect(collect?.isOptional({})).toBe(true);
		expect(collect?.hasResults({ status: 'completed' })).toBe(true);
		expect(collect?.hasResults({ status: 'maintenance' })).toBe(false);
		expect(await collectOf({ splitInto: 'page', simplify: false })).toBeUndefined();
		expect(await collectOf({})).toBeUndefined();
	});

	test('is shown, with what deserves a second look', async () => {
		const { toItems, toHints } = await prepareJob(documentGetResult, { jobId: 'j-1' });
		const body = { status: 'completed', fileName: 'a.pdf', markdown: '# A', warnings: ['Blurred'] };
		expect(toItems({ jobId: 'j-1', body })[0]?.json).toMatchObject({ markdown: '# A' });
		expect(toHints?.({ jobId: 'j-1', body })).toEqual(['a.pdf: Blurred']);
	});
});

test.each([
	['', ''],
	[' 1 - 3 , 8 ', '1-3,8'],
	['1–5', '1-5'],
	['3-3,10-', '3-3,10-'],
])('the pages %j are %j', (text, expected) => {
	expect(readPageSelection(text.trim())).toBe(expected);
});

test.each([
	['0', "has the page '0'"],
	['3-0', "has the page '3-0'"],
	['5-2', 'ends before it starts'],
	['a', "is 'a'"],
	['1,,2', "is '1,,2'"],
])('the pages %j are refused', (text, problem) => {
	expect(() => readPageSelection(text)).toThrow(problem);
});
