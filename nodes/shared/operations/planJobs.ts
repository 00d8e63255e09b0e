import type { IExecuteFunctions } from 'n8n-workflow';
import type { ServiceClient } from '../transport/serviceClient';
import type {
	CombinedJob,
	CombinedJobOperation,
	CombinedPlan,
	ItemParameters,
	JobOperation,
	PreparedJob,
	RefusedItem,
} from './operation';
import { prepareItems } from './readItems';

/** Shares the input items out to jobs: one each, or as the operation combines them. */
export async function planJobs(
	context: IExecuteFunctions,
	operation: JobOperation | CombinedJobOperation,
	client: ServiceClient,
): Promise<CombinedPlan> {
	if (operation.kind === 'job') {
		const { prepared, refused } = await prepareItems(
			context,
			operation,
			client,
			async ({ values, item }) => withSharedBy(await operation.prepare(values, item), values),
		);
		return { jobs: shareJobs(prepared), refused };
	}
	const { prepared, refused } = await prepareItems(
		context,
		operation,
		client,
		(parameters) => parameters,
	);
	const plan = await operation.prepareAll(prepared.map(({ value }) => value));
	return { ...plan, refused: [...refused, ...plan.refused] };
}

/** Taking up the same job in the same way gives the same result: it is done once. */
function withSharedBy(job: PreparedJob, values: unknown): PreparedJob {
	return 'resume' in job.task.start ? { ...job, sharedBy: JSON.stringify(values) } : job;
}

/** One job for all items that share it, in the order of the first of them. */
function shareJobs(
	prepared: ReadonlyArray<{ itemIndex: number; value: PreparedJob }>,
): CombinedJob[] {
	const groups = groupShared(prepared);
	return groups.map(({ value, itemIndexes }) => ({ ...value, itemIndexes }));
}

/** Prepared items that share what they ask for, as one. */
export function groupShared<T extends { sharedBy?: string }>(
	prepared: ReadonlyArray<{ itemIndex: number; value: T }>,
): Array<{ value: T; itemIndexes: number[] }> {
	const groups = new Map<unknown, { value: T; itemIndexes: number[] }>();
	for (const { itemIndex, value } of prepared) {
		const key = value.sharedBy ?? itemIndex;
		const group = groups.get(key) ?? { value, itemIndexes: [] };
		group.itemIndexes.push(itemIndex);
		groups.set(key, group);
	}
	return [...groups.values()];
}

/**
 * Reads what each item asks for, for operations that share items out to jobs on their own.
 * @returns what could be read, and the items that can't be used
 */
export async function readDemands<Demand>(
	items: readonly ItemParameters[],
	read: (parameters: ItemParameters) => Demand | Promise<Demand>,
): Promise<{ demands: Demand[]; refused: RefusedItem[] }> {
	const demands: Demand[] = [];
	const refused: RefusedItem[] = [];
	for (const parameters of items) {
		try {
			demands.push(await read(parameters));
		} catch (error) {
			refused.push({ itemIndex: parameters.item.index, error });
		}
	}
	return { demands, refused };
}
