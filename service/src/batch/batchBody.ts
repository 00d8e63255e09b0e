import type { components } from '../../../api/generated/types.ts';
import { TERMINAL_STATES, type JobState } from '../db/jobRecord.ts';
import type { BatchItem, BatchSummary, ListedBatch } from '../db/batches.ts';

type Schemas = components['schemas'];
type BatchFacts = Omit<Schemas['BatchScrape'], 'items'>;
type ItemFacts = Omit<Schemas['BatchScrapeItem'], 'result'>;
type BatchStatus = Schemas['BatchScrapeStatus'];

/** The states of jobs in the words of a batch. */
const ITEM_STATUSES: Readonly<Record<JobState, BatchStatus>> = {
	waiting: 'pending',
	active: 'running',
	// It was started, and will be again automatically.
	delayed: 'running',
	completed: 'completed',
	failed: 'failed',
	cancelled: 'cancelled',
};

/** Whether all items of a batch have ended. */
export function hasEnded(batch: BatchSummary): boolean {
	const { totalUrls, completedCount, failedCount, cancelledCount } = batch;
	return completedCount + failedCount + cancelledCount === totalUrls;
}

/**
 * Status of a batch from its items. A completed batch can contain failed items (api/openapi.yaml, GET
 * /batch/scrape/{batchId}); it has failed if none of them gave a result.
 */
export function decideBatchStatus(batch: BatchSummary): BatchStatus {
	if (!hasEnded(batch)) return batch.startedCount > 0 ? 'running' : 'pending';
	if (batch.cancelledCount > 0) return 'cancelled';
	return batch.completedCount > 0 ? 'completed' : 'failed';
}

/** A batch as listed. */
export function toBatchSummary(batch: ListedBatch): Schemas['BatchScrapeSummary'] {
	const { id: uuid, outputFormat, warningCount } = batch;
	// This service only has its API.
	return { uuid, ...toBatchFacts(batch), warningCount, outputFormat, scrapingChannel: 'api' };
}

/** Body of GET /batch/scrape/{batchId} without its items (api/openapi.yaml, BatchScrape). */
export function toBatchFacts(batch: BatchSummary): BatchFacts {
	const { totalUrls, completedCount, failedCount, createdAtMs, lastFinishedAtMs } = batch;
	return {
		status: decideBatchStatus(batch),
		totalUrls,
		completedCount,
		failedCount,
		createdAt: toIsoTime(createdAtMs),
		finishedAt: hasEnded(batch) && lastFinishedAtMs !== null ? toIsoTime(lastFinishedAtMs) : null,
	};
}

/**
 * An item of a batch without its result.
 * @param linkFile signs the link of a stored image
 */
export function toItemFacts(
	batchId: string,
	item: BatchItem,
	linkFile: (name: string) => string,
): ItemFacts {
	const { position, url, jobId, state, startedAtMs, finishedAtMs, screenshotFile } = item;
	// A job that was put back when the service stopped counts as not started for clients.
	const isStarted = state !== 'waiting' && startedAtMs !== null;
	return {
		uuid: `${batchId}-${position + 1}`,
		url,
		jobId,
		status: ITEM_STATUSES[state],
		...(state === 'completed' && item.flags),
		error: state === 'cancelled' ? 'Cancelled' : item.error,
		creditsUsed: TERMINAL_STATES.has(state) ? item.creditsUsed : null,
		startedAt: isStarted ? toIsoTime(startedAtMs) : null,
		finishedAt: finishedAtMs === null ? null : toIsoTime(finishedAtMs),
		screenshotUrl:
			state === 'completed' && screenshotFile !== null ? linkFile(screenshotFile) : null,
	};
}

function toIsoTime(timeMs: number): string {
	return new Date(timeMs).toISOString();
}
