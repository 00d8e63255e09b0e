import { DatabaseSync } from 'node:sqlite';

/** Maximum wait for other processes, in milliseconds. */
const BUSY_LIMIT_MS = 60_000;

/**
 * Copies a database in the state of one moment, while others write to it.
 * @param target a file that does not exist yet
 */
export function copyDatabase(source: string, target: string): void {
	const database = new DatabaseSync(source, { timeout: BUSY_LIMIT_MS });
	try {
		database.prepare('VACUUM INTO ?').run(target);
	} finally {
		database.close();
	}
}
