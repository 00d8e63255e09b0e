import path from 'node:path';
import { runChild } from '../children.mjs';
import { node24Environment, node24Path } from '../node24.mjs';
import { POSTGRES_PACKAGE, postgresFolder, whyNoPostgres } from '../postgres/installation.mjs';
import { inDataFolder } from '../repository.mjs';
import { step } from '../steps.mjs';
import { installOnce } from './cachedInstallation.mjs';

/**
 * Installs the Postgres that the tests run into the user's cache folder, once for all checkouts with the
 * same lockfile. Does nothing where there is none for this machine.
 * @returns {Promise<void>}
 */
export async function setUpPostgres() {
	if (whyNoPostgres() !== undefined) {
		return;
	}
	await installOnce({
		name: 'Postgres',
		folder: postgresFolder(),
		program: `${POSTGRES_PACKAGE}/native/bin/postgres`,
		packageFolder: 'scripts/postgres',
		install: (folder) => step('Installing Postgres for the tests', () => install(folder)),
	});
}

/** @param {string} folder */
async function install(folder) {
	const env = node24Environment();
	const logFile = inDataFolder('logs', 'setup-postgres.log');
	await runChild({
		name: 'npm ci',
		command: 'npm',
		args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
		cwd: folder,
		env,
		logFile,
	});
	// Links between the libraries, which npm packages cannot hold.
	await runChild({
		name: 'hydrate-symlinks.js',
		command: node24Path,
		args: ['scripts/hydrate-symlinks.js'],
		cwd: path.join(folder, POSTGRES_PACKAGE),
		env,
		logFile: inDataFolder('logs', 'setup-postgres-links.log'),
	});
}
