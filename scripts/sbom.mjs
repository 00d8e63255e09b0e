/**
 * `npm run sbom`: writes what the packages of a release contain, in CycloneDX, to .data/sbom: the nodes
 * (which bring nothing) and the service, as the lockfile has it.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { runProgram } from './lib/program.mjs';
import { inRepository } from './lib/repository.mjs';

const PARTS = { nodes: ['--workspaces=false'], service: ['--workspace', 'service'] };
const MOST_BYTES = 64 * 1024 * 1024;

runProgram(async () => {
	await mkdir(inRepository('.data/sbom'), { recursive: true });
	for (const [name, which] of Object.entries(PARTS)) {
		const { stdout } = await promisify(execFile)(
			'npm',
			['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx', ...which],
			{ cwd: inRepository('.'), maxBuffer: MOST_BYTES },
		);
		const file = inRepository(`.data/sbom/${name}.cdx.json`);
		await writeFile(file, stdout);
		const { components = [] } = JSON.parse(stdout);
		console.log(`${file}: ${components.length} packages`);
	}
	return 0;
});
