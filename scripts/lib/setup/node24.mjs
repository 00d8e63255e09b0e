import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runChild } from '../children.mjs';
import { node24Path } from '../node24.mjs';
import { inDataFolder, inRepository, readJson, repositoryFolder } from '../repository.mjs';
import { step } from '../steps.mjs';

/**
 * Puts the Node 24 of the devDependency `node` into node_modules/.bin. That package fetches the
 * program in its installation script, and the repository's .npmrc switches such scripts off.
 *
 * @returns {Promise<void>}
 */
export async function setUpNode24() {
	const { version } = readJson(inRepository('node_modules/node/package.json'));
	if ((await installedVersion()) === `v${version}`) {
		return;
	}
	await step(`Installing Node ${version}`, () =>
		runChild({
			name: 'npm rebuild node',
			command: 'npm',
			args: ['rebuild', 'node', '--ignore-scripts=false'],
			cwd: repositoryFolder,
			logFile: inDataFolder('logs/setup-node.log'),
		}),
	);
}

/** @returns {Promise<string | undefined>} */
async function installedVersion() {
	try {
		return (await promisify(execFile)(node24Path, ['--version'])).stdout.trim();
	} catch {
		return undefined;
	}
}
