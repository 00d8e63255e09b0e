import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string[]} sources Files and folders; those that do not exist count as empty.
 * @param {(file: string) => boolean} [includes] Which files of the folders count. Default: all.
 * @returns {string} A hash of their names and contents.
 */
export function hashContents(sources, includes = () => true) {
	const hash = createHash('sha256');
	for (const source of sources) {
		for (const file of listFiles(source).filter(includes)) {
			hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
		}
	}
	return hash.digest('hex');
}

/**
 * @param {string} source
 * @returns {string[]}
 */
function listFiles(source) {
	const stats = statSync(source, { throwIfNoEntry: false });
	if (!stats) {
		return [];
	}
	return stats.isDirectory()
		? readdirSync(source)
				.sort()
				.flatMap((name) => listFiles(path.join(source, name)))
		: [source];
}
