import { errorOf, JobBench, submitTask, submitTasks, testJobType } from '../../../support/jobBench';
import { agentLedger } from '../../../../nodes/shared/jobs/jobLedger';
import { connectionFailure } from '../../../support/scriptedService';

/** Item 1 of three fails in the first try; the others take a while. */
function failingOnce(): JobBench {
	return new JobBench((index) =>
		index === 1 ? { seconds: 3, end: 'failed', reason: 'No' } : { seconds: 10 },
	);
}

const NOT_FOUND = { status: 404, body: { status: 'error', message: 'Job not found' } };

describe('when n8n runs the node again', () => {
	test('jobs that have ended are read, and those without a result are submitted again', async () => {
		const bench = failingOnce();
		await bench.run(submitTasks(3), { keepGoing: true });
		const { ends } = await bench.run(submitTasks(3), { keepGoing: true });
		expect(ends).toMatchObject([
			{ type: 'completed', jobId: 'job-1' },
			{ type: 'completed', jobId: 'job-4' },
			{ type: 'completed', jobId: 'job-3' },
		]);
		expect(bench.jobs.jobs).toHaveLength(4);
	});

	test('jobs that this node cancelled in the first try are submitted again', async () => {
		const bench = failingOnce();
		const first = await bench.run(submitTasks(3));
		expect(first.early?.jobs.cancelled).toEqual(['job-1', 'job-3']);
		const { ends } = await bench.run(submitTasks(3));
		expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed', 'completed']);
		expect(bench.jobs.jobs).toHaveLength(6);
	});

	test('a cancelled job that still reads as active for a moment is not taken up', async () => {
		const bench = failingOnce();
		await bench.run(submitTasks(3));
		bench.jobs.intercept = ({ method, path }) =>
			method === 'GET' && path === '/jobs/job-1'
				? { status: 200, body: { status: 'active' } }
				: undefined;
		const { ends } = await bench.run(submitTasks(3));
		expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed', 'completed']);
	});

	test('what the first try sent is not shown by the second', async () => {
		const body = { cookies: 'session=abc-123456' };
		const submit = { method: 'POST' as const, path: '/jobs', body };
		const bench = new JobBench(() => ({ seconds: 15, reason: 'abc-123456 is odd' }));
		const task = submitTask(0, { start: { submit }, timeoutSeconds: 10 });
		await bench.run([task]);
		const { ends } = await bench.run([task]);
		expect(ends).toMatchObject([
			{ type: 'completed', jobId: 'job-1', body: { error: '*** is odd' } },
		]);
		expect(bench.service.sent('POST')).toHaveLength(1);
	});

	test('jobs that go on are waited for, not started anew', async () => {
		const bench = failingOnce();
		await bench.run(submitTasks(3), { cancelOnStop: false });
		const { ends } = await bench.run(submitTasks(3), { cancelOnStop: false });
		expect(ends).toMatchObject([{ jobId: 'job-1' }, { jobId: 'job-4' }, { jobId: 'job-3' }]);
		expect(bench.jobs.jobs).toHaveLength(4);
	});

	test('a job that timed out goes on being waited for', async () => {
		const bench = new JobBench(() => ({ seconds: 15 }));
		const tasks = [submitTask(0, { timeoutSeconds: 10 })];
		const first = await bench.run(tasks);
		expect(errorOf(first.ends[0]).message).toContain('job-1');
		const second = await bench.run(tasks);
		expect(second.ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
		expect(bench.jobs.jobs).toHaveLength(1);
	});

	test.each(['failed', 'cancelled'] as const)(
		'a job that was %s after the first try gave up is submitted again',
		async (end) => {
			const bench = new JobBench((index) => (index === 0 ? { seconds: 15, end } : { seconds: 3 }));
			await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
			await bench.clock.runUntil(20);
			const { ends } = await bench.run([submitTask(0)]);
			expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-2' }]);
			expect(Object.values(Object(bench.nodeContext.webDataExtractionJobs))).toEqual([
				{ jobId: 'job-2' },
			]);
		},
	);

	test('a job that failed after the first try gave up, and is seen to after Stop, starts nothing', async () => {
		const bench = new JobBench(() => ({ seconds: 12, end: 'failed' }));
		await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		await bench.clock.runUntil(20);
		bench.service.latencyMs = 2_000;
		const controller = new AbortController();
		bench.clock.at(21, () => controller.abort());
		const { early } = await bench.run([submitTask(0)], { signal: controller.signal });
		expect(bench.service.sent('POST')).toHaveLength(1);
		expect(early?.reason).toBe('stopped');
	});

	test('a job that is seen to have failed as another ends the run is over, and not named as running', async () => {
		const bench = new JobBench((index) =>
			index === 0 ? { seconds: 60 } : { seconds: 15, end: 'failed' },
		);
		await bench.run(submitTasks(2, { timeoutSeconds: 10 }), { keepGoing: true });
		await bench.clock.runUntil(20);
		// Both answers come before the runner can act on the first.
		bench.service.latencyMs = 0;
		bench.jobs.intercept = ({ path }) =>
			path === '/jobs/job-1'
				? { status: 403, body: { status: 'error', message: 'Not yours' } }
				: undefined;
		const { early } = await bench.run(submitTasks(2));
		expect(early?.jobs).toEqual({ finished: [], cancelled: [], running: ['job-1'] });
		expect(bench.service.sent('POST')).toHaveLength(2);
		expect(bench.cancelledIds()).toEqual([]);
	});

	test('a submit that may have worked is known as that in every try', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		bench.jobs.intercept = () => connectionFailure('ECONNRESET');
		const first = await bench.run([submitTask(0)]);
		const second = await bench.run([submitTask(0)]);
		expect(first.ends).toMatchObject([{ type: 'failed', knownState: 'unknown' }]);
		expect(second.ends).toMatchObject([{ type: 'failed', knownState: 'unknown' }]);
		expect(second.early?.jobs.uncertainItems).toEqual([0]);
	});

	test('a job that the service does not know any more is submitted again', async () => {
		const bench = new JobBench(() => ({ seconds: 15 }));
		await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		bench.jobs.intercept = ({ method, path }) =>
			method === 'GET' && path === '/jobs/job-1' ? NOT_FOUND : undefined;
		const { ends } = await bench.run([submitTask(0)]);
		expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-2' }]);
	});

	test.each([401, 403, 404])(
		'no job is lost or paid for twice over a bare %i of a proxy for a while',
		async (status) => {
			const bench = new JobBench(() => ({ seconds: 20 }));
			bench.jobs.intercept = ({ atSeconds }) =>
				atSeconds > 2 && atSeconds < 17 ? { status, body: `${status} page` } : undefined;
			const { ends } = await bench.run([submitTask(0)]);
			expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
			expect(bench.service.sent('POST')).toHaveLength(1);
		},
	);

	test('a job of an earlier try is waited for although a proxy says 404 at first', async () => {
		const bench = new JobBench(() => ({ seconds: 30 }));
		await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		bench.jobs.intercept = ({ atSeconds }) =>
			atSeconds < 20 ? { status: 404, body: '404 page not found' } : undefined;
		const { ends } = await bench.run([submitTask(0)]);
		expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
		expect(bench.service.sent('POST')).toHaveLength(1);
	});

	test('a job whose status cannot be read is not submitted again, and is named', async () => {
		const bench = new JobBench(() => ({ seconds: 15 }));
		await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		bench.jobs.intercept = () => ({ status: 500, body: { status: 'error', message: 'Sorry' } });
		const { ends } = await bench.run([submitTask(0)]);
		expect(errorOf(ends[0]).message).toContain('job-1');
		expect(errorOf(ends[0]).details).toMatchObject({ jobId: 'job-1' });
		expect(bench.service.sent('POST')).toHaveLength(1);
	});

	test.each([
		['a lost connection', connectionFailure('ECONNRESET')],
		['an answer without an ID', { status: 202, body: {} }],
		['a challenge of a firewall', { status: 403, body: '<html>Just a moment' }],
		['the page of a portal', { status: 200, body: '<html>Welcome' }],
		['a gateway that waited too long', { status: 504, body: '<html>' }],
	])('it does not submit again after %s, and gives the first reason', async (_label, reply) => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		bench.jobs.intercept = () => reply;
		const first = await bench.run([submitTask(0)]);
		bench.jobs.intercept = () => undefined;
		const { ends } = await bench.run([submitTask(0)]);
		const { message, description } = errorOf(ends[0]);
		expect(message).toMatch(/it is not known whether (the test job|it) was started/);
		expect(message).toBe(errorOf(first.ends[0]).message);
		expect(description).toBe(errorOf(first.ends[0]).description);
		expect(bench.service.requests).toHaveLength(1);
	});

	test('it does not submit again after a try that ended before an answer', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		bench.service.latencyMs = 3_600_000;
		void bench.start([submitTask(0)]);
		await bench.clock.runUntil(1);
		const { ends } = await bench.run([submitTask(0)]);
		expect(errorOf(ends[0]).message).toContain('ended before the service answered');
		expect(bench.service.requests).toHaveLength(1);
	});

	test.each([301, 302, 307, 308, 405, 407, 411, 413, 414, 417, 421, 426, 431])(
		'it submits again after a bare %i, which proves that nothing was started',
		async (status) => {
			const bench = new JobBench(() => ({ seconds: 3 }));
			bench.jobs.intercept = () => ({ status, body: '<html>' });
			const first = await bench.run([submitTask(0)]);
			expect(first.ends).toMatchObject([{ type: 'failed', knownState: 'none' }]);
			expect(errorOf(first.ends[0]).description).toContain('Nothing was started.');
			bench.jobs.intercept = () => undefined;
			const { ends } = await bench.run([submitTask(0)]);
			expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
		},
	);

	test('it submits again after a refusal', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		bench.jobs.intercept = () => ({ status: 403, body: { status: 'error', message: 'No' } });
		await bench.run([submitTask(0)]);
		bench.jobs.intercept = () => undefined;
		const { ends } = await bench.run([submitTask(0)]);
		expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
	});

	test('batches are taken up by their own jobType of ID', async () => {
		const jobType = { ...testJobType, idName: 'batchId' as const };
		const bench = new JobBench(() => ({ seconds: 15 }));
		await bench.run([submitTask(0, { jobType, timeoutSeconds: 10 })]);
		bench.jobs.intercept = () => ({ status: 500, body: {} });
		const { ends } = await bench.run([submitTask(0, { jobType })]);
		expect(errorOf(ends[0]).details).toMatchObject({ batchId: 'job-1' });
	});
});

describe('a job is submitted anew', () => {
	test('in another run of the node, as in a loop', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		await bench.run([submitTask(0)], { runIndex: 0 });
		await bench.run([submitTask(0)], { runIndex: 1 });
		expect(bench.jobs.jobs).toHaveLength(2);
	});

	test('for another item with the same request', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		const start = { submit: { method: 'POST' as const, path: '/jobs', body: {} } };
		await bench.run([submitTask(0, { start }), submitTask(1, { start })]);
		expect(bench.jobs.jobs).toHaveLength(2);
	});

	test('for the same item with another request', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		const start = { submit: { method: 'POST' as const, path: '/jobs', body: { other: true } } };
		await bench.run([submitTask(0)]);
		await bench.run([submitTask(0, { start })]);
		expect(bench.jobs.jobs).toHaveLength(2);
	});

	test('for an AI agent that calls the tool twice', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		await bench.run([submitTask(0)], { ledger: agentLedger(bench.nodeContext, false) });
		await bench.run([submitTask(0)], { ledger: agentLedger(bench.nodeContext, false) });
		expect(bench.jobs.jobs).toHaveLength(2);
	});

	test('for an AI agent that reads on in what another call asked for', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		const other = { submit: { method: 'POST' as const, path: '/jobs', body: { other: true } } };
		await bench.run([submitTask(0)], { ledger: agentLedger(bench.nodeContext, false) });
		await bench.run([submitTask(0, { start: other })], {
			ledger: agentLedger(bench.nodeContext, true),
		});
		expect(bench.jobs.jobs).toHaveLength(2);
	});
});

test('an AI agent that reads on in a result starts no new job, in whichever run of the tool', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	await bench.run([submitTask(0)], { ledger: agentLedger(bench.nodeContext, false), runIndex: 0 });
	const { ends } = await bench.run([submitTask(0)], {
		ledger: agentLedger(bench.nodeContext, true),
		runIndex: 1,
	});
	expect(bench.jobs.jobs).toHaveLength(1);
	expect(ends).toMatchObject([{ type: 'completed', jobId: 'job-1' }]);
});

test('what n8n stores of a submit holds nothing of the request', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const body = { cookies: 'session=4711' };
	await bench.run([submitTask(0, { start: { submit: { method: 'POST', path: '/jobs', body } } })]);
	const stored = JSON.stringify(bench.nodeContext);
	expect(stored).toContain('job-1');
	expect(stored).not.toContain('4711');
});
