import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from '../../../scripts/lib/children.mjs';
import { inDataFolder } from '../../../scripts/lib/repository.mjs';
import { step } from '../../../scripts/lib/steps.mjs';

const FOLDER = import.meta.dirname;

/**
 * Imports a program that the bench measures beside. They have a lockfile of their own, so that
 * nobody has to install them who does not measure.
 *
 * @param {string} name As package.json beside this file has it.
 * @returns {Promise<any>} What the package exports.
 */
export async function importPeer(name) {
	// npm writes this list at the very end of an installation.
	if (!existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) {
		await step('Installing the programs to measure beside', install);
	}
	const require = createRequire(join(FOLDER, 'package.json'));
	return await import(pathToFileURL(require.resolve(name)).href);
}

async function install() {
	await runChild({
		name: 'npm ci',
		command: 'npm',
		args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
		cwd: FOLDER,
		logFile: inDataFolder('logs/setup-peers.log'),
	});
}
