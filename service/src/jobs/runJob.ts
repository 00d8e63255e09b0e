import type { FastifyBaseLogger } from 'fastify';
import type { JobsRepository } from '../store/jobs.ts';
import type { JobContext, JobHandler, JobRecord } from './job.ts';
import { JobFailure } from './jobFailure.ts';
import { RetryLater } from './retryLater.ts';

/** How often an unfinished job is started before it is given up. */
export const MAX_ATTEMPTS = 3;

export interface RunJobOptions {
	jobs: JobsRepository;
	job: JobRecord;
	handle: JobHandler<unknown>;
	context: JobContext;
	log: FastifyBaseLogger;
}

/**
 * Runs a started job and records how it ended. A job that was cancelled or put back meanwhile is
 * left as it is: the repository changes active jobs only. Never rejects because of the job.
 * @returns when to run it again, in epoch milliseconds; undefined when it has ended
 */
export async function runJob(options: RunJobOptions): Promise<number | undefined> {
	const { jobs, job, handle, context, log } = options;
	const facts = { jobId: job.id, kind: job.kind, attempt: job.attempts };
	try {
		const outcome = await handle(job.request, context);
		if (jobs.finish(job.id, outcome)) log.info(facts, 'job ended');
	} catch (error) {
		if (error instanceof RetryLater && job.attempts < MAX_ATTEMPTS) {
			const runAfterMs = Date.now() + error.delayMs;
			log.warn({ ...facts, err: error }, 'job delayed');
			return jobs.delay(job.id, runAfterMs) ? runAfterMs : undefined;
		}
		const reason = error instanceof Error ? error.message : String(error);
		const isExpected = error instanceof JobFailure || error instanceof RetryLater;
		if (!jobs.fail(job.id, reason)) return undefined;
		if (isExpected) log.info({ ...facts, reason }, 'job failed');
		else log.error({ ...facts, err: error }, 'job failed unexpectedly');
	}
	return undefined;
}
