/**
 * `npm run test:containers`: builds both images, runs them as deploy/compose.yaml does, has the service
 * read a page, and asks n8n for the package's nodes. Where that can't be done it prints NOT RUN with the
 * reason, and succeeds.
 * Engine: podman, else docker; CONTAINER_BUILD_FLAGS and CONTAINER_FLAGS add to its command line.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from './lib/freePort.mjs';
import { runProgram } from './lib/program.mjs';
import { inRepository } from './lib/repository.mjs';

const IMAGES = {
	'web-data-extraction-service': 'deploy/service.Dockerfile',
	'n8n-web-data-extraction': 'deploy/n8n.Dockerfile',
};
const NAME = 'web-data-extraction-test';
const READY_LIMIT_MS = 120_000;
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

/**
 * @param {string} program
 * @param {string[]} args
 */
async function run(program, args) {
	const options = { cwd: inRepository('.'), maxBuffer: MOST_BYTES };
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

/** Images on which the recipes build that this machine can neither find nor fetch. */
async function findMissing(/** @type {string} */ engine) {
	const { readFile } = await import('node:fs/promises');
	const missing = [];
	for (const file of Object.values(IMAGES)) {
		const text = await readFile(inRepository(file), 'utf8');
		for (const [, image = ''] of text.matchAll(/^FROM (\S+)/gm)) {
			const isThere = await run(engine, [...engineFlags, 'image', 'inspect', image]).catch(() =>
				run(engine, [...engineFlags, 'pull', image]).catch(() => undefined),
			);
			if (isThere === undefined) missing.push(image);
		}
	}
	return [...new Set(missing)];
}

/**
 * @param {string} url answers with a good status from then on
 * @param {RequestInit} [request]
 * @param {(answer: Response) => boolean} [isReady] Whether a good status is enough. Default: it is.
 */
async function waitUntilReady(url, request = {}, isReady = () => true) {
	const endMs = Date.now() + READY_LIMIT_MS;
	while (Date.now() < endMs) {
		const answer = await fetch(url, request).catch(() => undefined);
		if (answer?.ok && isReady(answer)) return answer;
		await sleep(500);
	}
	throw new Error(`${new URL(url).pathname} does not answer after ${READY_LIMIT_MS / 1000} s.`);
}

/**
 * Has the service read a page of its own: the start page of its dashboard.
 * @param {string} baseUrl
 * @param {string} key
 */
async function readPage(baseUrl, key) {
	const headers = { 'x-api-key': key, 'content-type': 'application/json' };
	const body = JSON.stringify({ urls: [{ url: 'http://127.0.0.1:8330/login' }] });
	const submitted = await fetch(`${baseUrl}/api/scrape`, { method: 'POST', headers, body });
	const { jobId, message } = await submitted.json();
	if (jobId === undefined) throw new Error(`The scrape was refused: ${message}`);
	for (;;) {
		const job = await (await fetch(`${baseUrl}/api/scrape/${jobId}`, { headers })).json();
		if (job.status === 'failed') throw new Error(job.error);
		if (job.status === 'completed') return JSON.stringify(job.result).includes('Sign In');
		await sleep(200);
	}
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
		const baseUrl = `http://127.0.0.1:${port}`;
		await waitUntilReady(`${baseUrl}/readyz`);
		const isRead = await readPage(baseUrl, key);
		const log = await run(engine, [...engineFlags, 'logs', NAME]);
		if (!isRead) throw new Error(`The page was read otherwise than it is. ${log}`);
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
		const baseUrl = `http://127.0.0.1:${port}`;
		const owner = {
			email: 'owner@example.com',
			firstName: 'A',
			lastName: 'B',
			password: `Aa1${randomBytes(8).toString('hex')}`,
		};
		const browser = { 'browser-id': 'test' };
		const setUpRequest = {
			method: 'POST',
			headers: { ...browser, 'content-type': 'application/json' },
			body: JSON.stringify(owner),
		};
		// While it starts, n8n answers everything with a page that says so.
		const setUp = await waitUntilReady(`${baseUrl}/rest/owner/setup`, setUpRequest, (answer) =>
			answer.headers.has('set-cookie'),
		);
		const cookie = setUp.headers.get('set-cookie')?.split(';')[0] ?? '';
		const types = await waitUntilReady(`${baseUrl}/types/nodes.json`, {
			headers: { ...browser, cookie },
		});
		const isLoaded = (await types.text()).includes('"n8n-nodes-web-data-extraction.scrape"');
		if (!isLoaded) throw new Error('n8n has not loaded the package.');
	} finally {
		await run(engine, [...engineFlags, 'stop', NAME]).catch(() => undefined);
	}
}

/** Whether the fleet's files are what the engine understands. */
async function checkFleet(/** @type {string} */ engine) {
	const files = ['-f', 'deploy/compose.yaml', '-f', 'deploy/compose.fleet.yaml'];
	const envFile = ['--env-file', 'deploy/example.env'];
	const hasCompose = await run(engine, ['compose', 'version']).catch(() => undefined);
	if (hasCompose === undefined) return 'NOT RUN: this engine has no compose';
	// The example names the secrets and holds none.
	for (const name of ['API_KEYS', 'DASHBOARD_PASSWORD', 'N8N_ENCRYPTION_KEY', 'POSTGRES_PASSWORD'])
		process.env[name] = 'of-the-test-of-containers';
	for (const name of ['REDIS_PASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
		process.env[name] = 'of-the-test-of-containers';
	await run(engine, ['compose', ...envFile, ...files, 'config', '--quiet']);
	return 'understood';
}

runProgram(async () => {
	const engine = await findEngine();
	if (engine === undefined) return skip('neither podman nor docker runs on this machine.');
	const missing = await findMissing(engine);
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
	console.log(`fleet: ${await checkFleet(engine)}`);
	return 0;
});
