import type { FastifyBaseLogger } from 'fastify';
import { createBatchModule } from '../batch/handlers.ts';
import type { Config } from '../config.ts';
import { createCrawlModule } from '../crawl/crawlModule.ts';
import { createLogsRepository } from '../db/logs.ts';
import { createSharedPace } from '../db/sharedLimits.ts';
import type { UsageRepository } from '../db/usage.ts';
import type { JobKind } from '../engine/jobKind.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { Operations } from '../http/operation.ts';
import { createLogOperations } from '../logs/handlers.ts';
import { createParseModule } from '../parse/parseModule.ts';
import { createScrapeOperations } from '../scrape/handlers.ts';
import { JOBS_FOR_EACH_PAGE } from '../scrape/pageTools.ts';
import { createScrapeHandler } from '../scrape/runScrape.ts';
import { createSearchOperations } from '../search/handlers.ts';
import { createSearchKind } from '../search/runSearch.ts';
import { createUsageOperations } from '../usage/handlers.ts';
import type { Readers } from './readers.ts';
import type { Stores } from './stores.ts';

interface JobModulesOptions {
	config: Config;
	stores: Stores;
	readers: Readers;
	usage: UsageRepository;
	log: FastifyBaseLogger;
}

/** The kinds of jobs and the endpoints of the API. A new module adds its own here. */
export function createJobModules({ config, stores, readers, usage, log }: JobModulesOptions) {
	const { database, shared, storage, files, signingSecret } = stores;
	const { pageTools, policy, converter, index } = readers;
	const pace = shared && createSharedPace(shared.database);
	const batch = createBatchModule({ ...pageTools, database });
	const crawl = createCrawlModule({ ...pageTools, database, pace });
	const parse = createParseModule({
		database,
		storage: storage('parse-files'),
		signingSecret,
		policy,
		converter,
		model: pageTools.model,
		reader: pageTools.content,
		config,
		log,
	});
	const kinds: Record<string, JobKind> = {
		scrape: {
			concurrency: JOBS_FOR_EACH_PAGE * config.maxConcurrentPages,
			handle: createScrapeHandler(pageTools),
		},
		batch: batch.kind,
		search: createSearchKind({ ...pageTools, index, log }),
		parse: parse.kind,
		...crawl.kinds,
	};
	return {
		kinds,
		createOperations: (queue: JobQueue): Operations => ({
			...createScrapeOperations({ queue, files, config }),
			...batch.createOperations(queue),
			...crawl.createOperations(queue),
			...createSearchOperations({ queue, files }),
			...parse.createOperations(queue),
			...createLogOperations({
				scrapeLogs: createLogsRepository(database, 'scrape'),
				searchLogs: createLogsRepository(database, 'search'),
				files,
			}),
			...createUsageOperations({ usage, config }),
		}),
		/** Ends what they do beside jobs. */
		close: () => parse.close(),
	};
}
