import { errorOf, JobBench, submitTask, submitTasks, testJobType } from '../../../support/jobBench';

test('twenty jobs of 5 s with five places end within 23 s, in at most 80 requests', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	const { ends, early } = await bench.run(submitTasks(20));
	expect(early).toBeUndefined();
	expect(ends.map((end) => end?.type)).toEqual(Array(20).fill('completed'));
	expect(bench.clock.elapsedSeconds).toBeLessThanOrEqual(23);
	expect(bench.service.requests.length).toBeLessThanOrEqual(80);
	expect(bench.jobs.jobs).toHaveLength(20);
});

test.each([1, 3, 5, 50])(
	'never more than %i jobs are open at a time',
	async (maxConcurrentJobs) => {
		const bench = new JobBench((index) => ({ seconds: 1 + ((index * 7) % 11) }));
		await bench.run(submitTasks(30), { maxConcurrentJobs });
		expect(bench.jobs.mostOpen).toBe(Math.min(30, maxConcurrentJobs));
		expect(bench.jobs.jobs).toHaveLength(30);
	},
);

test('results come in the order of the items, whichever job ends first', async () => {
	const bench = new JobBench((index) => ({ seconds: 60 - index * 10 }));
	const { ends } = await bench.run(submitTasks(5));
	expect(ends).toMatchObject(
		[1, 2, 3, 4, 5].map((number) => ({
			type: 'completed',
			jobId: `job-${number}`,
			body: { result: { content: `content of job-${number}` } },
		})),
	);
});

test('equal submits that are given one job get its result both', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.giveOneJob();
	const { ends } = await bench.run(submitTasks(3));
	const end = { type: 'completed', jobId: 'job-1', body: expect.anything() };
	expect(ends).toMatchObject([end, end, end]);
});

test('a free place is taken at once', async () => {
	const bench = new JobBench(() => ({ seconds: 1 }));
	await bench.run(submitTasks(4), { maxConcurrentJobs: 2 });
	expect(bench.sentAt('POST')).toEqual([0, 0, 2, 2]);
});

test('a job alone is asked for every 2 s', async () => {
	const bench = new JobBench(() => ({ seconds: 9 }));
	bench.service.latencyMs = 0;
	await bench.run([submitTask(0)]);
	expect(bench.sentAt('GET')).toEqual([2, 4, 6, 8, 10]);
});

test('a job alone, asked for ever, stays within 300 requests in 15 minutes', async () => {
	const bench = new JobBench(() => ({ seconds: 900 }));
	await bench.run([submitTask(0, { timeoutSeconds: 1_000 })]);
	expect(bench.service.requests.length).toBeLessThanOrEqual(300);
});

test('a job that has ended by the answer to its submit is not asked for', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.jobs.intercept = ({ method }) =>
		method === 'POST'
			? { status: 200, body: { status: 'completed', jobId: 'job-1', result: [] } }
			: undefined;
	const { ends } = await bench.run([submitTask(0)]);
	expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1', body: { result: [] } }]);
	expect(bench.service.requests).toHaveLength(1);
});

test.each(['waiting', 'delayed', 'queued', 'paused', 'Completed', 'constructor'])(
	"the status '%s' does not end the wait",
	async (status) => {
		const bench = new JobBench(() => ({ seconds: 4 }));
		bench.jobs.intercept = ({ method }) =>
			method === 'GET' && bench.clock.elapsedSeconds < 9
				? { status: 200, body: { status } }
				: undefined;
		const { ends } = await bench.run([submitTask(0)]);
		expect(ends).toMatchObject([{ type: 'completed' }]);
		expect(bench.clock.elapsedSeconds).toBeGreaterThan(9);
	},
);

describe('a job that is not waited for', () => {
	test('is handed over after its submit', async () => {
		const bench = new JobBench(() => ({ seconds: 60 }));
		const { ends } = await bench.run(submitTasks(2, { isWaitedFor: false }));
		expect(ends).toEqual([
			{
				type: 'unfinished',
				jobId: 'job-1',
				body: { status: 'queued', jobId: 'job-1' },
				isTimedOut: false,
			},
			{
				type: 'unfinished',
				jobId: 'job-2',
				body: { status: 'queued', jobId: 'job-2' },
				isTimedOut: false,
			},
		]);
		expect(bench.service.sent('GET')).toHaveLength(0);
	});

	test('is asked for once when it is taken up', async () => {
		const bench = new JobBench(() => ({ seconds: 60 }));
		await bench.run([submitTask(0, { isWaitedFor: false })]);
		const takenUp = submitTask(0, { start: { resume: 'job-1' }, isWaitedFor: false });
		const { ends } = await bench.run([takenUp]);
		expect(ends).toMatchObject([
			{ type: 'unfinished', jobId: 'job-1', body: { status: 'active' } },
		]);
		expect(bench.service.sent('GET')).toHaveLength(1);
	});
});

describe('a job that is taken up', () => {
	test('is asked for at once, and waited for', async () => {
		const bench = new JobBench(() => ({ seconds: 10 }));
		await bench.run([submitTask(0, { isWaitedFor: false })]);
		const { ends } = await bench.run([submitTask(0, { start: { resume: 'job-1' } })]);
		expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
		expect(bench.service.sent('POST')).toHaveLength(1);
		expect(bench.sentAt('GET')[0]).toBe(0);
	});

	test('and that the service does not know is an error with its ID', async () => {
		const bench = new JobBench(() => ({ seconds: 10 }));
		const { ends } = await bench.run([submitTask(0, { start: { resume: 'job-9' } })]);
		const error = errorOf(ends[0]);
		expect(error.message).toContain('job-9');
		expect(error.message).toContain('Job not found');
		expect(error.details).toMatchObject({ jobId: 'job-9' });
	});
});

test('progress is told once for each change of it', async () => {
	const bench = new JobBench(() => ({ seconds: 12 }));
	bench.service.latencyMs = 0;
	const told: Array<string | undefined> = [];
	await bench.run([submitTask(0)], { onProgress: ({ state }) => told.push(state?.progress) });
	expect(told).toEqual([
		'Working (17%)',
		'Working (33%)',
		'Working (50%)',
		'Working (67%)',
		'Working (83%)',
		'Working (100%)',
	]);
});

describe('when the allowance runs low', () => {
	test('forty jobs still end, without a single refusal', async () => {
		const bench = new JobBench(() => ({ seconds: 5 }));
		bench.jobs.allowance = { requests: 60, windowSeconds: 60 };
		const { ends } = await bench.run(submitTasks(40, { timeoutSeconds: 600 }));
		expect(ends.map((end) => end?.type)).toEqual(Array(40).fill('completed'));
		expect(bench.jobs.refusals).toBe(0);
	});

	test('status requests are spread over the time until it is renewed', async () => {
		const bench = new JobBench(() => ({ seconds: 890 }));
		bench.jobs.allowance = { requests: 30, windowSeconds: 900 };
		await bench.run([submitTask(0, { timeoutSeconds: 1_000 })]);
		expect(bench.jobs.refusals).toBe(0);
		expect(bench.service.requests.length).toBeLessThanOrEqual(31);
	});
});

test('a request that was refused with a pause holds up all jobs, and none is lost', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.jobs.intercept = ({ atSeconds }) =>
		atSeconds > 1 && atSeconds < 6
			? { status: 429, headers: { 'retry-after': '30' }, body: { status: 'error', message: 'No' } }
			: undefined;
	const { ends } = await bench.run(submitTasks(5));
	expect(ends.map((end) => end?.type)).toEqual(Array(5).fill('completed'));
	const asked = bench.sentAt('GET');
	expect(asked.filter((at) => at > 2.1 && at < 32)).toEqual([]);
	expect(bench.service.sent('POST')).toHaveLength(5);
});

test('the status of a job survives a service that restarts for a minute', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.jobs.intercept = ({ atSeconds }) =>
		atSeconds > 1 && atSeconds < 61 ? new Error('connection lost') : undefined;
	const { ends } = await bench.run([submitTask(0)]);
	expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
});

test('kinds of job may be mixed in one run', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const quick = { ...testJobType, schedule: { minDelayMs: 500, maxDelayMs: 500 } };
	await bench.run([submitTask(0), submitTask(1, { jobType: quick })]);
	expect(bench.service.sent('GET', '/jobs/job-1')).toHaveLength(2);
	expect(bench.service.sent('GET', '/jobs/job-2').length).toBeGreaterThan(4);
});

test('no task at all ends at once', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	expect(await bench.run([])).toEqual({ ends: [] });
});

test('a status that takes a while to come is waited for', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.service.latencyMs = 3_000;
	const { ends } = await bench.run([submitTask(0)]);
	expect(ends).toMatchObject([{ type: 'completed' }]);
	expect(bench.clock.elapsedSeconds).toBeLessThan(15);
});

test('a job whose status does not come is asked for less and less often', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.jobs.intercept = ({ method, atSeconds }) =>
		method === 'GET' && atSeconds < 60 ? { status: 502, body: '<html>' } : undefined;
	const { ends } = await bench.run([submitTask(0)]);
	expect(ends).toMatchObject([{ type: 'completed' }]);
	expect(bench.sentAt('GET').filter((atSeconds) => atSeconds < 60).length).toBeLessThan(14);
});

describe('a step before the submit', () => {
	const start = { submit: { method: 'POST' as const, path: '/jobs', body: { item: 'file' } } };

	test('makes the request that is sent', async () => {
		const bench = new JobBench(() => ({ seconds: 1 }));
		const complete = async () => ({ ...start.submit, body: { fileId: 'f-1' } });
		await bench.run([submitTask(0, { start: { ...start, complete } })]);
		expect(bench.service.sent('POST')).toMatchObject([{ body: { fileId: 'f-1' } }]);
	});

	test('that fails has started nothing, and leaves nothing behind', async () => {
		const bench = new JobBench(() => ({ seconds: 1 }));
		const complete = async () => Promise.reject(new Error('The file is gone'));
		const { ends } = await bench.run([submitTask(0, { start: { ...start, complete } })]);
		expect(ends).toMatchObject([{ type: 'failed', knownState: 'none' }]);
		expect(errorOf(ends[0]).message).toBe('The file is gone');
		expect(errorOf(ends[0]).description).toContain('Nothing was started.');
		expect(bench.service.requests).toEqual([]);
		expect(bench.nodeContext).toEqual({});
	});
});
