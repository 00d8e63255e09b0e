import { codePaths } from './installation.ts';

/**
 * The environment of a process that reads what strangers wrote: what programs need to run, and none
 * of the service's keys, which a hostile page or document has no business with.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
	const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot'];
	return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/**
 * Options of Node.js for such a process: it may read the service's code and these paths, and can
 * neither write nor start programs.
 */
export function permissionFlags(paths: readonly string[] = []): string[] {
	return ['--permission', ...[...codePaths(), ...paths].map((path) => `--allow-fs-read=${path}`)];
}
