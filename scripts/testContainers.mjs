/**
 * `npm run test:containers`: builds both images, runs them with the rights of deploy/compose.yaml, then both
 * compose files; each time the service reads a page, and n8n is asked for the package's nodes. What can't be
 * done is printed as NOT RUN with the reason, and succeeds.
 * Engine: podman, else docker; CONTAINER_BUILD_FLAGS and CONTAINER_FLAGS add to its command line. Compose:
 * the engine's own, else docker-compose (with podman it needs DOCKER_HOST), else podman-compose.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findCompose, runFiles } from './lib/composeRun.mjs';
import { checkNodesOf, readLoginPage } from './lib/containerChecks.mjs';
import { findFreePort } from './lib/freePort.mjs';
import { runProgram } from './lib/program.mjs';
import { inRepository } from './lib/repository.mjs';

const IMAGES = {
	'web-data-extraction-service': 'deploy/service.Dockerfile',
	'n8n-web-data-extraction': 'deploy/n8n.Dockerfile',
};
const NAME = 'web-data-extraction-test';
const MOST_BYTES = 64 * 1024 * 1024;

/** As compose.yaml has them. */
const N8N_RIGHTS = [
	...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
	...['--memory', '2g', '--pids-limit', '512', '-v', '/home/node/.n8n'],
];
const RIGHTS = [
	...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
	...['--security-opt', 'seccomp=unconfined', '--shm-size', '1g'],
	...['--memory', '8g', '--pids-limit', '4096', '-v', '/tmp', '-v', '/data'],
];

/** @param {string | undefined} text */
const words = (text = '') => text.split(' ').filter((word) => word !== '');

const engineFlags = words(process.env['CONTAINER_FLAGS']);
const buildFlags = words(process.env['CONTAINER_BUILD_FLAGS']);

/** @type {import('./lib/composeRun.mjs').Run} */
async function run(program, args, environment = {}) {
	const env = { ...process.env, ...environment };
	const options = { cwd: inRepository('.'), maxBuffer: MOST_BYTES, env };
	return (await promisify(execFile)(program, args, options)).stdout;
}

async function findEngine() {
	for (const engine of ['podman', 'docker']) {
		if (await run(engine, [...engineFlags, 'info']).catch(() => undefined)) return engine;
	}
	return undefined;
}

/** @param {string} reason */
function skip(reason) {
	console.log(`NOT RUN: ${reason}`);
	return 0;
}

/**
 * Images that files name and that this machine can neither find nor fetch.
 * @param {string} engine
 * @param {readonly string[]} files
 */
async function findMissing(engine, files) {
	const missing = new Set();
	for (const file of files) {
		const text = await readFile(inRepository(file), 'utf8');
		for (const [, image = ''] of text.matchAll(/^(?:FROM| +image:) (\S+)/gm)) {
			if (image in IMAGES) continue;
			const isThere = await run(engine, [...engineFlags, 'image', 'inspect', image]).catch(() =>
				run(engine, [...engineFlags, 'pull', image]).catch(() => undefined),
			);
			if (isThere === undefined) missing.add(image);
		}
	}
	return [...missing];
}

/** @param {string} engine */
async function tryService(engine) {
	const port = await findFreePort();
	const key = randomBytes(16).toString('hex');
	const settings = { API_KEYS: key, ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' };
	const environment = Object.entries(settings).flatMap(([name, value]) => [
		'-e',
		`${name}=${value}`,
	]);
	const names = ['--name', NAME, '-d', '--rm', '-p', `127.0.0.1:${port}:8330`];
	const image = 'web-data-extraction-service';
	await run(engine, [...engineFlags, 'run', ...names, ...RIGHTS, ...environment, image]);
	try {
		await readLoginPage(`http://127.0.0.1:${port}`, key, 'http://127.0.0.1:8330/login');
	} finally {
		await run(engine, [...engineFlags, 'stop', NAME]).catch(() => undefined);
	}
}

/**
 * Starts n8n, and looks whether it has loaded the package.
 * @param {string} engine
 */
async function tryN8n(engine) {
	const port = await findFreePort();
	const names = ['--name', NAME, '-d', '--rm', '-p', `127.0.0.1:${port}:5678`];
	const key = ['-e', `N8N_ENCRYPTION_KEY=${randomBytes(16).toString('hex')}`];
	const image = 'n8n-web-data-extraction';
	await run(engine, [...engineFlags, 'run', ...names, ...N8N_RIGHTS, ...key, image]);
	try {
		await checkNodesOf(`http://127.0.0.1:${port}`);
	} finally {
		await run(engine, [...engineFlags, 'stop', NAME]).catch(() => undefined);
	}
}

/**
 * @param {string} engine
 * @param {readonly string[]} names of compose files
 */
async function tryCompose(engine, names) {
	const compose = await findCompose(run, engine);
	if (compose === undefined) return 'NOT RUN: there is no compose program';
	const missing = await findMissing(
		engine,
		names.map((name) => `deploy/${name}`),
	);
	if (missing.length > 0) return `NOT RUN: ${missing.join(', ')} can't be fetched here`;
	await runFiles(run, [engine, ...engineFlags], compose, [...names]);
	return `run with ${compose.join(' ')}: a page is read, and n8n has the package's nodes`;
}

runProgram(async () => {
	const engine = await findEngine();
	if (engine === undefined) return skip('neither podman nor docker runs on this machine.');
	const missing = await findMissing(engine, Object.values(IMAGES));
	if (missing.length > 0) return skip(`${missing.join(', ')} can't be fetched here.`);
	for (const [image, file] of Object.entries(IMAGES)) {
		await run(engine, [...engineFlags, 'build', ...buildFlags, '-f', file, '-t', image, '.']);
		console.log(`built: ${image}`);
	}
	await tryService(engine);
	console.log(
		'run: the service is ready without rights, and reads a page in its sandboxed browser',
	);
	await tryN8n(engine);
	console.log("run: n8n starts without rights, and has the package's nodes");
	for (const names of [['compose.yaml'], ['compose.yaml', 'compose.fleet.yaml']])
		console.log(`${names.join(' + ')}: ${await tryCompose(engine, names)}`);
	return 0;
});
