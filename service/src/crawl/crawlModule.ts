import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Operations } from '../http/operation.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { JobKind } from '../engine/runner.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import { createCrawlPagesRepository, createCrawlsRepository } from '../db/crawls.ts';
import { createCrawlOperations } from './handlers.ts';
import type { CrawlTools } from './crawlTools.ts';
import { createCrawlHandler } from './runCrawl.ts';

/** Crawls at a time; the browser pages of all are bounded together. */
const CONCURRENCY = 3;

/** What the module is built of. */
export interface CrawlModuleTools extends PageTools {
	config: Config;
	database: Database;
	pace: CrawlTools['pace'];
	log: FastifyBaseLogger;
}

/** Everything of crawling that the service adds together. */
export interface CrawlModule {
	/** The job kind `crawl`. */
	kind: JobKind;
	createOperations(queue: JobQueue): Operations;
}

/** The crawl module: what runs crawls, and its endpoints. */
export function createCrawlModule({ database, ...tools }: CrawlModuleTools): CrawlModule {
	const { files, config } = tools;
	const pages = createCrawlPagesRepository(database);
	const crawls = createCrawlsRepository(database);
	const handle = createCrawlHandler({
		...tools,
		pages,
		nextStartsMs: new Map(),
	});
	return {
		kind: { concurrency: CONCURRENCY, handle },
		createOperations: (queue) => createCrawlOperations({ queue, crawls, pages, files, config }),
	};
}
