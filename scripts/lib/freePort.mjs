import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Above are those that Linux and others give to connections, any of which may be taken before a server starts. */
const PORTS = { from: 10_000, below: 32_768 };

/** @returns {Promise<number>} A TCP port of the loopback interface that nobody listens on. */
export async function findFreePort() {
	for (;;) {
		const port = randomInt(PORTS.from, PORTS.below);
		if (await isPortFree(port)) return port;
	}
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} Whether nobody listens on that port of the loopback interface.
 */
export async function isPortFree(port) {
	return await listenBriefly(port).then(
		() => true,
		() => false,
	);
}

/**
 * @param {number} requestedPort 0 takes any.
 * @returns {Promise<number>}
 */
async function listenBriefly(requestedPort) {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(requestedPort, LOOPBACK, () => {
			const address = server.address();
			const port = typeof address === 'object' && address ? address.port : requestedPort;
			server.close(() => resolve(port));
		});
	});
}
