import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds this repository. */
export const repositoryFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** What this checkout keeps between runs: n8n's user folder, the service's data, logs, the packed package. */
export const dataFolder = path.join(repositoryFolder, '.data');

/**
 * @param {...string} segments
 * @returns {string} A path inside this repository.
 */
export function inRepository(...segments) {
	return path.join(repositoryFolder, ...segments);
}

/**
 * @param {...string} segments
 * @returns {string} A path inside the data folder.
 */
export function inDataFolder(...segments) {
	return path.join(dataFolder, ...segments);
}

/**
 * @param {string} file A JSON file's path.
 * @returns {any} Its parsed content.
 */
export function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}
