import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { JobsRepository } from '../db/jobs.ts';
import { inTurnOf } from '../turns/turn.ts';
import type { JobOutcome, JobRecord, JobStart, StartedJob, WaitingJob } from '../db/jobRecord.ts';
import { mayPass } from '../db/passing.ts';
import { RetryLater } from '../retryLater.ts';
import {
	listSecretTexts,
	redact,
	type RequestSecret,
	restoreSecrets,
} from '../secrets/requestSecrets.ts';
import { listUserInfo } from '../userInfo.ts';
import { type SecretBox, SecretsLostError } from '../secrets/secretBox.ts';
import { JobFailure, type JobContext, LaneChange } from './job.ts';
import type { JobProgress } from './progress.ts';

/** How often an unfinished job is started before it fails. */
export const MAX_ATTEMPTS = 3;

const STOP_GRACE_MS = 3000;
/** How long a job waits whose start could not be written. */
const START_RETRY_MS = 1000;
/** Pauses between attempts to write how a job ended; the last one is repeated. */
const WRITE_PAUSES_MS = [100, 500, 2000, 5000] as const;

/** Why a job fails that was running each time the process crashed. */
export const CRASHED_REASON =
	`The service stopped ${MAX_ATTEMPTS} times while this job ran, so it is not tried again. ` +
	'Look at the service log for the cause.';

/** Failures that are not errors of this service. */
const EXPECTED_FAILURES = [JobFailure, RetryLater, SecretsLostError];

/** The job may run in another process by now, so this one stops it. */
export class JobLostError extends Error {
	override name = 'JobLostError' as const;
}

/** One kind of job. */
export interface JobKind {
	/**
	 * Runs the job. A method, because its type allows handlers to narrow the request: they get what their
	 * own module passed to `accept`.
	 */
	handle(request: unknown, context: JobContext): Promise<JobOutcome>;
	/** How many jobs of this kind run at a time. One more runs for a key of which none does. */
	concurrency: number;
	/** Whether a job, or jobs that belong together, may read many pages. @default false */
	isBulk?: boolean;
	/** How many jobs of this kind run at a time in each other lane. @default none */
	lanes?: Readonly<Record<string, number>>;
}

/** How many jobs run at a time, by the name of a kind or of one of its lanes. */
export function listLanes(kinds: Readonly<Record<string, JobKind>>): Map<string, number> {
	return new Map(
		Object.entries(kinds).flatMap(([kind, { concurrency, lanes = {} }]) => [
			[kind, concurrency] as const,
			...Object.entries(lanes).map(([lane, places]) => [laneOf({ kind, lane }), places] as const),
		]),
	);
}

/** The name of the lane of a job. */
export function laneOf({ kind, lane }: Pick<WaitingJob, 'kind' | 'lane'>): string {
	return lane === '' ? kind : `${kind}.${lane}`;
}

/** A job that is to be run again. */
export interface Rerun {
	job: WaitingJob;
	/** When, in milliseconds since the epoch. */
	atMs: number;
}

export interface JobRunnerOptions {
	jobs: JobsRepository;
	/** Decrypts the secrets of requests. */
	secrets: SecretBox;
	kinds: Readonly<Record<string, JobKind>>;
	progress: JobProgress;
	log: FastifyBaseLogger;
}

interface RunningJob extends JobStart {
	/** Whether its start is in the table. */
	isStarted: boolean;
	controller: AbortController;
	stopReason: string | null;
	ended: Promise<void>;
}

/** Runs jobs in this process. */
export type JobRunner = ReturnType<typeof createJobRunner>;

/** Creates the runner, which also records how jobs ended. */
export function createJobRunner({ jobs, secrets, kinds, progress, log }: JobRunnerOptions) {
	const running = new Map<string, RunningJob>();
	const stopping = new AbortController();

	/**
	 * Repeats a write as long as the database cannot be written, for example because the disk is full.
	 * @returns what the write returns; undefined if the service stops before
	 */
	const write = async <Result>(
		job: JobRecord,
		attempt: () => Promise<Result>,
	): Promise<Result | undefined> => {
		for (let tries = 0; ; tries += 1) {
			try {
				return await attempt();
			} catch (error) {
				if (!mayPass(error)) throw error;
				if (stopping.signal.aborted) return undefined;
				log.error({ ...facts(job), err: error }, 'end of a job not written, trying again');
				const pauseMs = WRITE_PAUSES_MS[tries] ?? WRITE_PAUSES_MS.at(-1);
				await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
			}
		}
	};

	/** @returns how to run it again; undefined when it has ended */
	const recordFailure = async (
		job: StartedJob,
		start: JobStart,
		error: unknown,
	): Promise<Rerun | undefined> => {
		if (error instanceof LaneChange) {
			const place = await write(job, () => jobs.move(start, job, error.lane));
			return place && { job: { ...job, ...place }, atMs: Date.now() };
		}
		if (error instanceof RetryLater && job.attempts < MAX_ATTEMPTS) {
			const runAfterMs = Date.now() + error.delayMs;
			log.warn({ ...facts(job), err: error }, 'job delayed');
			return (await write(job, () => jobs.delay(start, runAfterMs)))
				? { job, atMs: runAfterMs }
				: undefined;
		}
		const reason = error instanceof Error ? error.message : String(error);
		const isExpected = EXPECTED_FAILURES.some((kind) => error instanceof kind);
		if (!(await write(job, () => jobs.fail(start, reason)))) return undefined;
		if (isExpected) log.info({ ...facts(job), reason }, 'job failed');
		else log.error({ ...facts(job), err: error }, 'job failed unexpectedly');
		return undefined;
	};

	/** A job that was asked to stop at the moment of its end has not ended; it fails with that reason. */
	const failIfStopped = async (job: JobRecord, start: JobStart): Promise<void> => {
		const [held] = (await write(job, () => jobs.listHeld([start]))) ?? [];
		const reason = held?.stopReason;
		if (typeof reason === 'string') await write(job, () => jobs.fail(start, reason));
	};

	/**
	 * Runs a started job and records how it ended. A job that was cancelled or requeued meanwhile is left as
	 * it is: the repository changes active jobs only.
	 * @returns how to run it again; undefined when it has ended, or another process has it
	 * @throws if its end cannot be written at all
	 */
	const perform = async (
		job: StartedJob,
		start: JobStart,
		work: () => Promise<JobOutcome>,
		signal: AbortSignal,
	): Promise<Rerun | undefined> => {
		let outcome: JobOutcome;
		try {
			outcome = await work();
		} catch (error) {
			if (!(signal.reason instanceof JobLostError)) return await recordFailure(job, start, error);
			return (await write(job, () => jobs.requeue(start))) ? { job, atMs: Date.now() } : undefined;
		}
		try {
			if (await write(job, () => jobs.finish(start, outcome))) log.info(facts(job), 'job ended');
			else await failIfStopped(job, start);
			return undefined;
		} catch (cause) {
			const reason = cause instanceof Error ? cause.message : String(cause);
			const error = new Error(`The result could not be stored: ${reason}`, { cause });
			return await recordFailure(job, start, error);
		}
	};

	const begin = async (
		kind: string,
		isTakeover: boolean,
		runningJob: RunningJob,
	): Promise<Rerun | undefined> => {
		const { id, owner, controller } = runningJob;
		const runs = kinds[kind];
		if (runs === undefined) return undefined;
		const start = { id, owner };
		const job = await jobs.start(start, isTakeover);
		if (job === undefined) return undefined;
		runningJob.isStarted = true;
		if (job.crashCount >= MAX_ATTEMPTS) {
			await jobs.fail(start, CRASHED_REASON);
			return undefined;
		}
		runningJob.stopReason ??= job.stopReason;
		const context: JobContext = {
			jobId: id,
			lane: job.lane,
			signal: controller.signal,
			reportProgress: (value) => progress.report(id, value),
			checkpoint() {
				if (runningJob.stopReason !== null) throw new JobFailure(runningJob.stopReason);
			},
		};
		const work = async (): Promise<JobOutcome> => {
			// It may have been asked to stop before a restart; handlers need not have checkpoints.
			context.checkpoint();
			const taken = await secrets.open(job.secrets);
			const secretTexts = listSecretTexts(taken);
			try {
				const outcome = await runs.handle(restoreSecrets(job.request, taken), context);
				context.checkpoint();
				return hideInOutcome(outcome, taken);
			} catch (error) {
				throw hideInError(error, secretTexts);
			}
		};
		const turn = { asker: job.asker, group: job.turnGroup, isBulk: runs.isBulk ?? false };
		return await inTurnOf(turn, () => perform(job, start, work, controller.signal));
	};

	const requeue = async (start: JobStart): Promise<void> => {
		try {
			await jobs.requeue(start);
		} catch (error) {
			// It is still active in the database, so the next start treats it as interrupted.
			log.error({ err: error, jobId: start.id }, 'running job could not be put back');
		}
	};

	return {
		/**
		 * Starts a job and runs it to its end; a job that no longer waits is skipped.
		 * @param isTakeover whether to start it even if it is active, because the process that ran it is gone
		 * @returns how to run it again; undefined if there is nothing more to do
		 */
		async run(job: WaitingJob, isTakeover: boolean): Promise<Rerun | undefined> {
			const { id, kind } = job;
			if (stopping.signal.aborted) return undefined;
			const { promise: ended, resolve: end } = Promise.withResolvers<void>();
			const runningJob = {
				id,
				owner: randomUUID(),
				isStarted: false,
				controller: new AbortController(),
				stopReason: null,
				ended,
			};
			// Before the table says that it runs: whoever cancels it after that must find it here.
			running.set(id, runningJob);
			try {
				return await begin(kind, isTakeover, runningJob);
			} catch (error) {
				log.error({ err: error, jobId: id, kind }, 'job could not be recorded');
				// Only the start can throw this: writing the end is repeated.
				return mayPass(error) ? { job, atMs: Date.now() + START_RETRY_MS } : undefined;
			} finally {
				running.delete(id);
				progress.forget(id);
				end();
			}
		},

		/** Aborts the signal of a job that runs here. */
		abort: (jobId: string, reason: Error): void => running.get(jobId)?.controller.abort(reason),

		/** Has a job that runs here fail with `reason` at its next checkpoint. */
		stopSoon(jobId: string, reason: string): void {
			const job = running.get(jobId);
			if (job !== undefined) job.stopReason = reason;
		},

		/** The jobs that run here. */
		listStarts: (): JobStart[] => [...running.values()].filter(({ isStarted }) => isStarted),

		/** Puts running jobs back to waiting and aborts them. Starts no more. */
		async stop(): Promise<void> {
			stopping.abort();
			const stopped = [...running.values()].map(async (job) => {
				await requeue(job);
				job.controller.abort(new Error('The service is stopping'));
				await job.ended;
			});
			const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
			await Promise.race([Promise.all(stopped), grace]);
		},
	};
}

/** Redacts user names and passwords of addresses in a result. */
function hideInOutcome(outcome: JobOutcome, taken: readonly RequestSecret[]): JobOutcome {
	const userInfo = taken.flatMap(({ path, value }) => {
		return path.at(-1) === 'cookies' ? [] : listUserInfo(value);
	});
	if (userInfo.length === 0) return outcome;
	const hide = (value: unknown) => JSON.parse(redact(JSON.stringify(value ?? null), userInfo));
	return {
		...outcome,
		result: hide(outcome.result),
		summary: hide(outcome.summary ?? {}),
		failures: outcome.failures && redact(outcome.failures, userInfo),
	};
}

/** Redacts the error in place, since callers check its class. */
function hideInError(error: unknown, secretTexts: readonly string[]): unknown {
	if (!(error instanceof Error) || secretTexts.length === 0) return error;
	error.message = redact(error.message, secretTexts);
	if (error.stack !== undefined) error.stack = redact(error.stack, secretTexts);
	return error;
}

function facts({ id: jobId, kind, attempts: attempt }: JobRecord) {
	return { jobId, kind, attempt };
}
