import type { INodeProperties } from 'n8n-workflow';
import type { OutputItem } from '../shared/items/outputItem';
import type { CombinedJob, CombinedPlan } from '../shared/operations/operation';
import { batchJobKind } from '../shared/kinds/batchJob';

/** Entry of the options collection that asks what a run would come to. */
export const estimateOption: INodeProperties = {
	displayName: 'Estimate Only',
	name: 'estimateOnly',
	type: 'boolean',
	default: true,
	description:
		'Whether to send nothing, and return one item that says how many addresses, jobs and credits the run would be. What AI and CAPTCHAs cost on top is known only afterwards.',
};

/** A run that sends no job and says what it would have sent. */
export function estimateRun({
	jobs,
	reuse,
}: Pick<CombinedPlan, 'jobs' | 'reuse'>): Pick<CombinedPlan, 'jobs' | 'reuse'> {
	return {
		jobs: [],
		async reuse(lookUp) {
			const left = reuse ? await reuse(lookUp) : { jobs, reused: 0 };
			return { jobs: [], items: [toEstimate(left.jobs, left.reused)], reused: 0 };
		},
	};
}

function toEstimate(jobs: readonly CombinedJob[], reused: number): OutputItem {
	const leastCredits = jobs.reduce((sum, job) => sum + (job.leastCredits ?? 0), 0);
	const [first] = jobs;
	return {
		itemIndex: 0,
		json: {
			addresses: jobs.reduce((sum, { addresses = 0 }) => sum + addresses, reused),
			reused,
			...(first && { sentAs: first.task.kind === batchJobKind ? 'batches' : 'jobs' }),
			jobs: jobs.length,
			leastCredits,
		},
	};
}
