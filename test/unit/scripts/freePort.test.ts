import { createServer } from 'node:net';
import { findFreePort, isPortFree } from '../../../scripts/lib/freePort.mjs';

test('a free port is none that a connection may be given before its server starts', async () => {
	const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()));

	expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('a port is free until somebody listens on it', async () => {
	const port = await findFreePort();
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const isFree = await isPortFree(port);
	await new Promise((resolve) => server.close(resolve));

	expect([isFree, await isPortFree(port)]).toEqual([false, true]);
});
