import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Operations } from '../http/operation.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { JobKind } from '../engine/runner.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import { readTarget } from '../scrape/readTargets.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { SearchIndex } from '../db/searchIndex.ts';
import { createSearchOperations } from './handlers.ts';
import { createIndexProvider } from './indexProvider.ts';
import { createSearxngProvider } from './searxngProvider.ts';
import { createSearchHandler } from './runSearch.ts';
import { createHitScraper } from './scrapeHits.ts';

/** Searches at a time; they wait for others more than they work. */
const CONCURRENCY = 8;

export interface SearchModuleTools extends PageTools {
	config: Config;
	index: SearchIndex;
	files: FileStore;
	log: FastifyBaseLogger;
}

export interface SearchModule {
	kind: JobKind;
	createOperations(queue: JobQueue): Operations;
}

/** The search module: what runs search jobs, and its endpoints. */
export function createSearchModule(tools: SearchModuleTools): SearchModule {
	const { config, index, files, log } = tools;
	const provider =
		config.searchUrl === undefined
			? createIndexProvider(index)
			: createSearxngProvider(config.searchUrl);
	const scrapeHits = createHitScraper(async (url, { screenshot }, signal) => {
		const request = { urls: [{ url }], ...(screenshot && { screenshot }) };
		return await readTarget(tools, request, { url }, signal).catch((error: unknown) => {
			signal.throwIfAborted();
			log.info({ err: error, url }, 'search hit could not be scraped');
			return undefined;
		});
	}, config.costs);
	const handle = createSearchHandler({
		provider,
		scrapeHits,
		costs: config.costs,
		log,
	});
	return {
		kind: { concurrency: CONCURRENCY, handle },
		createOperations: (queue) => createSearchOperations({ queue, files }),
	};
}
