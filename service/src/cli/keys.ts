import { parseArgs } from 'node:util';
import { ConfigurationError, readConfig } from '../config.ts';
import { DatabaseUnavailableError } from '../db/database.ts';
import { openSqliteDatabase } from '../db/sqlite/openDatabase.ts';
import {
	createKeysRepository,
	KeyRuleError,
	type ApiKey,
	type KeysRepository,
} from '../db/keys.ts';

const USAGE = `Usage: keys <command>
  make <name>              create a key and print it, once
  list                     list the keys, masked
  disable <name or ID>     reject a key from now on
  enable <name or ID>      accept it again
  delete <name or ID>      delete it permanently; the last key cannot be deleted
The keys are those of the database in DATABASE_URL if it is set, otherwise of the data folder in DATA_DIR.`;

/** @param place where the keys are, in words */
type Command = (keys: KeysRepository, name: string, place: string) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
	async make(keys, name, place) {
		const { key } = await keys.make(name);
		// Separate from the key itself, so that scripts can read it from standard output.
		console.error(
			`Save this key now: it cannot be shown again. It is for the service with ${place}.`,
		);
		return key;
	},
	list: async (keys, _name, place) =>
		(await keys.list()).map(describeKey).join('\n') || `The service with ${place} has no keys.`,
	disable: async (keys, name) => describeKey(await keys.setActive(name, false)),
	enable: async (keys, name) => describeKey(await keys.setActive(name, true)),
	delete: async (keys, name) => `Deleted: ${describeKey(await keys.remove(name))}`,
};

function describeKey({ name, hint, isActive, createdAtMs, id }: ApiKey): string {
	const day = new Date(createdAtMs).toISOString().slice(0, 10);
	return `${hint}  ${isActive ? 'active  ' : 'disabled'}  created ${day}  ${name}  (${id})`;
}

/** A large library is loaded only if it is used. */
async function openPostgres(url: string) {
	const { openPostgresDatabase } = await import('../db/postgres/openDatabase.ts');
	return await openPostgresDatabase({ url, log: { warn: console.error } });
}

async function run(): Promise<string> {
	const [command = '', name = ''] = parseArgs({ allowPositionals: true }).positionals;
	const execute = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
	if (execute === undefined) throw new KeyRuleError(USAGE);
	const { databaseUrl: url, dataDirectory } = readConfig(process.env);
	const database = await (url === undefined
		? openSqliteDatabase(dataDirectory)
		: openPostgres(url));
	try {
		const place =
			url === undefined ? `the data folder ${dataDirectory}` : 'the database in DATABASE_URL';
		return await execute(createKeysRepository(database), name, place);
	} finally {
		await database.close();
	}
}

try {
	console.log(await run());
} catch (error) {
	const isExplained = [KeyRuleError, ConfigurationError, DatabaseUnavailableError].some(
		(kind) => error instanceof kind,
	);
	if (!(error instanceof Error && isExplained)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
