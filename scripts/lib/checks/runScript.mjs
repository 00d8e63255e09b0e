import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { startChild } from '../children.mjs';
import { node24Environment } from '../node24.mjs';
import { inDataFolder, readJson, repositoryFolder } from '../repository.mjs';
import { tallyJestResult } from './jestTally.mjs';
import { FAILED, PASSED } from './tally.mjs';

/** The niceness of what only computes: it takes the processors while the tests that wait for something wait. */
const PATIENT = 5;

/**
 * Runs a script of package.json that is one check; its output goes to the terminal. It runs patiently.
 * @param {string} script
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runScript(script) {
	return (await runNpm(script, [], PATIENT)) === 0 ? PASSED : FAILED;
}

/**
 * Runs a script of package.json that calls jest.
 * @param {string} script
 * @param {string[]} args More arguments for jest.
 * @returns {Promise<import('./tally.mjs').Tally>} Each test counts.
 */
export async function runJestScript(script, args = []) {
	return await runJest(script, args, 0);
}

/**
 * The same for tests that only compute, which leave the processors to the others.
 * @param {string} script
 */
export async function runJestPatiently(script) {
	return await runJest(script, [], PATIENT);
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {number} niceness
 */
async function runJest(script, args, niceness) {
	const resultFile = inDataFolder('test-results', `${script.replace(':', '-')}.json`);
	mkdirSync(inDataFolder('test-results'), { recursive: true });
	rmSync(resultFile, { force: true });
	const jestArgs = ['--', '--json', `--outputFile=${resultFile}`, ...args];
	const exitCode = await runNpm(script, jestArgs, niceness);
	return tallyJestResult(existsSync(resultFile) ? readJson(resultFile) : undefined, exitCode);
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {number} niceness
 */
async function runNpm(script, args, niceness) {
	const child = startChild({
		name: `npm run ${script}`,
		command: 'npm',
		args: ['run', '--silent', script, ...args],
		cwd: repositoryFolder,
		env: node24Environment(),
	});
	if (child.groupId !== undefined && niceness > 0) {
		setPriority(child.groupId, niceness);
	}
	return (await child.ended).exitCode;
}
