import { N8nRequestFailed } from './restClient.mjs';

/**
 * The account that owns an n8n instance.
 * @typedef {{ email: string, password: string }} Owner
 */

/**
 * Signs in as the owner; on a new instance the owner's account is made first.
 *
 * @param {import('./restClient.mjs').RestClient} client
 * @param {Owner} owner
 * @throws {N8nRequestFailed} Status 401: n8n knows another password.
 */
export async function signInAsOwner(client, { email, password }) {
	try {
		await client.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	} catch (error) {
		if (!isWrongSignIn(error)) {
			throw error;
		}
		const names = { firstName: 'Local', lastName: 'Owner' };
		const owner = { email, password, ...names };
		await client.request('POST', '/rest/owner/setup', owner).catch(() => {
			throw error;
		});
	}
}

/**
 * @param {unknown} error
 * @returns {boolean} Whether n8n refused the e-mail address and password.
 */
export function isWrongSignIn(error) {
	return error instanceof N8nRequestFailed && error.status === 401;
}
