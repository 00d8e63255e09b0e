import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const PROGRAM = 'service/src/cli/checkReady.ts';

/** Runs the program beside a service that gives this answer. @returns how it ended */
async function check(status: number): Promise<{ code?: number; stderr: string }> {
	const server = createServer((request, response) => {
		response.writeHead(request.url === '/readyz' ? status : 404).end('{"database":"is full"}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const env = { ...process.env, PORT: String(port) };
	try {
		return await promisify(execFile)(process.execPath, [PROGRAM], { env });
	} catch (error) {
		return Object(error);
	} finally {
		server.close();
	}
}

test('the check of a container says whether its service can work, and what it lacks', async () => {
	expect(await check(200)).toMatchObject({ stderr: '' });
	expect(await check(503)).toMatchObject({ code: 1, stderr: '{"database":"is full"}\n' });
});

test('the containers of the service are checked by it, in one word each', () => {
	const tests = ['compose.yaml', 'compose.fleet.yaml']
		.map((name) => parse(readFileSync(`deploy/${name}`, 'utf8'), { merge: true }).services)
		.flatMap(({ extraction, ['extraction-worker']: worker }) => [extraction, worker])
		.flatMap((service) => service?.healthcheck?.test ?? []);

	// Podman's Docker API divides words of a check that hold blanks.
	expect(tests).toEqual(['CMD', 'node', PROGRAM, 'CMD', 'node', PROGRAM]);
});
