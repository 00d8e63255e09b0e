import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import type { Operations } from '../http/operation.ts';
import type { Admit } from '../jobs/admission.ts';
import type { JobKind, JobQueue } from '../jobs/queue.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import { createBatchesRepository } from '../store/batches.ts';
import { createBatchItemHandler } from './batchJobs.ts';
import { createBatchOperations } from './handlers.ts';

/** What the room is built of. */
export interface BatchRoomTools extends PageTools {
	config: Config;
	database: DatabaseSync;
	admit: Admit;
}

/** Everything of batch scraping that the service adds together. */
export interface BatchRoom {
	/** The job kind `batch`: one job for each address of a batch. */
	kind: JobKind;
	createOperations(queue: JobQueue): Operations;
}

/** The batch room: what runs the jobs of batches, and its endpoints. */
export function createBatchRoom(tools: BatchRoomTools): BatchRoom {
	const { config, database, admit, files } = tools;
	const batches = createBatchesRepository(database);
	return {
		kind: { concurrency: config.maxConcurrentPages, handle: createBatchItemHandler(tools) },
		createOperations: (queue) =>
			createBatchOperations({ database, batches, queue, admit, files, config }),
	};
}
