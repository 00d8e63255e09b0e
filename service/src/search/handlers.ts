import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import type { Operations } from '../http/operation.ts';
import { admitJob } from '../jobs/admission.ts';
import type { JobQueue, JobSnapshot } from '../jobs/queue.ts';
import type { FileStore } from '../store/files.ts';
import type { JobsRepository } from '../store/jobs.ts';
import type { Cancellations } from './cancellations.ts';
import { toSearchJobBody } from './searchJobBody.ts';

/** gaps page, "Search": `wait` holds the answer up to 20 s. */
const WAIT_MS = 20_000;

export interface SearchRoom {
	queue: JobQueue;
	jobs: JobsRepository;
	files: FileStore;
	cancellations: Cancellations;
	config: Pick<Config, 'rateLimit' | 'monthlyScrapeLimit'>;
}

/** `POST /search`, `GET /search/{jobId}` and `DELETE /search/{jobId}`. */
export function createSearchOperations(room: SearchRoom): Operations {
	const { queue, jobs, files, cancellations, config } = room;
	return {
		async submitSearch(request, reply) {
			const { body } = request;
			admitJob({ jobs, config }, 'search');
			const jobId = queue.accept('search', body);
			if (body.wait !== true || body.scrapeOptions !== undefined) {
				reply.code(202);
				return { status: 'queued', jobId };
			}
			await queue.waitUntilEnded(jobId, WAIT_MS);
			const job = findSearch(queue, jobId);
			const link = (name: string) => linkFile(request, files, name);
			const { status, result, error } = toSearchJobBody(job, link);
			return { status, jobId, result, error };
		},

		async getSearchJob(request) {
			const job = findSearch(queue, request.params.jobId);
			return toSearchJobBody(job, (name) => linkFile(request, files, name));
		},

		async cancelSearch({ params: { jobId } }) {
			const job = findSearch(queue, jobId);
			if (job.state === 'completed' || job.state === 'failed') {
				throw new ApiError(400, 'Cannot cancel a job that has already completed.');
			}
			// A running search stops at its next checkpoint; one that has not started is removed.
			if (job.state === 'active') cancellations.add(jobId);
			else queue.cancel(jobId);
			return { status: 'cancelled', jobId };
		},
	};
}

/**
 * A search as it stands. One that was cancelled before it started counts as removed (reference,
 * "Search job" states).
 * @throws ApiError 404
 */
function findSearch(queue: JobQueue, jobId: string): JobSnapshot {
	const job = queue.find(jobId, 'search');
	if (job === undefined || job.state === 'cancelled') {
		throw new ApiError(404, 'Search job not found', { code: 'JOB_NOT_FOUND' });
	}
	return job;
}
