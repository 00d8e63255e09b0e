import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, isPortFree } from '../../scripts/lib/freePort.mjs';
import { inRepository } from '../../scripts/lib/repository.mjs';
import { eventually } from '../support/eventually';
import { startSite, type TestSite } from '../contract/support/startSite';

let site: TestSite;
let folder: string;
let ports: { N8N_PORT: string; PORT: string };
const started: ChildProcess[] = [];

beforeAll(async () => {
	site = await startSite();
	folder = await mkdtemp(join(tmpdir(), 'npm-start-'));
	ports = { N8N_PORT: String(await findFreePort()), PORT: String(await findFreePort()) };
});

afterAll(async () => {
	for (const child of started) child.kill('SIGTERM');
	await Promise.all(started.map(async (child) => child.exitCode ?? (await once(child, 'exit'))));
	await site?.stop();
	await rm(folder, { recursive: true, force: true });
});

/** What `npm start` runs, with a folder of its own. */
function start(...options: string[]) {
	const child = spawn(process.execPath, [inRepository('scripts/start.mjs'), ...options], {
		env: {
			...process.env,
			...ports,
			START_DIR: join(folder, 'n8n'),
			DATA_DIR: join(folder, 'service'),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	started.push(child);
	const printed = { stdout: '', stderr: '' };
	child.stdout.on('data', (part) => (printed.stdout += String(part)));
	child.stderr.on('data', (part) => (printed.stderr += String(part)));
	const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, ...printed }));
	return {
		child,
		ended,
		/** Resolves to what it has printed, when it says how to stop it. */
		waitUntilUp: () =>
			eventually(
				async () => (printed.stdout.includes('Ctrl+C stops both.') ? printed.stdout : undefined),
				() => `It is not up: ${printed.stderr}`,
			),
	};
}

const arePortsFree = async () =>
	await Promise.all(Object.values(ports).map(async (port) => await isPortFree(Number(port))));

describe('npm start', () => {
	const page = () => `${site.url}/rendered`;

	test('the first time, with --once: prints the items of a page as a line of JSON, and ends', async () => {
		const { exitCode, stdout, stderr } = await start('--once', '--url', page()).ended;

		expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
		const lines = stdout.split('\n').filter((line) => line.startsWith('['));
		expect(lines).toHaveLength(1);
		expect(JSON.parse(lines[0] ?? '')).toMatchObject([
			{ url: page(), content: expect.stringContaining('Basalt lamp') },
		]);
		expect(await arePortsFree()).toEqual([true, true]);
	});

	test('the second time: stays up, refuses a third beside it, and ends with Ctrl+C', async () => {
		const { child, ended, waitUntilUp } = start('--url', page());
		const printed = await waitUntilUp();
		const beside = await start('--once', '--url', page()).ended;
		child.kill('SIGINT');
		const { exitCode } = await ended;

		expect(printed).toContain(`http://127.0.0.1:${ports.N8N_PORT}/home/workflows`);
		expect(printed).toMatch(/Start here: +http:\/\/127\.0\.0\.1:\d+\/workflow\/\w+/);
		expect(printed).toMatch(/password: +\S+/);
		expect(existsSync(join(folder, 'n8n/files'))).toBe(true);
		expect(beside).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining(
				`Port ${ports.N8N_PORT}, meant for n8n, is taken by another program, perhaps an earlier npm start.`,
			),
		});
		expect(exitCode).toBe(0);
		expect(await arePortsFree()).toEqual([true, true]);
	});
});
