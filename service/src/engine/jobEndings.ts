import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { JobOutcome, JobRecord, JobStart, StartedJob, WaitingJob } from '../db/jobRecord.ts';
import type { JobsRepository } from '../db/jobs.ts';
import { mayPass } from '../db/passing.ts';
import { RetryLater } from '../turns/retryLater.ts';
import { SecretsLostError } from '../secrets/secretBox.ts';
import { JobFailure, LaneChange } from './job.ts';

/** How often an unfinished job is started before it fails. */
export const MAX_ATTEMPTS = 3;

/** Pauses between attempts to write how a job ended; the last one is repeated. */
const WRITE_PAUSES_MS = [100, 500, 2000, 5000] as const;

/** Failures that are not errors of this service. */
const EXPECTED_FAILURES = [JobFailure, RetryLater, SecretsLostError];

/** The job may run in another process by now, so this one stops it. */
export class JobLostError extends Error {
	override name = 'JobLostError' as const;
}

/** A job that is to be run again. */
export interface Rerun {
	job: WaitingJob;
	/** When, in milliseconds since the epoch. */
	atMs: number;
}

/**
 * Records how started jobs ended. A job that was cancelled or requeued meanwhile is left as it is: the
 * repository changes active jobs only.
 */
export class JobEndings {
	readonly #jobs: JobsRepository;
	readonly #log: FastifyBaseLogger;
	readonly #stopping: AbortSignal;

	/** @param stopping ends the wait for a database that cannot be written */
	constructor(jobs: JobsRepository, log: FastifyBaseLogger, stopping: AbortSignal) {
		this.#jobs = jobs;
		this.#log = log;
		this.#stopping = stopping;
	}

	/**
	 * Runs the work of a started job and records how it ended.
	 * @param signal aborts with a {@link JobLostError} if another process may have the job
	 * @returns how to run it again; undefined when it has ended, or another process has it
	 * @throws if its end cannot be written at all
	 */
	async record(
		job: StartedJob,
		start: JobStart,
		work: () => Promise<JobOutcome>,
		signal: AbortSignal,
	): Promise<Rerun | undefined> {
		let outcome: JobOutcome;
		try {
			outcome = await work();
		} catch (error) {
			if (!(signal.reason instanceof JobLostError)) return await this.#fail(job, start, error);
			const isRequeued = await this.#write(job, () => this.#jobs.requeue(start));
			return isRequeued ? { job, atMs: Date.now() } : undefined;
		}
		try {
			const isWritten = await this.#write(job, () => this.#jobs.finish(start, outcome));
			if (isWritten) this.#log.info(facts(job), 'job ended');
			else await this.#failIfStopped(job, start);
			return undefined;
		} catch (cause) {
			const reason = cause instanceof Error ? cause.message : String(cause);
			const error = new Error(`The result could not be stored: ${reason}`, { cause });
			return await this.#fail(job, start, error);
		}
	}

	/** @returns how to run it again; undefined when it has ended */
	async #fail(job: StartedJob, start: JobStart, error: unknown): Promise<Rerun | undefined> {
		if (error instanceof LaneChange) {
			const place = await this.#write(job, () => this.#jobs.move(start, job, error.lane));
			return place && { job: { ...job, ...place }, atMs: Date.now() };
		}
		if (error instanceof RetryLater && job.attempts < MAX_ATTEMPTS) {
			const runAfterMs = Date.now() + error.delayMs;
			this.#log.warn({ ...facts(job), err: error }, 'job delayed');
			const isDelayed = await this.#write(job, () => this.#jobs.delay(start, runAfterMs));
			return isDelayed ? { job, atMs: runAfterMs } : undefined;
		}
		const reason = error instanceof Error ? error.message : String(error);
		if (!(await this.#write(job, () => this.#jobs.fail(start, reason)))) return undefined;
		if (EXPECTED_FAILURES.some((kind) => error instanceof kind)) {
			this.#log.info({ ...facts(job), reason }, 'job failed');
		} else this.#log.error({ ...facts(job), err: error }, 'job failed unexpectedly');
		return undefined;
	}

	/** A job that was asked to stop at the moment of its end has not ended; it fails with that reason. */
	async #failIfStopped(job: JobRecord, start: JobStart): Promise<void> {
		const [held] = (await this.#write(job, () => this.#jobs.listHeld([start]))) ?? [];
		const reason = held?.stopReason;
		if (typeof reason === 'string') await this.#write(job, () => this.#jobs.fail(start, reason));
	}

	/**
	 * Repeats a write as long as the database cannot be written, for example because the disk is full.
	 * @returns what the write returns; undefined if the service stops before
	 */
	async #write<Result>(
		job: JobRecord,
		attempt: () => Promise<Result>,
	): Promise<Result | undefined> {
		for (let tries = 0; ; tries += 1) {
			try {
				return await attempt();
			} catch (error) {
				if (!mayPass(error)) throw error;
				if (this.#stopping.aborted) return undefined;
				this.#log.error(
					{ ...facts(job), err: error },
					'could not store the end of a job, trying again',
				);
				const pauseMs = WRITE_PAUSES_MS[tries] ?? WRITE_PAUSES_MS.at(-1);
				await sleep(pauseMs, undefined, { signal: this.#stopping }).catch(() => undefined);
			}
		}
	}
}

function facts({ id: jobId, kind, attempts: attempt }: JobRecord) {
	return { jobId, kind, attempt };
}
