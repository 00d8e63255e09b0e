/**
 * `npm test`: sets up what is missing, then runs every check and test. `npm test -- documents` runs the tests
 * of packages alone, by name.
 */
import { chooseBrowserSandbox } from './lib/browserSandbox.mjs';
import { runChecks } from './lib/checks/runChecks.mjs';
import { runJestScript, runScript } from './lib/checks/runScript.mjs';
import { describeTally, FAILED, PASSED, sumTallies, without } from './lib/checks/tally.mjs';
import { whyNoPostgres } from './lib/postgres/installation.mjs';
import { continueUnderNode24, runProgram } from './lib/program.mjs';
import { rebuildPackage } from './lib/setup/package.mjs';
import { setUpPostgres } from './lib/setup/postgres.mjs';
import { setUpRedis } from './lib/setup/redis.mjs';
import { setUpNode, setUpTools, setUpTypes } from './lib/setup/setUp.mjs';
import { say } from './lib/steps.mjs';

/**
 * One after the other, the quick ones first: each takes what the machine has. Only tests that mostly wait, for
 * outages and for the start of n8n, run beside others, as test files of the same run of jest.
 * @type {import('./lib/checks/runChecks.mjs').Check[]}
 */
const CHECKS = [
	{ name: 'Set-up', run: () => passIfDone(setUp) },
	{ name: 'Build and package', run: () => passIfDone(rebuildPackage) },
	{ name: 'Unit tests', run: () => runJestScript('test:unit') },
	{ name: 'Lint and types, API contract included', run: () => runScript('lint') },
	{ name: 'Stress tests', run: () => runJestScript('test:stress') },
	{ name: 'Contract tests, on Postgres with several processes, too', run: testContract },
	{ name: 'End-to-end tests in n8n, in its queue mode, too', run: testInN8n },
];

const PACKAGES = ['markdown', 'page', 'documents', 'fields'];

runProgram(async () => {
	const names = process.argv.slice(2);
	const unknown = names.filter((name) => !PACKAGES.includes(name));
	if (unknown.length > 0) {
		say(`There is no package ${unknown.join(', ')}. The packages are ${PACKAGES.join(', ')}.`);
		console.log(describeTally(FAILED));
		return 1;
	}
	try {
		await setUpNode();
	} catch (error) {
		say(error instanceof Error ? error.message : String(error));
		console.log(describeTally(FAILED));
		return 1;
	}
	await continueUnderNode24();
	if (names.length > 0) return await testPackages(names);
	return (await runChecks(CHECKS)) ? 0 : 1;
});

/** @param {string[]} names */
async function testPackages(names) {
	await setUpTypes();
	const files = ['--testPathPatterns', `/test/(${names.join('|')})/`];
	const tally = sumTallies([
		await runJestScript('test:unit', files),
		await runJestScript('test:stress', [...files, '--passWithNoTests']),
	]);
	console.log(describeTally(tally));
	return tally.failed === 0 ? 0 : 1;
}

async function setUp() {
	await setUpTools();
	await setUpPostgres();
	await chooseBrowserSandbox();
}

async function testContract() {
	const obstacle = whyNoPostgres();
	if (obstacle === undefined) return await runJestScript('test:contract', withProject('postgres'));
	return without(await runJestScript('test:contract'), 'On Postgres', obstacle);
}

async function testInN8n() {
	const obstacle = whyNoPostgres() ?? (await setUpRedis());
	if (obstacle === undefined) return await runJestScript('test:e2e', withProject('queue'));
	return without(await runJestScript('test:e2e'), 'In queue mode', obstacle);
}

/** @param {string} name Of a project of jest. */
const withProject = (name) => ['--selectProjects', name];

/** @param {() => Promise<void>} work */
async function passIfDone(work) {
	await work();
	return PASSED;
}
