import type { components } from '../../../api/generated/types.ts';
import { TERMINAL_STATES } from '../jobs/job.ts';
import type { BatchItem, BatchSummary } from '../store/batches.ts';
import { decideBatchStatus, hasEnded, ITEM_STATUSES } from './batchStatus.ts';

type Batch = components['schemas']['BatchScrape'];
type Item = components['schemas']['BatchScrapeItem'];
type Summary = components['schemas']['BatchScrapeSummary'];

/** Where requests come from: this service has no other way in than its API. */
const CHANNEL = 'api';

/**
 * Body of GET /batch/scrape/{batchId} (gaps page, "Batch scrape").
 * @param linkFile signs the link of a stored image
 */
export function toBatchBody(
	batch: BatchSummary,
	items: readonly BatchItem[],
	linkFile: (name: string) => string,
): Batch {
	return { ...toFacts(batch), items: items.map((item) => toItemBody(batch.id, item, linkFile)) };
}

/** A batch as the list shows it. */
export function toBatchSummary(batch: BatchSummary): Summary {
	const { id: uuid, outputFormat } = batch;
	return { uuid, ...toFacts(batch), outputFormat, scrapingChannel: CHANNEL };
}

function toFacts(batch: BatchSummary) {
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

function toItemBody(batchId: string, item: BatchItem, linkFile: (name: string) => string): Item {
	const { position, url, jobId, state, startedAtMs, finishedAtMs, screenshotFile } = item;
	const isCompleted = state === 'completed';
	// A job that was put back when the service stopped has not started as far as clients can tell.
	const isStarted = state !== 'waiting' && startedAtMs !== null;
	return {
		uuid: `${batchId}-${position + 1}`,
		url,
		jobId,
		status: ITEM_STATUSES[state],
		result: isCompleted ? item.content : null,
		error: state === 'cancelled' ? 'Cancelled' : item.error,
		creditsUsed: TERMINAL_STATES.has(state) ? item.creditsUsed : null,
		startedAt: isStarted ? toIsoTime(startedAtMs) : null,
		finishedAt: finishedAtMs === null ? null : toIsoTime(finishedAtMs),
		screenshotUrl: isCompleted && screenshotFile !== null ? linkFile(screenshotFile) : null,
	};
}

function toIsoTime(timeMs: number): string {
	return new Date(timeMs).toISOString();
}
