/**
 * Checks that every file is formatted. oxfmt formats as Prettier does, in a fraction of its time: what it would
 * not change is well. The rest is for Prettier to judge, with which `npm run format` writes.
 */
import { spawnSync } from 'node:child_process';
import { inRepository } from './lib/repository.mjs';

const OXFMT = inRepository('node_modules/oxfmt/bin/oxfmt');
const PRETTIER = inRepository('node_modules/prettier/bin/prettier.cjs');

/** How oxfmt ends when all that is wrong is the format of files, which it has listed. */
const DIFFERENT = 1;

const found = run(OXFMT, '--config', '.prettierrc.json', '--list-different', '.');
const files = found.stdout.split('\n').filter((line) => line !== '');
if (found.status === DIFFERENT && files.length > 0) {
	const judged = run(PRETTIER, '--check', ...files);
	process.stdout.write(judged.stdout);
	process.exitCode = judged.status ?? 1;
} else {
	// A file that cannot be read has been named with its error.
	process.exitCode = found.status ?? 1;
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, ...args) {
	return spawnSync(process.execPath, [program, ...args], {
		cwd: inRepository('.'),
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}
