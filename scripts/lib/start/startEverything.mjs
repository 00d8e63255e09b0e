import { installCommunityPackage } from '../n8n/communityPackage.mjs';
import { saveCredential } from '../n8n/credentials.mjs';
import { fileFolder } from '../n8n/environment.mjs';
import { startN8nProcess } from '../n8n/process.mjs';
import { createRestClient } from '../n8n/restClient.mjs';
import { packageTarball } from '../packageTarball.mjs';
import { inDataFolder } from '../repository.mjs';
import { step } from '../steps.mjs';
import { importExamples } from './importExamples.mjs';
import { scrapePage } from './scrapePage.mjs';
import { n8nUserFolder, readSecrets } from './secrets.mjs';
import { startService } from './service.mjs';
import { signIn } from './signIn.mjs';

const CREDENTIAL_TYPE = 'webDataExtractionApi';
const CREDENTIAL_NAME = 'Local web data extraction service';
const STARTED_EXAMPLE = '01-page-to-markdown.json';

/**
 * @typedef {object} Running
 * @property {import('../server.mjs').RunningServer} n8n
 * @property {import('../server.mjs').RunningServer} service
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {string} exampleUrl Where the editor shows the example that is run.
 * @property {string} files The folder to which workflows may write.
 * @property {(url: string) => Promise<Array<Record<string, unknown>>>} scrape Runs the example.
 */

/**
 * Starts the local service and n8n, with the package, a credential and the examples in place.
 *
 * @param {import('./options.mjs').StartOptions} options
 * @param {string} url The page that will be scraped.
 * @returns {Promise<Running>}
 */
export async function startEverything({ n8nPort, servicePort }, url) {
	const secrets = readSecrets();
	await installCommunityPackage(packageTarball(), n8nUserFolder);
	const [service, n8n] = await step('Starting the local service and n8n', () =>
		Promise.all([
			startService({
				port: servicePort,
				apiKey: secrets.apiKey,
				dashboardPassword: secrets.dashboardPassword,
				allowedHost: new URL(url).hostname,
			}),
			startN8nProcess({
				userFolder: n8nUserFolder,
				port: n8nPort,
				encryptionKey: secrets.encryptionKey,
				timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
				logFile: inDataFolder('logs/n8n.log'),
			}),
		]),
	);
	const client = createRestClient(n8n.baseUrl);
	await signIn(client, secrets.owner);
	const example = await prepareWorkflows(client, service.baseUrl, secrets.apiKey);
	const scrape = (/** @type {string} */ page) => scrapePage(client, example, page);
	const exampleUrl = `${n8n.baseUrl}/workflow/${example.id}`;
	return { n8n, service, secrets, exampleUrl, files: fileFolder(n8nUserFolder), scrape };
}

/**
 * @param {import('../n8n/restClient.mjs').RestClient} client
 * @param {string} baseUrl The service's.
 * @param {string} apiKey
 */
async function prepareWorkflows(client, baseUrl, apiKey) {
	const link = await saveCredential(client, {
		name: CREDENTIAL_NAME,
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiKey, authentication: 'bearer' },
	});
	const example = (await importExamples(client, CREDENTIAL_TYPE, link)).get(STARTED_EXAMPLE);
	if (!example) {
		throw new Error(`examples/${STARTED_EXAMPLE}, which npm start runs, is missing.`);
	}
	return example;
}
