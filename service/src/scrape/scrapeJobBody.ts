import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobState } from '../db/jobRecord.ts';
import type { JobSnapshot } from '../engine/queue.ts';
import { storedScrapeResult, toScrapeResult } from './storedResult.ts';
import { checkSchema } from '../extract/schemaRules.ts';

type ScrapeJob = components['schemas']['ScrapeJob'];
type Progress = components['schemas']['JobProgress'];

const reportedProgress = z.object({ message: z.string(), progress: z.number() });

const RESTING_PROGRESS: Readonly<Record<JobState, Progress>> = {
	waiting: { message: 'Waiting for a free browser page', progress: 0 },
	active: { message: 'Started', progress: 0 },
	delayed: { message: 'Waiting to be tried again', progress: 0 },
	completed: { message: 'Completed', progress: 1 },
	failed: { message: 'Failed', progress: 1 },
	cancelled: { message: 'Cancelled', progress: 1 },
};

/**
 * Body of GET /scrape/{jobId} (reference, "Scrape job status").
 * @param result of a completed job
 * @param linkFile signs the link of a stored image
 */
export function toScrapeJobBody(
	job: JobSnapshot,
	result: unknown,
	linkFile: (name: string) => string,
): ScrapeJob {
	const isCompleted = job.state === 'completed';
	const progress = reportedProgress.safeParse(job.progress);
	return {
		// Scrapes of a cancelled batch end cancelled, which is not a status of scrape jobs.
		status: job.state === 'cancelled' ? 'failed' : job.state,
		progress: progress.data ?? RESTING_PROGRESS[job.state],
		result: isCompleted ? toScrapeResult(storedScrapeResult.parse(result), linkFile) : null,
		error: job.state === 'cancelled' ? 'Cancelled' : job.error,
		...describeSchemaWarnings(job.request),
	};
}

const requestWithSchema = z.object({ schema: z.record(z.unknown()) });

/**
 * Unsupported keywords of a request's schema, in the form of a body's field that is there only when
 * there are any (gaps page, "Scrape").
 */
export function describeSchemaWarnings(request: unknown): { schema_warnings?: string[] } {
	const { data } = requestWithSchema.safeParse(request);
	const warnings = data === undefined ? [] : checkSchema(data.schema).warnings;
	return warnings.length > 0 ? { schema_warnings: warnings } : {};
}
