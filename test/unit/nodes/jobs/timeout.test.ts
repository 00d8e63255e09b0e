import { errorOf, JobBench, submitTask, submitTasks } from '../../../support/jobBench';
import { connectionFailure, type Reply } from '../../../support/scriptedService';

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
		expect(error.message).toBe('The test job job-1 did not finish within 10 seconds');
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
		expect(bench.clock.elapsedSeconds).toBeLessThan(7.1);
		expect(bench.sentAt('GET')).toEqual([2, 4, 6.1, 7]);
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
		expect(errorOf(ends[0]).message).toContain('did not finish within 10 seconds');
		expect(bench.clock.elapsedSeconds).toBeLessThan(16);
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

describe('the last look, at the deadline', () => {
	test('finds a job that ended since the look before it', async () => {
		const bench = new JobBench(() => ({ seconds: 9 }));
		bench.jobs.allowance = { requests: 20, windowSeconds: 900 };
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
	});

	test('that gets no answer says why', async () => {
		const bench = new JobBench(() => HOUR);
		bench.jobs.intercept = ({ method, atSeconds }) =>
			method === 'GET' && atSeconds > 5 ? { status: 502, body: '<html>' } : undefined;
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		const error = errorOf(ends[0]);
		expect(error.message).toBe('The test job job-1 did not finish within 10 seconds');
		expect(error.description).toContain('A gateway in front of the service did not get an answer.');
	});

	test('does not hang longer than 5 seconds', async () => {
		const bench = new JobBench(() => HOUR);
		bench.clock.at(9, () => (bench.service.latencyMs = 3_600_000));
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		expect(errorOf(ends[0]).message).toContain('did not finish within 10 seconds');
		expect(bench.clock.elapsedSeconds).toBeLessThan(17);
	});
});

test('a status request that hangs is given up after 15 seconds, and the wait goes on', async () => {
	const bench = new JobBench(() => ({ seconds: 30 }));
	bench.jobs.intercept = ({ method, atSeconds }) => {
		bench.service.latencyMs = method === 'GET' && atSeconds < 10 ? 3_600_000 : 20;
		return undefined;
	};
	const { ends } = await bench.run([submitTask(0)]);
	expect(ends).toMatchObject([{ type: 'completed' }]);
	expect(bench.clock.elapsedSeconds).toBeLessThan(35);
});

test.each<[string, Reply | Error]>([
	['500', { status: 500, body: { status: 'error', message: 'Oops' } }],
	['520', { status: 520, body: '<html>' }],
	['broken JSON', { status: 200, body: '{"status": "comp' }],
	['a lost connection', connectionFailure('ECONNRESET')],
	['no connection', connectionFailure('ECONNREFUSED')],
])('one status request answered with %s never ends the wait', async (_label, reply) => {
	const bench = new JobBench(() => ({ seconds: 40 }));
	bench.jobs.intercept = ({ method, atSeconds }) =>
		method === 'GET' && atSeconds > 9 && atSeconds < 30 ? reply : undefined;
	const { ends } = await bench.run([submitTask(0)]);
	expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
});

test('a service that was never reached is given up after a few seconds', async () => {
	const bench = new JobBench(() => HOUR);
	bench.jobs.intercept = () => connectionFailure('ECONNREFUSED');
	const { ends } = await bench.run([submitTask(0, { start: { resume: 'job-1' } })]);
	const error = errorOf(ends[0]);
	expect(error.message).toContain('Nothing answers at');
	expect(error.details).toEqual({ jobId: 'job-1' });
	expect(bench.clock.elapsedSeconds).toBeLessThan(15);
});
