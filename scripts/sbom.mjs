/**
 * `npm run sbom`: writes what a release contains to .data/sbom/service.cdx.json, in CycloneDX, as the
 * lockfile has it: what users of the service install. The nodes bring no package along.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { runProgram } from './lib/program.mjs';
import { inRepository } from './lib/repository.mjs';

const MOST_BYTES = 256 * 1024 * 1024;
/** npm's mark of what only developers install. */
const FOR_DEVELOPERS = 'cdx:npm:package:development';

/**
 * @typedef {{ 'bom-ref': string, properties?: { name: string, value: string }[] }} Component
 * @typedef {{ components: Component[], dependencies: { ref: string, dependsOn?: string[] }[] }} Bom
 */

/** @param {Component} component */
function isForUsers({ properties = [] }) {
	return !properties.some(({ name, value }) => name === FOR_DEVELOPERS && value === 'true');
}

runProgram(async () => {
	const { stdout } = await promisify(execFile)(
		'npm',
		// Its own choice (--omit dev) leaves out what developers need, too.
		['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'],
		{ cwd: inRepository('.'), maxBuffer: MOST_BYTES },
	);
	/** @type {Bom} */
	const whole = JSON.parse(stdout);
	const components = whole.components.filter(isForUsers);
	const refs = new Set(components.map((component) => component['bom-ref']));
	const dependencies = whole.dependencies.filter(({ ref }) => refs.has(ref));
	await mkdir(inRepository('.data/sbom'), { recursive: true });
	const file = inRepository('.data/sbom/service.cdx.json');
	await writeFile(file, JSON.stringify({ ...whole, components, dependencies }, undefined, '\t'));
	console.log(`${file}: ${components.length} packages`);
	return 0;
});
