import { errorOf, JobBench, submitTask, submitTasks } from '../../../support/jobBench';

const HOUR = { seconds: 3_600 };

describe('a job that does not end in time', () => {
	test('is an error that names the job, its last status, and how to take it up', async () => {
		const bench = new JobBench(() => HOUR);
		bench.jobs.intercept = ({ method }) =>
			method === 'GET'
				? {
						status: 200,
						body: {
							status: 'active',
							progress: { message: 'Page 3', pagesCrawled: 3, maxPages: 10 },
						},
					}
				: undefined;
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		const error = errorOf(ends[0]);
		expect(error.message).toBe('The test job job-1 did not end within 10 seconds');
		expect(error.description).toContain("'active' (Page 3 (3 of 10))");
		expect(error.description).toContain("'Get Result'");
		expect(error.details).toEqual({
			jobId: 'job-1',
			status: 'active',
			progress: 'Page 3 (3 of 10)',
		});
		expect(ends).toMatchObject([{ jobId: 'job-1' }]);
	});

	test('is returned with its last status when the user wants that', async () => {
		const bench = new JobBench(() => HOUR);
		const task = submitTask(0, { timeoutSeconds: 10, onTimeout: 'return' });
		const { ends, early } = await bench.run([task]);
		expect(early).toBeUndefined();
		expect(ends).toMatchObject([
			{ type: 'unfinished', jobId: 'job-1', isTimedOut: true, body: { status: 'active' } },
		]);
	});

	test('ends its wait at the deadline, not at the next status request', async () => {
		const bench = new JobBench(() => HOUR);
		await bench.run([submitTask(0, { timeoutSeconds: 7 })]);
		expect(bench.clock.elapsedSeconds).toBe(7);
		expect(bench.sentAt('GET')).toEqual([2, 5.2]);
	});

	test('is not cancelled: it can be taken up again', async () => {
		const bench = new JobBench(() => HOUR);
		await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		expect(bench.cancelledIds()).toEqual([]);
	});

	test('ends in time though its status request hangs', async () => {
		const bench = new JobBench(() => HOUR);
		const task = submitTask(0, { timeoutSeconds: 10 });
		bench.jobs.intercept = ({ method }) => {
			if (method === 'GET') bench.service.latencyMs = 5_000;
			return undefined;
		};
		const { ends } = await bench.run([task]);
		expect(errorOf(ends[0]).message).toContain('did not end within 10 seconds');
		expect(bench.clock.elapsedSeconds).toBeLessThanOrEqual(15);
	});

	test('leaves its place to the next', async () => {
		const bench = new JobBench((index) => (index === 0 ? HOUR : { seconds: 1 }));
		const { ends } = await bench.run(submitTasks(2, { timeoutSeconds: 10, onTimeout: 'return' }), {
			maxConcurrentJobs: 1,
		});
		expect(ends).toMatchObject([{ type: 'unfinished' }, { type: 'completed', jobId: 'job-2' }]);
		expect(bench.sentAt('POST')).toEqual([0, 10]);
	});
});

test('the time that an item waits for a free place does not count', async () => {
	const bench = new JobBench(() => ({ seconds: 8 }));
	const { ends } = await bench.run(submitTasks(3, { timeoutSeconds: 10 }), {
		maxConcurrentJobs: 1,
	});
	expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed', 'completed']);
	expect(bench.clock.elapsedSeconds).toBeGreaterThan(24);
});

test('a job whose end is read at the last moment is completed', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 5.25 })]);
	expect(ends).toMatchObject([{ type: 'completed' }]);
});

describe('a rate limit that outlasts the time of a job', () => {
	const limit = {
		status: 429,
		headers: { 'retry-after': '600' },
		body: { status: 'error', message: 'Too many requests' },
	};

	test.each(['return', 'fail'] as const)('ends the wait at once: %s', async (onTimeout) => {
		const bench = new JobBench(() => ({ seconds: 5 }));
		bench.jobs.intercept = ({ method }) => (method === 'GET' ? limit : undefined);
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 60, onTimeout })]);
		expect(bench.clock.elapsedSeconds).toBeLessThan(3);
		if (onTimeout === 'return') {
			expect(ends).toMatchObject([{ type: 'unfinished', jobId: 'job-1', isTimedOut: true }]);
			return;
		}
		const error = errorOf(ends[0]);
		expect(error.details).toMatchObject({ jobId: 'job-1' });
		expect(error.description).toContain('Too many requests');
	});

	test('on its submit is the error of the service, and nothing was started', async () => {
		const bench = new JobBench(() => ({ seconds: 5 }));
		bench.jobs.intercept = () => limit;
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 60 })]);
		expect(errorOf(ends[0]).message).toBe('Too many requests');
		expect(bench.jobs.jobs).toHaveLength(0);
	});
});
