import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cacheFolderOf } from '../cacheFolder.mjs';

/** Where the program lies in its unpacked Debian package. */
export const REDIS_PROGRAM = 'usr/bin/redis-server';

/**
 * @typedef {object} RedisProgram
 * @property {string} command
 * @property {NodeJS.ProcessEnv} env What it needs to find its libraries.
 */

/**
 * @returns {RedisProgram | undefined} The Redis of this machine, else the one that was unpacked into the
 * user's cache folder; undefined when there is neither.
 */
export function findRedis() {
	const installed = findOnPath('redis-server');
	if (installed !== undefined) {
		return { command: installed, env: {} };
	}
	const folder = redisFolder();
	const command = path.join(folder, REDIS_PROGRAM);
	if (!existsSync(command)) {
		return undefined;
	}
	const libraries = ['usr/lib', 'lib'].flatMap((name) => listFolders(path.join(folder, name)));
	return { command, env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

/** @returns {string} Where Redis is unpacked. */
export function redisFolder() {
	return cacheFolderOf('redis', [process.platform, process.arch]);
}

/**
 * @param {string} program
 * @returns {string | undefined}
 */
export function findOnPath(program) {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter);
	return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
}

/** @param {string} folder */
function listFolders(folder) {
	if (!existsSync(folder)) {
		return [];
	}
	const entries = readdirSync(folder, { withFileTypes: true });
	return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
}
