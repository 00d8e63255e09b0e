import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { sayIfLong } from '../db/sayIfLong.ts';
import { readSigningSecret } from '../db/settings.ts';
import { lockDataDirectory } from '../db/sqlite/lock.ts';
import { openSqliteDatabase } from '../db/sqlite/openDatabase.ts';
import { createFileStore, type FileStore } from '../files/fileStore.ts';
import { openStorage, type OpenStorage } from '../files/openStorage.ts';
import { takeFromOthers } from '../files/ownFiles.ts';
import { StorageUnavailableError } from '../files/storage.ts';
import { SecretBox } from '../secrets/secretBox.ts';
import { keepTemporaryFilesIn, openWorkDirectory } from './workDirectory.ts';

/** Where the service keeps what it stores. */
export interface Stores {
	database: Database;
	/** The same database if several processes may share it, with its address. */
	shared: { database: Database; url: string } | undefined;
	storage: OpenStorage;
	/** Screenshots, and the HTML and Markdown of crawled pages. */
	files: FileStore;
	/** Encrypts what jobs need and nobody may read. */
	secrets: SecretBox;
	/** Signs links to files and addresses for uploads. */
	signingSecret: string;
	/** The data folder; where processes share a database, a temporary folder of this one. */
	workDirectory: string;
	/** To be called when nothing uses them any more. */
	close(): Promise<void>;
}

/**
 * Opens the database and the file storage.
 * @throws DataDirectoryInUseError, StorageUnavailableError, DatabaseUnavailableError
 */
export async function openStores(config: Config, log: FastifyBaseLogger): Promise<Stores> {
	const { databaseUrl: url, dataDirectory } = config;
	const unlock = url === undefined ? lockDataDirectory(dataDirectory) : undefined;
	if (unlock !== undefined) await takeFromOthers(dataDirectory);
	const shared = url === undefined ? undefined : { database: await openPostgres(url, log), url };
	const database =
		shared?.database ?? (await sayIfLong(log, () => openSqliteDatabase(dataDirectory)));
	const ownDirectory = await openWorkDirectory();
	keepTemporaryFilesIn(ownDirectory.path);
	const workDirectory = shared ? ownDirectory.path : dataDirectory;
	const storage = await openStorage({ files: config.files, workDirectory });
	const signingSecret = await readSigningSecret(database);
	const stores = {
		...{ database, shared, storage, signingSecret, workDirectory },
		files: createFileStore(storage('files'), signingSecret),
		secrets: new SecretBox(storage('keys')),
		async close() {
			await database.close();
			unlock?.();
			await ownDirectory.remove();
		},
	};
	await checkStorage(stores, log);
	return stores;
}

// A large library is loaded only if it is used.
async function openPostgres(url: string, log: FastifyBaseLogger): Promise<Database> {
	const { openPostgresDatabase } = await import('../db/postgres/openDatabase.ts');
	return openPostgresDatabase({ url, log });
}

/** The service also starts if the file storage is away for now. @throws StorageUnavailableError if it refuses */
async function checkStorage(
	{ database, files, secrets }: Pick<Stores, 'database' | 'files' | 'secrets'>,
	log: FastifyBaseLogger,
): Promise<void> {
	try {
		await files.check();
		await database.inTurn('key of requests', () => secrets.makeKey());
	} catch (error) {
		if (!(error instanceof StorageUnavailableError) || error.isRefusal) throw error;
		log.error({ reason: error.message }, 'file storage unreachable');
	}
}
