import path from 'node:path';
import { runChild } from '../children.mjs';
import { n8nFolder, n8nRelease, n8nVersion } from '../n8n/installation.mjs';
import { node24Environment, node24HeadersFolder } from '../node24.mjs';
import { inDataFolder } from '../repository.mjs';
import { say, step } from '../steps.mjs';
import { installOnce } from './cachedInstallation.mjs';
import { withPackageCount } from './packageCount.mjs';

/** The add-ons that n8n cannot run without; its other native packages are optional to it. */
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'];

/**
 * Installs n8n into the user's cache folder, once for all checkouts with the same n8n lockfile.
 * @returns {Promise<void>}
 */
export async function setUpN8n() {
	await installOnce({
		name: 'n8n',
		folder: n8nFolder(),
		program: 'node_modules/n8n/bin/n8n',
		packageFolder: n8nRelease().packageFolder,
		install,
	});
}

/** @param {string} folder */
async function install(folder) {
	say(`n8n is installed in ${path.dirname(folder)}, once (up to 2.7 GB, a few minutes).`);
	await step(`Installing n8n ${n8nVersion()}`, (report) =>
		withPackageCount(folder, report, () =>
			runNpm(folder, ['ci', '--ignore-scripts'], 'setup-n8n.log'),
		),
	);
	await step(`Building n8n's native packages (${NATIVE_PACKAGES.join(', ')})`, () =>
		runNpm(
			folder,
			['rebuild', ...NATIVE_PACKAGES, '--ignore-scripts=false'],
			'setup-n8n-native.log',
		),
	);
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @param {string} logName
 */
async function runNpm(folder, args, logName) {
	await runChild({
		name: `npm ${args.join(' ')}`,
		command: 'npm',
		args: [...args, '--no-audit', '--no-fund'],
		cwd: folder,
		// Without nodedir the add-ons would be built against the system's Node headers.
		env: { ...node24Environment(), npm_config_nodedir: node24HeadersFolder() },
		logFile: inDataFolder('logs', logName),
	});
}
