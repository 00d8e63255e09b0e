import { TERMINAL_STATES } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { ListedJob } from '../../store/jobListing.ts';
import { nameState } from '../view/stateBadge.ts';
import { describeRequest } from './describeJob.ts';
import { readProgress } from './jobProgress.ts';

/** What the script needs to keep the row of a job up to date. */
export interface JobChanges {
	id: string;
	state: string;
	/** Name of the state. */
	label: string;
	/** What the job is about, for announcements. */
	title: string;
	hasEnded: boolean;
	/** Of a running job. */
	message: string | null;
	/** 0 to 1. */
	fraction: number | null;
}

/** A job as it stands now. */
export function describeChanges(job: ListedJob, queue: Pick<JobQueue, 'find'>): JobChanges {
	const { id, kind, state, request } = job;
	const progress = state === 'active' ? readProgress(queue.find(id, kind)?.progress) : undefined;
	return {
		id,
		state,
		label: nameState(state),
		title: describeRequest(request),
		hasEnded: TERMINAL_STATES.has(state),
		message: progress?.message ?? null,
		fraction: progress?.fraction ?? null,
	};
}
