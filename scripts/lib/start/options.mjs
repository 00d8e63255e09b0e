import { parseArgs } from 'node:util';

const DEFAULT_N8N_PORT = 5678;
const DEFAULT_SERVICE_PORT = 8330;

export const USAGE = `npm start                    starts the local service and n8n with the package installed, scrapes
                             a page with an example workflow, prints its items, keeps running
npm start -- --url URL       scrapes this page; it may be on this machine or network
npm start -- --once          exits after printing the items
Settings (environment): N8N_PORT (default ${DEFAULT_N8N_PORT}), PORT (the service's, default ${DEFAULT_SERVICE_PORT}),
                        START_DIR (n8n's folder, default .data/n8n), and those of the service.`;

/**
 * @typedef {object} StartOptions
 * @property {boolean} help Whether only the usage is asked for.
 * @property {boolean} once Whether to end after printing the items.
 * @property {string | undefined} url The page to scrape.
 * @property {number} n8nPort
 * @property {number} servicePort
 */

/**
 * @param {string[]} args Of the command line.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {StartOptions}
 * @throws {Error} Naming the option or setting that is wrong.
 */
export function readOptions(args, environment) {
	const { values } = parseArgs({
		args,
		options: { help: { type: 'boolean' }, once: { type: 'boolean' }, url: { type: 'string' } },
	});
	return {
		help: values.help ?? false,
		once: values.once ?? false,
		url: values.url === undefined ? undefined : readUrl(values.url),
		n8nPort: readPort(environment, 'N8N_PORT', DEFAULT_N8N_PORT),
		servicePort: readPort(environment, 'PORT', DEFAULT_SERVICE_PORT),
	};
}

/** @param {string} text */
function readUrl(text) {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
		throw new Error(
			`--url is "${text}": give a web address that starts with http:// or https://, e.g. --url https://example.com/`,
		);
	}
	return text;
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} name
 * @param {number} defaultPort
 */
function readPort(environment, name, defaultPort) {
	const text = environment[name] || String(defaultPort);
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
		throw new Error(
			`${name} is "${text}": set a port number from 1 to 65535, e.g. ${name}=${defaultPort}`,
		);
	}
	return port;
}
