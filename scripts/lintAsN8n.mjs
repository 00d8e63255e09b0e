/**
 * `n8n-node lint` with its default configuration, on what is published: the command looks at the whole
 * folder it runs in, and in this one there are the service and the tests, which are no nodes. So it runs on
 * a copy.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inDataFolder, inRepository } from './lib/repository.mjs';

const PUBLISHED = ['nodes', 'credentials', 'icons', 'package.json', 'eslint.config.mjs'];

// Within the repository, so that packages are found.
const folder = inDataFolder('checks', 'n8n-node-lint');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of [...PUBLISHED, 'api/generated']) {
	cpSync(inRepository(name), path.join(folder, name), { recursive: true });
}
cpSync(inRepository('tsconfig.build.json'), path.join(folder, 'tsconfig.json'));

const command = inRepository('node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
const { status } = spawnSync(process.execPath, [command, 'lint'], {
	cwd: folder,
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
