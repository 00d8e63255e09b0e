import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JobQueue } from '../jobs/queue.ts';
import { BATCH_KIND } from '../jobs/scrapeKinds.ts';
import type { BatchesRepository } from '../store/batches.ts';
import { inTransaction } from '../store/database.ts';
import { decideOutput, toItemRequest, type BatchRequest } from './batchRequest.ts';

/** What changing batches takes. */
export interface BatchTools {
	database: DatabaseSync;
	batches: BatchesRepository;
	queue: JobQueue;
}

/** Accepts a batch, a job for each address, all or nothing; returns its ID. */
export function acceptBatch(
	request: BatchRequest,
	{ database, batches, queue }: BatchTools,
): string {
	const id = randomUUID();
	inTransaction(database, () => {
		const items = request.urls.map((url) => ({
			url,
			jobId: queue.accept(BATCH_KIND, toItemRequest(url, request)),
		}));
		batches.insert({ id, outputFormat: decideOutput(request), items });
	});
	return id;
}
