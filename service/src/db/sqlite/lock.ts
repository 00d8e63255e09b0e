import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown when another service already works on the same data folder. */
export class DataDirectoryInUseError extends Error {
	override name = 'DataDirectoryInUseError' as const;

	constructor(dataDirectory: string, options: ErrorOptions) {
		super(
			`Another service is using the data folder ${dataDirectory}. ` +
				'Stop it, or give this one its own folder with DATA_DIR.',
			options,
		);
	}
}

/**
 * Locks a data folder for this process: two services on one folder would run every job twice.
 * The lock is SQLite's own, so the system frees it even when the process is killed.
 * @returns a function that releases it
 * @throws DataDirectoryInUseError
 */
export function lockDataDirectory(dataDirectory: string): () => void {
	mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
	const lock = new DatabaseSync(join(dataDirectory, 'lock.db'), { timeout: 0 });
	try {
		lock.exec('BEGIN EXCLUSIVE');
	} catch (cause) {
		lock.close();
		throw new DataDirectoryInUseError(dataDirectory, { cause });
	}
	return () => lock.close();
}
