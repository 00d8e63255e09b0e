import { growthOf, LINEAR } from '../../../support/growth';
import { JobBench, submitTasks } from '../../../support/jobBench';

test('the work for a job is the same however many there are', async () => {
	const prepare = (jobs: number) => async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		await bench.run(submitTasks(jobs), { maxConcurrentJobs: 50 });
	};
	expect(await growthOf(prepare, 200)).toBeLessThan(LINEAR);
});
