import { errorOf, JobBench, submitTask, submitTasks, testJobType } from '../../../support/jobBench';
import type { ReceivedRequest, Reply } from '../../../support/scriptedService';

/** The contract's own example: no time to wait, and the rest of the allowance for all to see. */
const full = (more: Partial<Reply> = {}): Reply => ({
	status: 429,
	headers: {
		'ratelimit-limit': '300',
		'ratelimit-remaining': '250',
		'ratelimit-reset': '900',
	},
	body: { status: 'error', code: 'TOO_MANY_PENDING_JOBS', message: 'Too many pending jobs' },
	...more,
});

/** A service that takes so many unfinished jobs of an account, some of which are others'. */
function benchWithPlaces(places: number, seconds: number, others: (atSeconds: number) => number) {
	const bench = new JobBench(() => ({ seconds }));
	bench.jobs.intercept = ({ method, atSeconds }: ReceivedRequest) => {
		const open = bench.jobs.jobs.filter(
			({ startedMs }) => bench.clock.now() < startedMs + seconds * 1_000,
		).length;
		const isFull = method === 'POST' && open + others(atSeconds) >= places;
		return isFull ? full() : undefined;
	};
	return bench;
}

const nobody = () => 0;

test('fifteen items all end where the service takes ten jobs at a time', async () => {
	const bench = benchWithPlaces(10, 20, nobody);
	const { ends, early } = await bench.run(submitTasks(15), { maxConcurrentJobs: 15 });
	expect(early).toBeUndefined();
	expect(ends.map((end) => end?.type)).toEqual(Array(15).fill('completed'));
	expect(bench.jobs.jobs).toHaveLength(15);
	expect(bench.clock.elapsedSeconds).toBeLessThan(60);
});

test('where the service takes more jobs than usual, so many run side by side', async () => {
	const bench = new JobBench(() => ({ seconds: 60 }));
	const jobType = { ...testJobType, usualSlots: 5 };
	await bench.run(submitTasks(60, { jobType }), { maxConcurrentJobs: 50 });
	expect(bench.jobs.mostOpen).toBe(50);
	expect(bench.clock.elapsedSeconds).toBeLessThan(140);
});

test('where it takes as many as usual, hardly a submit is refused', async () => {
	const bench = benchWithPlaces(5, 20, nobody);
	const jobType = { ...testJobType, usualSlots: 5 };
	await bench.run(submitTasks(12, { jobType }), { maxConcurrentJobs: 50 });
	expect(bench.jobs.mostOpen).toBe(5);
	expect(bench.service.sent('POST').length).toBeLessThanOrEqual(12 + 4);
	expect(bench.clock.elapsedSeconds).toBeLessThan(70);
});

test('where it takes fewer, only the first submits are refused in numbers', async () => {
	const bench = benchWithPlaces(3, 20, nobody);
	const jobType = { ...testJobType, usualSlots: 5 };
	await bench.run(submitTasks(12, { jobType }), { maxConcurrentJobs: 50 });
	expect(bench.jobs.mostOpen).toBe(3);
	expect(bench.service.sent('POST').length).toBeLessThanOrEqual(12 + 8);
	expect(bench.clock.elapsedSeconds).toBeLessThan(100);
});

test('status requests go on while a submit has no place', async () => {
	const bench = benchWithPlaces(1, 9, nobody);
	await bench.run(submitTasks(2), { maxConcurrentJobs: 2 });
	const asked = bench.service.sent('GET', '/jobs/job-1').map(({ atSeconds }) => atSeconds);
	expect(asked.length).toBeGreaterThan(3);
	expect(Math.max(...asked)).toBeLessThan(12);
});

test('a submit is tried again as soon as a job of ours has ended', async () => {
	const bench = benchWithPlaces(1, 3, nobody);
	await bench.run(submitTasks(2), { maxConcurrentJobs: 2 });
	const [, second] = bench.jobs.jobs;
	expect(((second?.startedMs ?? 0) - bench.clock.startMs) / 1_000).toBeLessThan(4.2);
});

test('places that other workflows hold are waited for, and one line says so', async () => {
	const bench = benchWithPlaces(5, 5, (atSeconds) => (atSeconds < 1_200 ? 5 : 0));
	const notes: string[] = [];
	const { ends } = await bench.run(submitTasks(2, { timeoutSeconds: 1_300 }), {
		onNote: (line) => notes.push(line),
	});
	expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed']);
	expect(bench.service.sent('POST').length).toBeLessThan(100);
	expect(notes).toEqual([
		'Other workflows use all slots for test jobs of this account: waiting for one, up to 1300 seconds',
	]);
});

test('places that never come are given up when the time is up, with nothing started', async () => {
	const bench = benchWithPlaces(5, 5, () => 5);
	const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 300 })]);
	const error = errorOf(ends[0]);
	expect(error.message).toBe('Too many pending jobs');
	expect(error.description).toContain('Nothing was started.');
	expect(ends).toMatchObject([{ knownState: 'none' }]);
	expect(bench.clock.elapsedSeconds).toBeGreaterThanOrEqual(300);
	expect(bench.clock.elapsedSeconds).toBeLessThan(301);
	expect(bench.nodeContext).toEqual({ webDataExtractionJobs: {} });
});

test.each(['429 of a rate limit', '429 because all slots are taken'])(
	'a pause that the service asks for ends with the time, too: %s',
	async (kind) => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		const headers = { 'retry-after': '3600' };
		const limited = { status: 429, headers, body: { status: 'error', message: 'Too many' } };
		bench.jobs.intercept = () => (kind.includes('slots') ? full({ headers }) : limited);
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
		expect(ends).toMatchObject([{ type: 'failed', knownState: 'none' }]);
		expect(errorOf(ends[0]).description).toContain('Nothing was started.');
		expect(bench.clock.elapsedSeconds).toBeLessThanOrEqual(11);
	},
);

test('a closed account is said with the moment at which it opens, at once', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const headers = { 'retry-after': '3600' };
	bench.jobs.intercept = () => ({ status: 429, headers, body: { message: 'Slower' } });
	const first = await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
	const second = await bench.run([submitTask(0, { timeoutSeconds: 10 })]);
	for (const { ends } of [first, second]) {
		expect(errorOf(ends[0]).description).toContain('again at 2026-01-05T13:00:00');
	}
	expect(bench.clock.elapsedSeconds).toBeLessThan(1);
	expect(bench.service.requests).toHaveLength(1);
});

test('the time begins anew with each job that found a place', async () => {
	// Others hold the only place for 4 minutes, and then the first job for 5.
	const bench = benchWithPlaces(1, 300, (atSeconds) => (atSeconds < 240 ? 1 : 0));
	const { ends } = await bench.run(submitTasks(2, { isWaitedFor: false, timeoutSeconds: 305 }));
	expect(ends).toMatchObject([
		{ type: 'unfinished', jobId: 'job-1' },
		{ type: 'unfinished', jobId: 'job-2' },
	]);
});

test('a place that a job of the run holds is waited for, however long it takes', async () => {
	const bench = benchWithPlaces(1, 4_000, nobody);
	const { ends } = await bench.run(submitTasks(2, { timeoutSeconds: 5_000 }));
	expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed']);
	expect(bench.clock.elapsedSeconds).toBeLessThan(8_070);
});

test('where no places come, the other items do not wait for their time each', async () => {
	const bench = benchWithPlaces(5, 5, () => 5);
	const { ends } = await bench.run(submitTasks(12), { keepGoing: true, maxConcurrentJobs: 3 });
	expect(ends.map((end) => end?.type)).toEqual(Array(12).fill('failed'));
	expect(bench.clock.elapsedSeconds).toBeLessThan(350);
});

test('the time that the service names is kept', async () => {
	const bench = new JobBench(() => ({ seconds: 1 }));
	bench.jobs.intercept = ({ method, atSeconds }) =>
		method === 'POST' && atSeconds < 1 ? full({ headers: { 'retry-after': '33' } }) : undefined;
	await bench.run([submitTask(0)]);
	expect(bench.sentAt('POST')).toEqual([0, 33]);
});

test('Stop ends the wait for a place', async () => {
	const bench = benchWithPlaces(5, 5, () => 5);
	const controller = new AbortController();
	bench.clock.at(7, () => controller.abort());
	const { early } = await bench.run(submitTasks(2), { signal: controller.signal });
	expect(early).toEqual({
		reason: 'stopped',
		jobs: { finished: [], cancelled: [], running: [] },
	});
	expect(bench.clock.elapsedSeconds).toBeLessThan(8);
});

test('the submits go on in the order of the items', async () => {
	const bench = benchWithPlaces(2, 4, nobody);
	await bench.run(submitTasks(6), { maxConcurrentJobs: 4 });
	const accepted = bench.service
		.sent('POST')
		.map(({ body }) => body as { item: number })
		.map(({ item }) => item);
	expect([...new Set(accepted)]).toEqual([0, 1, 2, 3, 4, 5]);
});

test('submits that found no place come back in the order of the items', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	bench.service.latencyMs = 500;
	bench.jobs.intercept = ({ method, atSeconds }) =>
		method === 'POST' && atSeconds < 3 ? full() : undefined;
	await bench.run(submitTasks(6), { maxConcurrentJobs: 4 });
	const accepted = bench.service
		.sent('POST')
		.filter(({ atSeconds }) => atSeconds >= 3)
		.map(({ body }) => (body as { item: number }).item);
	expect(accepted).toEqual([0, 1, 2, 3, 4, 5]);
});

test('after a place was found, submits go side by side again', async () => {
	const bench = new JobBench(() => ({ seconds: 30 }));
	bench.service.latencyMs = 500;
	bench.jobs.intercept = ({ method, atSeconds }) =>
		method === 'POST' && atSeconds < 3 ? full() : undefined;
	await bench.run(submitTasks(4), { maxConcurrentJobs: 4 });
	const accepted = bench.sentAt('POST').filter((atSeconds) => atSeconds >= 3);
	// One finds out that there is a place; the others follow together.
	expect(accepted[1]).toBe(accepted[2]);
	expect(accepted[2]).toBe(accepted[3]);
	expect(accepted[1]).toBeGreaterThan(accepted[0] ?? Infinity);
});
