import type { IExecuteFunctions } from 'n8n-workflow';
import type { CombinedJobOperation, CombinedPlan, JobOperation } from './operation';
import { prepareItems } from './readItems';

/** Shares the input items out to jobs: one each, or as the operation combines them. */
export async function planJobs(
	context: IExecuteFunctions,
	operation: JobOperation | CombinedJobOperation,
): Promise<CombinedPlan> {
	if (operation.kind === 'job') {
		const { prepared, refused } = await prepareItems(context, operation, ({ values, item }) =>
			operation.prepare(values, item),
		);
		const jobs = prepared.map(({ itemIndex, value }) => ({ ...value, itemIndexes: [itemIndex] }));
		return { jobs, refused };
	}
	const { prepared, refused } = await prepareItems(context, operation, (parameters) => parameters);
	const plan = await operation.prepareAll(prepared.map(({ value }) => value));
	return { jobs: plan.jobs, refused: [...refused, ...plan.refused] };
}
