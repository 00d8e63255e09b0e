import { node24Path } from '../node24.mjs';
import { inDataFolder, inRepository } from '../repository.mjs';
import { startServer } from '../server.mjs';

const START_TIMEOUT_MS = 300_000;

/**
 * @typedef {object} ServiceSettings
 * @property {number} port
 * @property {string} apiKey
 * @property {string} dashboardPassword
 * @property {string} allowedHost May be scraped although its address is private.
 */

/**
 * Starts the local service and waits until it answers a request with its key.
 *
 * @param {ServiceSettings} settings
 * @returns {Promise<import('../server.mjs').RunningServer>} Its base address ends in "/api".
 */
export async function startService(settings) {
	const baseUrl = `http://127.0.0.1:${settings.port}/api`;
	return await startServer(
		{
			name: 'The local service',
			command: node24Path,
			args: [inRepository('service/src/main.ts')],
			env: serviceEnvironment(process.env, settings),
			logFile: inDataFolder('logs/service.log'),
		},
		{
			baseUrl,
			isReady: () => isReady(baseUrl, settings.apiKey),
			timeoutMs: START_TIMEOUT_MS,
		},
	);
}

/**
 * The user's own settings of the service stay in force; what is needed here is added to them.
 *
 * @param {NodeJS.ProcessEnv} surroundings
 * @param {ServiceSettings} settings
 * @returns {NodeJS.ProcessEnv}
 */
function serviceEnvironment(surroundings, { port, apiKey, dashboardPassword, allowedHost }) {
	return {
		...surroundings,
		HOST: '127.0.0.1',
		PORT: String(port),
		DATA_DIR: surroundings['DATA_DIR'] || inDataFolder('service'),
		DASHBOARD_PASSWORD: dashboardPassword,
		API_KEYS: [apiKey, ...readList(surroundings['API_KEYS'])].join(','),
		ALLOW_PRIVATE_ADDRESSES: allowHost(
			readList(surroundings['ALLOW_PRIVATE_ADDRESSES']),
			allowedHost,
		),
	};
}

/**
 * @param {string[]} allowed `true` alone: every host.
 * @param {string} host
 */
function allowHost(allowed, host) {
	if (allowed.length === 1 && allowed[0] === 'true') {
		return 'true';
	}
	return [...allowed.filter((entry) => entry !== 'false'), host].join(',');
}

/** @param {string | undefined} text */
function readList(text = '') {
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

/**
 * @param {string} baseUrl
 * @param {string} apiKey
 */
async function isReady(baseUrl, apiKey) {
	const response = await fetch(`${baseUrl}/usage-stats?range=7d`, {
		headers: { 'x-api-key': apiKey },
	}).catch(() => undefined);
	await response?.body?.cancel();
	return response?.ok ?? false;
}
