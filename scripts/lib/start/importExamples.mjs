import { readdirSync } from 'node:fs';
import { createWorkflow, findWorkflow, linkCredential, updateWorkflow } from '../n8n/workflows.mjs';
import { inRepository, readJson } from '../repository.mjs';

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
	const files = readdirSync(inRepository('examples')).filter((name) => name.endsWith('.json'));
	/** @type {Map<string, StoredWorkflow>} */
	const stored = new Map();
	for (const file of files) {
		/** @type {Workflow} */
		const example = readJson(inRepository('examples', file));
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
 * @param {RestClient} client
 * @param {StoredWorkflow} known
 * @param {StoredWorkflow} linked
 */
async function relink(client, known, linked) {
	const isLinked = JSON.stringify(known.nodes) === JSON.stringify(linked.nodes);
	return isLinked ? known : await updateWorkflow(client, linked);
}
