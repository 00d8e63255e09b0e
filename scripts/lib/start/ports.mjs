import { isPortFree } from '../freePort.mjs';

/**
 * @param {import('./options.mjs').StartOptions} options
 * @throws {Error} Naming the port that is taken and how to choose another.
 */
export async function assertPortsFree({ n8nPort, servicePort }) {
	if (n8nPort === servicePort) {
		throw new Error(`N8N_PORT and PORT are both ${n8nPort}: n8n and the service need one each.`);
	}
	await assertPortFree('n8n', 'N8N_PORT', n8nPort);
	await assertPortFree('the local service', 'PORT', servicePort);
}

/**
 * @param {string} user
 * @param {string} setting
 * @param {number} port
 */
async function assertPortFree(user, setting, port) {
	if (!(await isPortFree(port))) {
		throw new Error(
			`Port ${port}, meant for ${user}, is taken by another program, perhaps an earlier npm start.\n` +
				`Stop that program, or choose another port: ${setting}=${port + 10_000 > 65_535 ? port - 1 : port + 10_000} npm start`,
		);
	}
}
