import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { Queries } from '../db/database.ts';
import type { WaitingJob } from '../db/jobRecord.ts';
import type { JobsRepository } from '../db/jobs.ts';
import type { JobBus } from './jobBus.ts';
import { JobSlots } from './jobSlots.ts';
import { MAX_ATTEMPTS } from './jobEndings.ts';
import { type JobKind, laneOf, listLanes } from './jobKind.ts';
import { CRASHED_REASON, type JobRunner, type RunOptions } from './runner.ts';

/**
 * Decides when and where accepted jobs run. Only the `jobs` table knows the state of a job; an engine may
 * start one twice, or one that has ended.
 */
export interface JobEngine {
	/** Takes new jobs, in the transaction that stores them. */
	add(jobs: readonly WaitingJob[], transaction: Queries): Promise<void>;
	/** The transaction has committed: the jobs may run. */
	release(jobs: readonly WaitingJob[]): void;
	/** Begins to run jobs in this process, first those that the last one left. */
	work(): Promise<void>;
	/** Forgets jobs that were cancelled. */
	forget(jobIds: readonly string[]): void;
	/** Starts no further jobs, and puts running ones back to waiting. */
	stop(): Promise<void>;
}

export interface EngineOptions {
	jobs: JobsRepository;
	runner: JobRunner;
	kinds: Readonly<Record<string, JobKind>>;
	/** Gets events about jobs that have ended, as far as this process knows. */
	bus: JobBus;
	log: FastifyBaseLogger;
}

interface Scheduled extends WaitingJob {
	runAfterMs: number | null;
	isSuspect?: boolean;
}

/** The engine of a single process: waiting jobs are kept in memory, and read from the table after a restart. */
export function createLocalEngine({ jobs, runner, kinds, bus, log }: EngineOptions): JobEngine {
	const slots = new Map<string, JobSlots>();
	// Jobs that may have crashed the last process: one at a time, so that the next crash shows which.
	const suspects = new PQueue({ concurrency: 1 });
	const delays = new Map<string, NodeJS.Timeout>();
	const stopping = new AbortController();

	/** Jobs that are scheduled or run: a job that is scheduled twice runs once. */
	const known = new Set<string>();

	for (const [lane, concurrency] of listLanes(kinds)) {
		slots.set(lane, new JobSlots(concurrency));
	}

	const run = async (job: WaitingJob, countAway?: RunOptions['countAway']): Promise<void> => {
		if (stopping.signal.aborted) return;
		const rerun = await runner.run(job, { isTakeover: false, countAway });
		known.delete(job.id);
		if (rerun === undefined) bus.publish('ended', [job.id]);
		else schedule({ ...rerun.job, runAfterMs: rerun.atMs });
	};

	const enqueue = (job: Scheduled): void => {
		const task = async () =>
			slots.get(laneOf(job))?.run(job, ({ countAway }) => run(job, countAway));
		void (job.isSuspect === true ? suspects.add(task) : task());
	};

	const schedule = (job: Scheduled): void => {
		if (stopping.signal.aborted || known.has(job.id)) return;
		known.add(job.id);
		const delayMs = (job.runAfterMs ?? 0) - Date.now();
		if (delayMs <= 0) {
			enqueue(job);
			return;
		}
		const start = () => {
			delays.delete(job.id);
			enqueue(job);
		};
		delays.set(job.id, setTimeout(start, delayMs));
	};

	return {
		add: async () => undefined,

		release(accepted) {
			for (const job of accepted) schedule({ ...job, runAfterMs: null });
		},

		async work() {
			await jobs.recoverInterrupted(MAX_ATTEMPTS, CRASHED_REASON);
			const unfinished = await jobs.listUnfinished();
			for (const job of unfinished) schedule(job);
			if (unfinished.length > 0) log.info({ count: unfinished.length }, 'unfinished jobs resumed');
		},

		forget(jobIds) {
			for (const jobId of jobIds) {
				const delay = delays.get(jobId);
				if (delay === undefined) continue;
				clearTimeout(delay);
				delays.delete(jobId);
				known.delete(jobId);
			}
		},

		async stop() {
			stopping.abort();
			for (const timer of delays.values()) clearTimeout(timer);
			for (const queue of [suspects, ...slots.values()]) queue.pause();
			await runner.stop();
		},
	};
}
