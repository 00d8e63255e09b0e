import { type JobType, readJobState } from '../../nodes/shared/jobs/jobType';
import { bodyField, bodyText } from '../../nodes/shared/transport/serviceBody';
import { JobBench, submitTasks, testJobType } from './jobBench';
import type { RequestAllowance } from './jobService';
import { seededRandom } from './seededRandom';

/** What a node has to do in each run. */
export interface RunShape {
	jobs: number;
	/** Of them at a time. */
	jobsInFlight: number;
	/** So many that chance does not move the mean. */
	runs: number;
}

export const LONE_JOB: RunShape = { jobs: 1, jobsInFlight: 1, runs: 600 };
export const THIRTY_JOBS: RunShape = { jobs: 30, jobsInFlight: 5, runs: 20 };
export const TWENTY_BATCHES: RunShape = { jobs: 20, jobsInFlight: 20, runs: 20 };

const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 60;

/** The hosted service's allowance (gaps.md, Everywhere). */
export const ALLOWANCE: RequestAllowance = { requests: 300, windowSeconds: 900 };

export interface AddedWait {
	/** Over all jobs. */
	meanSeconds: number;
	longestSeconds: number;
	/** Of a run, submits included. */
	meanRequests: number;
	mostRequests: number;
}

/** Works off the jobs of a run. */
export type WaitingWorker = (bench: JobBench, shape: RunShape) => Promise<unknown>;

/** The package's job runner and client, for jobs that the service does not list. */
export const packageRunnerOneByOne: WaitingWorker = async (bench, { jobs, jobsInFlight }) =>
	await bench.run(submitTasks(jobs), { maxConcurrentJobs: jobsInFlight });

/** The same, at a service that names its allowance and refuses what goes beyond. */
export const packageRunnerOnAllowance: WaitingWorker = async (bench, shape) => {
	bench.jobs.allowance = ALLOWANCE;
	await packageRunnerOneByOne(bench, shape);
};

/** As scrapes, batches and crawls are: those in flight are asked for by one listing. */
const listedKind: JobType = {
	...testJobType,
	listing: {
		request: { method: 'GET', path: '/jobs' },
		readStates(body) {
			const jobs = bodyField(body, 'jobs');
			const rows: unknown[] = Array.isArray(jobs) ? jobs : [];
			return new Map(rows.map((row) => [bodyText(row, 'id') ?? '', readJobState(row)]));
		},
		fromJobs: 2,
	},
};

/** The package's job runner and client, for jobs that the service lists. */
export const packageRunner: WaitingWorker = async (bench, { jobs, jobsInFlight }) => {
	bench.jobs.intercept = ({ method, path }) => {
		if (method !== 'GET' || path !== '/jobs') return undefined;
		const rows = bench.jobs.jobs.map(({ id, startedMs, seconds }) => ({
			id,
			status: bench.clock.now() < startedMs + seconds * 1_000 ? 'active' : 'completed',
		}));
		return { status: 200, body: { jobs: rows } };
	};
	await bench.run(submitTasks(jobs, { jobType: listedKind }), { maxConcurrentJobs: jobsInFlight });
};

/** What people build by hand: submit, ask every 3 s until the job has ended, next item. */
export const handMadeLoop: WaitingWorker = async (bench, { jobs, jobsInFlight }) => {
	const client = await bench.service.open();
	let left = jobs;
	const loop = async () => {
		while (left > 0) {
			left -= 1;
			const { body } = await client.send({ method: 'POST', path: '/jobs', body: {} });
			const path = `/jobs/${bodyText(body, 'jobId')}`;
			let status: string | undefined = 'active';
			while (status === 'active') {
				await bench.clock.sleep(3_000);
				const answer = await client.send({ method: 'GET', path });
				status = bodyText(answer.body, 'status');
			}
		}
	};
	await bench.clock.run(Promise.all(Array.from({ length: jobsInFlight }, loop)));
};

/** Measures on simulated time, with jobs of 1 to 60 s that are the same for every worker. */
export async function measureAddedWait(work: WaitingWorker, shape: RunShape): Promise<AddedWait> {
	const waits: number[] = [];
	const requests: number[] = [];
	for (let seed = 1; seed <= shape.runs; seed += 1) {
		const random = seededRandom(seed);
		const bench = new JobBench(() => ({
			seconds: SHORTEST_SECONDS + random() * (LONGEST_SECONDS - SHORTEST_SECONDS),
		}));
		await work(bench, shape);
		waits.push(...waitsOf(bench));
		requests.push(bench.service.requests.length);
	}
	return {
		meanSeconds: mean(waits),
		longestSeconds: Math.max(...waits),
		meanRequests: mean(requests),
		mostRequests: Math.max(...requests),
	};
}

/** From the end of each job to the request whose answer brought its result, in seconds. */
function waitsOf({ jobs, clock, service }: JobBench): number[] {
	const polls = service.sent('GET');
	return jobs.jobs.map(({ id, seconds, startedMs }) => {
		const endSeconds = (startedMs - clock.startMs) / 1_000 + seconds;
		const told = polls.find(
			({ path, atSeconds }) => path === `/jobs/${id}` && atSeconds >= endSeconds,
		);
		return (told?.atSeconds ?? NaN) - endSeconds;
	});
}

function mean(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
