const { execFileSync } = require('node:child_process');
const { cpSync, readdirSync, rmSync } = require('node:fs');
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
		['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json'],
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

/** n8n looks for output schemas below the very version of a node; later versions have the same. */
async function copySchemas() {
	const nodes = readdirSync(`${DIST}/nodes`).filter((name) => name !== 'shared');
	for (const name of nodes) {
		const { [name]: Node } = require(`./${DIST}/nodes/${name}/${name}.node.js`);
		const { description } = new Node();
		const folder = `${DIST}/nodes/${name}/__schema__`;
		for (const version of description.version.filter((number) => number > 1)) {
			cpSync(`${folder}/v1.0.0`, `${folder}/v${version}.0`, { recursive: true });
		}
	}
}

exports.build = series(clean, generate, compile, copyStatics, copySchemas);
exports.default = exports.build;
