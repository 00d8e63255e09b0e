import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import type { Operations } from '../http/operation.ts';
import type { Admit } from '../jobs/admission.ts';
import type { JobQueue, JobSnapshot } from '../jobs/queue.ts';
import type { FileStore } from '../store/files.ts';
import { toSearchJobBody } from './searchJobBody.ts';

/** gaps page, "Search": `wait` holds the answer up to 20 s. */
const WAIT_MS = 20_000;

/** Reference, "Search job": how a search ends that was cancelled while it ran. */
const CANCELLED_REASON = 'Search cancelled';

export interface SearchRoom {
	queue: JobQueue;
	admit: Admit;
	files: FileStore;
}

/** `POST /search`, `GET /search/{jobId}` and `DELETE /search/{jobId}`. */
export function createSearchOperations(room: SearchRoom): Operations {
	const { queue, admit, files } = room;
	const describe = (job: JobSnapshot, request: FastifyRequest) => {
		const result = job.state === 'completed' ? queue.readResult(job.id) : undefined;
		return toSearchJobBody(job, result, (name) => linkFile(request, files, name));
	};

	return {
		async submitSearch(request, reply) {
			const { body } = request;
			admit('search');
			const jobId = queue.accept('search', body);
			if (body.wait !== true || body.scrapeOptions !== undefined) {
				reply.code(202);
				return { status: 'queued', jobId };
			}
			await queue.waitUntilEnded(jobId, WAIT_MS);
			const { status, result, error } = describe(findSearch(queue, jobId), request);
			return { status, jobId, result, error };
		},

		async getSearchJob(request) {
			return describe(findSearch(queue, request.params.jobId), request);
		},

		async cancelSearch({ params: { jobId } }) {
			const job = findSearch(queue, jobId);
			if (job.state === 'completed' || job.state === 'failed') {
				throw new ApiError(400, 'Cannot cancel a job that has already completed.');
			}
			// A running search stops at its next checkpoint; one that has not started is removed.
			if (!queue.stopSoon(jobId, CANCELLED_REASON)) queue.cancel(jobId);
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
