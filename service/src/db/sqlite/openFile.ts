import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url));
/** Waiting for another writer, the key tool say, holds every other statement up. */
const BUSY_TIMEOUT_MS = 1000;
/** What is left of the write-ahead log when nothing is in it. */
const MAX_IDLE_LOG_BYTES = 16 * 1024 * 1024;
/** `PRAGMA auto_vacuum`: deleted pages are given back a few at a time. */
const INCREMENTAL = 2;

/** Opens a database file for writing, made when missing, and brings it to the newest form. */
export function openForWriting(path: string): DatabaseSync {
	const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
	// Before anything is written: a database that has tables is rewritten for it.
	const { auto_vacuum: vacuum } = database.prepare('PRAGMA auto_vacuum').get() ?? {};
	if (vacuum !== INCREMENTAL) database.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}; VACUUM`);
	database.exec('PRAGMA journal_mode = WAL');
	database.exec(`PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES}`);
	// FULL, because a job is answered with 202 once its row is written: it must survive a power cut.
	database.exec('PRAGMA synchronous = FULL');
	migrate(database);
	return database;
}

/** Opens a database file that exists and is of the newest form, to read it beside its writer. */
export function openForReading(path: string): DatabaseSync {
	return new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}

// By name and not by a version number: a room's file may come to a database that has later ones.
function migrate(database: DatabaseSync): void {
	database.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT');
	const names = readdirSync(MIGRATIONS_DIRECTORY).filter((name) => name.endsWith('.sql'));
	const insert = database.prepare('INSERT OR IGNORE INTO migrations (name) VALUES (?)');
	for (const name of names.sort()) {
		database.exec('BEGIN IMMEDIATE');
		try {
			const isApplied = insert.run(name).changes === 0;
			if (!isApplied) database.exec(readFileSync(join(MIGRATIONS_DIRECTORY, name), 'utf8'));
			database.exec('COMMIT');
		} catch (error) {
			// A full disk has ended it already.
			if (database.isTransaction) database.exec('ROLLBACK');
			throw error;
		}
	}
}
