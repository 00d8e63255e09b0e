import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CODE_FOLDER, IS_IN_REPOSITORY } from './code.ts';

/** Where data is stored by default: beside the code, or where a user starts the package. */
export function defaultDataDirectory(): string {
	return IS_IN_REPOSITORY ? join(CODE_FOLDER, '../.data') : resolve('web-data-extraction-data');
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
