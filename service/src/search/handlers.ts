import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import type { Operations } from '../http/operation.ts';
import type { JobQueue, JobWithResult } from '../engine/queue.ts';
import type { FileStore } from '../files/fileStore.ts';
import { toSearchJobBody } from './searchJobBody.ts';

/** gaps page, "Search": `wait` holds the answer up to 20 s. */
const WAIT_MS = 20_000;

/** Reference, "Search job": how a search ends that was cancelled while it ran. */
const CANCELLED_REASON = 'Search cancelled';

export interface SearchDependencies {
	queue: JobQueue;
	files: FileStore;
}

/** `POST /search`, `GET /search/{jobId}` and `DELETE /search/{jobId}`. */
export function createSearchOperations(dependencies: SearchDependencies): Operations {
	const { queue, files } = dependencies;
	const describe = (job: JobWithResult, request: FastifyRequest) => {
		const result = job.state === 'completed' ? job.result : undefined;
		return toSearchJobBody(job, result, (name) => linkFile(request, files, name));
	};

	return {
		async submitSearch(request, reply) {
			const { body } = request;
			if (body.wait !== true || body.scrapeOptions !== undefined) {
				const jobId = await queue.accept('search', body);
				reply.code(202);
				return { status: 'queued', jobId };
			}
			const jobId = await queue.acceptAndWait('search', body, WAIT_MS);
			const job = await findSearch(queue, jobId);
			const { status, result, error } = describe(job, request);
			return { status, jobId, result, error };
		},

		async getSearchJob(request) {
			return describe(await findSearch(queue, request.params.jobId), request);
		},

		async cancelSearch({ params: { jobId } }) {
			const job = await findSearch(queue, jobId);
			if (job.state === 'completed' || job.state === 'failed') {
				throw new ApiError(400, 'Cannot cancel a job that has already completed.');
			}
			// A running search stops at its next checkpoint; one that has not started is removed.
			if (!(await queue.stopSoon(jobId, CANCELLED_REASON))) await queue.cancel(jobId);
			return { status: 'cancelled', jobId };
		},
	};
}

/**
 * A search as it stands. One that was cancelled before it started counts as removed (reference,
 * "Search job" states).
 * @throws ApiError 404
 */
async function findSearch(queue: JobQueue, jobId: string): Promise<JobWithResult> {
	const job = await queue.findWithResult(jobId, 'search');
	if (job === undefined || job.state === 'cancelled') {
		throw new ApiError(404, 'Search job not found', { code: 'JOB_NOT_FOUND' });
	}
	return job;
}
