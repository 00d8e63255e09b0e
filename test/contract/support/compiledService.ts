import { transformFile, type Options } from '@swc/core';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { hashContents } from '../../../scripts/lib/contentHash.mjs';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { installOnce } from '../../../scripts/lib/setup/cachedInstallation.mjs';

/** Where the test files find what is compiled. */
const VARIABLE = 'COMPILED_FOR_THE_TESTS';

/** The service, and the programs with which the tests use its modules; all else that is in them is copied. */
const SOURCES = [
	'service/src',
	'test/contract',
	'test/support/eventually.ts',
	'scripts/lib/waitUntil.mjs',
];
const CONTRACT = 'api/openapi.yaml';

/** Within the service's folder, so that it finds the same libraries. */
const COMPILED = inRepository('service/.data/compiled');
const MAIN_FILE = 'service/src/main.ts';
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Its types do not know the last option of `jsc`. */
const TO_JAVASCRIPT: Options & { jsc: { rewriteRelativeImportExtensions: boolean } } = {
	jsc: {
		parser: { syntax: 'typescript' },
		target: 'es2024',
		transform: { verbatimModuleSyntax: true },
		rewriteRelativeImportExtensions: true,
	},
	module: { type: 'es6' },
};

/**
 * Compiles once what all test files of a run start. As TypeScript it is stripped of its types at every
 * start, by each of its processes and threads, which takes longer than all else they load.
 */
export async function compileService(): Promise<void> {
	const inputs = [...SOURCES, CONTRACT].map((path) => inRepository(path));
	const folder = join(COMPILED, hashContents(inputs).slice(0, 16));
	await mkdir(COMPILED, { recursive: true });
	await installOnce({
		name: 'the compiled service',
		folder,
		program: asJavaScript(MAIN_FILE),
		install: async (draft) => {
			await removeOld();
			await compileInto(draft);
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

async function compileInto(folder: string): Promise<void> {
	await mkdir(join(folder, 'api'));
	await cp(inRepository(CONTRACT), join(folder, CONTRACT));
	const files = await Promise.all(SOURCES.map(filesIn));
	await Promise.all(files.flat().map((file) => compileFile(file, folder)));
}

async function compileFile(file: string, folder: string): Promise<void> {
	const target = join(folder, asJavaScript(file));
	await mkdir(dirname(target), { recursive: true });
	if (!IS_TYPESCRIPT.test(file)) {
		await cp(inRepository(file), target);
		return;
	}
	const { code } = await transformFile(inRepository(file), TO_JAVASCRIPT);
	await writeFile(target, code);
}

const IS_TYPESCRIPT = /\.m?ts$/;

function asJavaScript(file: string): string {
	return file.replace(/\.(m?)ts$/, '.$1js');
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
