/** The examples of the packages import TypeScript, which Node.js 24 runs as it is. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NODE_24 = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

/** Continues a program under the project's own Node.js 24, if it was started with an older one. */
export function continueUnderNode24() {
	if (Number(process.versions.node.split('.', 1)[0]) >= 24) return;
	if (!existsSync(NODE_24)) {
		console.error('The packages are not set up. Run this first: npm run setup');
		process.exit(1);
	}
	const { status } = spawnSync(NODE_24, process.argv.slice(1), { stdio: 'inherit' });
	process.exit(status ?? 1);
}
