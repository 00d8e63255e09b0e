import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the service's code. */
const CODE_FOLDER = dirname(fileURLToPath(import.meta.url));

/** `.ts` in the repository, where it runs directly; `.js` in the published package. */
const ENDING = extname(fileURLToPath(import.meta.url));

/** Where data is stored by default: beside the code, or where a user starts the package. */
export function defaultDataDirectory(): string {
	return ENDING === '.ts' ? join(CODE_FOLDER, '../.data') : resolve('web-data-extraction-data');
}

/**
 * A program of the service that runs in a separate thread or process.
 * @param name its path without the ending, relative to the module
 * @param moduleUrl `import.meta.url` of the module that starts it
 */
export function programUrl(name: string, moduleUrl: string): URL {
	return new URL(`${name}${ENDING}`, moduleUrl);
}

/**
 * The packages of the repository that the service is made of: there, the folder of libraries only has
 * links to them.
 */
const LINKED_PACKAGES = ENDING === '.ts' ? [join(CODE_FOLDER, '../../packages')] : [];

/** What the service's programs consist of: its code, the libraries, and the files needed to load them. */
export function codePaths(): string[] {
	const above = foldersAbove(CODE_FOLDER).flatMap((folder) => [
		join(folder, 'package.json'),
		join(folder, 'node_modules'),
	]);
	return [CODE_FOLDER, ...LINKED_PACKAGES, ...above.filter((path) => existsSync(path))];
}

function foldersAbove(folder: string): string[] {
	const parent = dirname(folder);
	return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

/** For services that run as root: Chromium then runs as another user, who can't read /root. */
const SHARED_CACHE = '/var/cache';

/** Folder of what can be created again: the unpacked browser, compiled code. */
export function cacheDirectory(): string {
	const own = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
	const root = process.getuid?.() === 0 && !isOpenToOthers(own) ? SHARED_CACHE : own;
	return join(root, 'web-data-extraction');
}

/** Whether every user may read a folder; if it does not exist yet, its parent decides. */
function isOpenToOthers(directory: string): boolean {
	const state = statSync(directory, { throwIfNoEntry: false });
	const isOpen = state === undefined || (state.mode & 0o001) !== 0;
	const parent = dirname(directory);
	return isOpen && (parent === directory || isOpenToOthers(parent));
}
