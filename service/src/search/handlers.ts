import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobQueue, JobWithResult } from '../engine/queue.ts';
import type { FileStore } from '../files/fileStore.ts';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import {
	describeIgnoredFields,
	ignoredFieldWarnings,
	keepIgnoredFields,
	type WithIgnoredFields,
} from '../http/ignoredFields.ts';
import type { Operations } from '../http/operation.ts';
import { describeJob } from '../scrape/scrapeResult.ts';
import { isSearched } from './searchProvider.ts';

type SearchJob = components['schemas']['SearchJob'];
type SearchResult = components['schemas']['SearchResult'];

/** How long `wait` delays the response at most (api/openapi.yaml, SearchRequest). */
const WAIT_MS = 20_000;

/** The error of a search that was cancelled while running. */
const CANCELLED_REASON = 'Search cancelled';

export interface SearchDependencies {
	queue: JobQueue;
	files: FileStore;
}

/** `POST /search`, `GET /search/{jobId}` and `DELETE /search/{jobId}`. */
export function createSearchOperations({ queue, files }: SearchDependencies): Operations {
	const describe = (job: JobWithResult, request: FastifyRequest) =>
		toSearchJobBody(job, (name) => linkFile(request, files, name));

	return {
		async submitSearch(request, reply) {
			const { sources = [] } = request.body;
			const elsewhere = sources.flatMap((source, at) =>
				isSearched(source) ? [] : [`sources[${at}] (${source})`],
			);
			const ignoredFields = [...request.ignoredFields, ...elsewhere];
			const searched =
				elsewhere.length === 0
					? request.body
					: { ...request.body, sources: sources.filter(isSearched) };
			const body = keepIgnoredFields(searched, ignoredFields);
			const warnings = ignoredFieldWarnings(ignoredFields);
			if (body.wait !== true || body.scrapeOptions !== undefined) {
				const jobId = await queue.accept('search', body);
				reply.code(202);
				return { status: 'queued', jobId, ...warnings };
			}
			const jobId = await queue.acceptAndWait('search', body, WAIT_MS);
			const job = await findSearch(queue, jobId);
			const { status, result, error, warnings: stored = [] } = describe(job, request);
			return { status, jobId, result, error, ...(stored.length > 0 && { warnings: stored }) };
		},

		async getSearchJob(request) {
			return describe(await findSearch(queue, request.params.jobId), request);
		},

		async cancelSearch({ params: { jobId } }) {
			const job = await findSearch(queue, jobId);
			if (job.state === 'completed' || job.state === 'failed') {
				throw new ApiError(400, 'Cannot cancel a job that has already completed.');
			}
			// A running search stops at its next checkpoint; a waiting one is removed.
			if (!(await queue.stopSoon(jobId, CANCELLED_REASON))) await queue.cancel(jobId);
			return { status: 'cancelled', jobId };
		},
	};
}

/**
 * A search in its current state. One that was cancelled before it started counts as removed.
 * @throws ApiError 404
 */
async function findSearch(queue: JobQueue, jobId: string): Promise<JobWithResult> {
	const job = await queue.findWithResult(jobId, 'search');
	if (job === undefined || job.state === 'cancelled') {
		throw new ApiError(404, 'Search job not found', { code: 'JOB_NOT_FOUND' });
	}
	return job;
}

/** Creates the signed link of a stored image. */
export type LinkImage = (name: string) => string;

/** The contract's names for the queue's states. */
function toStatus({ state }: JobWithResult): SearchJob['status'] {
	if (state === 'delayed') return 'waiting';
	return state === 'cancelled' ? 'failed' : state;
}

/** Body of GET /search/{jobId} (api/openapi.yaml, SearchJob). */
function toSearchJobBody(job: JobWithResult, linkImage: LinkImage): SearchJob {
	const result = job.state === 'completed' ? toSearchResult(job.result, linkImage) : null;
	const { ignoredFields = [] } = job.request as WithIgnoredFields;
	const { warnings: stored = [] } = storedWarnings.safeParse(job.result).data ?? {};
	const warnings = [...describeIgnoredFields(ignoredFields), ...stored];
	return {
		status: toStatus(job),
		...describeJob(job),
		result: result && { ...result, logUuid: job.id },
		...(warnings.length > 0 && { warnings }),
	};
}

const storedSearchResult = z.object({
	success: z.boolean(),
	data: z.record(z.array(z.object({ screenshotUrl: z.string().nullish() }).passthrough())),
	stats: z.object({ durationMs: z.number() }),
});

/** Searches of earlier versions have none. */
const storedWarnings = z.object({ warnings: z.array(z.string()).optional() });

/** A stored search with links to its images; null for anything else. */
export function toSearchResult(stored: unknown, linkImage: LinkImage): SearchResult | null {
	const result = storedSearchResult.safeParse(stored).data;
	if (result === undefined) return null;
	for (const hit of Object.values(result.data).flat()) {
		if (typeof hit.screenshotUrl === 'string') hit.screenshotUrl = linkImage(hit.screenshotUrl);
	}
	return { ...result, data: result.data as SearchResult['data'] };
}
