import { transformFile, type Options } from '@swc/core';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hashContents } from '../../../scripts/lib/contentHash.mjs';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { installOnce } from '../../../scripts/lib/setup/cachedInstallation.mjs';

/** Where the test files find the program of the service. */
const VARIABLE = 'SERVICE_OF_THE_TESTS';

const SOURCES = inRepository('service/src');
const CONTRACT = inRepository('api/openapi.yaml');

/** Within the service's folder, so that it finds the same libraries. */
const COMPILED = inRepository('service/.data/compiled');
const MAIN_FILE = 'service/src/main.js';
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
 * Compiles the service once for all that start it in a run. As TypeScript it is stripped of its types at
 * every start, by each of its processes and threads, which takes longer than all else they load.
 */
export async function compileService(): Promise<void> {
	const folder = join(COMPILED, hashContents([SOURCES, CONTRACT]).slice(0, 16));
	await mkdir(COMPILED, { recursive: true });
	await installOnce({
		name: 'the compiled service',
		folder,
		program: MAIN_FILE,
		install: async (draft) => {
			await removeOld();
			await compileInto(draft);
		},
	});
	process.env[VARIABLE] = join(folder, MAIN_FILE);
}

/** The program to start: compiled in a run that has compiled it, else its source. */
export function serviceProgram(): string {
	const compiled = process.env[VARIABLE];
	return compiled !== undefined && existsSync(compiled) ? compiled : join(SOURCES, 'main.ts');
}

async function compileInto(folder: string): Promise<void> {
	const isType = (file: string) => file.endsWith('.ts');
	await cp(SOURCES, join(folder, 'service/src'), {
		recursive: true,
		filter: (file) => !isType(file),
	});
	await mkdir(join(folder, 'api'));
	await cp(CONTRACT, join(folder, 'api/openapi.yaml'));
	const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && isType(entry.name) && !entry.name.endsWith('.d.ts'))
		.map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)));
	await Promise.all(
		files.map(async (file) => {
			const { code } = await transformFile(join(SOURCES, file), TO_JAVASCRIPT);
			await writeFile(join(folder, 'service/src', file.replace(/\.ts$/, '.js')), code);
		}),
	);
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
