/**
 * @typedef {object} CredentialRequest
 * @property {string} name
 * @property {string} type e.g. "webDataExtractionApi".
 * @property {Record<string, unknown>} data The fields of the credential type.
 */

/**
 * How a workflow's node names a stored credential.
 * @typedef {{ id: string, name: string }} CredentialLink
 */

/**
 * Stores a credential. One of the same type and name gets the new data instead.
 *
 * @param {import('./restClient.mjs').RestClient} client
 * @param {CredentialRequest} credential
 * @returns {Promise<CredentialLink>}
 */
export async function saveCredential(client, credential) {
	/** @type {Array<CredentialLink & { type: string }>} */
	const stored = await client.request('GET', '/rest/credentials');
	const known = stored.find(
		({ name, type }) => name === credential.name && type === credential.type,
	);
	const { id, name } = known
		? await client.request('PATCH', `/rest/credentials/${known.id}`, credential)
		: await client.request('POST', '/rest/credentials', credential);
	return { id, name };
}
