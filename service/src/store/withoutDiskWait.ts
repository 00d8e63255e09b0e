import type { DatabaseSync } from 'node:sqlite';

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
