import { TERMINAL_STATES } from '../../jobs/job.ts';
import type { ListedJob } from '../../store/jobListing.ts';

/** What the API can cancel on behalf of a job: the job itself, or the batch that it is part of. */
export interface Cancellation {
	label: string;
	/** Where the form that cancels is sent. */
	path: string;
}

/** How a job can be cancelled now; undefined when the API cannot. */
export function findCancellation(
	job: Pick<ListedJob, 'id' | 'kind' | 'state' | 'batchId'>,
): Cancellation | undefined {
	const { id, kind, state, batchId } = job;
	if (TERMINAL_STATES.has(state)) return undefined;
	if (batchId !== null) return { label: 'Cancel Batch', path: `/jobs/batch/${batchId}/cancel` };
	if (kind !== 'crawl' && kind !== 'search') return undefined;
	return { label: 'Cancel', path: `/jobs/${kind}/${id}/cancel` };
}
