import { parseArgs } from 'node:util';
import { ConfigurationError, readConfig } from '../config.ts';
import { openDatabase } from '../store/database.ts';
import { createKeysRepository, KeyRuleError } from '../store/keys.ts';
import type { ApiKey, KeysRepository } from '../store/keys.ts';

const USAGE = `Usage: keys <command>
  make <name>              make a key and print it, once
  list                     list the keys, masked
  disable <name or ID>     refuse a key from now on
  enable <name or ID>      accept it again
  delete <name or ID>      delete it for good; the last key stays
The keys of the data folder in DATA_DIR are meant.`;

type Command = (keys: KeysRepository, name: string) => string;

const COMMANDS: Readonly<Record<string, Command>> = {
	make(keys, name) {
		const { key } = keys.make(name);
		// Apart from the key itself, so that scripts can take it from standard output.
		console.error('Keep this key: it cannot be shown again.');
		return key;
	},
	list: (keys) => keys.list().map(describeKey).join('\n') || 'There are no keys.',
	disable: (keys, name) => describeKey(keys.setActive(name, false)),
	enable: (keys, name) => describeKey(keys.setActive(name, true)),
	delete: (keys, name) => `Deleted: ${describeKey(keys.remove(name))}`,
};

function describeKey({ name, hint, isActive, createdAtMs, id }: ApiKey): string {
	const day = new Date(createdAtMs).toISOString().slice(0, 10);
	return `${hint}  ${isActive ? 'active  ' : 'disabled'}  made ${day}  ${name}  (${id})`;
}

function run(): string {
	const [command = '', name = ''] = parseArgs({ allowPositionals: true }).positionals;
	const execute = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
	if (execute === undefined) throw new KeyRuleError(USAGE);
	const database = openDatabase(readConfig(process.env).dataDirectory);
	try {
		return execute(createKeysRepository(database), name);
	} finally {
		database.close();
	}
}

try {
	console.log(run());
} catch (error) {
	if (!(error instanceof KeyRuleError || error instanceof ConfigurationError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
