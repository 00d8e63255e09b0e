import { existsSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the service's code. */
const CODE_FOLDER = dirname(fileURLToPath(import.meta.url));

/** `.ts` in the repository, which runs as it is; `.js` in the published package. */
const ENDING = extname(fileURLToPath(import.meta.url));

/** Where everything is kept unless a setting says otherwise: beside the code, or where a user starts the package. */
export function defaultDataDirectory(): string {
	return ENDING === '.ts' ? join(CODE_FOLDER, '../.data') : resolve('web-data-extraction-data');
}

/**
 * A program of the service that runs in a thread or process of its own.
 * @param name its path without the ending, relative to the module
 * @param moduleUrl `import.meta.url` of the module that starts it
 */
export function programUrl(name: string, moduleUrl: string): URL {
	return new URL(`${name}${ENDING}`, moduleUrl);
}

/** What the service's programs are made of: its code, the libraries, and what says how to load them. */
export function codePaths(): string[] {
	const above = foldersAbove(CODE_FOLDER).flatMap((folder) => [
		join(folder, 'package.json'),
		join(folder, 'node_modules'),
	]);
	return [CODE_FOLDER, ...above.filter((path) => existsSync(path))];
}

function foldersAbove(folder: string): string[] {
	const parent = dirname(folder);
	return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}
