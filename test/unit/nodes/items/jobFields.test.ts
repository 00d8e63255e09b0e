import { moveIdsToEnd } from '../../../../nodes/shared/operations/jobOutput';

test('the IDs of a job come last, after its status', () => {
	const json = { jobId: 'j-1', batchId: 'b-1', url: 'u', content: 'x' };
	expect(Object.keys(moveIdsToEnd(json))).toEqual(['url', 'content', 'jobId', 'batchId']);
	expect(Object.entries(moveIdsToEnd(json, 'active')).slice(2)).toEqual([
		['jobStatus', 'active'],
		['jobId', 'j-1'],
		['batchId', 'b-1'],
	]);
});

test('a status that the item has itself stays', () => {
	expect(moveIdsToEnd({ jobStatus: 'hired' }, 'completed')).toEqual({ jobStatus: 'hired' });
});
