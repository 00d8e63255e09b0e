/**
 * `npm run lint`: every part of it, whatever the others find. The check of types takes as long as all others, which
 * run beside it; what each prints is shown when it has ended.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { inRepository } from './lib/repository.mjs';

/** Parts that run one after the other. @type {string[][][]} */
const LANES = [
	[['oxlint', '--type-aware', '--type-check', '--deny-warnings']],
	[
		['node', 'scripts/checkFormat.mjs'],
		['redocly', 'lint'],
		['depcruise', 'nodes', 'credentials', 'packages', 'service/src', 'test'],
		['node', 'scripts/scan.mjs'],
		['node', 'scripts/lintAsN8n.mjs'],
	],
];

const failed = (await Promise.all(LANES.map(runAll))).flat();
if (failed.length > 0) {
	console.log(`\n✗ ${failed.join('; ')}`);
	process.exitCode = 1;
}

/** @param {string[][]} parts @returns {Promise<string[]>} Those that failed. */
async function runAll(parts) {
	const failures = [];
	for (const part of parts) {
		const said = part.join(' ');
		const { output, exitCode } = await run(part);
		console.log(`\n── ${said}\n${output.trim()}`);
		if (exitCode !== 0) failures.push(said);
	}
	return failures;
}

/** @param {string[]} part */
async function run([command = '', ...args]) {
	const program =
		command === 'node' ? process.execPath : inRepository('node_modules/.bin', command);
	const child = spawn(program, args, {
		cwd: inRepository('.'),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = new Promise((resolve, reject) =>
		child.once('error', reject).once('close', resolve),
	);
	const [output, errors, exitCode] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		ended,
	]);
	return { output: output + errors, exitCode };
}
