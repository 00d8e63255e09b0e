/**
 * Generates the TypeScript types of both programs from the contract:
 * `api/openapi.yaml` -> `api/generated/types.ts`.
 *
 * Skips when the output is newer than the contract and this script; `--force` generates anyway.
 */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const script = fileURLToPath(import.meta.url);
const contract = fileURLToPath(new URL('../api/openapi.yaml', import.meta.url));
const outputFolder = fileURLToPath(new URL('../api/generated/', import.meta.url));
const output = `${outputFolder}types.ts`;
const outputName = 'api/generated/types.ts';

const banner =
	'// Generated from api/openapi.yaml by scripts/generate.mjs. Changes here are lost.\n\n';

/** @param {string} path */
async function modifiedAtMs(path) {
	const stats = await stat(path).catch(() => undefined);
	return stats?.mtimeMs ?? 0;
}

async function isCurrent() {
	const [source = 0, generator = 0, result = 0] = await Promise.all(
		[contract, script, output].map(modifiedAtMs),
	);
	return result > Math.max(source, generator);
}

/**
 * A schema of the contract, as far as it is read here.
 * @typedef {{ [keyword: string]: any, allOf?: { $ref?: string }[] }} Schema
 */

/**
 * @param {Schema} schema
 * @returns {boolean} Whether it says what a value looks like, rather than only restricting another schema.
 */
function hasShape(schema) {
	if (['type', 'const', 'enum', '$ref'].some((keyword) => keyword in schema)) return true;
	return ['allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword]?.some(hasShape));
}

/**
 * The contract without what only a validator can use: rules between fields have no TypeScript form
 * (they would become `unknown`), and a discriminator is already told by the `const` of each branch.
 *
 * @param {import('openapi-typescript').OpenAPI3} document
 */
function withoutRules(document) {
	/** @type {Record<string, any>} */
	const components = document.components ?? {};
	/** @type {[string, Schema][]} */
	const schemas = Object.entries(components['schemas']);
	const rules = new Set(
		schemas
			.filter(([, schema]) => !hasShape(schema))
			.map(([name]) => `#/components/schemas/${name}`),
	);
	const shaped = schemas
		.filter(([name]) => !rules.has(`#/components/schemas/${name}`))
		.map(([name, { discriminator, allOf, ...schema }]) => {
			const parts = allOf?.filter(({ $ref = '' }) => !rules.has($ref)) ?? [];
			return [name, parts.length > 0 ? { ...schema, allOf: parts } : schema];
		});
	return {
		...document,
		components: { ...components, schemas: Object.fromEntries(shaped) },
	};
}

async function generate() {
	const document = parse(await readFile(contract, 'utf8'));
	// A field with a default may be left out of a request, so it stays optional.
	const nodes = await openapiTypeScript(withoutRules(document), { defaultNonNullable: false });
	await mkdir(outputFolder, { recursive: true });
	// Renamed into place, so that a program started meanwhile never reads half a file.
	const draft = `${output}.${process.pid}`;
	await writeFile(draft, banner + astToString(nodes));
	await rename(draft, output);
}

if (!process.argv.includes('--force') && (await isCurrent())) {
	console.log(`${outputName} is up to date.`);
} else {
	await generate();
	console.log(`${outputName} generated from api/openapi.yaml.`);
}
