import type { components } from '../../../api/generated/types.ts';
import type { JobState } from '../jobs/job.ts';
import type { BatchSummary } from '../store/batches.ts';

export type BatchStatus = components['schemas']['BatchScrapeStatus'];

/** What a batch calls the states of its jobs. */
export const ITEM_STATUSES: Readonly<Record<JobState, BatchStatus>> = {
	waiting: 'pending',
	active: 'running',
	// It was started and will be again by itself.
	delayed: 'running',
	completed: 'completed',
	failed: 'failed',
	cancelled: 'cancelled',
};

/** Whether no item of a batch waits or runs any more. */
export function hasEnded(batch: BatchSummary): boolean {
	const { totalUrls, completedCount, failedCount, cancelledCount } = batch;
	return completedCount + failedCount + cancelledCount === totalUrls;
}

/**
 * Status of a batch from its items. A completed batch can hold failed items (gaps page, "Batch
 * scrape"); it has failed when none of them gave a result.
 */
export function decideBatchStatus(batch: BatchSummary): BatchStatus {
	if (!hasEnded(batch)) return batch.startedCount > 0 ? 'running' : 'pending';
	if (batch.cancelledCount > 0) return 'cancelled';
	return batch.completedCount > 0 ? 'completed' : 'failed';
}
