import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createJobModules } from './assembly/jobModules.ts';
import { createReaders, type Readers } from './assembly/readers.ts';
import { openStores, type Stores } from './assembly/stores.ts';
import { SandboxMissingError } from './browser/pool/launch.ts';
import type { Config } from './config.ts';
import { registerDashboard } from './dashboard/dashboard.ts';
import { checkDatabase } from './db/database.ts';
import { cutWordsOfEarlierPages } from './db/earlierPages.ts';
import { JobListing } from './db/jobListing.ts';
import { JobsRepository } from './db/jobs.ts';
import { createKeysRepository, type KeysRepository } from './db/keys.ts';
import { protectOldJobs } from './db/oldSecrets.ts';
import { sayIfLong } from './db/sayIfLong.ts';
import { createSharedRateWindows } from './db/sharedLimits.ts';
import { createUsageRepository } from './db/usage.ts';
import { createAdmission } from './engine/admission.ts';
import { openLocalQueue, openSharedQueue } from './engine/openQueue.ts';
import type { JobQueue } from './engine/queue.ts';
import { startRetention } from './engine/retention.ts';
import { createAuthentication, createLocalRateWindows } from './http/access.ts';
import { createServer, registerApi } from './http/server.ts';
import { Metrics } from './monitoring/metrics.ts';
import {
	createReadiness,
	type Readiness,
	registerMonitoring,
} from './monitoring/monitoringRoutes.ts';
import { describeCurrentJob, watchJobs } from './monitoring/watchJobs.ts';
import { acceptUploads } from './parse/api/files.ts';
import { protectOldJob } from './secrets/protectOldJob.ts';

// How long a closing server waits for unfinished responses, such as downloads.
const ANSWER_GRACE_MS = 1500;

/** What was created because there was none yet: to be shown once. */
interface FirstSecrets {
	firstKey?: string | undefined;
	/** For the dashboard. */
	firstPassword?: string | undefined;
}

interface AppParts {
	config: Config;
	server: FastifyInstance;
	stores: Stores;
	keys: KeysRepository;
	readers: Readers;
	modules: ReturnType<typeof createJobModules>;
	queue: JobQueue;
	readiness: Readiness;
	stopRetention(): Promise<void>;
}

/**
 * Builds the whole service.
 * @throws DataDirectoryInUseError if another service runs on the same data folder;
 *   StorageUnavailableError if a setting of the file storage is wrong;
 *   DatabaseUnavailableError if the Postgres of `DATABASE_URL` cannot be used
 */
export async function createApp(config: Config): Promise<App> {
	const server = createServer({ config, describeWork: describeCurrentJob });
	const { log } = server;
	const stores = await openStores(config, log);
	const { database, shared, files, secrets, workDirectory } = stores;
	const readers = createReaders(config, stores, log);
	const keys = createKeysRepository(database);
	const usage = createUsageRepository(database);
	const modules = createJobModules({ config, stores, readers, usage, log });
	const readiness = createReadiness({
		database: () => checkDatabase(database),
		files: () => files.check(),
	});
	const metrics = monitor({ config, server, stores, keys, readers, readiness });

	const jobs = new JobsRepository(database);
	const admit = createAdmission({ jobs, usage, config });
	const kinds = watchJobs(modules.kinds, metrics);
	const queueParts = { jobs, secrets, admit, kinds, log };
	const queue = shared
		? await openSharedQueue({ ...queueParts, ...shared })
		: openLocalQueue({ ...queueParts, database });
	const parts = { config, server, stores, keys, readers, modules, queue, readiness };
	const first = config.role === 'worker' ? {} : await openDoors(parts);

	await database.unlessDoneElsewhere('old secrets', () =>
		sayIfLong(log, () => protectOldJobs(database, (job) => protectOldJob(job, secrets), log)),
	);
	const stopRetention = await startRetention({
		database,
		files,
		downloadDirectory: join(workDirectory, 'documents'),
		keepDays: config.keepDays,
		log,
	});
	return new App({ ...parts, stopRetention }, first);
}

/** Adds the endpoints that report how the service is. */
function monitor(
	parts: Pick<AppParts, 'config' | 'server' | 'stores' | 'keys' | 'readers' | 'readiness'>,
): Metrics {
	const { config, server, stores, keys, readers, readiness } = parts;
	const { browser } = readers.pageTools;
	const metrics = new Metrics({
		countUnfinished: () => new JobListing(stores.database).countByKind(),
		countPages: () => browser.countPages(),
		countDocuments: () => readers.converter.count(),
		dataDirectory: stores.workDirectory,
		isReady: async () => (await readiness.listObstacles()).length === 0,
		maxPages: config.maxConcurrentPages,
	});
	const authenticate = createAuthentication(keys, config.apiKeys);
	const listNotices = () => listNoticesOf(readers);
	registerMonitoring(server, { readiness, listNotices, metrics, authenticate });
	return metrics;
}

function listNoticesOf({ pageTools: { model } }: Readers): string[] {
	return model?.trouble === undefined ? [] : [model.trouble];
}

/** Adds the endpoints of the API and the dashboard. */
async function openDoors(parts: Omit<AppParts, 'stopRetention'>): Promise<FirstSecrets> {
	const { config, server, stores, keys, readers, modules, queue } = parts;
	const { database, shared, files, signingSecret } = stores;
	const operations = modules.createOperations(queue);
	await acceptUploads(server);
	const countRequest = shared ? createSharedRateWindows(shared.database) : createLocalRateWindows();
	await registerApi(server, { keys, files, config, operations, countRequest });
	const dashboard = {
		database,
		signingSecret,
		keys,
		files,
		queue,
		operations,
		config,
		listNotices: () => listNoticesOf(readers),
		pageTools: config.role === 'all' ? readers.pageTools : undefined,
	};
	// Of processes that start at the same time, one creates what does not exist yet.
	return database.inTurn('first start', async () => {
		const firstPassword = await registerDashboard(server, dashboard);
		const needsKey = config.apiKeys.length === 0 && (await keys.list()).length === 0;
		const firstKey = needsKey ? (await keys.make('First key')).key : undefined;
		return { firstKey, firstPassword };
	});
}

/** The service, put together but not yet running. */
export class App implements FirstSecrets {
	readonly #parts: AppParts;
	readonly #closing = new AbortController();
	readonly firstKey: string | undefined;
	readonly firstPassword: string | undefined;

	constructor(parts: AppParts, { firstKey, firstPassword }: FirstSecrets) {
		this.#parts = parts;
		this.firstKey = firstKey;
		this.firstPassword = firstPassword;
	}

	/** Ready to listen; jobs only run after {@link App.start}. */
	get server(): FastifyInstance {
		return this.#parts.server;
	}

	/**
	 * Starts the browser, so that a machine without a sandbox for it fails at the start with that reason. If it
	 * does not start for another reason, that is logged: what needs no browser still works.
	 * @throws SandboxMissingError
	 */
	async startBrowser(): Promise<void> {
		const { config, readers } = this.#parts;
		if (config.role === 'api') return;
		try {
			await readers.pageTools.browser.warmUp();
		} catch (error) {
			if (error instanceof SandboxMissingError) throw error;
			this.server.log.error({ err: error }, 'the browser does not start: no page can be read');
		}
	}

	/** Begins to run jobs, unless only other processes do; first those that the last process left. */
	async start(): Promise<void> {
		const { config, stores, readers, queue, readiness } = this.#parts;
		if (config.role !== 'api') await queue.work();
		readiness.started();
		if (config.role === 'api') return;
		const { signal } = this.#closing;
		cutWordsOfEarlierPages(stores.database, signal).catch((error: unknown) => {
			if (signal.aborted) return;
			this.server.log.warn({ err: error }, 'earlier pages could not be indexed');
		});
		void readers.pageTools.model?.checkAtStart?.(signal);
	}

	/** Stops accepting requests, puts running jobs back, closes the browser and the database. */
	async close(): Promise<void> {
		const { server, stores, readers, modules, queue, readiness, stopRetention } = this.#parts;
		readiness.stopping();
		this.#closing.abort();
		const cutOff = setTimeout(() => server.server.closeAllConnections(), ANSWER_GRACE_MS);
		await Promise.all([server.close(), queue.stop()]);
		clearTimeout(cutOff);
		modules.close();
		await Promise.all([stopRetention(), readers.close()]);
		await stores.close();
	}
}
