import type { OutputItem } from '../items/outputItem';
import type { JobKind, JobState } from '../jobs/jobKind';

/** The item of a job that goes on at the service: what takes it up again, and how far it is. */
export function toUnfinishedItem(
	kind: JobKind,
	jobId: string,
	state: JobState,
	isTimedOut: boolean,
): OutputItem {
	return {
		json: {
			[kind.idName]: jobId,
			status: state.status,
			...(state.progress !== undefined && { progress: state.progress }),
			...(isTimedOut && { timedOut: true }),
		},
	};
}
