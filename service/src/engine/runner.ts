import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { JobsRepository, JobStart } from '../db/jobs.ts';
import { mayPass } from '../db/passing.ts';
import { JobFailure, type JobContext } from './job.ts';
import type { JobOutcome } from '../db/jobRecord.ts';
import type { JobProgress } from './progress.ts';
import { MAX_ATTEMPTS, runJob } from './runJob.ts';

const STOP_GRACE_MS = 3000;
/** A job whose start could not be written is tried again after this. */
const START_RETRY_MS = 1000;

/** Why a job is not tried again that was running each time the process died. */
export const CRASHED_REASON =
	`The service stopped ${MAX_ATTEMPTS} times while this job ran, so it is not tried again. ` +
	'Look at the service log for the cause.';

/** One kind of job. */
export interface JobKind {
	/**
	 * Runs the job. A method, so that handlers may say what request they take: they get what their
	 * own module gave to `accept`.
	 */
	handle(request: unknown, context: JobContext): Promise<JobOutcome>;
	/** How many jobs of this kind run at a time. */
	concurrency: number;
}

/** A job that is to be run. */
export interface QueuedJob {
	id: string;
	kind: string;
}

export interface JobRunnerOptions {
	jobs: JobsRepository;
	kinds: Readonly<Record<string, JobKind>>;
	progress: JobProgress;
	log: FastifyBaseLogger;
}

/** Runs jobs in this process, and knows those that run. */
export interface JobRunner {
	/**
	 * Starts a job and runs it to its end; one that waits no longer is left alone.
	 * @param isTakeover whether it is started although it is active: whoever ran it is gone
	 * @returns when to run it again, in epoch milliseconds; undefined when there is nothing more to do
	 */
	run(job: QueuedJob, isTakeover: boolean): Promise<number | undefined>;
	/** Aborts a job's signal, when it runs here. */
	abort(jobId: string, reason: Error): void;
	/** Has a job fail with `reason` at its next checkpoint, when it runs here. */
	stopSoon(jobId: string, reason: string): void;
	/** The jobs that run here. */
	listStarts(): JobStart[];
	/** Puts running jobs back to wait and aborts them. Starts no more. */
	stop(): Promise<void>;
}

interface RunningJob {
	owner: string;
	/** Whether its start is in the table. */
	isStarted: boolean;
	controller: AbortController;
	stopReason: string | null;
	ended: Promise<void>;
}

/** Makes what runs jobs. */
export function createJobRunner({ jobs, kinds, progress, log }: JobRunnerOptions): JobRunner {
	const running = new Map<string, RunningJob>();
	const stopping = new AbortController();

	const begin = async (
		{ id, kind }: QueuedJob,
		isTakeover: boolean,
		runningJob: RunningJob,
	): Promise<number | undefined> => {
		const handle = kinds[kind]?.handle;
		if (handle === undefined) return undefined;
		const start: JobStart = { id, owner: runningJob.owner };
		const job = await jobs.start(start, isTakeover);
		if (job === undefined) return undefined;
		runningJob.isStarted = true;
		if (job.deaths >= MAX_ATTEMPTS) {
			await jobs.fail(start, CRASHED_REASON);
			return undefined;
		}
		runningJob.stopReason ??= job.stopReason;
		const context: JobContext = {
			jobId: id,
			signal: runningJob.controller.signal,
			reportProgress: (value) => progress.report(id, value),
			checkpoint() {
				if (runningJob.stopReason !== null) throw new JobFailure(runningJob.stopReason);
			},
		};
		const stopSignal = stopping.signal;
		return await runJob({ jobs, job, start, handle, context, stopSignal, log });
	};

	const putBack = async (start: JobStart): Promise<void> => {
		try {
			await jobs.requeue(start);
		} catch (error) {
			// Still active in the database: it is taken for interrupted, which it is.
			log.error({ err: error, jobId: start.id }, 'running job could not be put back');
		}
	};

	return {
		async run(job, isTakeover) {
			if (stopping.signal.aborted) return undefined;
			const { promise: ended, resolve: end } = Promise.withResolvers<void>();
			const controller = new AbortController();
			const runningJob: RunningJob = {
				owner: randomUUID(),
				isStarted: false,
				controller,
				stopReason: null,
				ended,
			};
			// Before it is started in the table: whoever cancels it from then on finds it here.
			running.set(job.id, runningJob);
			try {
				return await begin(job, isTakeover, runningJob);
			} catch (error) {
				log.error({ err: error, jobId: job.id, kind: job.kind }, 'job could not be recorded');
				// Thrown by the start alone: the end of a job is written again and again.
				return mayPass(error) ? Date.now() + START_RETRY_MS : undefined;
			} finally {
				running.delete(job.id);
				progress.forget(job.id);
				end();
			}
		},

		abort: (jobId, reason) => running.get(jobId)?.controller.abort(reason),

		stopSoon(jobId, reason) {
			const job = running.get(jobId);
			if (job !== undefined) job.stopReason = reason;
		},

		listStarts: () =>
			[...running]
				.filter(([, { isStarted }]) => isStarted)
				.map(([id, { owner }]) => ({ id, owner })),

		async stop() {
			stopping.abort();
			const stopped = [...running].map(async ([id, { owner, controller, ended }]) => {
				await putBack({ id, owner });
				controller.abort(new Error('The service is stopping'));
				await ended;
			});
			const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
			await Promise.race([Promise.all(stopped), grace]);
		},
	};
}
