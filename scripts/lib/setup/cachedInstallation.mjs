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
import { withLock } from '../lock.mjs';
import { inRepository } from '../repository.mjs';
import { say, step } from '../steps.mjs';

/**
 * A program that is installed for the tests and lies outside of this checkout.
 * @typedef {object} CachedInstallation
 * @property {string} name For people, e.g. "n8n".
 * @property {string} folder Where it lies, complete.
 * @property {string} program Its program, below the folder.
 * @property {string} [packageFolder] In this repository: its package.json with the lockfile.
 * @property {(folder: string) => Promise<void>} install Fills a folder that holds these two files, if any.
 */

/**
 * Installs a program into the user's cache folder, once for all checkouts with the same lockfile. It is
 * put together beside its place and moved there when complete, so that an interrupted installation
 * never looks finished.
 *
 * @param {CachedInstallation} installation
 * @returns {Promise<void>}
 */
export async function installOnce({ name, folder, program, packageFolder, install }) {
	const isComplete = () => existsSync(markerOf(folder)) && existsSync(path.join(folder, program));
	if (isComplete()) {
		return;
	}
	const onWait = (/** @type {number} */ pid) =>
		say(`Another set-up (process ${pid}) is installing ${name}: waiting for it …`);
	await withLock(`${folder}.lock`, onWait, async () => {
		if (isComplete()) {
			return;
		}
		await removeLeftovers(name, folder);
		const draft = `${folder}.partial-${process.pid}`;
		mkdirSync(draft, { recursive: true });
		if (packageFolder !== undefined) {
			for (const file of ['package.json', 'package-lock.json']) {
				copyFileSync(inRepository(packageFolder, file), path.join(draft, file));
			}
		}
		await install(draft);
		writeFileSync(markerOf(draft), `${new Date().toISOString()}\n`);
		renameSync(draft, folder);
	});
}

/**
 * @param {string} name
 * @param {string} folder
 */
async function removeLeftovers(name, folder) {
	const leftovers = readdirSync(path.dirname(folder)).filter(
		(file) =>
			file === path.basename(folder) || file.startsWith(`${path.basename(folder)}.partial-`),
	);
	if (leftovers.length > 0) {
		await step(`Removing an unfinished installation of ${name}`, () =>
			Promise.all(
				leftovers.map((file) =>
					rm(path.join(path.dirname(folder), file), { recursive: true, force: true }),
				),
			),
		);
	}
}

/** @param {string} folder */
function markerOf(folder) {
	return path.join(folder, 'installed-at');
}
