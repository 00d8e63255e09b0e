import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '../children.mjs';
import { readJson } from '../repository.mjs';

/**
 * Puts a packed package where n8n keeps the community packages that a user has installed. An
 * earlier version of it is replaced. n8n has to be started afterwards.
 *
 * @param {string} tarball
 * @param {string} userFolder n8n's.
 */
export async function installCommunityPackage(tarball, userFolder) {
	const modules = path.join(userFolder, '.n8n/nodes/node_modules');
	mkdirSync(modules, { recursive: true });
	const draft = mkdtempSync(path.join(modules, '.unpacked-'));
	await runChild({
		name: `Unpacking ${tarball}`,
		command: 'tar',
		args: ['-xzf', tarball, '-C', draft, '--strip-components=1'],
		logFile: path.join(userFolder, 'unpack.log'),
	});
	const folder = path.join(modules, readJson(path.join(draft, 'package.json')).name);
	rmSync(folder, { recursive: true, force: true });
	renameSync(draft, folder);
}
