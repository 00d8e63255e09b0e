import { DatabaseSync } from 'node:sqlite';

/** Longest that others may keep it waiting, in milliseconds. */
const BUSY_LIMIT_MS = 60_000;

/**
 * Copies a database as it is at one moment, while others write to it.
 * @param target a file that is not there yet
 */
export function copyDatabase(source: string, target: string): void {
	const database = new DatabaseSync(source, { timeout: BUSY_LIMIT_MS });
	try {
		database.prepare('VACUUM INTO ?').run(target);
	} finally {
		database.close();
	}
}
