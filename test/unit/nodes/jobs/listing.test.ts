import { batchJobType } from '../../../../nodes/shared/jobTypes/batchJob';
import { crawlJobType } from '../../../../nodes/shared/jobTypes/crawlJob';
import { scrapeJobType } from '../../../../nodes/shared/jobTypes/scrapeJob';
import { readJobState, type JobType, type JobState } from '../../../../nodes/shared/jobs/jobType';
import { JobBench, submitTask, submitTasks, testJobType } from '../../../support/jobBench';
import type { ReceivedRequest, Reply } from '../../../support/scriptedService';

function readStates(body: unknown): Map<string, JobState> {
	const { jobs } = body as { jobs: Array<{ id: string }> };
	return new Map(jobs.map((job) => [job.id, readJobState(job)]));
}

const listedKind: JobType = {
	...testJobType,
	listing: { request: { method: 'GET', path: '/list' }, readStates, fromJobs: 2 },
};

/** A bench whose service also lists its jobs. */
function listingBench(
	seconds: number,
	list: (reply: Reply, request: ReceivedRequest) => Reply = (reply) => reply,
): JobBench {
	const bench = new JobBench(() => ({ seconds }));
	bench.jobs.intercept = (request) => {
		if (request.path !== '/list') return undefined;
		const jobs = bench.jobs.jobs.map(({ id, startedMs }) => ({
			id,
			status: bench.clock.now() < startedMs + seconds * 1_000 ? 'active' : 'completed',
		}));
		return list({ status: 200, body: { jobs } }, request);
	};
	return bench;
}

const count = (bench: JobBench, path: string) => bench.service.sent('GET', path).length;

test('many running jobs are asked for by one listing, and each once for its result', async () => {
	const bench = listingBench(30);
	const { ends } = await bench.run(submitTasks(5, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(Array(5).fill('completed'));
	expect(ends[3]).toMatchObject({ body: { result: { content: 'content of job-4' } } });
	expect(count(bench, '/jobs/')).toBe(5);
	expect(count(bench, '/list')).toBeLessThan(17);
});

test('a job alone is asked for itself where that costs no more', async () => {
	const bench = listingBench(10);
	await bench.run(submitTasks(1, { jobType: listedKind }));
	expect(count(bench, '/list')).toBe(0);
});

test('a job that the listing does not hold is asked for itself', async () => {
	const bench = listingBench(10, () => ({ status: 200, body: { jobs: [] } }));
	const { ends } = await bench.run(submitTasks(3, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(Array(3).fill('completed'));
});

test('a job that a listing does not hold is no longer looked for there', async () => {
	const bench = listingBench(30, ({ body, ...reply }) => {
		const { jobs } = body as { jobs: Array<{ id: string }> };
		return { ...reply, body: { jobs: jobs.filter(({ id }) => id !== 'job-2') } };
	});
	await bench.run(submitTasks(3, { jobType: listedKind }));
	expect(count(bench, '/jobs/job-1')).toBe(1);
	expect(count(bench, '/jobs/job-2')).toBeGreaterThan(3);
	expect(count(bench, '/list')).toBeGreaterThan(3);
});

test('a listing that calls jobs by other IDs is asked for once', async () => {
	const bench = listingBench(30, () => ({
		status: 200,
		body: { jobs: [1, 2, 3].map((n) => ({ id: `other-${n}`, status: 'active' })) },
	}));
	const { ends } = await bench.run(submitTasks(3, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(Array(3).fill('completed'));
	expect(count(bench, '/list')).toBe(1);
});

test('nor does it ask again for jobs that are submitted later', async () => {
	const bench = listingBench(10, () => ({ status: 200, body: { jobs: [{ id: 'other' }] } }));
	await bench.run(submitTasks(9, { jobType: listedKind }), { maxConcurrentJobs: 3 });
	expect(count(bench, '/list')).toBe(1);
});

test('a listing that is behind is asked on', async () => {
	const bench = listingBench(25, ({ body, ...reply }) => {
		const { jobs } = body as { jobs: Array<{ id: string }> };
		return {
			...reply,
			body: {
				jobs: jobs.map((job) => (job.id === 'job-1' ? { id: job.id, status: 'failed' } : job)),
			},
		};
	});
	const { ends } = await bench.run(submitTasks(2, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed']);
	expect(count(bench, '/list')).toBeGreaterThan(5);
});

test('a listing costs one request, however many jobs it tells of: a small allowance lasts', async () => {
	const bench = listingBench(60);
	bench.jobs.allowance = { requests: 60, windowSeconds: 900 };
	await bench.run(submitTasks(5, { jobType: listedKind }));
	const alone = new JobBench(() => ({ seconds: 60 }));
	alone.jobs.allowance = { requests: 60, windowSeconds: 900 };
	await alone.run(submitTasks(5));
	// Five jobs that are asked for one by one have to be asked for five times as seldom.
	expect(count(alone, '/jobs/job-1')).toBeLessThan(12);
	expect(count(bench, '/list')).toBeGreaterThan(20);
	expect(bench.jobs.refusals + alone.jobs.refusals).toBe(0);
});

test.each([
	['that something in front of the service does not let through', 403, '<html>'],
	['that something in front of the service does not know', 404, '404 page not found'],
	['whose method is not allowed', 405, ''],
	['in whose place a web page comes', 200, '<html>'],
	['that leads elsewhere', 302, ''],
	['that a gateway does not get', 502, '<html>'],
])('after two lists %s each job is asked itself, and one line says why', async (...given) => {
	const [, status, body] = given;
	const bench = listingBench(20, () => ({ status, body }));
	const notes: string[] = [];
	const { ends } = await bench.run(submitTasks(4, { jobType: listedKind }), {
		onNote: (line) => notes.push(line),
	});
	expect(ends.map((end) => end?.type)).toEqual(Array(4).fill('completed'));
	expect(bench.clock.elapsedSeconds).toBeLessThan(30);
	expect(count(bench, '/list')).toBe(2);
	expect(notes).toHaveLength(1);
	expect(notes[0]).toMatch(/^The list of test jobs could not be read \(.*\), so each test job/);
});

test('a list that hangs holds up no job', async () => {
	const bench = listingBench(20, (reply) => reply);
	const answer = bench.jobs.intercept;
	bench.jobs.intercept = (request) => {
		bench.service.latencyMs = request.path === '/list' ? 3_600_000 : 20;
		return answer(request);
	};
	const { ends } = await bench.run(submitTasks(2, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed']);
	expect(bench.clock.elapsedSeconds).toBeLessThan(60);
});

test('while the whole service is away, its list is kept', async () => {
	const bench = listingBench(40);
	const answer = bench.jobs.intercept;
	bench.jobs.intercept = (request) =>
		request.atSeconds > 5 && request.atSeconds < 30
			? { status: 502, body: '<html>' }
			: answer(request);
	const notes: string[] = [];
	await bench.run(submitTasks(5, { jobType: listedKind }), { onNote: (line) => notes.push(line) });
	expect(notes).toEqual([]);
	// One job finds out whether only the list fails; the others leave their questions to it.
	expect(count(bench, '/jobs/job-5')).toBe(1);
});

test('a rate limit that ends between two requests is no reason to give up the list', async () => {
	const bench = listingBench(60, (reply, { atSeconds }) =>
		atSeconds < 10 ? { status: 429, headers: { 'retry-after': '2' }, body: '' } : reply,
	);
	await bench.run(submitTasks(5, { jobType: listedKind }));
	expect(count(bench, '/list')).toBeGreaterThan(8);
});

test('a defect in a listing is no answer of the service', async () => {
	const bench = listingBench(10);
	const broken: JobType = {
		...testJobType,
		listing: {
			request: { method: 'GET', path: '/list' },
			readStates: () => {
				throw new TypeError('x is not a function');
			},
			fromJobs: 1,
		},
	};
	const { ends } = await bench.run([submitTask(0, { jobType: broken })], { keepGoing: true });
	expect(ends).toMatchObject([{ type: 'failed', knownState: 'running', jobId: 'job-1' }]);
});

test('a listing that the service does not have is asked for once', async () => {
	const bench = listingBench(20, () => ({ status: 404, body: { status: 'error' } }));
	const { ends } = await bench.run(submitTasks(3, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(Array(3).fill('completed'));
	expect(count(bench, '/list')).toBe(1);
});

test('a listing that fails once and then answers is asked on', async () => {
	const bench = listingBench(30, (reply, { atSeconds }) =>
		atSeconds < 3 ? { status: 502, body: '<html>' } : reply,
	);
	const { ends } = await bench.run(submitTasks(3, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(Array(3).fill('completed'));
	expect(count(bench, '/jobs/')).toBeLessThanOrEqual(3);
});

test('a job that the listing calls ended, and that goes on, is waited for', async () => {
	const bench = listingBench(15, () => ({
		status: 200,
		body: { jobs: [1, 2].map((n) => ({ id: `job-${n}`, status: 'completed' })) },
	}));
	const { ends } = await bench.run(submitTasks(2, { jobType: listedKind }));
	expect(ends.map((end) => end?.type)).toEqual(['completed', 'completed']);
});

test('the last look at the deadline is for the job itself', async () => {
	const bench = listingBench(60);
	const tasks = submitTasks(2, { jobType: listedKind, timeoutSeconds: 10, onTimeout: 'return' });
	const { ends } = await bench.run(tasks);
	expect(ends).toMatchObject([
		{ type: 'unfinished', isTimedOut: true, body: { status: 'active' } },
		{ type: 'unfinished', isTimedOut: true, body: { status: 'active' } },
	]);
	expect(count(bench, '/jobs/')).toBe(2);
});

test('progress comes from the listing, too', async () => {
	const bench = listingBench(7, (reply) => {
		const { jobs } = reply.body as { jobs: object[] };
		const progress = { message: 'Half' };
		return { ...reply, body: { jobs: jobs.map((job) => ({ ...job, progress })) } };
	});
	const told: Array<string | undefined> = [];
	await bench.run(submitTasks(2, { jobType: listedKind }), {
		onProgress: ({ state }) => told.push(state.progress),
	});
	expect(told.slice(0, 2)).toEqual(['Half', 'Half']);
});

test('the batches of the API are read from their listing, with their counts', () => {
	const body = {
		jobs: [
			{ uuid: 'b-1', status: 'running', totalUrls: 50, completedCount: 12, failedCount: 2 },
			{ uuid: 'b-2', status: 'completed', totalUrls: 3, completedCount: 3 },
			{ status: 'running' },
			'odd',
		],
	};
	expect(batchJobType.listing.readStates(body)).toEqual(
		new Map([
			['b-1', { name: 'running', status: 'running', progress: '14 of 50 (2 failed)' }],
			['b-2', { name: 'completed', status: 'completed', progress: '3 of 3' }],
		]),
	);
	expect(batchJobType.listing.readStates({})).toEqual(new Map());
});

test('the crawls of the API are read from their history, with their pages', () => {
	const jobs = [{ id: 'c-1', status: 'active', pages_crawled: 3, max_pages: 9 }, { id: 'c-2' }];
	expect(crawlJobType.listing.readStates({ jobs })).toEqual(
		new Map([
			['c-1', { name: 'running', status: 'active', progress: '3 of 9' }],
			['c-2', { name: 'running', status: 'unknown' }],
		]),
	);
});

test('the scrapes of the API that run are read from the log of what is in progress', () => {
	const { request, readStates } = scrapeJobType.listing;
	expect(request).toMatchObject({
		method: 'GET',
		path: '/scrape-logs',
		query: { status: 'in_progress', page: 1, limit: 100 },
	});
	const logs = [{ uuid: 's-1', status: 'in_progress' }, { status: 'in_progress' }, 'odd'];
	expect(readStates({ status: 'success', data: { logs, total: 3 } })).toEqual(
		new Map([['s-1', { name: 'running', status: 'in_progress' }]]),
	);
	expect(readStates({ status: 'success' })).toEqual(new Map());
});
