import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** @returns {Promise<number>} A TCP port of the loopback interface that nobody listens on. */
export async function findFreePort() {
	return await listenBriefly(0);
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
