import { NodeOperationError, type INode } from 'n8n-workflow';
import { toNodeError } from '../items/nodeError';
import type { AbandonedJobs } from '../jobs/abandonJobs';
import type { JobRunReport } from '../jobs/jobRunner';
import type { CombinedJob } from './operation';

/** Names every job that was started, so that no paid work is lost. */
function describeFates({ finished, cancelled, running }: AbandonedJobs): string {
	const sentences: Array<[string, string[]]> = [
		['Finished jobs, readable by their ID', finished],
		['Cancelled at the service', cancelled],
		["Still running at the service, to be taken up again with 'Get Result'", running],
	];
	return sentences
		.filter(([, ids]) => ids.length > 0)
		.map(([label, ids]) => `${label}: ${ids.join(', ')}.`)
		.join(' ');
}

/**
 * The error of a run that ended before its jobs did: stopped by the user, or by the first job that
 * did not work.
 * @param jobs the jobs of the report, in its order
 */
export function toEarlyEndError(
	node: INode,
	{ ends, early }: JobRunReport,
	jobs: readonly CombinedJob[],
): Error {
	const fates = early ? describeFates(early.jobs) : '';
	if (early?.reason === 'stopped') {
		// n8n keeps nothing of a stopped node but this message, in its log.
		return new NodeOperationError(node, `The execution was stopped. ${fates}`.trim());
	}
	const index = ends.findIndex((end) => end?.type === 'failed');
	const end = ends[index];
	const cause = end?.type === 'failed' ? end.error : new Error('The node ended without a reason');
	const error = toNodeError(node, cause, jobs[index]?.itemIndexes[0]);
	error.description = [error.description, fates].filter(Boolean).join(' ');
	return error;
}
