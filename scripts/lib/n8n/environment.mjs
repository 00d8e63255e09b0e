import path from 'node:path';
import { n8nFolder, n8nRelease } from './installation.mjs';

/** Settings of the surrounding shell, npm or test runner that would change how n8n behaves. */
const FOREIGN_SETTINGS =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|NODES_|CREDENTIALS_|GENERIC_|WEBHOOK_URL|NODE_ENV|NODE_OPTIONS|JEST_|npm_)/;

/**
 * @typedef {object} N8nSettings
 * @property {string} userFolder Holds all that this n8n keeps.
 * @property {number} port Of the editor and the REST interface, on the loopback interface.
 * @property {number} brokerPort Of n8n's task runners; each n8n of a machine needs its own.
 * @property {string} encryptionKey Encrypts the stored credentials.
 * @property {string} timezone e.g. "Europe/Berlin".
 */

/**
 * The folder for files that workflows read and write.
 * @param {string} userFolder
 */
export function fileFolder(userFolder) {
	return path.join(userFolder, 'files');
}

/**
 * The environment of an n8n that keeps to itself: no telemetry, no look-ups on the Internet, none
 * of the surrounding environment's n8n settings.
 *
 * @param {NodeJS.ProcessEnv} surroundings
 * @param {N8nSettings} settings
 * @returns {NodeJS.ProcessEnv}
 */
export function n8nEnvironment(surroundings, settings) {
	const kept = Object.entries(surroundings).filter(([name]) => !FOREIGN_SETTINGS.test(name));
	const { onlineModules } = n8nRelease();
	return {
		...Object.fromEntries(kept),
		// A name that a release does not know keeps it from starting.
		...(onlineModules.length > 0 && { N8N_DISABLED_MODULES: onlineModules.join(',') }),
		NODE_ENV: 'production',
		// What was compiled is kept beside what is installed: the next start takes an eighth less.
		NODE_COMPILE_CACHE: path.join(n8nFolder(), 'compiled'),
		GENERIC_TIMEZONE: settings.timezone,
		N8N_USER_FOLDER: settings.userFolder,
		N8N_PORT: String(settings.port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		// The one folder to which workflows may write files; n8n's default is in the user's home.
		N8N_RESTRICT_FILE_ACCESS_TO: fileFolder(settings.userFolder),
		N8N_ENCRYPTION_KEY: settings.encryptionKey,
		// The editor is served over plain HTTP, where a browser would drop a secure cookie.
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	};
}
