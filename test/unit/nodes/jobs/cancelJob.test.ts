import { cancelJob, type CancelOutcome } from '../../../../nodes/shared/jobs/cancelJob';
import { JobBench, submitTask, testJobType } from '../../../support/jobBench';
import { connectionFailure, type Reply } from '../../../support/scriptedService';

const cancelRequest = { method: 'DELETE' as const, path: '/jobs/job-1' };

interface Scene {
	/** How long the job takes that is to be cancelled. */
	seconds?: number;
	end?: 'completed' | 'failed';
	/** What the DELETEs get, in turn; undefined lets them through. */
	faults?: Array<Reply | Error | undefined>;
	isUrgent?: boolean;
	/** Whether a fault reaches the service before its answer is lost. */
	isLostAfterwards?: boolean;
	/** Seconds after the first try when no more may begin. Default 25. */
	patience?: number;
	signal?: AbortSignal;
}

async function cancelIn({
	seconds = 60,
	end = 'completed',
	faults = [],
	isUrgent = true,
	isLostAfterwards = false,
	patience = 25,
	signal,
}: Scene): Promise<{ outcome: CancelOutcome; bench: JobBench }> {
	const bench = new JobBench(() => ({ seconds, end }));
	await bench.run([submitTask(0, { isWaitedFor: false })]);
	await bench.clock.runUntil(10);
	const left = [...faults];
	bench.jobs.intercept = ({ method }) => {
		if (method !== 'DELETE' || left.length === 0) return undefined;
		const fault = left.shift();
		if (fault && isLostAfterwards) bench.jobs.job('job-1').isCancelled = true;
		return fault;
	};
	const client = await bench.service.open();
	const outcome = await bench.clock.run(
		cancelJob(testJobType, cancelRequest, 'job-1', {
			client,
			clock: bench.clock,
			deadlineMs: bench.clock.now() + patience * 1_000,
			isUrgent,
			signal,
		}),
	);
	return { outcome, bench };
}

const LOST = connectionFailure('ECONNRESET');

test('a running job is cancelled with one request', async () => {
	const { outcome, bench } = await cancelIn({});
	expect(outcome).toEqual({
		knownState: 'cancelled',
		body: { status: 'cancelled', jobId: 'job-1' },
	});
	expect(bench.service.sent('DELETE')).toHaveLength(1);
});

test.each<[string, Reply | Error]>([
	['a lost connection', LOST],
	['a refused connection', connectionFailure('ECONNREFUSED')],
	['429', { status: 429, body: { status: 'error', message: 'Slower' } }],
	['500', { status: 500, body: {} }],
	['502', { status: 502, body: '<html>' }],
])('after %s it is tried again', async (_label, fault) => {
	const { outcome, bench } = await cancelIn({ faults: [fault, fault] });
	expect(outcome.knownState).toBe('cancelled');
	expect(bench.jobs.job('job-1').isCancelled).toBe(true);
});

test('a try that worked, and whose answer was lost, is no failure', async () => {
	const { outcome, bench } = await cancelIn({ faults: [LOST], isLostAfterwards: true });
	expect(outcome.knownState).toBe('cancelled');
	expect(bench.service.sent('DELETE')).toHaveLength(2);
});

test.each(['completed', 'failed'] as const)(
	'one that has ended is told by its real end: %s',
	async (end) => {
		const { outcome } = await cancelIn({ seconds: 5, end });
		expect(outcome).toMatchObject({
			knownState: end,
			error: { message: 'The job has already ended.' },
		});
	},
);

test('one that the service does not know is missing', async () => {
	const bench = new JobBench(() => ({ seconds: 1 }));
	const client = await bench.service.open();
	const { clock } = bench;
	const options = { client, clock, deadlineMs: clock.now() + 25_000, isUrgent: true };
	const request = { method: 'DELETE' as const, path: '/jobs/job-9' };
	const outcome = await clock.run(cancelJob(testJobType, request, 'job-9', options));
	expect(outcome).toMatchObject({ knownState: 'missing', error: { message: 'Job not found' } });
});

test('one that may not be cancelled is left running, and not asked for again', async () => {
	const denied = { status: 403, body: { status: 'error', message: 'Not yours' } };
	const { outcome, bench } = await cancelIn({ faults: [denied] });
	expect(outcome).toMatchObject({ knownState: 'running', error: { message: 'Not yours' } });
	expect(bench.service.sent('DELETE')).toHaveLength(1);
});

test('a service that never answers is given up in time', async () => {
	const { outcome, bench } = await cancelIn({ faults: Array<Error>(50).fill(LOST) });
	expect(outcome.knownState).toBe('running');
	expect(bench.clock.elapsedSeconds).toBeLessThanOrEqual(35);
	expect(bench.service.sent('DELETE').length).toBeGreaterThan(2);
});

test('the time that a 429 names is kept', async () => {
	const slower = { status: 429, headers: { 'retry-after': '7' }, body: { status: 'error' } };
	const { bench } = await cancelIn({ faults: [slower] });
	expect(bench.sentAt('DELETE')).toEqual([10, 17]);
});

test('an end that cannot be read is taken for a result', async () => {
	const bench = new JobBench(() => ({ seconds: 5 }));
	await bench.run([submitTask(0, { isWaitedFor: false })]);
	await bench.clock.runUntil(10);
	bench.jobs.intercept = ({ method }) => (method === 'GET' ? LOST : undefined);
	const client = await bench.service.open();
	const { clock } = bench;
	const options = { client, clock, deadlineMs: clock.now() + 25_000, isUrgent: true };
	const outcome = await clock.run(cancelJob(testJobType, cancelRequest, 'job-1', options));
	expect(outcome.knownState).toBe('completed');
});

const REFUSED = connectionFailure('ECONNREFUSED');

test('one that somebody else cancelled was not cancelled by this', async () => {
	const bench = new JobBench(() => ({ seconds: 60, end: 'completed' }));
	await bench.run([submitTask(0, { isWaitedFor: false })]);
	bench.jobs.job('job-1').isCancelled = true;
	const faults: Array<Error | undefined> = [REFUSED, undefined];
	bench.jobs.intercept = ({ method }) => (method === 'DELETE' ? faults.shift() : undefined);
	const client = await bench.service.open();
	const { clock } = bench;
	const options = { client, clock, deadlineMs: clock.now() + 25_000, isUrgent: true };
	const outcome = await clock.run(cancelJob(testJobType, cancelRequest, 'job-1', options));
	expect(outcome).toMatchObject({
		knownState: 'failed',
		error: { message: 'The job has already ended.' },
	});
});

test('one that the service forgets when it is cancelled counts as cancelled after a lost try', async () => {
	const bench = new JobBench(() => ({ seconds: 60 }));
	await bench.run([submitTask(0, { isWaitedFor: false })]);
	const gone: Reply = { status: 404, body: { status: 'error', message: 'Job not found' } };
	const replies: Array<Reply | Error> = [LOST, gone, gone];
	bench.jobs.intercept = () => replies.shift();
	const client = await bench.service.open();
	const { clock } = bench;
	const options = { client, clock, deadlineMs: clock.now() + 25_000, isUrgent: true };
	const outcome = await clock.run(cancelJob(testJobType, cancelRequest, 'job-1', options));
	expect(outcome).toEqual({ knownState: 'cancelled', body: { status: 'cancelled' } });
});

test('no try begins that would have less than a second for its answer', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(1);
	const { bench: tooLate } = await cancelIn({ faults: [LOST, LOST, LOST], patience: 1.9 });
	expect(tooLate.service.sent('DELETE')).toHaveLength(1);
	const { bench: inTime } = await cancelIn({ faults: [LOST, LOST, LOST], patience: 2.1 });
	expect(inTime.service.sent('DELETE')).toHaveLength(2);
	jest.restoreAllMocks();
});

test('a signal ends the tries, and the job is taken to go on', async () => {
	const controller = new AbortController();
	const slower = { status: 429, headers: { 'retry-after': '7' }, body: { status: 'error' } };
	const work = cancelIn({
		faults: Array<Reply>(9).fill(slower),
		signal: controller.signal,
		isUrgent: false,
	});
	controller.abort();
	const { outcome, bench } = await work;
	expect(outcome.knownState).toBe('running');
	expect(bench.service.sent('DELETE').length).toBeLessThanOrEqual(1);
});

test('an answer that hangs leaves time for another try', async () => {
	const bench = new JobBench(() => ({ seconds: 60 }));
	await bench.run([submitTask(0, { isWaitedFor: false })]);
	bench.service.latencyMs = 3_600_000;
	bench.clock.at(8, () => {
		bench.service.latencyMs = 20;
	});
	const client = await bench.service.open();
	const { clock } = bench;
	const options = { client, clock, deadlineMs: clock.now() + 25_000, isUrgent: true };
	const outcome = await clock.run(cancelJob(testJobType, cancelRequest, 'job-1', options));
	expect(outcome.knownState).toBe('cancelled');
	expect(clock.elapsedSeconds).toBeLessThan(20);
});

test('a defect is no answer of the service', async () => {
	const bench = new JobBench(() => ({ seconds: 60 }));
	const client = await bench.service.open();
	jest.spyOn(client, 'send').mockRejectedValue(new TypeError('x is not a function'));
	const { clock } = bench;
	const options = { client, clock, deadlineMs: clock.now() + 25_000, isUrgent: true };
	await expect(cancelJob(testJobType, cancelRequest, 'job-1', options)).rejects.toThrow(TypeError);
});

describe('an answer that does not say that the job was cancelled', () => {
	const vague: Reply = { status: 200, body: { ok: true } };

	test('is followed by a look at the job, which goes on', async () => {
		const { outcome } = await cancelIn({ faults: [vague] });
		expect(outcome).toMatchObject({
			knownState: 'running',
			error: { message: 'The service did not confirm that the job was cancelled' },
		});
	});

	test.each<[string, Reply]>([
		['a proxy', { status: 404, body: '404 page not found' }],
		['a captive portal', { status: 200, body: '<html>Sign in</html>' }],
	])('and by a look that %s answers, proves no end', async (_label, reply) => {
		const bench = new JobBench(() => ({ seconds: 60 }));
		await bench.run([submitTask(0, { isWaitedFor: false })]);
		bench.jobs.intercept = ({ method }) => (method === 'DELETE' ? vague : reply);
		const client = await bench.service.open();
		const { clock } = bench;
		const options = { client, clock, deadlineMs: clock.now() + 25_000, isUrgent: true };
		const outcome = await clock.run(cancelJob(testJobType, cancelRequest, 'job-1', options));
		expect(outcome.knownState).toBe('running');
	});

	test('is enough when the job is cancelled then', async () => {
		const { outcome } = await cancelIn({ faults: [vague], isLostAfterwards: true });
		expect(outcome.knownState).toBe('cancelled');
	});

	test('is no cancel of a job that had ended', async () => {
		const { outcome } = await cancelIn({ seconds: 3, faults: [vague] });
		expect(outcome.knownState).toBe('completed');
	});
});
