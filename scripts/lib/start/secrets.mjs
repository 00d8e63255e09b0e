import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inDataFolder, readJson } from '../repository.mjs';

/**
 * What `npm start` makes up once and uses from then on.
 * @typedef {object} Secrets
 * @property {import('../n8n/owner.mjs').Owner} owner Of n8n.
 * @property {string} encryptionKey Encrypts the credentials that n8n stores.
 * @property {string} apiKey Of the local service.
 * @property {string} dashboardPassword Of the local service's page for people.
 */

/** The folder in which the n8n of `npm start` keeps everything: that of the setting `START_DIR`, if any. */
export const n8nUserFolder = path.resolve(process.env['START_DIR'] || inDataFolder('n8n'));

/** Beside what it unlocks: whoever removes the folder starts afresh with both. */
export const secretsFile = path.join(n8nUserFolder, 'secrets.json');

/** @returns {Secrets} Those of the first start, or new ones. */
export function readSecrets() {
	if (!existsSync(secretsFile)) {
		mkdirSync(n8nUserFolder, { recursive: true });
		writeFileSync(secretsFile, JSON.stringify(makeSecrets(), null, '\t'), { mode: 0o600 });
	}
	return readJson(secretsFile);
}

/** @returns {Secrets} */
function makeSecrets() {
	return {
		// n8n wants a capital letter and a digit in it.
		owner: { email: 'owner@example.com', password: `Aa1-${randomBytes(12).toString('base64url')}` },
		encryptionKey: randomBytes(24).toString('base64url'),
		apiKey: `local-${randomBytes(24).toString('hex')}`,
		dashboardPassword: randomBytes(12).toString('base64url'),
	};
}
