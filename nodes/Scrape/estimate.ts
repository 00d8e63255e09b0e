import type { INodeProperties } from 'n8n-workflow';
import type { OutputItem } from '../shared/items/outputItem';
import type { PlannedJob } from '../shared/operations/operation';
import { batchJobType } from '../shared/jobTypes/batchJob';

/** Entry of the options collection that asks what a run would come to. */
export const estimateOption: INodeProperties = {
	displayName: 'Estimate Only',
	name: 'estimateOnly',
	type: 'boolean',
	default: true,
	description:
		'Whether to send nothing and return one item with the number of addresses, jobs and credits of the run. The cost of AI and CAPTCHAs is known only afterwards.',
};

/** The item that says what the jobs of a run would come to. */
export function toEstimate(jobs: readonly PlannedJob[]): OutputItem {
	const [first] = jobs;
	return {
		itemIndex: 0,
		json: {
			addresses: jobs.reduce((sum, { addresses = 0 }) => sum + addresses, 0),
			...(first && { sentAs: first.task.jobType === batchJobType ? 'batches' : 'jobs' }),
			jobs: jobs.length,
			minCredits: jobs.reduce((sum, job) => sum + (job.minCredits ?? 0), 0),
		},
	};
}
