import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the service's code. */
export const CODE_FOLDER = dirname(dirname(fileURLToPath(import.meta.url)));

/** `.ts` in the repository, where it runs directly; `.js` in the published package. */
const ENDING = extname(fileURLToPath(import.meta.url));

/** Whether it runs in the repository. */
export const IS_IN_REPOSITORY = ENDING === '.ts';

/**
 * A program of the service that runs in a separate thread or process.
 * @param name its path without the ending, relative to the module
 * @param moduleUrl `import.meta.url` of the module that starts it
 */
export function programUrl(name: string, moduleUrl: string): URL {
	return new URL(`${name}${ENDING}`, moduleUrl);
}

/**
 * The packages of the repository that the service is made of: there, the folder of libraries only has
 * links to them.
 */
const LINKED_PACKAGES = IS_IN_REPOSITORY ? [join(CODE_FOLDER, '../../packages')] : [];

/** What the service's programs consist of: its code, the libraries, and the files needed to load them. */
export function codePaths(): string[] {
	const above = foldersAbove(CODE_FOLDER).flatMap((folder) => [
		join(folder, 'package.json'),
		join(folder, 'node_modules'),
	]);
	return [CODE_FOLDER, ...LINKED_PACKAGES, ...above.filter((path) => existsSync(path))];
}

function foldersAbove(folder: string): string[] {
	const parent = dirname(folder);
	return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}
