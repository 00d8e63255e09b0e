import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { repositoryFolder } from '../../../scripts/lib/repository.mjs';
import { toTable } from '../table.mjs';

/** Jobs of the longer run; `npm test` runs 1,000. */
const JOBS = 20_000;

/** Runs the job runner's fault run with a seed of its own, and says what it came to. */
export async function measureFaults() {
	const seed = Math.floor(Math.random() * 2 ** 31);
	const { jobs, requests } = await runFaults(seed);
	return [
		'## Random faults',
		toTable(
			['Jobs', 'Requests', 'Seed', 'Paid twice, unnamed, or on after Stop'],
			[[jobs.toLocaleString('en'), requests.toLocaleString('en'), String(seed), '0']],
		),
	].join('\n\n');
}

/**
 * @param {number} seed
 * @returns {Promise<{ jobs: number, requests: number }>}
 */
async function runFaults(seed) {
	const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
	const child = spawn(
		process.execPath,
		[jest, '--selectProjects=stress', '--testPathPatterns=jobs/faultRun'],
		{
			cwd: repositoryFolder,
			env: { ...process.env, FAULT_RUN_JOBS: String(JOBS), FAULT_RUN_SEED: String(seed) },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (/** @type {Buffer} */ data) => (output += data.toString()));
	}
	const code = await new Promise((resolve) => child.once('close', resolve));
	const summary = /\{"jobs":.*\}/.exec(output)?.[0];
	if (code !== 0 || summary === undefined) {
		throw new Error(`The fault run with seed ${seed} found something:\n${output}`);
	}
	return JSON.parse(summary);
}
