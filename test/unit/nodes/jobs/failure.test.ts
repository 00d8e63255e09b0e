import { openLedger } from '../../../../nodes/shared/jobs/jobLedger';
import type { JobTask } from '../../../../nodes/shared/jobs/jobTask';
import { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import {
	errorOf,
	JobBench,
	submitTask,
	submitTasks,
	testJobType,
	uncancellableType,
} from '../../../support/jobBench';
import { connectionFailure, type Reply } from '../../../support/scriptedService';

const keepGoing = { keepGoing: true };

describe('a job that ends without a result', () => {
	test('is an error with the reason of the service and the ID of the job', async () => {
		const reason = 'Failed to scrape https://a.test net::ERR_NAME_NOT_RESOLVED';
		const bench = new JobBench(() => ({ seconds: 3, end: 'failed', reason }));
		const { ends } = await bench.run([submitTask(0)]);
		const error = errorOf(ends[0]);
		expect(error.message).toBe(
			'Failed to scrape https://a.test: there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)',
		);
		expect(error.description).toContain('job-1');
		expect(error.description).toContain('Check the spelling of the address.');
		expect(error.details).toMatchObject({ jobId: 'job-1', status: 'failed' });
	});

	test('is an error even without a reason', async () => {
		const bench = new JobBench(() => ({ seconds: 3, end: 'failed' }));
		const { ends } = await bench.run([submitTask(0)]);
		expect(errorOf(ends[0]).message).toBe('The test job failed, and the service gave no reason');
		expect(errorOf(ends[0]).description).toContain('job-1');
	});

	test('is an error when somebody cancelled it', async () => {
		const bench = new JobBench(() => ({ seconds: 3, end: 'cancelled' }));
		const { ends } = await bench.run([submitTask(0)]);
		expect(errorOf(ends[0]).message).toBe('The test job job-1 was cancelled');
		expect(errorOf(ends[0]).details).toMatchObject({ jobId: 'job-1', status: 'cancelled' });
	});

	test('has its reason shown without control characters, and not endlessly', async () => {
		const reason = `\u001b[2m - navigating\u001b[22m\n${'x'.repeat(50_000)}`;
		const bench = new JobBench(() => ({ seconds: 3, end: 'failed', reason }));
		const { ends } = await bench.run([submitTask(0)]);
		const { message } = errorOf(ends[0]);
		expect(message).not.toMatch(/\p{Cc}/u);
		expect(message.length).toBeLessThan(1_100);
	});
});

describe('a job whose failure is wanted as a result', () => {
	test('gives its reason, and the others go on', async () => {
		const bench = new JobBench((index) =>
			index === 0 ? { seconds: 3, end: 'failed', reason: 'No such page' } : { seconds: 10 },
		);
		const { ends, early } = await bench.run(submitTasks(2, { isFailureResult: true }));
		expect(early).toBeUndefined();
		expect(ends).toMatchObject([
			{ type: 'completed', jobId: 'job-1', isFailure: true, body: { error: 'No such page' } },
			{ type: 'completed', jobId: 'job-2' },
		]);
		expect(ends[1]).not.toHaveProperty('isFailure');
	});

	test('is no result when somebody cancelled it', async () => {
		const bench = new JobBench(() => ({ seconds: 3, end: 'cancelled' }));
		const { ends } = await bench.run([submitTask(0, { isFailureResult: true })]);
		expect(ends).toMatchObject([{ type: 'failed', knownState: 'cancelled' }]);
	});
});

test('a service that accepts a job without naming its ID is told, and not asked again', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	bench.jobs.intercept = () => ({ status: 202, body: { status: 'queued' } });
	const { ends } = await bench.run([submitTask(0)]);
	expect(errorOf(ends[0]).message).toBe(
		'The answer for the test job has no ID, so it is not known whether it was started',
	);
	expect(ends).toMatchObject([{ knownState: 'unknown' }]);
	expect(bench.service.requests).toHaveLength(1);
});

test('a lost connection at the submit says that the job may have been started', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	bench.jobs.intercept = () => connectionFailure('ECONNRESET');
	const { ends } = await bench.run([submitTask(0)]);
	const error = errorOf(ends[0]);
	expect(error.message).toContain('it is not known whether the test job was started');
	expect(error.description).toContain("'Web Data Logs'");
	expect(bench.service.requests).toHaveLength(1);
});

test('a connection that was never made at the submit is no reason to look for a job', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	bench.jobs.intercept = () => connectionFailure('ECONNREFUSED');
	const { ends } = await bench.run([submitTask(0)]);
	expect(errorOf(ends[0]).message).toBe('Nothing answers at 127.0.0.1:8330');
});

describe('when one job fails', () => {
	const oneOfFive = (index: number) =>
		index === 2 ? { seconds: 3, end: 'failed' as const, reason: 'No such page' } : { seconds: 60 };

	test('the unfinished jobs of the others are cancelled, and no further one is started', async () => {
		const bench = new JobBench(oneOfFive);
		const { ends, early } = await bench.run(submitTasks(9));
		expect(ends.map((end) => end?.type)).toEqual([
			undefined,
			undefined,
			'failed',
			...Array(6).fill(undefined),
		]);
		expect(early).toEqual({
			reason: 'failed',
			jobs: { finished: [], cancelled: ['job-1', 'job-2', 'job-4', 'job-5'], running: [] },
		});
		expect(bench.cancelledIds().sort()).toEqual(['job-1', 'job-2', 'job-4', 'job-5']);
		expect(bench.jobs.jobs).toHaveLength(5);
	});

	test('finished jobs are named, and those that cannot be cancelled too', async () => {
		const bench = new JobBench((index) => (index === 0 ? { seconds: 1 } : oneOfFive(index)));
		const tasks = submitTasks(4).map((task, index): JobTask =>
			index === 3 ? { ...task, jobType: uncancellableType } : task,
		);
		const { early } = await bench.run(tasks);
		expect(early?.jobs).toEqual({ finished: ['job-1'], cancelled: ['job-2'], running: ['job-4'] });
	});

	test('nothing is cancelled when the user does not want that', async () => {
		const bench = new JobBench(oneOfFive);
		const { early } = await bench.run(submitTasks(5), { cancelOnStop: false });
		expect(bench.cancelledIds()).toEqual([]);
		expect(early?.jobs.running).toEqual(['job-1', 'job-2', 'job-4', 'job-5']);
	});

	test('the others go on with Continue On Fail', async () => {
		const bench = new JobBench(oneOfFive);
		const { ends, early } = await bench.run(submitTasks(9), keepGoing);
		expect(early).toBeUndefined();
		expect(ends.map((end) => end?.type)).toEqual([
			'completed',
			'completed',
			'failed',
			...Array(6).fill('completed'),
		]);
		expect(bench.cancelledIds()).toEqual([]);
	});

	test('its error is that of the run, not that of a result whose reading it ended', async () => {
		const bench = new JobBench((index) =>
			index === 0 ? { seconds: 1 } : { seconds: 3, end: 'failed', reason: 'No such page' },
		);
		const { ends, early } = await bench.run(submitTasks(2), {
			read: async (_index, _result, signal) => {
				await bench.clock.sleep(600_000, signal);
				signal.throwIfAborted();
			},
		});
		expect(ends.map((end) => end?.type)).toEqual([undefined, 'failed']);
		expect(errorOf(ends[1]).message).toBe('No such page');
		expect(early).toEqual({
			reason: 'failed',
			jobs: { finished: ['job-1'], cancelled: [], running: [] },
		});
	});

	test('its error is that of the run, not that of a submit which then is not sent', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		bench.jobs.intercept = ({ body }) =>
			Object(body).item === 0
				? { status: 429, headers: { 'retry-after': '60' }, body: { status: 'error' } }
				: { status: 422, body: { status: 'error', message: 'No such page' } };
		const { ends, early } = await bench.run(submitTasks(2));
		expect(ends.map((end) => end?.type)).toEqual([undefined, 'failed']);
		expect(errorOf(ends[1]).message).toBe('No such page');
		expect(early?.jobs).toEqual({ finished: [], cancelled: [], running: [] });
	});

	test('a submit that waits for a rate limit is given up', async () => {
		const bench = new JobBench(() => ({ seconds: 3, end: 'failed', reason: 'No such page' }));
		bench.jobs.intercept = ({ method, atSeconds }) =>
			method === 'POST' && atSeconds > 1
				? { status: 429, headers: { 'retry-after': '3' }, body: { status: 'error' } }
				: undefined;
		const tasks = submitTasks(3);
		await bench.run(tasks, { maxConcurrentJobs: 1 });
		await bench.clock.runUntil(120);
		expect(bench.jobs.jobs).toHaveLength(1);
	});
});

test('a job that the service does not know any more is no job to be taken up', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	bench.jobs.intercept = ({ method }) =>
		method === 'GET' ? { status: 404, body: { status: 'error', message: 'Gone' } } : undefined;
	const { ends } = await bench.run([submitTask(0)], keepGoing);
	const error = errorOf(ends[0]);
	expect(error.message).toBe('The service does not know the test job job-1: Gone');
	expect(error.description).toContain('Check the ID');
	expect(error.description).not.toContain('Get Result');
	expect(ends).toMatchObject([{ jobId: 'job-1', knownState: 'missing' }]);
});

describe('a status that cannot be read', () => {
	const errorBody = { status: 'error', message: 'In the words of the service' };
	const replies: Array<[string, Reply | Error]> = [
		['401', { status: 401, body: errorBody }],
		['403', { status: 403, body: errorBody }],
		['500', { status: 500, body: errorBody }],
		['502 for ever', { status: 502, body: '<html>' }],
		['a lost connection for ever', connectionFailure('ECONNRESET')],
	];

	test.each(replies)('after %s names the job, and how to take it up', async (_label, reply) => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		bench.jobs.intercept = ({ method }) => (method === 'GET' ? reply : undefined);
		const { ends } = await bench.run([submitTask(0, { timeoutSeconds: 3_000 })], keepGoing);
		const error = errorOf(ends[0]);
		expect(error.message).toContain('job-1');
		expect(error.description).toContain("'Get Result'");
		expect(error.details).toMatchObject({ jobId: 'job-1' });
		expect(ends).toMatchObject([{ jobId: 'job-1' }]);
	});

	test('keeps the HTTP status and the cause that n8n knows', async () => {
		const bench = new JobBench(() => ({ seconds: 3 }));
		bench.jobs.intercept = ({ method }) =>
			method === 'GET' ? { status: 401, body: errorBody } : undefined;
		const { ends } = await bench.run([submitTask(0)]);
		const error = errorOf(ends[0]);
		expect(error).toBeInstanceOf(ServiceError);
		expect(error instanceof ServiceError && error.facts).toMatchObject({
			status: 401,
			cause: 'credential-invalid',
		});
	});
});

test('a batch is named by its own jobType of ID', async () => {
	const bench = new JobBench(() => ({ seconds: 3, end: 'failed' }));
	const { ends } = await bench.run([
		submitTask(0, { jobType: { ...testJobType, idName: 'batchId', label: 'batch' } }),
	]);
	expect(errorOf(ends[0]).details).toEqual({
		batchId: 'job-1',
		status: 'failed',
		progress: 'Working (100%)',
	});
});

test('a defect while a status is read is an error of that item alone', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const broken = {
		...testJobType,
		readState: () => {
			throw new TypeError('x is not a function');
		},
	};
	const { ends } = await bench.run([submitTask(0, { jobType: broken }), submitTask(1)], keepGoing);
	expect(errorOf(ends[0]).message).toBe('x is not a function');
	expect(ends[1]).toMatchObject({ type: 'completed' });
});

test('a defect after a submit was sent leaves its job uncertain, and it is not sent again', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const broken = {
		...testJobType,
		readId: () => {
			throw new TypeError('x is not a function');
		},
	};
	const { ends } = await bench.run([submitTask(0, { jobType: broken })], keepGoing);
	expect(ends).toMatchObject([{ knownState: 'unknown' }]);
	await bench.run([submitTask(0)], keepGoing);
	expect(bench.service.sent('POST')).toHaveLength(1);
});

test('a defect in what reads results fails that item alone, its job is complete', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	const { ends } = await bench.run(submitTasks(2), {
		...keepGoing,
		read: (index) => {
			if (index === 0) throw new TypeError('x is not a function');
			return Promise.resolve('read');
		},
	});
	expect(ends).toMatchObject([
		{ type: 'failed', knownState: 'completed', jobId: 'job-1' },
		{ type: 'completed', output: 'read' },
	]);
});

test.each(['failed', 'cancelled'] as const)(
	'a job that was %s is known as that, and forgotten',
	async (end) => {
		const bench = new JobBench(() => ({ seconds: 3, end }));
		const { ends } = await bench.run([submitTask(0)], keepGoing);
		expect(ends).toMatchObject([{ type: 'failed', knownState: end, jobId: 'job-1' }]);
		expect(bench.nodeContext).toEqual({ webDataExtractionJobs: {} });
	},
);

test('a submit that was refused has no ID', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	bench.jobs.intercept = () => ({ status: 422, body: { status: 'error', message: 'No' } });
	const { ends } = await bench.run([submitTask(0)], keepGoing);
	expect(ends[0]).not.toHaveProperty('jobId');
	expect(ends).toMatchObject([{ knownState: 'none' }]);
	expect(bench.clock.elapsedSeconds).toBeLessThan(1);
});

test('a record of an unfinished job that cannot be made says that the job goes on', async () => {
	const bench = new JobBench(() => ({ seconds: 60 }));
	const { ends } = await bench.run([submitTask(0, { isWaitedFor: false })], {
		...keepGoing,
		read: async () => Promise.reject(new Error('No space left')),
	});
	expect(ends).toMatchObject([{ type: 'failed', knownState: 'running', jobId: 'job-1' }]);
	expect(errorOf(ends[0]).description).toContain('keeps running at the service');
});

test('a failed submit leaves nothing in the ledger', async () => {
	const bench = new JobBench(() => ({ seconds: 3 }));
	bench.jobs.intercept = () => ({ status: 422, body: { status: 'error', message: 'No' } });
	await bench.run([submitTask(0)], { ledger: openLedger(bench.nodeContext) });
	expect(bench.nodeContext).toEqual({ webDataExtractionJobs: {} });
});
