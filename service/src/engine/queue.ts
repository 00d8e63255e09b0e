import { randomUUID } from 'node:crypto';
import { ACCEPTING, type Database, inTransaction, type Queries } from '../db/database.ts';
import type { JobsRepository } from '../db/jobs.ts';
import { currentTurn } from '../turns/turn.ts';
import type { Admit } from './admission.ts';
import type { JobBus } from './jobBus.ts';
import type { JobEngine } from './jobEngine.ts';
import { describeSubject } from './job.ts';
import type { JobRecord, NewJob, WaitingJob } from '../db/jobRecord.ts';
import { hideSecrets } from '../secrets/requestSecrets.ts';
import type { SecretBox } from '../secrets/secretBox.ts';
import type { JobProgress } from './progress.ts';
import type { JobKind } from './jobKind.ts';
import type { JobRunner } from './runner.ts';

/** How often a waiter looks into the database if the bus may lose events. */
const LOOK_INTERVAL_MS = 1000;

export interface QueueOptions {
	database: Pick<Database, 'durable' | 'lock'>;
	jobs: JobsRepository;
	/** Encrypts the secrets of requests. */
	secrets: SecretBox;
	/** Rejects jobs that cannot be accepted now. */
	admit: Admit;
	/** The kinds of jobs, by name. */
	kinds: Readonly<Record<string, JobKind>>;
	runner: JobRunner;
	engine: JobEngine;
	bus: JobBus;
	progress: JobProgress;
}

/** A job as its status endpoint sees it: the stored record and, while it runs, its progress. */
export type JobSnapshot = JobRecord & { progress: object | undefined };

/** A job with what its handler returned; undefined for a job without a result. */
export type JobWithResult = JobSnapshot & { result: unknown };

/**
 * Stores jobs of a kind that belong together, one for each request; they run once the transaction has
 * committed.
 * @returns their IDs, in order
 * @throws ApiError as {@link Admit} says
 */
export type AcceptAll = (kind: string, requests: readonly unknown[]) => Promise<string[]>;

/** What endpoints can do with jobs. Jobs are run by the {@link JobEngine}, maybe in another process. */
export interface JobQueue {
	/**
	 * Stores a job and has it run. When this resolves, the job is on disk and survives a crash of the
	 * process.
	 * @returns the job's ID
	 * @throws ApiError as {@link Admit} says
	 */
	accept(kind: string, request: unknown): Promise<string>;
	/**
	 * Accepts a job and waits until it has ended, for `timeoutMs` at most, and no longer than the service
	 * runs.
	 */
	acceptAndWait(kind: string, request: unknown, timeoutMs: number): Promise<string>;
	/** Stores jobs in one transaction with whatever `work` writes. */
	acceptWith<Result>(
		work: (acceptAll: AcceptAll, transaction: Queries) => Promise<Result>,
	): Promise<Result>;
	/** @param kinds the kinds that it may be of */
	find(jobId: string, ...kinds: string[]): Promise<JobSnapshot | undefined>;
	/** One query instead of two, for callers that show the result. */
	findWithResult(jobId: string, ...kinds: string[]): Promise<JobWithResult | undefined>;
	/** What the job's handler returned; undefined for a job without a result. */
	readResult(jobId: string): Promise<unknown>;
	/** The small part of the result that listings show; undefined for a job without a result. */
	readSummary(jobId: string): Promise<unknown>;
	/** The latest progress of running jobs, by ID. */
	readProgress(jobIds: readonly string[]): Promise<ReadonlyMap<string, object>>;
	/**
	 * Cancels a job that waits or runs. The signal of a running handler aborts; if it still
	 * returns an outcome, that is stored and charged.
	 * @returns false if the job has ended already, or does not exist
	 */
	cancel(jobId: string): Promise<boolean>;
	/** Cancels those of the jobs that wait or run, in one statement. @returns how many */
	cancelAll(jobIds: readonly string[]): Promise<number>;
	/**
	 * Has a running job fail with `reason` at its next checkpoint, or at its end at the latest, even after a
	 * restart.
	 * @returns false if the job is not running
	 */
	stopSoon(jobId: string, reason: string): Promise<boolean>;
	/** Begins to run jobs. To be called once, when everything is ready to work. */
	work(): Promise<void>;
	/** Stops running jobs and puts them back to waiting, for the next start. */
	stop(): Promise<void>;
}

/** A queue on the `jobs` table, which has the state of each job; an engine decides which runs when and where. */
export function createJobQueue(options: QueueOptions): JobQueue {
	const { database, jobs, secrets, admit, kinds, runner, engine, bus, progress } = options;
	const waiters = new Map<string, Set<() => void>>();

	const wake = (jobId: string): void => {
		for (const resolve of waiters.get(jobId) ?? []) resolve();
	};

	bus.subscribe(({ type, names }) => {
		if (type === 'ended') names.forEach(wake);
	});

	const acceptWith: JobQueue['acceptWith'] = async (work) => {
		const accepted: WaitingJob[] = [];
		const result = await inTransaction(database.durable, async (transaction) => {
			await database.lock(ACCEPTING, transaction);
			return work(async (kind, requests) => {
				if (!Object.hasOwn(kinds, kind)) throw new Error(`No handler runs jobs of kind "${kind}"`);
				if (requests.length === 0) return [];
				await admit(kind, requests.length, transaction);
				const { asker } = currentTurn();
				const turnGroup = randomUUID();
				const added = await Promise.all(
					requests.map(async (request): Promise<NewJob> => {
						const { shown, secrets: taken } = hideSecrets(request);
						const sealed = await secrets.seal(taken);
						const subject = describeSubject(shown);
						const id = randomUUID();
						return { id, kind, request: shown, secrets: sealed, subject, asker, turnGroup };
					}),
				);
				const waiting = await jobs.insert(added, transaction);
				await engine.add(waiting, transaction);
				accepted.push(...waiting);
				return waiting.map(({ id }) => id);
			}, transaction);
		});
		// A job must not start before its row is committed.
		engine.release(accepted);
		return result;
	};

	const untilEnded = async (jobId: string, timeoutMs: number): Promise<void> => {
		const { promise, resolve } = Promise.withResolvers<void>();
		const wakers = waiters.get(jobId) ?? new Set();
		waiters.set(jobId, wakers.add(resolve));
		const timer = setTimeout(resolve, timeoutMs);
		const look = async (): Promise<void> => {
			if (!(await jobs.isUnfinished(jobId))) resolve();
		};
		// If the database is unavailable at this moment, the next look finds it.
		const lookAgain = () => void look().catch(() => undefined);
		const looking = bus.isLossy ? setInterval(lookAgain, LOOK_INTERVAL_MS) : undefined;
		await promise;
		clearTimeout(timer);
		clearInterval(looking);
		wakers.delete(resolve);
		if (wakers.size === 0) waiters.delete(jobId);
	};

	const withProgress = async <Job extends JobRecord>(job: Job | undefined) => {
		if (job === undefined) return undefined;
		const said = job.state === 'active' ? await progress.read([job.id]) : undefined;
		return { ...job, progress: said?.get(job.id) };
	};

	const cancelAll = async (jobIds: readonly string[]): Promise<number> => {
		const cancelled = await jobs.cancel(jobIds);
		if (cancelled.length === 0) return 0;
		// Their timers, signals and waiters, in whichever process these are.
		engine.forget(cancelled);
		for (const jobId of cancelled) runner.abort(jobId, new Error('Job cancelled'));
		bus.publish('changed', cancelled);
		bus.publish('ended', cancelled);
		return cancelled.length;
	};

	return {
		async accept(kind, request) {
			const [jobId = ''] = await acceptWith((acceptAll) => acceptAll(kind, [request]));
			return jobId;
		},

		async acceptAndWait(kind, request, timeoutMs) {
			let ended = Promise.resolve();
			const [jobId = ''] = await acceptWith(async (acceptAll) => {
				const [id = ''] = await acceptAll(kind, [request]);
				// Before it can start, so that its end is never missed.
				ended = untilEnded(id, timeoutMs);
				return [id];
			});
			await ended;
			return jobId;
		},

		acceptWith,
		find: async (jobId, ...kinds) => withProgress(await jobs.find(jobId, ...kinds)),
		findWithResult: async (jobId, ...kinds) =>
			withProgress(await jobs.findWithResult(jobId, ...kinds)),
		readResult: (jobId) => jobs.readResult(jobId),
		readSummary: (jobId) => jobs.readSummary(jobId),
		readProgress: progress.read,
		cancel: async (jobId) => (await cancelAll([jobId])) > 0,
		cancelAll,

		async stopSoon(jobId, reason) {
			if (!(await jobs.stopSoon(jobId, reason))) return false;
			runner.stopSoon(jobId, reason);
			bus.publish('changed', [jobId]);
			return true;
		},

		work: engine.work,

		async stop() {
			for (const jobId of waiters.keys()) wake(jobId);
			await engine.stop();
		},
	};
}
