import { mkdirSync } from 'node:fs';
import { findFreePort } from '../freePort.mjs';
import { node24Path } from '../node24.mjs';
import { startServer } from '../server.mjs';
import { fileFolder, n8nEnvironment } from './environment.mjs';
import { n8nProgram } from './installation.mjs';

/** A busy machine takes minutes for the first start, with all of the database to set up. */
const START_TIMEOUT_MS = 600_000;

/**
 * Starts n8n and waits until its REST interface answers.
 *
 * @param {object} request
 * @param {string} request.userFolder
 * @param {number} request.port
 * @param {string} request.encryptionKey
 * @param {string} request.timezone
 * @param {string} request.logFile Takes n8n's output.
 * @param {NodeJS.ProcessEnv | undefined} [request.environment] Settings of n8n's own besides.
 * @returns {Promise<import('../server.mjs').RunningServer>}
 */
export async function startN8nProcess({ logFile, environment, ...settings }) {
	mkdirSync(fileFolder(settings.userFolder), { recursive: true });
	const brokerPort = await findFreePort();
	const baseUrl = `http://127.0.0.1:${settings.port}`;
	return await startServer(
		{
			name: 'n8n',
			command: node24Path,
			args: [n8nProgram(), 'start'],
			env: { ...n8nEnvironment(process.env, { ...settings, brokerPort }), ...environment },
			logFile,
		},
		{ baseUrl, isReady: () => isReady(baseUrl), timeoutMs: START_TIMEOUT_MS },
	);
}

/** @param {string} baseUrl */
async function isReady(baseUrl) {
	// The database is ready before the REST routes are there, which know nobody without a session.
	return (await ask('/healthz/readiness')) === 200 && (await ask('/rest/login')) === 401;

	/** @param {string} path */
	async function ask(path) {
		const response = await fetch(`${baseUrl}${path}`).catch(() => undefined);
		await response?.body?.cancel();
		return response?.status;
	}
}
