import { JobBench, submitTasks } from '../../../support/jobBench';

/** CPU time for so many jobs, fifty at a time, in milliseconds. */
async function cpuTimeOf(jobs: number): Promise<number> {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const before = process.cpuUsage();
	await bench.run(submitTasks(jobs), { maxConcurrentJobs: 50 });
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

// Eight times the jobs: about 6 times the work, 20 where it grows with the square.
test('the work for a job is the same however many there are', async () => {
	await cpuTimeOf(200);
	const few = await cpuTimeOf(500);
	expect((await cpuTimeOf(4_000)) / few).toBeLessThan(14);
});
