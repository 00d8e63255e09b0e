import { JobBench, submitTask, submitTasks } from '../../../support/jobBench';
import { connectionFailure } from '../../../support/scriptedService';

describe('a later try of the node', () => {
	test('takes up a job that had ended when the earlier one tried to cancel it', async () => {
		// Item 0 ends unseen at 3 s; item 2, started at 2 s, is seen to fail at 4 s.
		const bench = new JobBench((index) => {
			if (index === 0) return { seconds: 3 };
			return index === 2 ? { seconds: 1, end: 'failed', reason: 'No' } : { seconds: 1 };
		});
		const first = await bench.run(submitTasks(3), { maxConcurrentJobs: 2 });
		expect(first.early?.jobs.finished).toContain('job-1');
		const { ends } = await bench.run(submitTasks(3), { maxConcurrentJobs: 2 });
		expect(ends[0]).toMatchObject({ type: 'completed', jobId: 'job-1' });
	});

	test('names the jobs of the earlier one that it did not come to', async () => {
		const bench = new JobBench(() => ({ seconds: 600 }));
		const { signal, abort } = stopper();
		bench.clock.at(3, abort);
		await bench.run(submitTasks(3), { cancelOnStop: false, signal });
		bench.jobs.intercept = ({ method, path }) =>
			method === 'GET' && path.endsWith('job-1')
				? { status: 403, body: { status: 'error', message: 'Not yours' } }
				: undefined;
		const { early } = await bench.run(submitTasks(3), {
			maxConcurrentJobs: 1,
			cancelOnStop: false,
		});
		expect(early?.jobs.running.sort()).toEqual(['job-1', 'job-2', 'job-3']);
	});

	test('cancels them when it is stopped', async () => {
		const bench = new JobBench(() => ({ seconds: 600 }));
		const first = stopper();
		bench.clock.at(3, first.abort);
		await bench.run(submitTasks(3), { cancelOnStop: false, signal: first.signal });
		const second = stopper();
		bench.clock.at(9, second.abort);
		const { early } = await bench.run(submitTasks(3), {
			maxConcurrentJobs: 1,
			signal: second.signal,
		});
		expect(early?.jobs.cancelled.sort()).toEqual(['job-1', 'job-2', 'job-3']);
	});

	test('names jobs whose items have other parameters by now', async () => {
		const bench = new JobBench(() => ({ seconds: 600 }));
		await bench.run([submitTask(0, { isWaitedFor: false })]);
		const start = { submit: { method: 'POST' as const, path: '/jobs', body: { item: 'other' } } };
		bench.jobs.intercept = ({ method }) =>
			method === 'POST' ? { status: 422, body: { status: 'error', message: 'No' } } : undefined;
		const { early } = await bench.run([submitTask(0, { start })]);
		expect(early?.jobs.running).toEqual(['job-1']);
	});
});

test('items whose submit was lost are named when the run ends early', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.jobs.intercept = ({ method }) =>
		method === 'POST' ? connectionFailure('ECONNRESET') : undefined;
	const { early } = await bench.run(submitTasks(2));
	expect(early?.jobs.uncertainItems).toEqual([0, 1]);
});

test('a submit that Stop overtook is uncertain from before it was sent', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	bench.service.latencyMs = 40_000;
	const { signal, abort } = stopper();
	bench.clock.at(1, abort);
	const { early } = await bench.run([submitTask(0)], { signal });
	expect(early?.jobs.uncertainItems).toEqual([0]);
	expect(Object.values(Object(bench.nodeContext).webDataExtractionJobs)).toEqual([
		{ uncertain: true },
	]);
});

test('each accepted job is told at once, before anything else is asked of it', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	const told: Array<[string, number, number]> = [];
	await bench.run(submitTasks(3), {
		onAccepted: ({ itemIndexes }, jobId) => {
			told.push([jobId, itemIndexes[0] ?? -1, bench.service.sent('GET').length]);
		},
	});
	expect(told).toEqual([
		['job-1', 0, 0],
		['job-2', 1, 0],
		['job-3', 2, 0],
	]);
});

describe('a result', () => {
	test('is read as soon as it is there', async () => {
		const bench = new JobBench((index) => ({ seconds: index === 0 ? 1 : 20 }));
		const readAt: number[] = [];
		const { ends } = await bench.run(submitTasks(2), {
			read: async (index) => {
				readAt[index] = Math.round(bench.clock.elapsedSeconds);
				return `read ${index}`;
			},
		});
		expect(readAt[0]).toBeLessThan(4);
		expect(readAt[1]).toBeGreaterThan(19);
		expect(ends).toMatchObject([{ output: 'read 0' }, { output: 'read 1' }]);
	});

	test('that cannot be used fails the run, which names all jobs, its own as finished', async () => {
		const bench = new JobBench((index) => ({ seconds: index === 1 ? 1 : 60 }));
		const { ends, early } = await bench.run(submitTasks(3), {
			read: async () => Promise.reject(new Error('No space left')),
		});
		expect(ends[1]).toMatchObject({
			type: 'failed',
			jobId: 'job-2',
			knownState: 'completed',
			error: { message: 'No space left', details: { jobId: 'job-2' } },
		});
		expect(early?.jobs).toEqual({
			finished: ['job-2'],
			cancelled: ['job-1', 'job-3'],
			running: [],
		});
		expect(Object.keys(Object(bench.nodeContext.webDataExtractionJobs))).not.toEqual([]);
	});

	test('that is being read at Stop is named as finished', async () => {
		const bench = new JobBench(() => ({ seconds: 1 }));
		const { signal, abort } = stopper();
		bench.clock.at(5, abort);
		const { early } = await bench.run([submitTask(0)], {
			signal,
			read: async (_index, _result, readSignal) => {
				await bench.clock.sleep(3_600_000, readSignal);
				throw new Error('aborted');
			},
		});
		expect(early?.jobs.finished).toEqual(['job-1']);
		expect(bench.clock.elapsedSeconds).toBeLessThan(6);
	});
});

function stopper() {
	const controller = new AbortController();
	return { signal: controller.signal, abort: () => controller.abort() };
}
