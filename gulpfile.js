const { execFileSync } = require('node:child_process');
const { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, relative } = require('node:path');
const { build } = require('esbuild');
const { dest, series, src } = require('gulp');
const { n8n } = require('./package.json');

const DIST = 'dist';
const CODE = `${DIST}/code.js`;

/** Removes an earlier build, so that deleted sources leave nothing behind. */
async function clean() {
	rmSync(DIST, { recursive: true, force: true });
}

/** The types of the contract, which the nodes are compiled against. */
async function generate() {
	execFileSync(process.execPath, ['scripts/generate.mjs'], { stdio: 'inherit' });
}

async function checkTypes() {
	execFileSync(
		process.execPath,
		['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json', '--noEmit'],
		{ stdio: 'inherit' },
	);
}

/**
 * All code in one file, with its names and lines, so that stack traces stay readable; the files that
 * package.json names, where n8n looks, take their class from it. A file for each module would make the
 * package larger by a sixth, and slower to load.
 */
async function bundle() {
	const entries = [...n8n.nodes, ...n8n.credentials];
	const toSource = (entry) => entry.replace(`${DIST}/`, './').replace(/\.js$/, '');
	await build({
		stdin: {
			contents: entries.map((entry) => `export * from '${toSource(entry)}';`).join('\n'),
			resolveDir: __dirname,
		},
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'es2022',
		charset: 'utf8',
		packages: 'external',
		minifySyntax: true,
		outfile: CODE,
	});
	for (const entry of entries) {
		const name = /(\w+)\.\w+\.js$/.exec(entry)[1];
		mkdirSync(dirname(entry), { recursive: true });
		const code = relative(dirname(entry), CODE);
		writeFileSync(entry, `exports.${name} = require('${code}').${name};\n`);
	}
}

/** What n8n reads beside the code: icons, search words (codex), output schemas. */
function copyStatics() {
	return src(['icons/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
	}).pipe(dest(DIST));
}

/** n8n looks for output schemas below the very version of a node; later versions have the same. */
async function copySchemas() {
	const nodes = readdirSync(`${DIST}/nodes`);
	for (const name of nodes) {
		const { [name]: Node } = require(`./${DIST}/nodes/${name}/${name}.node.js`);
		const { description } = new Node();
		const folder = `${DIST}/nodes/${name}/__schema__`;
		for (const version of description.version.filter((number) => number > 1)) {
			cpSync(`${folder}/v1.0.0`, `${folder}/v${version}.0`, { recursive: true });
		}
	}
}

exports.build = series(clean, generate, checkTypes, bundle, copyStatics, copySchemas);
exports.default = exports.build;
