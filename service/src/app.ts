import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createBatchRoom } from './batch/batchRoom.ts';
import { SandboxMissingError } from './browser/launch.ts';
import { createBrowserPool } from './browser/pool.ts';
import type { Config } from './config.ts';
import { createContentPool } from './content/contentPool.ts';
import type { Model } from './content/extraction/model.ts';
import type { ModelSettings } from './content/extraction/openAiModel.ts';
import { createCrawlRoom } from './crawl/crawlRoom.ts';
import { registerDashboard } from './dashboard/dashboard.ts';
import { createAuthentication } from './http/authentication.ts';
import type { Operations } from './http/operation.ts';
import { createServer, registerApi } from './http/server.ts';
import { createAdmission } from './jobs/admission.ts';
import { createJobQueue, type JobKind } from './jobs/queue.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { registerMonitoring } from './monitoring/monitoringRoutes.ts';
import { createReadiness } from './monitoring/readiness.ts';
import { watchJobs } from './monitoring/watchJobs.ts';
import { createLogOperations } from './logs/handlers.ts';
import { createAddressPolicy } from './net/addressGuard.ts';
import { DocumentConverter } from './parse/convert/process/documentConverter.ts';
import { createParseRoom } from './parse/parseRoom.ts';
import { acceptUploads } from './parse/uploadBodies.ts';
import { startRetention } from './retention/retention.ts';
import { convertLinkedDocument } from './scrape/convertLinkedDocument.ts';
import { createScrapeOperations } from './scrape/handlers.ts';
import { createPageMemory } from './scrape/pageMemory.ts';
import type { PageTools } from './scrape/pageTools.ts';
import { createScrapeHandler } from './scrape/runScrape.ts';
import { createSearchRoom } from './search/searchRoom.ts';
import { openDatabase } from './db/sqlite/openDatabase.ts';
import { createFileStore } from './files/fileStore.ts';
import { openStorage } from './files/openStorage.ts';
import { StorageUnavailableError } from './files/storage.ts';
import { createJobCounts } from './db/jobCounts.ts';
import { createJobsRepository } from './db/jobs.ts';
import { createKeysRepository } from './db/keys.ts';
import { lockDataDirectory } from './db/sqlite/lock.ts';
import { createScrapeLogsRepository, createSearchLogsRepository } from './db/logs.ts';
import { checkDatabase } from './db/reachability.ts';
import { createSearchIndex } from './db/searchIndex.ts';
import { readSigningSecret } from './db/settings.ts';
import { createUsageRepository } from './db/usage.ts';
import { createUsageOperations } from './usage/handlers.ts';

export interface App {
	/** Ready to listen; jobs do not run before {@link App.start}. */
	server: FastifyInstance;
	/** A key made because there was none yet: to be shown once. */
	firstKey: string | undefined;
	/** A dashboard password made because there was none yet: to be shown once. */
	firstPassword: string | undefined;
	/**
	 * Starts the browser, so that a machine on which it has no sandbox is told so at the start. Any other
	 * reason why it does not start is logged: what needs no browser works all the same.
	 * @throws SandboxMissingError
	 */
	startBrowser(): Promise<void>;
	/** Takes up the jobs that the last process left. */
	start(): Promise<void>;
	/** Stops taking requests, puts running jobs back, closes the browser and the database. */
	close(): Promise<void>;
}

// How long a closing server lets answers under way, downloads say, come to their end.
const ANSWER_GRACE_MS = 1500;

/**
 * Builds the whole service. A new room adds its repositories, its job kinds and its operations here.
 * @throws DataDirectoryInUseError when another service runs on the same data folder;
 *   StorageUnavailableError when a setting of the place of the files is wrong
 */
export async function createApp(config: Config): Promise<App> {
	const unlock = lockDataDirectory(config.dataDirectory);
	const database = await openDatabase(config.dataDirectory);
	const storage = await openStorage({
		files: config.files,
		workDirectory: config.dataDirectory,
	});
	const signingSecret = await readSigningSecret(database);
	const keys = createKeysRepository(database);
	const jobs = createJobsRepository(database);
	const usage = createUsageRepository(database);
	const admit = createAdmission({ jobs, usage, config });
	const files = createFileStore(storage('files'), signingSecret);
	const server = createServer({ config });
	const { log } = server;
	await files.check().catch((error: unknown) => {
		if (!(error instanceof StorageUnavailableError) || error.isRefusal) throw error;
		log.error({ reason: error.message }, 'files out of reach');
	});
	const policy = createAddressPolicy({ allowPrivateAddresses: config.allowPrivateAddresses });
	const browser = createBrowserPool({
		maxConcurrentPages: config.maxConcurrentPages,
		policy,
		chromiumPath: config.chromiumPath,
		allowUnsandboxed: config.allowUnsandboxedBrowser,
		onLaunch: (description, isSandboxed) => log[isSandboxed ? 'info' : 'warn'](description),
	});
	const content = createContentPool();
	const model = config.languageModel && (await connectModel(config.languageModel));
	const index = createSearchIndex(database);
	const converter = new DocumentConverter({
		languages: config.ocrLanguages,
		directory: join(config.dataDirectory, 'conversion'),
	});
	const pageTools: PageTools = {
		browser,
		content,
		files,
		model,
		config,
		convertDocument: (document, signal) => convertLinkedDocument(document, converter, signal),
		rememberPage: createPageMemory(index, log),
	};
	const batch = createBatchRoom({ ...pageTools, config, database });
	const search = createSearchRoom({ ...pageTools, config, index, log });
	const crawl = createCrawlRoom({ ...pageTools, config, database, log });
	const parse = createParseRoom({
		database,
		storage: storage('parse-files'),
		signingSecret,
		policy,
		converter,
		model,
		reader: content,
		config,
		log,
	});

	const readiness = createReadiness({
		database: () => checkDatabase(database),
		files: () => files.check(),
	});
	const metrics = createMetrics({
		countUnfinished: createJobCounts(database),
		countPages: () => browser.countPages(),
		isReady: async () => (await readiness.listObstacles()).length === 0,
		maxPages: config.maxConcurrentPages,
	});
	const authenticate = createAuthentication(keys, config.apiKeys);
	registerMonitoring(server, { readiness, metrics, authenticate });

	const kinds: Record<string, JobKind> = {
		scrape: {
			concurrency: config.maxConcurrentPages,
			handle: createScrapeHandler({ ...pageTools, config }),
		},
		batch: batch.kind,
		search: search.kind,
		parse: parse.kind,
		crawl: crawl.kind,
	};
	const queue = createJobQueue({ database, jobs, admit, log, kinds: watchJobs(kinds, metrics) });

	const operations: Operations = {
		...createScrapeOperations({ queue, files, config }),
		...batch.createOperations(queue),
		...crawl.createOperations(queue),
		...search.createOperations(queue),
		...parse.createOperations(queue),
		...createLogOperations({
			scrapeLogs: createScrapeLogsRepository(database),
			searchLogs: createSearchLogsRepository(database),
			files,
		}),
		...createUsageOperations({ usage, config }),
	};
	await acceptUploads(server);
	await registerApi(server, { keys, files, config, operations });
	const dashboard = { database, signingSecret, keys, files, queue, operations, config };
	const firstPassword = await registerDashboard(server, dashboard);

	const stopRetention = await startRetention({
		database,
		files,
		downloadDirectory: join(config.dataDirectory, 'documents'),
		keepDays: config.keepDays,
		log,
	});

	const needsKey = config.apiKeys.length === 0 && (await keys.list()).length === 0;
	const firstKey = needsKey ? (await keys.make('First key')).key : undefined;
	return {
		server,
		firstKey,
		firstPassword,
		async startBrowser() {
			try {
				await browser.warmUp();
			} catch (error) {
				if (error instanceof SandboxMissingError) throw error;
				log.error({ err: error }, 'the browser does not start: no page can be read');
			}
		},
		async start() {
			await queue.recover();
			readiness.started();
		},
		async close() {
			readiness.stopping();
			const cutOff = setTimeout(() => server.server.closeAllConnections(), ANSWER_GRACE_MS);
			await Promise.all([server.close(), queue.stop()]);
			clearTimeout(cutOff);
			parse.close();
			await Promise.all([stopRetention(), browser.close(), content.close(), converter.close()]);
			await database.close();
			unlock();
		},
	};
}

/** Loads what speaks to models only where there is one: it is a large library. */
async function connectModel(settings: ModelSettings): Promise<Model> {
	const { createModel } = await import('./content/extraction/openAiModel.ts');
	return createModel(settings);
}
