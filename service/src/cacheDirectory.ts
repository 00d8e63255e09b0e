import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** For services that run as root: Chromium then runs as another user, who can't look into /root. */
const SHARED_CACHE = '/var/cache';

/** Folder of what can be made again: the unpacked browser, compiled code. */
export function cacheDirectory(): string {
	const own = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
	const root = process.getuid?.() === 0 && !isOpenToOthers(own) ? SHARED_CACHE : own;
	return join(root, 'web-data-extraction');
}

/** Whether every user may look into a folder; what does not exist yet is judged by what holds it. */
function isOpenToOthers(directory: string): boolean {
	const state = statSync(directory, { throwIfNoEntry: false });
	const isOpen = state === undefined || (state.mode & 0o001) !== 0;
	const parent = dirname(directory);
	return isOpen && (parent === directory || isOpenToOthers(parent));
}
