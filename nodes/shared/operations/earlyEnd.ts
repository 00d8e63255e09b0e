import { NodeOperationError, type INode } from 'n8n-workflow';
import { toNodeError } from '../items/nodeError';
import type { JobType } from '../jobs/jobType';
import type { JobRunReport, NamedJobs } from '../jobs/jobTask';
import type { PlannedJob } from './operation';
import { itemIndexOf, type PositionedItem } from './nodeItem';

/** Names every job that was started, so that no paid work is lost. */
function describeJobs(
	{ resultOperation, label, lookUp }: JobType,
	{ finished, cancelled, running, uncertainItems = [] }: NamedJobs,
): string {
	const sentences: Array<[string, ReadonlyArray<string | number>]> = [
		[`Finished (get the results with '${resultOperation}')`, finished],
		['Cancelled at the service', cancelled],
		[`Still running at the service (get the results with '${resultOperation}')`, running],
		[
			`It is not known whether a ${label} was started for these input items (look ${lookUp})`,
			uncertainItems,
		],
	];
	return sentences
		.filter(([, ids]) => ids.length > 0)
		.map(([text, ids]) => `${text}: ${ids.join(', ')}.`)
		.join(' ');
}

/**
 * The error of a run that ended before its jobs did: stopped by the user, or by the first job that
 * did not work.
 * @param jobs the jobs of the report, in its order
 */
export function abortedRunError(
	node: INode,
	{ ends, early }: JobRunReport,
	jobs: readonly PlannedJob[],
): Error {
	const jobType = jobs[0]?.task.jobType;
	const named = early && jobType ? describeJobs(jobType, early.jobs) : '';
	if (early?.reason === 'stopped') {
		// n8n keeps nothing of a stopped node but this message, in its log.
		return new NodeOperationError(node, `The execution was stopped. ${named}`.trim());
	}
	const index = ends.findIndex((end) => end?.type === 'failed');
	const end = ends[index];
	const cause =
		end?.type === 'failed' ? end.error : new Error('The node ended for an unknown reason');
	const error = toNodeError(node, cause, jobs[index]?.itemIndexes[0]);
	error.description = [error.description, named].filter(Boolean).join(' ');
	return error;
}

/**
 * The error of a run in which nothing worked: every page or document of it failed. Some that failed
 * are items with their reason among the others, but nothing but failures is no success.
 */
export function allFailedError(
	node: INode,
	{
		items,
		report,
		jobs,
	}: { items: readonly PositionedItem[]; report: JobRunReport; jobs: readonly PlannedJob[] },
): Error | undefined {
	const [first] = items;
	if (!first?.failure || items.some(({ failure }) => !failure)) return undefined;
	const error = toNodeError(node, first.failure, itemIndexOf(first.item));
	const ids = report.ends.flatMap((end) => end?.jobId ?? []);
	const others = ids.filter((id) => !`${error.message} ${error.description}`.includes(id));
	const jobType = jobs[0]?.task.jobType;
	const named = jobType
		? describeJobs(jobType, { finished: others, cancelled: [], running: [] })
		: '';
	const count = items.length > 1 ? `None of the ${items.length} could be read.` : '';
	error.description = [error.description, count, named].filter(Boolean).join(' ');
	return error;
}
