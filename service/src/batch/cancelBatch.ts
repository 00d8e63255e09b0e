import { inTransaction } from '../store/database.ts';
import type { BatchTools } from './acceptBatch.ts';

/** Cancels the items of a batch that have not ended, all at once; returns how many these were. */
export function cancelBatch(batchId: string, { database, batches, queue }: BatchTools): number {
	return inTransaction(database, () => {
		const cancelled = batches.listUnfinishedJobs(batchId).filter((jobId) => queue.cancel(jobId));
		return cancelled.length;
	});
}
