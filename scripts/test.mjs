/**
 * `npm test`: sets up what is missing, then runs every check and test. `npm test -- documents` runs the tests
 * of packages alone, by name.
 */
import { chooseBrowserSandbox } from './lib/browserSandbox.mjs';
import { runChecks } from './lib/checks/runChecks.mjs';
import { runJestPatiently, runJestScript, runScript } from './lib/checks/runScript.mjs';
import { describeTally, FAILED, notRun, PASSED, sumTallies } from './lib/checks/tally.mjs';
import { whyNoPostgres } from './lib/postgres/installation.mjs';
import { continueUnderNode24, runProgram } from './lib/program.mjs';
import { rebuildPackage } from './lib/setup/package.mjs';
import { setUpPostgres } from './lib/setup/postgres.mjs';
import { setUpRedis } from './lib/setup/redis.mjs';
import { setUpNode, setUpTools, setUpTypes } from './lib/setup/setUp.mjs';
import { say } from './lib/steps.mjs';

/**
 * The tests with a real n8n or a real service wait for browsers, pages and n8n much of the time: what
 * computes runs beside them, with less priority. The contract tests take longest and need no package:
 * they begin at once.
 * @type {Array<import('./lib/checks/runChecks.mjs').Series[]>}
 */
const ROUNDS = [
	[[{ name: 'Set-up', run: () => passIfDone(setUp) }]],
	[
		[{ name: 'Contract tests', run: () => runJestScript('test:contract') }],
		[
			{ name: 'Build and package', run: () => passIfDone(build) },
			{ name: 'End-to-end tests in n8n', run: () => runJestScript('test:e2e') },
			{ name: 'n8n in queue mode', run: runQueueTests },
			{ name: 'Contract tests on Postgres, with several processes', run: testOnPostgres },
		],
		[
			{ name: 'Unit tests', run: () => runJestPatiently('test:unit') },
			{ name: 'Stress tests', run: () => runJestPatiently('test:stress') },
			{ name: 'Lint and types, API contract included', run: lint },
		],
	],
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
	return (await runChecks(ROUNDS)) ? 0 : 1;
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

/** @type {Promise<void> | undefined} */
let building;

function build() {
	return (building ??= rebuildPackage());
}

async function lint() {
	// It looks at the build, too; that this fails has been said.
	await build().catch(() => undefined);
	return await runScript('lint');
}

async function runQueueTests() {
	const obstacle = whyNoPostgres() ?? (await setUpRedis());
	return obstacle === undefined ? await runJestScript('test:queue') : notRun(obstacle);
}

async function testOnPostgres() {
	const obstacle = whyNoPostgres();
	return obstacle === undefined ? await runJestScript('test:postgres') : notRun(obstacle);
}

/** @param {() => Promise<void>} work */
async function passIfDone(work) {
	await work();
	return PASSED;
}
