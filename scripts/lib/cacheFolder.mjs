import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * @param {string} name Of what lies there, e.g. "n8n".
 * @param {(string | Buffer)[]} contents What it is made from: other contents get another folder.
 * @returns {string} A folder in the user's cache folder (`XDG_CACHE_HOME`, else ~/.cache), which all
 * checkouts share.
 */
export function cacheFolderOf(name, contents) {
	const cacheFolder = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
	const key = createHash('sha256');
	for (const content of contents) {
		key.update(content);
	}
	const folder = `${name}-${key.digest('hex').slice(0, 16)}`;
	return path.join(cacheFolder, 'n8n-nodes-web-data-extraction', folder);
}
