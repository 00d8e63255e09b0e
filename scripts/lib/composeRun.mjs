import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkNodesOf, readLoginPage } from './containerChecks.mjs';
import { findFreePort } from './freePort.mjs';

/** Runs a program in the repository; answers with what it prints. */
/** @typedef {(program: string, args: string[], environment?: Record<string, string>) => Promise<string>} Run */

const PROJECT = 'web-data-extraction-test';
const SECRETS = [
	...['API_KEYS', 'DASHBOARD_PASSWORD', 'N8N_ENCRYPTION_KEY', 'POSTGRES_PASSWORD'],
	...['REDIS_PASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
];
const HEALTH_CHECK_MS = 3000;

/**
 * The command line of a compose program that works with the engine.
 * @param {Run} run
 * @param {string} engine
 * @returns {Promise<string[] | undefined>} undefined if there is none
 */
export async function findCompose(run, engine) {
	// Docker's program reaches podman by its socket alone.
	const docker = engine === 'docker' || 'DOCKER_HOST' in process.env ? [['docker-compose']] : [];
	for (const words of [[engine, 'compose'], ...docker, ['podman-compose']]) {
		const [program = '', ...args] = words;
		if (await run(program, [...args, 'version']).catch(() => undefined)) return words;
	}
	return undefined;
}

/**
 * Starts what the files say, has the service read a page, asks n8n for the package's nodes, and removes
 * everything, volumes included.
 * @param {Run} run
 * @param {string[]} engine with its flags
 * @param {string[]} compose
 * @param {string[]} files
 */
export async function runFiles(run, engine, compose, files) {
	const [port, n8nPort] = [await findFreePort(), await findFreePort()];
	const secrets = Object.fromEntries(
		SECRETS.map((name) => [name, randomBytes(16).toString('hex')]),
	);
	const environment = {
		...secrets,
		COMPOSE_PROJECT_NAME: PROJECT,
		EXTRACTION_PORT: String(port),
		N8N_PORT: String(n8nPort),
		// The page that it reads is its own.
		ALLOW_PRIVATE_ADDRESSES: 'extraction',
	};
	const [program = '', ...args] = compose;
	/** @param {string[]} command */
	const callCompose = (...command) =>
		run(
			program,
			[...args, ...files.flatMap((file) => ['-f', `deploy/${file}`]), ...command],
			environment,
		);
	const stopChecks = engine[0] === 'podman' ? checkHealth(run, engine) : () => undefined;
	try {
		await callCompose('up', '-d', '--no-build');
		const key = secrets['API_KEYS'] ?? '';
		await readLoginPage(`http://127.0.0.1:${port}`, key, 'http://extraction:8330/login');
		await checkNodesOf(`http://127.0.0.1:${n8nPort}`);
	} catch (error) {
		const logs = await callCompose('logs').catch(() => '');
		console.error(logs.split('\n').slice(-60).join('\n'));
		throw error;
	} finally {
		stopChecks();
		await callCompose('down', '-v').catch(() => undefined);
	}
}

/**
 * Has podman check the health of its containers, on which others wait: by itself it does so only where
 * systemd runs. Answers with what ends it.
 * @param {Run} run
 * @param {string[]} engine
 */
function checkHealth(run, [program = '', ...flags]) {
	const ending = new AbortController();
	const loop = async () => {
		while (!ending.signal.aborted) {
			await sleep(HEALTH_CHECK_MS);
			const filter = ['--filter', `name=^${PROJECT}`, '--format', '{{.Names}}'];
			const names = await run(program, [...flags, 'ps', ...filter]).catch(() => '');
			for (const name of names.split('\n').filter(Boolean))
				await run(program, [...flags, 'healthcheck', 'run', name]).catch(() => undefined);
		}
	};
	void loop();
	return () => ending.abort();
}
