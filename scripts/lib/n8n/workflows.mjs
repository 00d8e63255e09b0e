/**
 * @typedef {object} WorkflowNode
 * @property {string} name
 * @property {string} type
 * @property {Record<string, unknown>} parameters
 * @property {Record<string, import('./credentials.mjs').CredentialLink>} [credentials]
 */

/**
 * A workflow as n8n's editor exports it; fields that nothing here reads are kept.
 * @typedef {object} Workflow
 * @property {string} name
 * @property {WorkflowNode[]} nodes
 * @property {Record<string, unknown>} connections
 * @property {Record<string, unknown>} [settings]
 */

/** @typedef {Workflow & { id: string, isArchived?: boolean }} StoredWorkflow */

/**
 * Points the credentials of one type to a stored one: everywhere a node names such a credential.
 *
 * @template {Workflow} W
 * @param {W} workflow
 * @param {string} credentialType
 * @param {import('./credentials.mjs').CredentialLink} link
 * @returns {W}
 */
export function linkCredential(workflow, credentialType, link) {
	const nodes = workflow.nodes.map((node) =>
		node.credentials?.[credentialType]
			? { ...node, credentials: { ...node.credentials, [credentialType]: link } }
			: node,
	);
	return { ...workflow, nodes };
}

/**
 * @param {import('./restClient.mjs').RestClient} client
 * @param {Workflow} workflow
 * @returns {Promise<StoredWorkflow>}
 */
export async function createWorkflow(client, { name, nodes, connections, settings = {} }) {
	// The first releases of n8n 2 store no workflow that does not say so.
	const active = false;
	return await client.request('POST', '/rest/workflows', {
		name,
		nodes,
		connections,
		settings,
		active,
	});
}

/**
 * @param {import('./restClient.mjs').RestClient} client
 * @param {StoredWorkflow} workflow
 * @returns {Promise<StoredWorkflow>}
 */
export async function updateWorkflow(client, { id, nodes }) {
	return await client.request('PATCH', `/rest/workflows/${id}`, { nodes });
}

/**
 * @param {import('./restClient.mjs').RestClient} client
 * @param {string} name
 * @returns {Promise<StoredWorkflow | undefined>} The workflow of that name that is not archived.
 */
export async function findWorkflow(client, name) {
	const filter = encodeURIComponent(JSON.stringify({ name, isArchived: false }));
	/** @type {StoredWorkflow[]} */
	const found = await client.request('GET', `/rest/workflows?filter=${filter}`);
	const exact = found.find((workflow) => workflow.name === name && workflow.isArchived !== true);
	return exact && (await client.request('GET', `/rest/workflows/${exact.id}`));
}
