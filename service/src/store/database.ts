import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url));
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the database in a data folder and brings it to the newest form. The folder is made when
 * missing, readable by its owner only: requests in it may hold cookies. Whoever opens it closes it.
 */
export function openDatabase(dataDirectory: string): DatabaseSync {
	mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(join(dataDirectory, 'service.db'), {
		timeout: BUSY_TIMEOUT_MS,
	});
	database.exec('PRAGMA journal_mode = WAL');
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
		database.exec('ROLLBACK');
		throw error;
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
