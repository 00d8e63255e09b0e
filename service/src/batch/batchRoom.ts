import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import type { Operations } from '../http/operation.ts';
import type { JobKind, JobQueue } from '../jobs/queue.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import { createBatchesRepository } from '../store/batches.ts';
import type { JobsRepository } from '../store/jobs.ts';
import { createBatchOperations } from './handlers.ts';
import { createBatchItemHandler } from './runBatchItem.ts';

/** What the room is built of. */
export interface BatchRoomTools extends PageTools {
	config: Config;
	database: DatabaseSync;
	jobs: JobsRepository;
}

/** Everything of batch scraping that the service adds together. */
export interface BatchRoom {
	/** The job kind `batch`: one job for each address of a batch. */
	kind: JobKind;
	createOperations(queue: JobQueue): Operations;
}

/** The batch room: what runs the jobs of batches, and its endpoints. */
export function createBatchRoom(tools: BatchRoomTools): BatchRoom {
	const { config, database, jobs, files } = tools;
	const batches = createBatchesRepository(database);
	return {
		kind: { concurrency: config.maxConcurrentPages, handle: createBatchItemHandler(tools) },
		createOperations: (queue) =>
			createBatchOperations({ database, batches, queue, jobs, files, config }),
	};
}
