import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { startChild } from '../children.mjs';
import { node24Environment } from '../node24.mjs';
import { inDataFolder, readJson, repositoryFolder } from '../repository.mjs';
import { tallyJestResult } from './jestTally.mjs';
import { FAILED, PASSED } from './tally.mjs';

/**
 * Runs a script of package.json that is one check; its output goes to the terminal.
 * @param {string} script
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runScript(script) {
	return (await runNpm(script, [])) === 0 ? PASSED : FAILED;
}

/**
 * Runs a script of package.json that calls jest.
 * @param {string} script
 * @param {string[]} args More arguments for jest.
 * @returns {Promise<import('./tally.mjs').Tally>} Each test counts.
 */
export async function runJestScript(script, args = []) {
	const resultFile = inDataFolder('test-results', `${script.replace(':', '-')}.json`);
	mkdirSync(inDataFolder('test-results'), { recursive: true });
	rmSync(resultFile, { force: true });
	const exitCode = await runNpm(script, ['--', '--json', `--outputFile=${resultFile}`, ...args]);
	return tallyJestResult(existsSync(resultFile) ? readJson(resultFile) : undefined, exitCode);
}

/**
 * @param {string} script
 * @param {string[]} args
 */
async function runNpm(script, args) {
	const child = startChild({
		name: `npm run ${script}`,
		command: 'npm',
		args: ['run', '--silent', script, ...args],
		cwd: repositoryFolder,
		env: node24Environment(),
	});
	return (await child.ended).exitCode;
}
