import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Operations } from '../http/operation.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { JobKind } from '../engine/runner.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import { createBatchesRepository } from '../db/batches.ts';
import { createBatchItemHandler } from './batchJobs.ts';
import { createBatchOperations } from './handlers.ts';

/** What the module is built of. */
export interface BatchModuleTools extends PageTools {
	config: Config;
	database: Database;
}

/** Everything of batch scraping that the service adds together. */
export interface BatchModule {
	/** The job kind `batch`: one job for each address of a batch. */
	kind: JobKind;
	createOperations(queue: JobQueue): Operations;
}

/** The batch module: what runs the jobs of batches, and its endpoints. */
export function createBatchModule(tools: BatchModuleTools): BatchModule {
	const { config, database, files } = tools;
	const batches = createBatchesRepository(database);
	return {
		kind: { concurrency: config.maxConcurrentPages, handle: createBatchItemHandler(tools) },
		createOperations: (queue) => createBatchOperations({ batches, queue, files, config }),
	};
}
