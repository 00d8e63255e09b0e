import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { programOf } from './compiledService';
import { databaseSettings } from './testDatabase';

const KEYS_FILE = programOf(resolve(__dirname, '../../../service/src/cli/keys.ts'));

/** Runs the key tool on a data folder; `output` is what it printed, errors included. */
export async function manageKeys(
	dataDirectory: string,
	...args: string[]
): Promise<{ exitCode: number; output: string }> {
	const database = await databaseSettings(dataDirectory);
	const env = { ...process.env, DATA_DIR: dataDirectory, ...database };
	return new Promise((resolvePromise) => {
		execFile(process.execPath, [KEYS_FILE, ...args], { env }, (error, stdout, stderr) => {
			const { code = 0 } = error ?? {};
			resolvePromise({ exitCode: Number(code), output: stdout + stderr });
		});
	});
}
