import { SpendGuard } from '../../../../nodes/shared/operations/spending';
import { JobBench, submitTasks } from '../../../support/jobBench';

test('once the credits are charged, no further job starts', () => {
	const guard = new SpendGuard(10, [3, 3, 3]);
	expect(guard.refuse(1)).toBeUndefined();
	guard.note(0, 8);
	expect(guard.refuse(1)?.message).toBe("'Max Credits' is 10, and 8 have been charged so far");
});

test('a job of which the service reports no credits counts with its price', () => {
	const guard = new SpendGuard(5, [2, 2, 2]);
	guard.note(0);
	expect(guard.refuse(1)).toBeUndefined();
	guard.note(1);
	expect(guard.refuse(2)).toMatchObject({
		description: expect.stringContaining('Nothing was started'),
	});
});

test('a job that is refused sends nothing, and the others end', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const guard = new SpendGuard(10, [4, 4, 4]);
	const { ends } = await bench.run(submitTasks(3), {
		keepGoing: true,
		maxConcurrentJobs: 1,
		read: async (index) => guard.note(index, 5),
		refuseStart: (index) => guard.refuse(index),
	});
	expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed', 'failed']);
	expect(ends[2]).toMatchObject({ knownState: 'none' });
	expect(bench.service.sent('POST')).toHaveLength(2);
});
