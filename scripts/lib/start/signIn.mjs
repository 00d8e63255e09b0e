import { isWrongSignIn, signInAsOwner } from '../n8n/owner.mjs';
import { n8nUserFolder, secretsFile } from './secrets.mjs';

/**
 * @param {import('../n8n/restClient.mjs').RestClient} client
 * @param {import('../n8n/owner.mjs').Owner} owner
 * @throws {Error} n8n knows another password; with what to do.
 */
export async function signIn(client, owner) {
	try {
		await signInAsOwner(client, owner);
	} catch (error) {
		if (!isWrongSignIn(error)) {
			throw error;
		}
		throw new Error(
			`n8n does not accept the sign-in kept in ${secretsFile}; perhaps it was changed in the editor.\n` +
				`Write the current e-mail address and password there, or remove ${n8nUserFolder} to start over.`,
			{ cause: error },
		);
	}
}
