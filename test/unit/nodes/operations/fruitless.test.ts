import type { INodeExecutionData } from 'n8n-workflow';
import { allFailedError } from '../../../../nodes/shared/operations/earlyEnd';
import type { PositionedItem } from '../../../../nodes/shared/operations/nodeItem';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { submitTask } from '../../../support/jobBench';
import { testNode } from '../../../support/scriptedService';

const itemOf = (index: number): INodeExecutionData => ({ json: {}, pairedItem: { item: index } });

const failed = (index: number, jobId: string): PositionedItem => ({
	item: itemOf(index),
	position: 0,
	failure: new WebDataError(`No ${index}`, `Job ${jobId} failed.`, { jobId }),
});

/** The error of a run whose jobs gave these items. */
function errorOf(items: readonly PositionedItem[], jobIds: readonly string[]) {
	const ends = jobIds.map((jobId) => ({ type: 'completed' as const, jobId, body: {} }));
	const jobs = jobIds.map((_jobId, index) => ({
		task: submitTask(index),
		itemIndexes: [index],
		toItems: () => [],
	}));
	return allFailedError(testNode, { items, report: { ends }, jobs });
}

test('a run in which everything failed has the first reason, and names every job once', () => {
	const error = errorOf([failed(3, 'job-1'), failed(4, 'job-2')], ['job-1', 'job-2']);
	expect(error?.message).toBe('No 3');
	expect(error).toMatchObject({
		description:
			"Job job-1 failed. None of the 2 could be read. Finished (get the results with 'Get Result'): job-2.",
		context: { itemIndex: 3 },
	});
});

test('a single failure says no more than its reason', () => {
	expect(errorOf([failed(0, 'job-1')], ['job-1'])).toMatchObject({
		description: 'Job job-1 failed.',
	});
});

test('one good item is enough, and none at all is no failure', () => {
	expect(
		errorOf([failed(0, 'job-1'), { item: itemOf(1), position: 0 }], ['job-1', 'job-2']),
	).toBeUndefined();
	expect(errorOf([], ['job-1'])).toBeUndefined();
});
