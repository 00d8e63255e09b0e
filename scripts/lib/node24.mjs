import { createRequire } from 'node:module';
import path from 'node:path';
import { realpathSync, existsSync } from 'node:fs';
import { inRepository } from './repository.mjs';

/** The Node 24 that the repository's devDependency `node` brings. */
export const node24Path = inRepository('node_modules/.bin/node');

/** @returns {boolean} Whether this process runs under the repository's Node 24. */
export function runsUnderNode24() {
	return existsSync(node24Path) && realpathSync(node24Path) === realpathSync(process.execPath);
}

/**
 * The folder of the platform's package behind `node`, which carries the C headers that native
 * add-ons are built against.
 *
 * @returns {string}
 */
export function node24HeadersFolder() {
	const nodePackage = inRepository('node_modules/node/package.json');
	const platformPackage = `node-${process.platform}-${process.arch}`;
	return path.dirname(createRequire(nodePackage).resolve(`${platformPackage}/package.json`));
}

/**
 * @returns {NodeJS.ProcessEnv} This process's environment with the repository's programs, Node 24
 * among them, found first.
 */
export function node24Environment() {
	const folder = path.dirname(node24Path);
	return { ...process.env, PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` };
}
