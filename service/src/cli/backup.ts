import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigurationError, readConfig } from '../config.ts';
import { copyDatabase } from '../db/sqlite/copyDatabase.ts';
import { DATABASE_FILE } from '../db/sqlite/openDatabase.ts';
import { FILE_KINDS } from '../files/openStorage.ts';
import { createOwnFilesOnly } from '../files/ownFiles.ts';

const USAGE = `Usage: backup <new folder>
Makes a consistent copy of the database and the files in DATA_DIR; the service can keep running. To
restore it: stop the service, replace the data folder with the copy, start the same version or a newer
one.`;

/** A backup is not possible; the message gives the reason. */
class BackupError extends Error {
	override name = 'BackupError' as const;
}

/** A file may be deleted while its folder is copied: then nothing that is kept refers to it. */
function ignoreMissing(error: unknown): void {
	if (Object(error).code !== 'ENOENT') throw error;
}

async function copyFolder(from: string, to: string): Promise<number> {
	await mkdir(to, { recursive: true });
	let count = 0;
	for (const name of await readdir(from).catch((error: unknown) => (ignoreMissing(error), []))) {
		await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE).then(
			() => (count += 1),
			ignoreMissing,
		);
	}
	return count;
}

/**
 * Copies the data of a service. The database comes first: files are written before the rows that refer to
 * them, so each file that the copy of the database refers to exists when files are copied.
 */
async function backUp({ dataDirectory, files }: Config, target: string): Promise<string> {
	const source = join(dataDirectory, DATABASE_FILE);
	if (!existsSync(source)) {
		throw new BackupError(
			`There is no database in ${dataDirectory}. Set DATA_DIR to the service's data folder.`,
		);
	}
	if (existsSync(target)) throw new BackupError(`${target} already exists. Give a new folder.`);
	// Under another name until it is complete.
	const partial = `${target}.partial`;
	await rm(partial, { recursive: true, force: true });
	await mkdir(partial, { recursive: true });
	copyDatabase(source, join(partial, DATABASE_FILE));
	let count = 0;
	if (files.kind === 'folder') {
		for (const kind of FILE_KINDS) {
			count += await copyFolder(join(files.directory, kind), join(partial, kind));
		}
	}
	await mkdir(dirname(target), { recursive: true });
	await rename(partial, target);
	const rest = files.kind === 'folder' ? '' : ` The bucket ${files.bucket.name} is not copied.`;
	return `${target}: the database and ${count} files.${rest}`;
}

async function run(): Promise<string> {
	const [target] = parseArgs({ allowPositionals: true }).positionals;
	if (target === undefined) throw new BackupError(USAGE);
	const config = readConfig(process.env);
	if (config.databaseUrl !== undefined) {
		throw new BackupError(
			'The database is in Postgres (DATABASE_URL): copy it with pg_dump, then copy the bucket or folder of FILES_URL.',
		);
	}
	createOwnFilesOnly();
	return await backUp(config, resolve(target));
}

try {
	console.log(await run());
} catch (error) {
	const isExplained = error instanceof BackupError || error instanceof ConfigurationError;
	if (!isExplained) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
