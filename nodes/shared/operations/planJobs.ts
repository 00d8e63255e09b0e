import type { ItemParameters, JobOperation, PreparedJob } from './operation';
import { readEach } from './readItems';

/**
 * The plan of operations with a job for each input item. Items that ask for the same, or for the same
 * earlier job in the same way, share one.
 * @param prepare reads and checks the parameters of one item, or throws an InputError
 */
export function perItem(
	prepare: (parameters: ItemParameters) => PreparedJob | Promise<PreparedJob>,
): JobOperation['plan'] {
	return async (items) => {
		const { read, refused } = await readEach(items, async (parameters) => {
			const { item, values } = parameters;
			const job = await prepare(parameters);
			const isEarlier = 'resume' in job.task.start;
			const value = isEarlier ? { ...job, sharedBy: JSON.stringify(values) } : job;
			return { itemIndex: item.index, value };
		});
		const jobs = groupShared(read).map(({ value, itemIndexes }) => ({ ...value, itemIndexes }));
		return { jobs, refused };
	};
}

/** What items share, once, in the order of the first of them. */
export function groupShared<T extends { sharedBy?: string }>(
	items: ReadonlyArray<{ itemIndex: number; value: T }>,
): Array<{ value: T; itemIndexes: number[] }> {
	const groups = new Map<unknown, { value: T; itemIndexes: number[] }>();
	for (const { itemIndex, value } of items) {
		const key = value.sharedBy ?? itemIndex;
		const group = groups.get(key) ?? { value, itemIndexes: [] };
		group.itemIndexes.push(itemIndex);
		groups.set(key, group);
	}
	return [...groups.values()];
}
