import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runChild } from '../children.mjs';
import { withLock } from '../lock.mjs';
import { n8nFolder, n8nProgram, n8nVersion } from '../n8n/installation.mjs';
import { node24Environment, node24HeadersFolder } from '../node24.mjs';
import { inDataFolder, inRepository } from '../repository.mjs';
import { say, step } from '../steps.mjs';
import { withPackageCount } from './packageCount.mjs';

/** The add-ons that n8n cannot run without; its other native packages are optional to it. */
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'];

/**
 * Installs n8n into the user's cache folder, once for all checkouts with the same n8n lockfile.
 * It is put together beside its place and moved there when complete, so that an interrupted
 * installation never looks finished.
 *
 * @returns {Promise<void>}
 */
export async function setUpN8n() {
	const folder = n8nFolder();
	if (isComplete(folder)) {
		return;
	}
	const onWait = (/** @type {number} */ pid) =>
		say(`Another set-up (process ${pid}) is installing n8n: waiting for it …`);
	await withLock(`${folder}.lock`, onWait, async () => {
		if (isComplete(folder)) {
			return;
		}
		await removeLeftovers(folder);
		const draft = `${folder}.partial-${process.pid}`;
		await install(draft);
		writeFileSync(markerOf(draft), `${new Date().toISOString()}\n`);
		renameSync(draft, folder);
	});
}

/** @param {string} folder */
async function install(folder) {
	mkdirSync(folder, { recursive: true });
	for (const file of ['package.json', 'package-lock.json']) {
		copyFileSync(inRepository('scripts/n8n', file), path.join(folder, file));
	}
	say(`n8n goes to ${path.dirname(folder)} (about 2.7 GB, a few minutes, once).`);
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

/** @param {string} folder */
async function removeLeftovers(folder) {
	const leftovers = readdirSync(path.dirname(folder)).filter(
		(name) =>
			name === path.basename(folder) || name.startsWith(`${path.basename(folder)}.partial-`),
	);
	if (leftovers.length > 0) {
		await step('Removing an unfinished installation of n8n', () =>
			Promise.all(
				leftovers.map((name) =>
					rm(path.join(path.dirname(folder), name), { recursive: true, force: true }),
				),
			),
		);
	}
}

/** @param {string} folder */
function isComplete(folder) {
	return existsSync(markerOf(folder)) && existsSync(n8nProgram(folder));
}

/** @param {string} folder */
function markerOf(folder) {
	return path.join(folder, 'installed-at');
}
