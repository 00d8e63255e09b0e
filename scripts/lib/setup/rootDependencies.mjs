import { existsSync } from 'node:fs';
import { runChild } from '../children.mjs';
import { inDataFolder, inRepository, readJson, repositoryFolder } from '../repository.mjs';
import { step } from '../steps.mjs';
import { withPackageCount } from './packageCount.mjs';

/**
 * One entry of a lockfile's `packages`.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * Installs the packages of the repository's lockfile when node_modules holds others or none.
 * @returns {Promise<void>}
 */
export async function setUpRootDependencies() {
	if (areRootDependenciesInstalled()) {
		return;
	}
	await step('Installing the packages of this project (npm ci)', (report) =>
		withPackageCount(repositoryFolder, report, async () => {
			// For each package of the lockfile npm would ask again which versions there are, before it takes
			// the one that it has kept.
			await installPackages('--prefer-offline').catch(
				// What it has kept may be older than the lockfile.
				async () => await installPackages(),
			);
		}),
	);
}

/** @param {string[]} options */
async function installPackages(...options) {
	await runChild({
		name: 'npm ci',
		command: 'npm',
		args: ['ci', '--no-audit', '--no-fund', ...options],
		cwd: repositoryFolder,
		logFile: inDataFolder('logs/setup-packages.log'),
	});
}

/**
 * @returns {boolean} Whether what is installed is what the lockfile names, and still there. npm
 * writes the list that is compared at the very end of an installation, so an interrupted one has
 * none. The list may lack packages of the lockfile (those of other platforms, and what only they
 * need), but never one that this project asks for by name.
 */
function areRootDependenciesInstalled() {
	const installedList = inRepository('node_modules/.package-lock.json');
	if (!existsSync(installedList)) {
		return false;
	}
	/** @type {Record<string, LockedPackage>} */
	const installed = readJson(installedList).packages;
	/** @type {Record<string, LockedPackage>} */
	const locked = readJson(inRepository('package-lock.json')).packages;
	const isIntact = Object.entries(installed).every(
		([folder, { version }]) =>
			locked[folder]?.version === version && existsSync(inRepository(folder, 'package.json')),
	);
	return (
		isIntact &&
		directDependencies(locked).every((folders) => folders.some((folder) => installed[folder]))
	);
}

/**
 * @param {Record<string, LockedPackage>} locked
 * @returns {string[][]} For each package that the project or a workspace of it asks for, the
 * folders that may hold it.
 */
function directDependencies(locked) {
	return Object.entries(locked)
		.filter(([folder]) => !folder.includes('node_modules/'))
		.flatMap(([workspace, { dependencies, devDependencies }]) =>
			Object.keys({ ...dependencies, ...devDependencies }).map((name) => [
				`node_modules/${name}`,
				`${workspace}/node_modules/${name}`,
			]),
		);
}
