import { readdirSync, readFileSync } from 'node:fs';
import { fileFolder } from '../n8n/environment.mjs';
import { createWorkflow, findWorkflow, linkCredential, updateWorkflow } from '../n8n/workflows.mjs';
import { inRepository } from '../repository.mjs';
import { n8nUserFolder } from './secrets.mjs';

/** The file folder of n8n's container, which the examples name. */
const CONTAINER_FILES = '/home/node/.n8n-files';

/**
 * @typedef {import('../n8n/restClient.mjs').RestClient} RestClient
 * @typedef {import('../n8n/workflows.mjs').Workflow} Workflow
 * @typedef {import('../n8n/workflows.mjs').StoredWorkflow} StoredWorkflow
 */

/**
 * Stores the workflows of examples/ in n8n, each one once: one that is there already, known by its
 * name, keeps the user's changes.
 *
 * @param {RestClient} client
 * @param {string} credentialType
 * @param {import('../n8n/credentials.mjs').CredentialLink} link Put in wherever a node names a
 * credential of that type.
 * @returns {Promise<Map<string, StoredWorkflow>>} By file name.
 */
export async function importExamples(client, credentialType, link) {
	// n8n lists the newest first: the first example comes last.
	const files = readdirSync(inRepository('examples'))
		.filter((name) => name.endsWith('.json'))
		.sort()
		.reverse();
	/** @type {Map<string, StoredWorkflow>} */
	const stored = new Map();
	for (const file of files) {
		const example = readExample(file);
		const known = await findWorkflow(client, example.name);
		stored.set(
			file,
			known
				? await relink(client, known, linkCredential(known, credentialType, link))
				: await createWorkflow(client, linkCredential(example, credentialType, link)),
		);
	}
	return stored;
}

/**
 * An example whose files go to the folder of the n8n of `npm start`.
 *
 * @param {string} file
 * @returns {Workflow}
 */
function readExample(file) {
	const folder = JSON.stringify(fileFolder(n8nUserFolder)).slice(1, -1);
	const text = readFileSync(inRepository('examples', file), 'utf8');
	return JSON.parse(text.replaceAll(CONTAINER_FILES, folder));
}

/**
 * @param {RestClient} client
 * @param {StoredWorkflow} known
 * @param {StoredWorkflow} linked
 */
async function relink(client, known, linked) {
	const isLinked = JSON.stringify(known.nodes) === JSON.stringify(linked.nodes);
	return isLinked ? known : await updateWorkflow(client, linked);
}
