import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobState } from '../db/jobRecord.ts';
import type { JobSnapshot } from '../engine/queue.ts';
import type { StoredSearchResult } from './runSearch.ts';
import type { SearchData } from './searchRequest.ts';

type SearchJob = components['schemas']['SearchJob'];
type SearchResult = components['schemas']['SearchResult'];

/** Makes the signed link of a stored image. */
export type LinkImage = (name: string) => string;

const progressSchema = z.object({ message: z.string(), progress: z.number() });

const storedResultSchema = z.object({
	success: z.boolean(),
	data: z.record(
		z.string(),
		z.array(z.object({ screenshotUrl: z.string().nullish() }).passthrough()),
	),
	stats: z.object({ durationMs: z.number() }),
});

const RESTING_MESSAGES: Readonly<Record<JobState, string>> = {
	waiting: 'Waiting',
	active: 'Started',
	delayed: 'Waiting to be tried again',
	completed: 'Completed',
	failed: 'Failed',
	cancelled: 'Cancelled',
};

/** Names of the contract for the queue's states. */
function toStatus(state: JobState): SearchJob['status'] {
	if (state === 'delayed') return 'waiting';
	return state === 'cancelled' ? 'failed' : state;
}

/** The data of a stored search with links to its images. */
export function toSearchData(stored: unknown, linkImage: LinkImage): SearchData | null {
	const parsed = storedResultSchema.safeParse(stored);
	if (!parsed.success) return null;
	const entries = Object.entries(parsed.data.data).map(([source, hits]) => [
		source,
		hits.map(({ screenshotUrl, ...hit }) => ({
			...hit,
			...(screenshotUrl !== undefined && {
				screenshotUrl: screenshotUrl === null ? null : linkImage(screenshotUrl),
			}),
		})),
	]);
	return Object.fromEntries(entries) as SearchData;
}

/**
 * Body of GET /search/{jobId} (reference, "Search job status").
 * @param stored result of a completed job
 */
export function toSearchJobBody(
	job: JobSnapshot,
	stored: unknown,
	linkImage: LinkImage,
): SearchJob {
	const progress = progressSchema.safeParse(job.progress).data;
	const hasEnded = job.finishedAtMs !== null;
	return {
		status: toStatus(job.state),
		progress: progress ?? { message: RESTING_MESSAGES[job.state], progress: hasEnded ? 1 : 0 },
		result: job.state === 'completed' ? toResult(job.id, stored, linkImage) : null,
		error: job.error,
	};
}

function toResult(logUuid: string, stored: unknown, linkImage: LinkImage): SearchResult {
	const { success, stats } = storedResultSchema.parse(stored) satisfies Pick<
		StoredSearchResult,
		'success' | 'stats'
	>;
	return { success, data: toSearchData(stored, linkImage) ?? {}, stats, logUuid };
}
