import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url));
/** Waiting for another writer, the key tool say, holds every request up. */
const BUSY_TIMEOUT_MS = 1000;
/** What is left of the write-ahead log when nothing is in it. */
const MAX_IDLE_LOG_BYTES = 16 * 1024 * 1024;
/** `PRAGMA auto_vacuum`: deleted pages are given back by {@link giveSpaceBack}. */
const INCREMENTAL = 2;
/** Pages given back at a time; one has 4 KB. */
const PAGES_PER_STEP = 256;

/**
 * Opens the database in a data folder and brings it to the newest form. The folder is made when
 * missing, readable by its owner only: requests in it may hold cookies. Whoever opens it closes it.
 */
export function openDatabase(dataDirectory: string): DatabaseSync {
	mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(join(dataDirectory, 'service.db'), {
		timeout: BUSY_TIMEOUT_MS,
	});
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

/** Runs `work` in one transaction: all of its writes stay, or none when it throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		// A full disk has ended it already.
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

/**
 * Gives the space of deleted rows back to the file system, a little at a time, so that requests are
 * answered in between.
 */
export async function giveSpaceBack(database: DatabaseSync): Promise<void> {
	const hasFree = (): boolean =>
		database.isOpen &&
		Number(database.prepare('PRAGMA freelist_count').get()?.['freelist_count']) > 0;
	if (!hasFree()) return;
	while (hasFree()) {
		withoutDiskWait(database, () => database.exec(`PRAGMA incremental_vacuum(${PAGES_PER_STEP})`));
		await nextTurn();
	}
	// Only then the file itself becomes shorter.
	if (database.isOpen) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/**
 * Runs writes that are kept at once, should the process end, but wait for no disk: a power cut may
 * take the last of them. For what can be had again: waiting holds every other request up for some
 * milliseconds per write. Not to be called inside a transaction.
 */
export function withoutDiskWait<Result>(database: DatabaseSync, work: () => Result): Result {
	database.exec('PRAGMA synchronous = NORMAL');
	try {
		return work();
	} finally {
		database.exec('PRAGMA synchronous = FULL');
	}
}

// By name and not by a version number: a room's file may come to a database that has later ones.
function migrate(database: DatabaseSync): void {
	database.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT');
	const names = readdirSync(MIGRATIONS_DIRECTORY).filter((name) => name.endsWith('.sql'));
	const insert = database.prepare('INSERT OR IGNORE INTO migrations (name) VALUES (?)');
	for (const name of names.sort()) {
		inTransaction(database, () => {
			const isApplied = insert.run(name).changes === 0;
			if (!isApplied) database.exec(readFileSync(join(MIGRATIONS_DIRECTORY, name), 'utf8'));
		});
	}
}
