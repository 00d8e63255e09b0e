import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '../repository.mjs';

const COUNT_INTERVAL_MS = 3_000;

/**
 * Runs an npm installation and reports meanwhile how many packages have arrived, which npm itself
 * does not tell when its output is not a terminal.
 *
 * @param {string} folder Holds the package-lock.json that is installed.
 * @param {import('../steps.mjs').ReportDetail} report
 * @param {() => Promise<void>} install
 */
export async function withPackageCount(folder, report, install) {
	const total = Object.keys(readJson(path.join(folder, 'package-lock.json')).packages).filter(
		isTopLevel,
	).length;
	const timer = setInterval(() => {
		void countPackages(folder).then((count) => report(describeCount(count, total)));
	}, COUNT_INTERVAL_MS);
	try {
		await install();
	} finally {
		clearInterval(timer);
	}
}

/**
 * @param {number} count
 * @param {number} total
 */
function describeCount(count, total) {
	return count === 0 ? 'downloading' : `${Math.min(count, total)} of ${total} packages unpacked`;
}

/** @param {string} lockedFolder A key of a lockfile's `packages`. */
function isTopLevel(lockedFolder) {
	return lockedFolder.lastIndexOf('node_modules/') === 0;
}

/** @param {string} folder */
async function countPackages(folder) {
	const modules = path.join(folder, 'node_modules');
	const names = await listNames(modules);
	const scopes = names.filter((name) => name.startsWith('@'));
	const scoped = await Promise.all(
		scopes.map(async (scope) =>
			(await listNames(path.join(modules, scope))).map((name) => path.join(scope, name)),
		),
	);
	const packages = [...names, ...scoped.flat()];
	const unpacked = await Promise.all(
		packages.map((name) => isFile(path.join(modules, name, 'package.json'))),
	);
	return unpacked.filter(Boolean).length;
}

/** @param {string} folder */
async function listNames(folder) {
	const names = await readdir(folder).catch(() => []);
	return names.filter((name) => !name.startsWith('.'));
}

/** @param {string} file */
async function isFile(file) {
	return await access(file).then(
		() => true,
		() => false,
	);
}
