import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runChild } from '../children.mjs';
import { hashContents } from '../contentHash.mjs';
import { node24Environment } from '../node24.mjs';
import { packageTarball } from '../packageTarball.mjs';
import { inDataFolder, inRepository, repositoryFolder } from '../repository.mjs';
import { step } from '../steps.mjs';

/** All that the package is made from. */
const SOURCES = [
	'api',
	'credentials',
	'icons',
	'nodes',
	'CHANGELOG.md',
	'LICENSE.md',
	'README.md',
	'gulpfile.js',
	'package.json',
	'tsconfig.build.json',
];

/**
 * Builds and packs the package where its sources have changed since the last time.
 * @returns {Promise<void>}
 */
export async function setUpPackage() {
	if (
		hashSources() === readSourceHash() &&
		existsSync(packageTarball()) &&
		existsSync(inRepository('dist'))
	) {
		return;
	}
	await rebuildPackage();
}

/**
 * Builds and packs the package, whether its sources have changed or not.
 * @returns {Promise<void>}
 */
export async function rebuildPackage() {
	const folder = inDataFolder('package');
	// Nobody shall take an earlier package for this one if the build fails.
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const sourceHash = hashSources();
	await step('Building the package', () => runNpm(['run', 'build'], 'build.log'));
	await step('Packing the package', () =>
		runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], 'pack.log'),
	);
	writeFileSync(sourceHashFile(), sourceHash);
}

/**
 * @param {string[]} args
 * @param {string} logName
 */
async function runNpm(args, logName) {
	await runChild({
		name: `npm ${args.slice(0, 2).join(' ')}`,
		command: 'npm',
		args,
		cwd: repositoryFolder,
		env: node24Environment(),
		logFile: inDataFolder('logs', logName),
	});
}

function hashSources() {
	return hashContents(SOURCES.map((source) => inRepository(source)));
}

function readSourceHash() {
	return existsSync(sourceHashFile()) ? readFileSync(sourceHashFile(), 'utf8') : undefined;
}

function sourceHashFile() {
	return inDataFolder('package/source-hash');
}
