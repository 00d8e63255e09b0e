import {
	toBatchDocumentItems,
	toRequestedDocumentItems,
} from '../../../../nodes/Parse/batchDocumentItems';
import { documentGetResult } from '../../../../nodes/Parse/operations/earlierDocument';
import { batchResults, parseBatchJobType, parseJobType } from '../../../../nodes/Parse/parseJob';
import { readPageSelection } from '../../../../nodes/Parse/documentOptions';
import { readEarlierParseView } from '../../../../nodes/Parse/parseView';
import { valuesOf } from '../../../support/operationValues';
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
			expects: ['status'],
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
		expect(batchResults.hasResults?.(body)).toBe(expected);
	});
});

describe('the documents of a batch', () => {
	const view = readEarlierParseView(valuesOf(documentGetResult));
	const answer = { jobId: 'b-1', body: {} };
	const jsonOf = (document: object) =>
		toBatchDocumentItems(answer, document, view).map(({ json }) => json);

	test('that are still to be parsed say how far they are', () => {
		const progress = { done: 1, total: 4 };
		expect(jsonOf({ jobId: 'j', fileName: 'a.pdf', status: 'running', progress })).toEqual([
			{
				batchId: 'b-1',
				jobId: 'j',
				fileName: 'a.pdf',
				status: 'running',
				progress: '1 of 4',
				timedOut: true,
			},
		]);
		expect(jsonOf({ sourceUrl: 'https://a.test/a.pdf', status: 'queued' })).toEqual([
			{ batchId: 'b-1', sourceUrl: 'https://a.test/a.pdf', status: 'queued', timedOut: true },
		]);
	});

	test('that were parsed are a success, with their batch', () => {
		expect(jsonOf({ status: 'completed', markdown: '# A' })).toMatchObject([
			{ batchId: 'b-1', success: true, markdown: '# A' },
		]);
	});

	test.each([
		[{ sourceUrl: 'https://a.test/a.pdf' }, 0, "'https://a.test/a.pdf' was not charged."],
		[{ fileId: 'f-1' }, 0, "'f-1' was not charged."],
		[{}, 0, 'The document was not charged.'],
		[
			{ fileName: 'a.pdf' },
			2,
			"'a.pdf' was not charged. The other documents of batch b-1 are not affected.",
		],
	])(
		'that failed say so, and mention others only if there are any: %j and %i',
		(names, others, said) => {
			const failed = { ...names, status: 'failed' as const, error: 'Broken' };
			const documents = [
				failed,
				...Array.from({ length: others }, () => ({ status: 'completed' })),
			];
			const [item] = toBatchDocumentItems({ jobId: 'b-1', body: { documents } }, failed, view);
			expect(item?.failure?.error).toMatchObject({ message: 'Broken', description: said });
		},
	);

	test('are those of the input items that gave them, or say that there is none', () => {
		const requested = [
			{ itemIndex: 4, source: { url: 'https://a.test/a.pdf' } },
			{ itemIndex: 5, source: { fileId: 'f-1' } },
		];
		const documents = [{ status: 'completed', fileId: 'f-1', markdown: '# F' }];
		const items = toRequestedDocumentItems({ jobId: 'b-1', body: { documents } }, requested, view);
		expect(items).toMatchObject([
			{
				itemIndex: 4,
				json: { batchId: 'b-1', success: false },
				failure: {
					error: {
						message: 'Batch b-1 has no result for this document',
						description: expect.stringContaining("'Get Batch Result'"),
						details: { batchId: 'b-1' },
					},
				},
			},
			{ itemIndex: 5, json: { batchId: 'b-1', success: true, markdown: '# F' } },
		]);
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
		expect(collect?.hasResults?.({ status: 'completed' })).toBe(true);
		expect(collect?.hasResults?.({ status: 'maintenance' })).toBe(false);
		expect(await collectOf({ splitInto: 'page', simplify: false })).toBeUndefined();
		expect(await collectOf({})).toBeUndefined();
	});

	test('is shown, with what deserves a second look', async () => {
		const { toItems, report } = await prepareJob(documentGetResult, { jobId: 'j-1' });
		const body = { status: 'completed', fileName: 'a.pdf', markdown: '# A', warnings: ['Blurred'] };
		expect(toItems({ jobId: 'j-1', body })[0]?.json).toMatchObject({ markdown: '# A' });
		expect(report?.({ jobId: 'j-1', body }).hints).toEqual(['a.pdf: Blurred']);
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
