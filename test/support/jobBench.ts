import type { IContextObject } from 'n8n-workflow';
import { type JobType, readJobState, STEADY_SCHEDULE } from '../../nodes/shared/jobs/jobType';
import { openLedger } from '../../nodes/shared/jobs/jobLedger';
import type { JobRunnerOptions } from '../../nodes/shared/jobs/jobRun';
import { runJobs } from '../../nodes/shared/jobs/jobRunner';
import type { JobRunReport, JobEnd, JobTask } from '../../nodes/shared/jobs/jobTask';
import { bodyText } from '../../nodes/shared/transport/serviceBody';
import type { WebDataError } from '../../nodes/shared/transport/webDataError';
import { JobService, type JobScript } from './jobService';
import { ScriptedService } from './scriptedService';
import { SimulatedClock } from './simulatedClock';

/** The jobs of `JobService`, which can be cancelled. */
export const testJobType: JobType = {
	label: 'test job',
	plural: 'test jobs',
	idName: 'jobId',
	resultOperation: 'Get Result',
	timeoutSeconds: 600,
	lookUp: "in the node 'Web Data Logs'",
	schedule: STEADY_SCHEDULE,
	readId: (body) => bodyText(body, 'jobId'),
	readState: readJobState,
	statusRequest: (id) => ({ method: 'GET', path: `/jobs/${id}`, expects: ['status'] }),
	cancelRequest: (id) => ({ method: 'DELETE', path: `/jobs/${id}` }),
};

/** A jobType that the service can't cancel. */
export const uncancellableType: JobType = (({ cancelRequest: _, ...jobType }) => jobType)(
	testJobType,
);

/** A job to submit for one input item. */
export function submitTask(itemIndex: number, more: Partial<JobTask> = {}): JobTask {
	return {
		jobType: testJobType,
		start: { submit: { method: 'POST', path: '/jobs', body: { item: itemIndex } } },
		itemIndexes: [itemIndex],
		isWaitedFor: true,
		timeoutSeconds: 300,
		onTimeout: 'fail',
		...more,
	};
}

export function submitTasks(count: number, more: Partial<JobTask> = {}): JobTask[] {
	return Array.from({ length: count }, (_value, index) => submitTask(index, more));
}

/** The job runner with the real client, in front of jobs of known length, on simulated time. */
export class JobBench {
	readonly clock = new SimulatedClock();

	readonly jobs: JobService;

	readonly service: ScriptedService;

	/** What n8n keeps of the node between its tries. */
	readonly nodeContext: IContextObject = {};

	constructor(jobAt: (index: number) => JobScript) {
		this.jobs = new JobService(this.clock, jobAt);
		this.service = new ScriptedService(this.clock, this.jobs.script);
	}

	/** Runs tasks like one try of a node, until the runner returns. */
	async run(
		tasks: readonly JobTask[],
		options: Partial<JobRunnerOptions> = {},
	): Promise<JobRunReport> {
		return await this.clock.run(this.start(tasks, options));
	}

	/** Begins to run tasks; time does not pass yet. */
	async start(
		tasks: readonly JobTask[],
		options: Partial<JobRunnerOptions> = {},
	): Promise<JobRunReport> {
		return await runJobs(tasks, {
			client: await this.service.open(),
			clock: this.clock,
			ledger: openLedger(this.nodeContext),
			runIndex: 0,
			maxConcurrentJobs: 5,
			cancelOnStop: true,
			keepGoing: false,
			signal: undefined,
			...options,
		});
	}

	/** From now on every submit is given the first job, as of a service that merges equal ones. */
	giveOneJob(): void {
		const { jobs } = this;
		jobs.intercept = ({ method }) =>
			method === 'POST' && jobs.jobs.length > 0
				? { status: 202, body: { status: 'queued', jobId: 'job-1' } }
				: undefined;
	}

	/** The simulated seconds at which requests of a method were sent. */
	sentAt(method: string): number[] {
		return this.service.sent(method).map(({ atSeconds }) => Math.round(atSeconds * 10) / 10);
	}

	/** IDs of the jobs that the client asked to cancel. */
	cancelledIds(): string[] {
		return this.service.sent('DELETE').map(({ path }) => path.replace('/jobs/', ''));
	}
}

/** The error of a task that has none is a failure of the test. */
export function errorOf(end: JobEnd | undefined): WebDataError {
	if (end?.type === 'failed') return end.error;
	throw new Error(`Expected a failed job, got ${JSON.stringify(end)}`);
}
