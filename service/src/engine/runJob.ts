import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { JobsRepository, JobStart } from '../db/jobs.ts';
import { mayPass } from '../db/passing.ts';
import { JobFailure, type JobContext, type JobHandler } from './job.ts';
import { RetryLater } from '../retryLater.ts';
import type { JobOutcome, JobRecord } from '../db/jobRecord.ts';

/** How often an unfinished job is started before it is given up. */
export const MAX_ATTEMPTS = 3;

/** Pauses between tries to write how a job ended; the last one is repeated. */
const WRITE_PAUSES_MS = [100, 500, 2000, 5000] as const;

/** This process may have lost its jobs to another one: it stops them, and they run again. */
export class JobLostError extends Error {
	override name = 'JobLostError' as const;
}

export interface RunJobOptions {
	jobs: JobsRepository;
	job: JobRecord;
	start: JobStart;
	handle: JobHandler<unknown>;
	context: JobContext;
	/** Aborts when the service stops: then nothing is tried again. */
	stopSignal: AbortSignal;
	log: FastifyBaseLogger;
}

/**
 * Runs a started job and records how it ended. A job that was cancelled or put back meanwhile is
 * left as it is: the repository changes active jobs only. When the database takes no writes, because
 * the disk is full say, the job stays active until it does.
 * @returns when to run it again, in epoch milliseconds; undefined when it has ended
 * @throws when its end cannot be written at all
 */
export async function runJob(options: RunJobOptions): Promise<number | undefined> {
	const { job, handle, context } = options;
	let outcome: JobOutcome;
	try {
		outcome = await handle(job.request, context);
	} catch (error) {
		if (context.signal.reason instanceof JobLostError) return await giveBack(options);
		return await recordFailure(options, error);
	}
	try {
		return await recordOutcome(options, outcome);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		const error = new Error(`The result could not be stored: ${reason}`, { cause });
		return await recordFailure(options, error);
	}
}

/** @returns when to run it again; undefined when another process has it already */
async function giveBack(options: RunJobOptions): Promise<number | undefined> {
	const { jobs, start } = options;
	return (await write(options, () => jobs.requeue(start))) ? Date.now() : undefined;
}

async function recordOutcome(options: RunJobOptions, outcome: JobOutcome): Promise<undefined> {
	const { jobs, job, start, log } = options;
	if (await write(options, () => jobs.finish(start, outcome))) log.info(facts(job), 'job ended');
}

async function recordFailure(options: RunJobOptions, error: unknown): Promise<number | undefined> {
	const { jobs, job, start, log } = options;
	if (error instanceof RetryLater && job.attempts < MAX_ATTEMPTS) {
		const runAfterMs = Date.now() + error.delayMs;
		log.warn({ ...facts(job), err: error }, 'job delayed');
		return (await write(options, () => jobs.delay(start, runAfterMs))) ? runAfterMs : undefined;
	}
	const reason = error instanceof Error ? error.message : String(error);
	const isExpected = error instanceof JobFailure || error instanceof RetryLater;
	if (!(await write(options, () => jobs.fail(start, reason)))) return undefined;
	if (isExpected) log.info({ ...facts(job), reason }, 'job failed');
	else log.error({ ...facts(job), err: error }, 'job failed unexpectedly');
	return undefined;
}

function facts({ id: jobId, kind, attempts: attempt }: JobRecord) {
	return { jobId, kind, attempt };
}

/**
 * Writes, again and again while the database takes no writes.
 * @returns what the write returns; undefined when the service stops before
 */
async function write<Result>(
	{ job, stopSignal, log }: RunJobOptions,
	attempt: () => Promise<Result>,
): Promise<Result | undefined> {
	for (let tries = 0; ; tries += 1) {
		try {
			return await attempt();
		} catch (error) {
			if (!mayPass(error)) throw error;
			if (stopSignal.aborted) return undefined;
			log.error({ ...facts(job), err: error }, 'end of a job not written, trying again');
			const pauseMs = WRITE_PAUSES_MS[tries] ?? WRITE_PAUSES_MS.at(-1);
			await sleep(pauseMs, undefined, { signal: stopSignal }).catch(() => undefined);
		}
	}
}
