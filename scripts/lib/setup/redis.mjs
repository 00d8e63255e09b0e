import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath, findRedis, REDIS_PROGRAM, redisFolder } from '../redis/installation.mjs';
import { step } from '../steps.mjs';
import { installOnce } from './cachedInstallation.mjs';

const run = promisify(execFile);

/** The server of Debian and its kin is a link to a program of the tools. */
const PACKAGES = ['redis-server', 'redis-tools'];

/** Packages that Redis needs and that any Debian has, or that only set the system up. */
const NOT_NEEDED = /^(?:libc6|adduser|lsb-base|redis-.*)$/;

/**
 * Makes sure that there is a Redis: the machine's own, else that of Debian, fetched with apt and
 * unpacked into the user's cache folder. Needs no root.
 * @returns {Promise<string | undefined>} Why there is none; undefined when there is one.
 */
export async function setUpRedis() {
	if (findRedis() !== undefined) {
		return undefined;
	}
	const missing = ['apt-get', 'apt-cache', 'dpkg-deb'].find((tool) => !findOnPath(tool));
	if (missing !== undefined) {
		return `there is no redis-server on the PATH, and no ${missing} to fetch one with`;
	}
	try {
		await installOnce({
			name: 'Redis',
			folder: redisFolder(),
			program: REDIS_PROGRAM,
			install: (folder) => step('Fetching Redis for the tests', () => unpack(folder)),
		});
	} catch (error) {
		const [reason] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
		return `there is no redis-server on the PATH, and apt could not fetch one (${reason})`;
	}
	return undefined;
}

/** @param {string} folder */
async function unpack(folder) {
	const { stdout } = await run('apt-cache', ['depends', '--important', 'redis-tools']);
	const depends = [...stdout.matchAll(/^\s+Depends: (\S+)$/gm)].map(([, name = '']) => name);
	const libraries = depends.filter((name) => !NOT_NEEDED.test(name) && !name.startsWith('<'));
	await run('apt-get', ['download', ...PACKAGES, ...libraries], { cwd: folder });
	for (const file of await readdir(folder)) {
		if (file.endsWith('.deb')) {
			await run('dpkg-deb', ['-x', path.join(folder, file), folder]);
		}
	}
}
