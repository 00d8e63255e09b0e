import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createBatchModule } from './batch/handlers.ts';
import { SandboxMissingError } from './browser/launch.ts';
import { createBrowserPool } from './browser/pool.ts';
import type { Config } from './config.ts';
import { createContentPool } from './extract/contentPool.ts';
import { withSavedPicks } from './extract/savedPicks.ts';
import { createModel } from './model/openAiModel.ts';
import { createCrawlModule } from './crawl/crawlModule.ts';
import { registerDashboard } from './dashboard/dashboard.ts';
import { createAuthentication, createLocalRateWindows } from './http/access.ts';
import type { Operations } from './http/operation.ts';
import { createServer, registerApi } from './http/server.ts';
import { createAdmission } from './engine/admission.ts';
import { openLocalQueue, openSharedQueue } from './engine/openQueue.ts';
import type { JobKind } from './engine/jobKind.ts';
import { Metrics } from './monitoring/metrics.ts';
import { registerMonitoring, createReadiness } from './monitoring/monitoringRoutes.ts';
import { describeCurrentJob, watchJobs } from './monitoring/watchJobs.ts';
import { createLogOperations } from './logs/handlers.ts';
import { createAddressPolicy } from './net/addressGuard.ts';
import { nameServedDocument } from './documents/fileNames.ts';
import { servedContentOf } from '@web-data-extraction/documents/servedFile';
import { convertDownload, DocumentConverter } from './documents/documentConverter.ts';
import { createParseModule } from './parse/parseModule.ts';
import { acceptUploads } from './parse/api/files.ts';
import { startRetention } from './engine/retention.ts';
import { PlainReader } from './plain/plainReader.ts';
import { JOBS_FOR_EACH_PAGE, type PageTools } from './scrape/pageTools.ts';
import { createPageMemory } from './search/indexProvider.ts';
import { createScrapeOperations } from './scrape/handlers.ts';
import { createScrapeHandler } from './scrape/runScrape.ts';
import { createSearchOperations } from './search/handlers.ts';
import { createSearchKind } from './search/runSearch.ts';
import { createSharedPace, createSharedRateWindows } from './db/sharedLimits.ts';
import { openSqliteDatabase } from './db/sqlite/openDatabase.ts';
import { createFileStore } from './files/fileStore.ts';
import { openStorage } from './files/openStorage.ts';
import { StorageUnavailableError } from './files/storage.ts';
import { JobListing } from './db/jobListing.ts';
import { JobsRepository } from './db/jobs.ts';
import { createKeysRepository } from './db/keys.ts';
import { lockDataDirectory } from './db/sqlite/lock.ts';
import { createLogsRepository } from './db/logs.ts';
import { checkDatabase } from './db/database.ts';
import { cutWordsOfEarlierPages } from './db/earlierPages.ts';
import { protectOldJobs } from './db/oldSecrets.ts';
import { sayIfLong } from './db/sayIfLong.ts';
import { createSearchIndex } from './db/searchIndex.ts';
import { readSigningSecret } from './db/settings.ts';
import { createSavedPicksRepository } from './db/savedPicks.ts';
import { createUsageRepository } from './db/usage.ts';
import { protectOldJob } from './secrets/protectOldJob.ts';
import { takeFromOthers } from './files/ownFiles.ts';
import { SecretBox } from './secrets/secretBox.ts';
import { keepTemporaryFilesIn, openWorkDirectory } from './assembly/workDirectory.ts';
import { createUsageOperations } from './usage/handlers.ts';

/** The service, put together but not yet running. */
export interface App {
	/** Ready to listen; jobs only run after {@link App.start}. */
	server: FastifyInstance;
	/** A key created because there was none yet: to be shown once. */
	firstKey?: string | undefined;
	/** A dashboard password created because there was none yet: to be shown once. */
	firstPassword?: string | undefined;
	/**
	 * Starts the browser, so that a machine without a sandbox for it fails at the start with that reason. If it
	 * does not start for another reason, that is logged: what needs no browser still works.
	 * @throws SandboxMissingError
	 */
	startBrowser(): Promise<void>;
	/** Begins to run jobs, unless only other processes do; first those that the last process left. */
	start(): Promise<void>;
	/** Stops accepting requests, puts running jobs back, closes the browser and the database. */
	close(): Promise<void>;
}

// How long a closing server waits for unfinished responses, such as downloads.
const ANSWER_GRACE_MS = 1500;

/**
 * Builds the whole service. A new module adds its repositories, its job kinds and its operations here.
 * @throws DataDirectoryInUseError if another service runs on the same data folder;
 *   StorageUnavailableError if a setting of the file storage is wrong;
 *   DatabaseUnavailableError if the Postgres of `DATABASE_URL` cannot be used
 */
export async function createApp(config: Config): Promise<App> {
	const { role, databaseUrl } = config;
	const server = createServer({ config, describeWork: describeCurrentJob });
	const { log } = server;
	const unlock = databaseUrl === undefined ? lockDataDirectory(config.dataDirectory) : undefined;
	if (unlock !== undefined) await takeFromOthers(config.dataDirectory);
	// A large library is loaded only if it is used.
	const openPostgres = async (url: string) => {
		const { openPostgresDatabase } = await import('./db/postgres/openDatabase.ts');
		return openPostgresDatabase({ url, log });
	};
	const postgres = databaseUrl && (await openPostgres(databaseUrl));
	const database =
		postgres || (await sayIfLong(log, () => openSqliteDatabase(config.dataDirectory)));
	const ownDirectory = await openWorkDirectory();
	keepTemporaryFilesIn(ownDirectory.path);
	const workDirectory = postgres ? ownDirectory.path : config.dataDirectory;
	const storage = await openStorage({ files: config.files, workDirectory });
	const signingSecret = await readSigningSecret(database);
	const keys = createKeysRepository(database);
	const jobs = new JobsRepository(database);
	const secrets = new SecretBox(storage('keys'));
	const usage = createUsageRepository(database);
	const admit = createAdmission({ jobs, usage, config });
	const files = createFileStore(storage('files'), signingSecret);
	const makeKey = () => database.inTurn('key of requests', () => secrets.makeKey());
	await files
		.check()
		.then(makeKey)
		.catch((error: unknown) => {
			if (!(error instanceof StorageUnavailableError) || error.isRefusal) throw error;
			log.error({ reason: error.message }, 'file storage unreachable');
		});
	const policy = createAddressPolicy({ allowPrivateAddresses: config.allowPrivateAddresses });
	const browser = createBrowserPool({
		maxConcurrentPages: config.maxConcurrentPages,
		policy,
		nameDocument: nameServedDocument,
		classifyContent: servedContentOf,
		chromiumPath: config.chromiumPath,
		allowUnsandboxed: config.allowUnsandboxedBrowser,
		onLaunch: (description, isSandboxed) => log[isSandboxed ? 'info' : 'warn'](description),
	});
	const content = withSavedPicks(createContentPool(), createSavedPicksRepository(database));
	const plain = new PlainReader({ policy, nameDocument: nameServedDocument, content });
	const model = config.languageModel && createModel(config.languageModel, log);
	const index = createSearchIndex(database);
	const converter = new DocumentConverter({
		languages: config.ocrLanguages,
		engine: config.ocrEngine,
		directory: join(workDirectory, 'conversion'),
	});
	const pageTools = {
		browser,
		plain,
		content,
		files,
		model,
		// Temporary files belong to this process only.
		config: { ...config, dataDirectory: workDirectory },
		convertDocument: (document, signal) => convertDownload(document, converter, signal),
		// Searches of another engine never look into an index of this service.
		rememberPage:
			config.searchUrl === undefined ? createPageMemory(index, log) : async () => undefined,
	} satisfies PageTools;
	const pace = postgres ? createSharedPace(postgres) : undefined;
	const batch = createBatchModule({ ...pageTools, database });
	const crawl = createCrawlModule({ ...pageTools, database, pace });
	const parse = createParseModule({
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
	const listNotices = (): string[] => (model?.trouble === undefined ? [] : [model.trouble]);
	const metrics = new Metrics({
		countUnfinished: () => new JobListing(database).countByKind(),
		countPages: () => browser.countPages(),
		countDocuments: () => converter.count(),
		dataDirectory: workDirectory,
		isReady: async () => (await readiness.listObstacles()).length === 0,
		maxPages: config.maxConcurrentPages,
	});
	const authenticate = createAuthentication(keys, config.apiKeys);
	registerMonitoring(server, { readiness, listNotices, metrics, authenticate });

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
	const queueParts = { jobs, secrets, admit, kinds: watchJobs(kinds, metrics), log };
	const queue =
		postgres && databaseUrl
			? await openSharedQueue({ ...queueParts, database: postgres, url: databaseUrl })
			: openLocalQueue({ ...queueParts, database });

	const operations: Operations = {
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
	};
	let first: Pick<App, 'firstKey' | 'firstPassword'> = {};
	if (role !== 'worker') {
		await acceptUploads(server);
		const countRequest = postgres ? createSharedRateWindows(postgres) : createLocalRateWindows();
		await registerApi(server, { keys, files, config, operations, countRequest });
		const dashboard = {
			database,
			signingSecret,
			keys,
			files,
			queue,
			operations,
			config,
			listNotices,
			pageTools: role === 'all' ? pageTools : undefined,
		};
		// Of processes that start at the same time, one creates what does not exist yet.
		first = await database.inTurn('first start', async () => {
			const firstPassword = await registerDashboard(server, dashboard);
			const needsKey = config.apiKeys.length === 0 && (await keys.list()).length === 0;
			const firstKey = needsKey ? (await keys.make('First key')).key : undefined;
			return { firstKey, firstPassword };
		});
	}

	await database.unlessDoneElsewhere('old secrets', () => {
		return sayIfLong(log, () =>
			protectOldJobs(database, (job) => protectOldJob(job, secrets), log),
		);
	});
	const stopRetention = await startRetention({
		database,
		files,
		downloadDirectory: join(workDirectory, 'documents'),
		keepDays: config.keepDays,
		log,
	});

	const closing = new AbortController();
	return {
		...first,
		server,
		async startBrowser() {
			if (role === 'api') return;
			try {
				await browser.warmUp();
			} catch (error) {
				if (error instanceof SandboxMissingError) throw error;
				log.error({ err: error }, 'the browser does not start: no page can be read');
			}
		},
		async start() {
			if (role !== 'api') await queue.work();
			readiness.started();
			if (role === 'api') return;
			cutWordsOfEarlierPages(database, closing.signal).catch((error: unknown) => {
				if (!closing.signal.aborted) log.warn({ err: error }, 'earlier pages could not be indexed');
			});
			void model?.checkAtStart?.(closing.signal);
		},
		async close() {
			readiness.stopping();
			closing.abort();
			const cutOff = setTimeout(() => server.server.closeAllConnections(), ANSWER_GRACE_MS);
			await Promise.all([server.close(), queue.stop()]);
			clearTimeout(cutOff);
			parse.close();
			await Promise.all([
				stopRetention(),
				browser.close(),
				plain.close(),
				content.close(),
				converter.close(),
			]);
			await database.close();
			unlock?.();
			await ownDirectory.remove();
		},
	};
}
