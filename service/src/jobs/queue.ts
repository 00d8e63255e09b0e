import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import { type Database, inTransaction, type Queries } from '../db/database.ts';
import type { JobsRepository, NewJob } from '../db/jobs.ts';
import { mayPass } from '../db/passing.ts';
import type { Admit } from './admission.ts';
import type { JobContext, JobOutcome, JobRecord } from './job.ts';
import { JobFailure } from './jobFailure.ts';
import { MAX_ATTEMPTS, runJob } from './runJob.ts';
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
	database: Pick<Database, 'durable'>;
	jobs: JobsRepository;
	/** Refuses jobs that may not be accepted now. */
	admit: Admit;
	/** What runs each kind of job. */
	kinds: Record<string, JobKind>;
	log: FastifyBaseLogger;
}

/** A job as its status endpoint sees it: the stored record and, while it runs, its progress. */
export type JobSnapshot = JobRecord & { progress: object | undefined };

/**
 * Stores jobs of a kind, one for each request; they run once the transaction has committed.
 * @returns their IDs, in order
 * @throws ApiError as {@link Admit} says
 */
export type AcceptAll = (kind: string, requests: readonly unknown[]) => Promise<string[]>;

export interface JobQueue {
	/**
	 * Stores a job and has it run. When this resolves, the job is on disk and survives the end of the
	 * process.
	 * @returns the job's ID
	 * @throws ApiError as {@link Admit} says
	 */
	accept(kind: string, request: unknown): Promise<string>;
	/** Stores jobs together with whatever else `work` writes in the transaction: all of it or none. */
	acceptWith<Result>(
		work: (acceptAll: AcceptAll, transaction: Queries) => Promise<Result>,
	): Promise<Result>;
	/** @param kinds the kinds that it may be of */
	find(jobId: string, ...kinds: string[]): Promise<JobSnapshot | undefined>;
	/** What the job's handler returned; undefined for a job without a result. */
	readResult(jobId: string): Promise<unknown>;
	/** The small part of the result that listings show; undefined for a job without a result. */
	readSummary(jobId: string): Promise<unknown>;
	/** What a running job last said of itself. */
	readProgress(jobId: string): object | undefined;
	/**
	 * Cancels a job that waits or runs. A running handler sees its signal abort; if it still hands
	 * back an outcome, that is kept and charged.
	 * @returns false when the job has ended already, or does not exist
	 */
	cancel(jobId: string): Promise<boolean>;
	/** Cancels those of the jobs that wait or run, all at once; returns how many these were. */
	cancelAll(jobIds: readonly string[]): Promise<number>;
	/**
	 * Has a running job fail with `reason` at its next checkpoint, be that after a restart.
	 * @returns false when the job does not run
	 */
	stopSoon(jobId: string, reason: string): Promise<boolean>;
	/** Waits until the job has ended, for `timeoutMs` at most, and no longer than the service runs. */
	waitUntilEnded(jobId: string, timeoutMs: number): Promise<void>;
	/** Takes up what the last process left. To be called once, when everything is ready to work. */
	recover(): Promise<void>;
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
export function createJobQueue(options: QueueOptions): JobQueue {
	const { database, jobs, admit, kinds, log } = options;
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

	/** Starts a job and runs it to its end; one that waits no longer is left alone. */
	const run = async (jobId: string, handle: JobKind['handle']): Promise<number | undefined> => {
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const controller = new AbortController();
		const runningJob: RunningJob = { controller, progress: undefined, stopReason: null, ended };
		// Before it is started in the table: whoever cancels it from then on finds it here.
		running.set(jobId, runningJob);
		try {
			const job = await jobs.start(jobId);
			if (job === undefined) return undefined;
			runningJob.stopReason ??= job.stopReason;
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
			return await runJob({ jobs, job, handle, context, stopSignal: stopping.signal, log });
		} finally {
			running.delete(jobId);
			end();
		}
	};

	const work = async (jobId: string, kind: string): Promise<void> => {
		const { handle } = kinds[kind] ?? {};
		if (stopping.signal.aborted || handle === undefined) return;
		let retryAtMs: number | undefined;
		try {
			retryAtMs = await run(jobId, handle);
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
			enqueue(id, kind, isSuspect);
			return;
		}
		const start = () => {
			delays.delete(id);
			enqueue(id, kind, isSuspect);
		};
		delays.set(id, setTimeout(start, delayMs));
	};

	const putBack = async (jobId: string): Promise<void> => {
		try {
			await jobs.requeue(jobId);
		} catch (error) {
			// Still active in the database: the next start takes it for interrupted, which it is.
			log.error({ err: error, jobId }, 'running job could not be put back');
		}
	};

	/** What a cancelled job still holds here is let go. */
	const letGo = (jobId: string): void => {
		clearTimeout(delays.get(jobId));
		delays.delete(jobId);
		running.get(jobId)?.controller.abort(new Error('Job cancelled'));
		announceEnd(jobId);
	};

	const acceptWith: JobQueue['acceptWith'] = async (work) => {
		const accepted: NewJob[] = [];
		const result = await inTransaction(database.durable, (transaction) =>
			work(async (kind, requests) => {
				if (!lanes.has(kind)) throw new Error(`No handler runs jobs of kind "${kind}"`);
				if (requests.length === 0) return [];
				await admit(kind, requests.length, transaction);
				const added = requests.map((request) => {
					return { id: randomUUID(), kind, request, subject: describeSubject(request) };
				});
				await jobs.insert(added, transaction);
				accepted.push(...added);
				return added.map(({ id }) => id);
			}, transaction),
		);
		// Not earlier: a job must not start before its row is committed.
		for (const { id, kind } of accepted) schedule({ id, kind, runAfterMs: null });
		return result;
	};

	return {
		async accept(kind, request) {
			const [jobId = ''] = await acceptWith((acceptAll) => acceptAll(kind, [request]));
			return jobId;
		},

		acceptWith,

		async find(jobId, ...kinds) {
			const job = await jobs.find(jobId, ...kinds);
			return job && { ...job, progress: running.get(jobId)?.progress };
		},

		readResult: (jobId) => jobs.readResult(jobId),

		readSummary: (jobId) => jobs.readSummary(jobId),

		readProgress: (jobId) => running.get(jobId)?.progress,

		async cancel(jobId) {
			const [cancelled] = await jobs.cancel([jobId]);
			if (cancelled === undefined) return false;
			letGo(cancelled);
			return true;
		},

		async cancelAll(jobIds) {
			const cancelled = await jobs.cancel(jobIds);
			for (const jobId of cancelled) letGo(jobId);
			return cancelled.length;
		},

		async stopSoon(jobId, reason) {
			if (!(await jobs.stopSoon(jobId, reason))) return false;
			const job = running.get(jobId);
			if (job !== undefined) job.stopReason = reason;
			return true;
		},

		async waitUntilEnded(jobId, timeoutMs) {
			const { promise, resolve } = Promise.withResolvers<void>();
			const wakers = waiters.get(jobId) ?? new Set();
			waiters.set(jobId, wakers.add(resolve));
			const timer = setTimeout(resolve, timeoutMs);
			try {
				// Asked when it would be heard already: it may end in between.
				if (await jobs.isUnfinished(jobId)) await promise;
			} finally {
				clearTimeout(timer);
				wakers.delete(resolve);
				if (wakers.size === 0) waiters.delete(jobId);
			}
		},

		async recover() {
			await jobs.recoverInterrupted(MAX_ATTEMPTS, CRASHED_REASON);
			const unfinished = await jobs.listUnfinished();
			for (const job of unfinished) schedule(job);
			if (unfinished.length > 0) log.info({ count: unfinished.length }, 'unfinished jobs taken up');
		},

		async stop() {
			stopping.abort();
			for (const timer of delays.values()) clearTimeout(timer);
			for (const lane of [suspects, ...lanes.values()]) lane.pause();
			for (const jobId of waiters.keys()) announceEnd(jobId);
			const stopped = [...running].map(async ([jobId, { controller, ended }]) => {
				await putBack(jobId);
				controller.abort(new Error('The service is stopping'));
				await ended;
			});
			const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
			await Promise.race([Promise.all(stopped), grace]);
		},
	};
}
