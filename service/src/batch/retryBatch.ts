import { BATCH_KIND } from '../jobs/scrapeKinds.ts';
import { inTransaction } from '../store/database.ts';
import type { BatchTools } from './acceptBatch.ts';

/**
 * Gives each of a batch's failed items a new job with the request of the failed one, all or nothing;
 * the failed jobs stay in the logs.
 */
export function retryBatch(batchId: string, { database, batches, queue }: BatchTools): void {
	inTransaction(database, () => {
		for (const { position, request } of batches.listFailed(batchId)) {
			batches.replaceJob(batchId, position, queue.accept(BATCH_KIND, request));
		}
	});
}
