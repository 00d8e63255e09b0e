import type { ProtectedJob, UnprotectedJob } from '../db/oldSecrets.ts';
import { HIDDEN } from './userInfo.ts';
import {
	hideSecrets,
	listAddresses,
	listSecretTexts,
	listUserInfoTexts,
	redact,
} from './requestSecrets.ts';
import type { SecretBox } from './secretBox.ts';

/**
 * Removes the secrets from a job that a version before 0.3.0 stored, and encrypts them if the job can still
 * run. Returns undefined for a job without secrets.
 * @throws StorageUnavailableError, SecretsLostError
 */
export async function protectOldJob(
	{ request, error, isUnfinished }: UnprotectedJob,
	box: SecretBox,
): Promise<ProtectedJob | undefined> {
	const { shown, secrets } = hideSecrets(request);
	if (secrets.length === 0) return undefined;
	return {
		request: shown,
		secrets: isUnfinished ? await box.seal(secrets) : null,
		replacements: listUserInfoTexts(secrets).map((text) => ({ text, shown: `${HIDDEN}@` })),
		error: error && redact(error, listSecretTexts(secrets)),
		privateUrls: listAddresses(request),
	};
}
