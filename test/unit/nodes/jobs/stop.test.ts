import type { JobRunnerOptions } from '../../../../nodes/shared/jobs/jobRun';
import type { JobRunReport } from '../../../../nodes/shared/jobs/jobTask';
import type { JobTask } from '../../../../nodes/shared/jobs/jobTask';
import { JobBench, submitTask, submitTasks, uncancellableType } from '../../../support/jobBench';

const MINUTE = { seconds: 60 };

/** Runs tasks and presses Stop at a moment. */
async function stopAt(
	seconds: number,
	bench: JobBench,
	tasks: readonly JobTask[],
	options: Partial<JobRunnerOptions> = {},
): Promise<JobRunReport> {
	const controller = new AbortController();
	bench.clock.at(seconds, () => controller.abort());
	return await bench.run(tasks, { signal: controller.signal, ...options });
}

describe('after Stop', () => {
	test('every job that this run started is cancelled at once, and named', async () => {
		const bench = new JobBench(() => MINUTE);
		const { early } = await stopAt(10, bench, submitTasks(8));
		const ids = ['job-1', 'job-2', 'job-3', 'job-4', 'job-5'];
		expect(early).toEqual({
			reason: 'stopped',
			jobs: { finished: [], cancelled: ids, running: [] },
		});
		expect(bench.cancelledIds().sort()).toEqual(ids);
		expect(bench.jobs.jobs.every(({ isCancelled }) => isCancelled)).toBe(true);
		expect(bench.sentAt('DELETE')).toEqual([10, 10, 10, 10, 10]);
		expect(bench.clock.elapsedSeconds).toBeLessThan(11);
	});

	test('nothing more is submitted or asked for', async () => {
		const bench = new JobBench(() => MINUTE);
		await stopAt(10, bench, submitTasks(20));
		await bench.clock.runUntil(300);
		expect(bench.sentAt('POST').filter((at) => at > 10)).toEqual([]);
		expect(bench.sentAt('GET').filter((at) => at > 10)).toEqual([]);
	});

	test('a job that was given to two equal submits is cancelled once, and named once', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.giveOneJob();
		const { early } = await stopAt(10, bench, submitTasks(2));
		expect(early?.jobs).toEqual({ finished: [], cancelled: ['job-1'], running: [] });
		expect(bench.sentAt('DELETE')).toEqual([10]);
	});

	test('the results that were read are named as finished', async () => {
		const bench = new JobBench((index) => (index === 0 ? { seconds: 1 } : MINUTE));
		const { ends, early } = await stopAt(10, bench, submitTasks(2));
		expect(ends[0]).toMatchObject({ type: 'completed', jobId: 'job-1' });
		expect(early?.jobs).toEqual({ finished: ['job-1'], cancelled: ['job-2'], running: [] });
	});

	test('a submit on its way is waited for, and its job cancelled', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.service.latencyMs = 3_000;
		const { early } = await stopAt(1, bench, [submitTask(0)]);
		expect(early?.jobs).toEqual({ finished: [], cancelled: ['job-1'], running: [] });
		expect(bench.sentAt('DELETE')).toEqual([3]);
	});

	test('other jobs are not kept from being cancelled by a submit on its way', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.jobs.intercept = ({ method, body }) => {
			bench.service.latencyMs =
				method === 'POST' && JSON.stringify(body).includes('1') ? 3_000 : 20;
			return undefined;
		};
		const { early } = await stopAt(1, bench, submitTasks(2));
		expect(bench.sentAt('DELETE')).toEqual([1, 3]);
		expect(early?.jobs.cancelled).toEqual(['job-1', 'job-2']);
	});

	test('a status request on its way is ended, and its job cancelled', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.jobs.intercept = ({ method }) => {
			bench.service.latencyMs = method === 'GET' ? 30_000 : 20;
			return undefined;
		};
		const { early } = await stopAt(4, bench, [submitTask(0)]);
		expect(bench.sentAt('DELETE')).toEqual([4]);
		expect(early?.jobs.cancelled).toEqual(['job-1']);
		expect(bench.clock.elapsedSeconds).toBeLessThan(5);
	});

	test('a submit that waits for the pause of a 429 is never sent', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.jobs.intercept = ({ method }) =>
			method === 'POST'
				? { status: 429, headers: { 'retry-after': '60' }, body: { status: 'error' } }
				: undefined;
		const { early } = await stopAt(5, bench, [submitTask(0)]);
		bench.jobs.intercept = () => undefined;
		await bench.clock.runUntil(300);
		expect(bench.jobs.jobs).toHaveLength(0);
		expect(early?.jobs).toEqual({ finished: [], cancelled: [], running: [] });
		expect(bench.service.sent('POST')).toHaveLength(1);
	});

	test('a closed gate does not hold up the cancelling', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.jobs.intercept = ({ method }) =>
			method === 'GET'
				? { status: 429, headers: { 'retry-after': '60' }, body: { status: 'error' } }
				: undefined;
		await stopAt(5, bench, [submitTask(0)]);
		expect(bench.sentAt('DELETE')).toEqual([5]);
	});

	test('jobs that were only taken up are left alone', async () => {
		const bench = new JobBench(() => MINUTE);
		await bench.run([submitTask(0, { isWaitedFor: false })]);
		const { early } = await stopAt(10, bench, [submitTask(0, { start: { resume: 'job-1' } })]);
		expect(bench.cancelledIds()).toEqual([]);
		expect(early?.jobs).toEqual({ finished: [], cancelled: [], running: ['job-1'] });
	});

	test('nothing is cancelled when the user does not want that', async () => {
		const bench = new JobBench(() => MINUTE);
		const { early } = await stopAt(10, bench, submitTasks(2), { cancelOnStop: false });
		expect(bench.cancelledIds()).toEqual([]);
		expect(early?.jobs.running).toEqual(['job-1', 'job-2']);
	});

	test('jobs that the service cannot cancel are named as running', async () => {
		const bench = new JobBench(() => MINUTE);
		const { early } = await stopAt(10, bench, submitTasks(2, { jobType: uncancellableType }));
		expect(bench.cancelledIds()).toEqual([]);
		expect(early?.jobs.running).toEqual(['job-1', 'job-2']);
	});

	test('a job whose cancelling fails is named as running', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.jobs.intercept = ({ method, path }) =>
			method === 'DELETE' && path.endsWith('job-1') ? { status: 500, body: {} } : undefined;
		const { early } = await stopAt(10, bench, submitTasks(2));
		expect(early?.jobs).toEqual({ finished: [], cancelled: ['job-2'], running: ['job-1'] });
	});

	test('a job that timed out before, and that nobody was handed, is cancelled too', async () => {
		const bench = new JobBench(() => MINUTE);
		const tasks = [submitTask(0, { timeoutSeconds: 5 }), submitTask(1)];
		const { early } = await stopAt(10, bench, tasks, { keepGoing: true });
		expect(early?.jobs.cancelled).toEqual(['job-1', 'job-2']);
	});

	test.each([
		['404', { status: 404, body: '404 page not found' }],
		['403', { status: 403, body: '<html>' }],
		['page with 200', { status: 200, body: '<html>' }],
	])('a job is cancelled although a proxy says %s for some seconds', async (_label, reply) => {
		const bench = new JobBench(() => MINUTE);
		bench.jobs.intercept = ({ atSeconds }) =>
			atSeconds >= 10 && atSeconds < 16 ? reply : undefined;
		const { early } = await stopAt(10, bench, [submitTask(0)]);
		expect(early?.jobs).toEqual({ finished: [], cancelled: ['job-1'], running: [] });
		expect(bench.jobs.job('job-1').isCancelled).toBe(true);
	});

	test('it is over within 25 seconds, even when the service hangs', async () => {
		const bench = new JobBench(() => MINUTE);
		bench.clock.at(9, () => {
			bench.service.latencyMs = 3_600_000;
		});
		const { early } = await stopAt(10, bench, [submitTask(0)]);
		expect(early?.jobs.running).toEqual(['job-1']);
		expect(bench.clock.elapsedSeconds).toBeLessThanOrEqual(35);
	});
});

describe('the next try after Stop', () => {
	/** What is kept of a job for which cancelling found this. */
	async function keptAfter(end: 'running' | 'completed' | 'failed' | 'missing' | 'denied') {
		const bench = new JobBench(() =>
			end === 'completed' || end === 'failed' ? { seconds: 9.9, end } : MINUTE,
		);
		bench.jobs.intercept = ({ method, atSeconds }) => {
			if (end === 'denied' && method === 'DELETE') return { status: 403, body: NO };
			return end === 'missing' && atSeconds >= 10 ? { status: 404, body: NO } : undefined;
		};
		const { early } = await stopAt(10, bench, [submitTask(0)]);
		const kept = Object.values(Object(bench.nodeContext.webDataExtractionJobs));
		return { kept, jobs: early?.jobs };
	}
	const NO = { status: 'error', message: 'No' };
	const NONE = { finished: [], cancelled: [], running: [] };
	const KEPT = [{ jobId: 'job-1' }];

	test.each([
		['running', [], { ...NONE, cancelled: ['job-1'] }],
		['failed', [], NONE],
		['missing', [], NONE],
		['completed', KEPT, { ...NONE, finished: ['job-1'] }],
		['denied', KEPT, { ...NONE, running: ['job-1'] }],
	] as const)('after a job that was %s', async (end, kept, jobs) => {
		expect(await keptAfter(end)).toEqual({ kept, jobs });
	});

	test('jobs that were to be taken up, and were not yet, are named', async () => {
		const bench = new JobBench(() => MINUTE);
		await bench.run(submitTasks(2, { isWaitedFor: false }));
		const tasks = ['job-1', 'job-2'].map((resume, index) =>
			submitTask(index, { start: { resume } }),
		);
		const { early } = await stopAt(10, bench, tasks, { maxConcurrentJobs: 1 });
		expect(early?.jobs.running).toEqual(['job-1', 'job-2']);
	});
});

test('Stop before the first request lets nothing be sent', async () => {
	const bench = new JobBench(() => MINUTE);
	const { ends, early } = await bench.run(submitTasks(3), { signal: AbortSignal.abort() });
	expect(bench.service.requests).toHaveLength(0);
	expect(ends).toEqual([undefined, undefined, undefined]);
	expect(early?.reason).toBe('stopped');
});
