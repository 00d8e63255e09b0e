import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../../scripts/lib/server.mjs';
import { findFreePort } from '../../scripts/lib/freePort.mjs';
import { postgresPrefix } from '../../scripts/lib/postgres/installation.mjs';
import { setUpPostgres } from '../../scripts/lib/setup/postgres.mjs';

const run = promisify(execFile);
const START_LIMIT_MS = 240_000;
const READY = /database system is ready to accept connections/;

/**
 * A Postgres on a free port of the loopback interface, with data that nobody needs afterwards.
 * @typedef {object} ThrowAwayPostgres
 * @property {string} url Of its database `postgres`, with user and password:
 * `postgres://postgres:…@127.0.0.1:<port>/postgres`.
 * @property {(name: string) => string} urlOf Of another database in it.
 * @property {(mode?: 'fast' | 'immediate') => Promise<void>} restart Ends it, `immediate` as a crash
 * would, and starts it on the same port and data.
 * @property {(mode?: 'fast' | 'immediate') => Promise<void>} halt Ends it, for `resume`.
 * @property {() => Promise<void>} resume
 * @property {() => Promise<void>} stop Ends it and deletes its data.
 */

/**
 * Starts a Postgres of its own, in about a second. It is installed first where it is missing. Where root
 * runs this, it runs as the user `nobody`: Postgres refuses root.
 *
 * @param {{ settings?: Record<string, string> }} [options] `settings` of Postgres beside those for
 * throwing away: it waits for no disk.
 * @returns {Promise<ThrowAwayPostgres>}
 * @throws {Error} This machine cannot have one: see `whyNoPostgres`.
 */
export async function startPostgres({ settings = {} } = {}) {
	await setUpPostgres();
	const folder = await mkdtemp(path.join(tmpdir(), 'postgres-'));
	try {
		return await startIn(folder, settings);
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		throw error;
	}
}

/**
 * @param {string} folder
 * @param {Record<string, string>} settings
 * @returns {Promise<ThrowAwayPostgres>}
 */
async function startIn(folder, settings) {
	const asOwner = await prepareOwner(folder);
	const prefix = await prepareProgram(folder);
	const password = randomBytes(12).toString('hex');
	const passwordFile = path.join(folder, 'password');
	await writeFile(passwordFile, password, { mode: 0o644 });
	const data = path.join(folder, 'data');
	const [initdb, ...initdbArgs] = asOwner(path.join(prefix, 'bin/initdb'), [
		...['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile],
		...['-E', 'UTF8', '--locale=C', '--no-sync'],
	]);
	await run(initdb, initdbArgs, { cwd: folder });

	const port = await findFreePort();
	const allSettings = {
		listen_addresses: '127.0.0.1',
		port: String(port),
		unix_socket_directories: '',
		fsync: 'off',
		max_connections: '200',
		...settings,
	};
	const [command, ...args] = asOwner(path.join(prefix, 'bin/postgres'), [
		...['-D', data],
		...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
	]);
	const logFile = path.join(folder, 'log');
	const start = () =>
		startServer(
			{ name: 'Postgres', command, args, cwd: folder, logFile },
			{
				baseUrl: `127.0.0.1:${port}`,
				isReady: async () => existsSync(logFile) && READY.test(readFileSync(logFile, 'utf8')),
				timeoutMs: START_LIMIT_MS,
			},
		);
	let server = await start();

	const halt = async (/** @type {'fast' | 'immediate'} */ mode = 'fast') => {
		const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
		// Told to it alone, and not by SIGTERM: then it would wait for its clients.
		process.kill(Number(pid), mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
		await server.child.ended;
	};
	const resume = async () => {
		server = await start();
	};
	const urlOf = (/** @type {string} */ name) =>
		`postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
	return {
		url: urlOf('postgres'),
		urlOf,
		halt,
		resume,
		async restart(mode) {
			await halt(mode);
			await resume();
		},
		async stop() {
			await halt('immediate').catch(() => server.child.stop());
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/**
 * Gives the folder to the user that Postgres runs as.
 * @param {string} folder
 * @returns {Promise<(program: string, args: string[]) => [string, ...string[]]>} How to run a program
 * as that user.
 */
async function prepareOwner(folder) {
	if (process.getuid?.() !== 0) {
		return (program, args) => [program, ...args];
	}
	const { stdout: uid } = await run('id', ['-u', 'nobody']);
	await chown(folder, Number(uid), 0);
	return (program, args) => [
		'setpriv',
		...['--reuid', 'nobody', '--clear-groups', program],
		...args,
	];
}

/**
 * @param {string} folder
 * @returns {Promise<string>} A folder with the programs that their user can reach: root's cache folder
 * is closed to others, so they are copied out of it.
 */
async function prepareProgram(folder) {
	if (process.getuid?.() !== 0) {
		return postgresPrefix();
	}
	const copy = path.join(folder, 'program');
	await cp(postgresPrefix(), copy, { recursive: true, verbatimSymlinks: true });
	await chmod(copy, 0o755);
	return copy;
}
