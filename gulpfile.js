const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { dest, series, src } = require('gulp');

const DIST = 'dist';

/** Removes an earlier build, so that deleted sources leave nothing behind. */
async function clean() {
	rmSync(DIST, { recursive: true, force: true });
}

/** The types of the contract, which the nodes are compiled against. */
async function generate() {
	execFileSync(process.execPath, ['scripts/generate.mjs'], { stdio: 'inherit' });
}

async function compile() {
	execFileSync(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
		{ stdio: 'inherit' },
	);
	// The contract's types compile to an empty file that nothing loads.
	rmSync(`${DIST}/api`, { recursive: true, force: true });
}

/** What n8n reads beside the code: icons, search words (codex), output schemas. */
function copyStatics() {
	return src(['icons/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
	}).pipe(dest(DIST));
}

exports.build = series(clean, generate, compile, copyStatics);
exports.default = exports.build;
