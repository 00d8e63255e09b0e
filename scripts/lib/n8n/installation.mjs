import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { inRepository, readJson } from '../repository.mjs';

/**
 * @returns {string} Where n8n is installed: in the user's cache folder (`XDG_CACHE_HOME`, else
 * ~/.cache), under a name made from what is installed (n8n's lockfile) and for what (Node, platform).
 */
export function n8nFolder() {
	const cacheFolder = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
	const key = createHash('sha256')
		.update(readFileSync(inRepository('scripts/n8n/package-lock.json')))
		.update(readJson(inRepository('package.json')).devDependencies.node)
		.update(`${process.platform}-${process.arch}`)
		.digest('hex')
		.slice(0, 16);
	return path.join(cacheFolder, 'n8n-nodes-web-data-extraction', `n8n-${key}`);
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
