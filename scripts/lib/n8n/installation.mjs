import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolderOf } from '../cacheFolder.mjs';
import { inRepository, readJson } from '../repository.mjs';

/**
 * @returns {string} Where n8n is installed: in the user's cache folder, under a name made from what is
 * installed (n8n's lockfile) and for what (Node, platform).
 */
export function n8nFolder() {
	return cacheFolderOf('n8n', [
		readFileSync(inRepository('scripts/n8n/package-lock.json')),
		readJson(inRepository('package.json')).devDependencies.node,
		`${process.platform}-${process.arch}`,
	]);
}

/**
 * @param {string} [folder] Default: where n8n is installed.
 * @returns {string} n8n's program, to be run by Node 24.
 */
export function n8nProgram(folder = n8nFolder()) {
	return path.join(folder, 'node_modules/n8n/bin/n8n');
}

/** @returns {string} The version of n8n that is installed and tested with. */
export function n8nVersion() {
	return readJson(inRepository('scripts/n8n/package.json')).dependencies.n8n;
}
