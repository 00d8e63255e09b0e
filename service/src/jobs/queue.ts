import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { JobsRepository } from '../store/jobs.ts';
import { refuseAnotherJob } from './admission.ts';
import type { JobContext, JobOutcome, JobRecord } from './job.ts';
import { JobFailure } from './jobFailure.ts';
import { MAX_ATTEMPTS, mayPass, runJob } from './runJob.ts';
import { describeSubject } from './subject.ts';

const STOP_GRACE_MS = 3000;
/** A job whose start could not be written is tried again after this. */
const START_RETRY_MS = 1000;

/** One kind of job. */
export interface JobKind {
	/**
	 * Runs the job. A method, so that handlers may say what request they take: they get what their
	 * own room gave to `accept`.
	 */
	handle(request: unknown, context: JobContext): Promise<JobOutcome>;
	/** How many jobs of this kind run at a time. */
	concurrency: number;
}

export interface QueueOptions {
	jobs: JobsRepository;
	/** What runs each kind of job. */
	kinds: Record<string, JobKind>;
	/** How many jobs of all kinds may wait or run. */
	maxUnfinished: number;
	log: FastifyBaseLogger;
}

/** A job as its status endpoint sees it: the stored record and, while it runs, its progress. */
export type JobSnapshot = JobRecord & { progress: object | undefined };

export interface JobQueue {
	/**
	 * Stores a job and has it run. When this returns, the job is on disk (or, inside a transaction,
	 * will be once that commits) and survives the end of the process.
	 * @returns the job's ID
	 * @throws ApiError 429 `TOO_MANY_PENDING_JOBS`
	 */
	accept(kind: string, request: unknown): string;
	find(jobId: string, kind: string): JobSnapshot | undefined;
	/** What the job's handler returned; undefined for a job without a result. */
	readResult(jobId: string): unknown;
	/** The small part of the result that listings show; undefined for a job without a result. */
	readSummary(jobId: string): unknown;
	/** What a running job last said of itself. */
	readProgress(jobId: string): object | undefined;
	/**
	 * Cancels a job that waits or runs. A running handler sees its signal abort; if it still hands
	 * back an outcome, that is kept and charged.
	 * @returns false when the job has ended already, or does not exist
	 */
	cancel(jobId: string): boolean;
	/**
	 * Has a running job fail with `reason` at its next checkpoint, be that after a restart.
	 * @returns false when the job does not run
	 */
	stopSoon(jobId: string, reason: string): boolean;
	/** Waits until the job has ended, for `timeoutMs` at most, and no longer than the service runs. */
	waitUntilEnded(jobId: string, timeoutMs: number): Promise<void>;
	/** Takes up what the last process left. To be called once, when everything is ready to work. */
	recover(): void;
	/** Stops running jobs and puts them back to wait for the next start. */
	stop(): Promise<void>;
}

interface RunningJob {
	controller: AbortController;
	progress: object | undefined;
	stopReason: string | null;
	ended: Promise<void>;
}

const CRASHED_REASON =
	`The service stopped ${MAX_ATTEMPTS} times while this job ran, so it is not tried again. ` +
	'Look at the service log for the cause.';

/** A queue on the `jobs` table: the table is the truth, memory holds only what runs now. */
export function createJobQueue({ jobs, kinds, maxUnfinished, log }: QueueOptions): JobQueue {
	const lanes = new Map<string, PQueue>();
	// Jobs that may have ended the last process: one at a time, so that the next end shows which.
	const suspects = new PQueue({ concurrency: 1 });
	const running = new Map<string, RunningJob>();
	const waiters = new Map<string, Set<() => void>>();
	const delays = new Map<string, NodeJS.Timeout>();
	const stopping = new AbortController();

	for (const [kind, { concurrency }] of Object.entries(kinds)) {
		lanes.set(kind, new PQueue({ concurrency }));
	}

	const announceEnd = (jobId: string): void => {
		for (const wake of waiters.get(jobId) ?? []) wake();
	};

	const run = async (job: JobRecord, handle: JobKind['handle']): Promise<number | undefined> => {
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const controller = new AbortController();
		const { id: jobId, stopReason } = job;
		const runningJob: RunningJob = { controller, progress: undefined, stopReason, ended };
		running.set(jobId, runningJob);
		const context: JobContext = {
			jobId,
			signal: controller.signal,
			reportProgress(progress) {
				runningJob.progress = progress;
			},
			checkpoint() {
				if (runningJob.stopReason !== null) throw new JobFailure(runningJob.stopReason);
			},
		};
		try {
			return await runJob({ jobs, job, handle, context, stopSignal: stopping.signal, log });
		} finally {
			running.delete(jobId);
			end();
		}
	};

	/** Starts a job in the table; undefined when it waits no longer. */
	const begin = (jobId: string, kind: string): JobRecord | undefined => {
		const job = jobs.find(jobId, kind);
		if (job === undefined || !jobs.start(jobId)) return undefined;
		return { ...job, state: 'active', attempts: job.attempts + 1 };
	};

	const work = async (jobId: string, kind: string): Promise<void> => {
		const { handle } = kinds[kind] ?? {};
		if (stopping.signal.aborted || handle === undefined) return;
		let retryAtMs: number | undefined;
		try {
			const job = begin(jobId, kind);
			if (job !== undefined) retryAtMs = await run(job, handle);
		} catch (error) {
			log.error({ err: error, jobId, kind }, 'job could not be recorded');
			// Thrown by the start alone: the end of a job is written again and again.
			if (mayPass(error)) retryAtMs = Date.now() + START_RETRY_MS;
		} finally {
			if (retryAtMs === undefined) announceEnd(jobId);
			else schedule({ id: jobId, kind, runAfterMs: retryAtMs });
		}
	};

	const enqueue = (jobId: string, kind: string, isSuspect: boolean): void => {
		const task = async () => lanes.get(kind)?.add(() => work(jobId, kind));
		void (isSuspect ? suspects.add(task) : task());
	};

	interface Scheduled {
		id: string;
		kind: string;
		runAfterMs: number | null;
		isSuspect?: boolean;
	}

	const schedule = ({ id, kind, runAfterMs, isSuspect = false }: Scheduled): void => {
		if (stopping.signal.aborted) return;
		const delayMs = (runAfterMs ?? 0) - Date.now();
		if (delayMs <= 0) {
			// After the caller's transaction: a job must not start before its row is committed.
			queueMicrotask(() => enqueue(id, kind, isSuspect));
			return;
		}
		const start = () => {
			delays.delete(id);
			enqueue(id, kind, isSuspect);
		};
		delays.set(id, setTimeout(start, delayMs));
	};

	const putBack = (jobId: string): void => {
		try {
			jobs.requeue(jobId);
		} catch (error) {
			// Still active in the database: the next start takes it for interrupted, which it is.
			log.error({ err: error, jobId }, 'running job could not be put back');
		}
	};

	return {
		accept(kind, request) {
			if (!lanes.has(kind)) throw new Error(`No handler runs jobs of kind "${kind}"`);
			refuseAnotherJob(jobs.countUnfinished(), maxUnfinished);
			const jobId = randomUUID();
			jobs.insert(jobId, kind, request, describeSubject(request));
			schedule({ id: jobId, kind, runAfterMs: null });
			return jobId;
		},

		find(jobId, kind) {
			const job = jobs.find(jobId, kind);
			return job && { ...job, progress: running.get(jobId)?.progress };
		},

		readResult: (jobId) => jobs.readResult(jobId),

		readSummary: (jobId) => jobs.readSummary(jobId),

		readProgress: (jobId) => running.get(jobId)?.progress,

		cancel(jobId) {
			if (!jobs.cancel(jobId)) return false;
			clearTimeout(delays.get(jobId));
			delays.delete(jobId);
			running.get(jobId)?.controller.abort(new Error('Job cancelled'));
			announceEnd(jobId);
			return true;
		},

		stopSoon(jobId, reason) {
			if (!jobs.stopSoon(jobId, reason)) return false;
			const job = running.get(jobId);
			if (job !== undefined) job.stopReason = reason;
			return true;
		},

		async waitUntilEnded(jobId, timeoutMs) {
			if (!jobs.isUnfinished(jobId)) return;
			const { promise, resolve } = Promise.withResolvers<void>();
			const wakers = waiters.get(jobId) ?? new Set();
			waiters.set(jobId, wakers.add(resolve));
			const timer = setTimeout(resolve, timeoutMs);
			await promise;
			clearTimeout(timer);
			wakers.delete(resolve);
			if (wakers.size === 0) waiters.delete(jobId);
		},

		recover() {
			jobs.recoverInterrupted(MAX_ATTEMPTS, CRASHED_REASON);
			const unfinished = jobs.listUnfinished();
			for (const job of unfinished) schedule(job);
			if (unfinished.length > 0) log.info({ count: unfinished.length }, 'unfinished jobs taken up');
		},

		async stop() {
			stopping.abort();
			for (const timer of delays.values()) clearTimeout(timer);
			for (const lane of [suspects, ...lanes.values()]) lane.pause();
			for (const jobId of waiters.keys()) announceEnd(jobId);
			const stopped = [...running].map(([jobId, { controller, ended }]) => {
				putBack(jobId);
				controller.abort(new Error('The service is stopping'));
				return ended;
			});
			const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
			await Promise.race([Promise.all(stopped), grace]);
		},
	};
}
