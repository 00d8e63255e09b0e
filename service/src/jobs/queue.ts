import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { JobsRepository } from '../store/jobs.ts';
import type { JobContext, JobOutcome, JobRecord } from './job.ts';
import { MAX_ATTEMPTS, runJob } from './runJob.ts';

const STOP_GRACE_MS = 3000;

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
	log: FastifyBaseLogger;
}

/** A job as its status endpoint sees it: the stored record and, while it runs, its progress. */
export type JobSnapshot = JobRecord & { progress: object | undefined };

export interface JobQueue {
	/**
	 * Stores a job and has it run. When this returns, the job is on disk (or, inside a transaction,
	 * will be once that commits) and survives the end of the process.
	 * @returns the job's ID
	 */
	accept(kind: string, request: unknown): string;
	find(jobId: string, kind: string): JobSnapshot | undefined;
	/**
	 * Cancels a job that waits or runs. A running handler sees its signal abort; if it still hands
	 * back an outcome, that is kept and charged.
	 * @returns false when the job has ended already, or does not exist
	 */
	cancel(jobId: string): boolean;
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
	ended: Promise<void>;
}

const CRASHED_REASON =
	`The service stopped ${MAX_ATTEMPTS} times while this job ran, so it is not tried again. ` +
	'Look at the service log for the cause.';

/** A queue on the `jobs` table: the table is the truth, memory holds only what runs now. */
export function createJobQueue({ jobs, kinds, log }: QueueOptions): JobQueue {
	const lanes = new Map<string, PQueue>();
	const running = new Map<string, RunningJob>();
	const waiters = new Map<string, Set<() => void>>();
	const delays = new Map<string, NodeJS.Timeout>();
	let isStopping = false;

	for (const [kind, { concurrency }] of Object.entries(kinds)) {
		lanes.set(kind, new PQueue({ concurrency }));
	}

	const announceEnd = (jobId: string): void => {
		for (const wake of waiters.get(jobId) ?? []) wake();
	};

	const work = async (jobId: string, kind: string): Promise<void> => {
		const { handle } = kinds[kind] ?? {};
		if (isStopping || handle === undefined || !jobs.start(jobId)) return;
		const stored = jobs.find(jobId, kind);
		if (stored === undefined) return;
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const controller = new AbortController();
		const job: RunningJob = { controller, progress: undefined, ended };
		running.set(jobId, job);
		const reportProgress = (progress: object) => {
			job.progress = progress;
		};
		const context = { jobId, signal: controller.signal, reportProgress };
		const retryAtMs = await runJob({ jobs, job: stored, handle, context, log });
		running.delete(jobId);
		end();
		if (retryAtMs === undefined) announceEnd(jobId);
		else schedule(jobId, kind, retryAtMs);
	};

	const enqueue = (jobId: string, kind: string): void => {
		lanes
			.get(kind)
			?.add(() => work(jobId, kind))
			.catch((error: unknown) =>
				log.error({ err: error, jobId, kind }, 'job could not be recorded'),
			);
	};

	const schedule = (jobId: string, kind: string, runAfterMs: number | null): void => {
		if (isStopping) return;
		const delayMs = (runAfterMs ?? 0) - Date.now();
		if (delayMs <= 0) {
			// After the caller's transaction: a job must not start before its row is committed.
			queueMicrotask(() => enqueue(jobId, kind));
			return;
		}
		const run = () => {
			delays.delete(jobId);
			enqueue(jobId, kind);
		};
		delays.set(jobId, setTimeout(run, delayMs));
	};

	return {
		accept(kind, request) {
			if (!lanes.has(kind)) throw new Error(`No handler runs jobs of kind "${kind}"`);
			const jobId = randomUUID();
			jobs.insert(jobId, kind, request);
			schedule(jobId, kind, null);
			return jobId;
		},

		find(jobId, kind) {
			const job = jobs.find(jobId, kind);
			return job && { ...job, progress: running.get(jobId)?.progress };
		},

		cancel(jobId) {
			if (!jobs.cancel(jobId)) return false;
			clearTimeout(delays.get(jobId));
			delays.delete(jobId);
			running.get(jobId)?.controller.abort(new Error('Job cancelled'));
			announceEnd(jobId);
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
			for (const { id, kind, runAfterMs } of unfinished) schedule(id, kind, runAfterMs);
			if (unfinished.length > 0) log.info({ count: unfinished.length }, 'unfinished jobs taken up');
		},

		async stop() {
			isStopping = true;
			for (const timer of delays.values()) clearTimeout(timer);
			for (const lane of lanes.values()) lane.pause();
			for (const jobId of waiters.keys()) announceEnd(jobId);
			const stopped = [...running].map(([jobId, { controller, ended }]) => {
				jobs.requeue(jobId);
				controller.abort(new Error('The service is stopping'));
				return ended;
			});
			const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
			await Promise.race([Promise.all(stopped), grace]);
		},
	};
}
