import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { normalizeBaseUrl } from './baseUrl';

/** The credential type of every node. */
export const CREDENTIAL_TYPE = 'webDataExtractionApi';

/** Where the service is, and how it is spoken to. */
export interface ServiceConnection {
	baseUrl: string;
	apiKey: string;
	/** Whether a certificate that can't be checked is accepted, of the service's host alone. */
	ignoresSslIssues: boolean;
}

/**
 * Reads the credential of a node.
 * @throws WebDataError when its base URL can't be used
 */
export async function readConnection(context: {
	getCredentials(type: string): Promise<ICredentialDataDecryptedObject>;
}): Promise<ServiceConnection> {
	const { baseUrl, apiKey, ignoreSslIssues } = await context.getCredentials(CREDENTIAL_TYPE);
	return {
		baseUrl: normalizeBaseUrl(String(baseUrl ?? '')),
		apiKey: String(apiKey ?? '').trim(),
		ignoresSslIssues: ignoreSslIssues === true,
	};
}

/** n8n's request option for an address: certificates of other hosts are always checked. */
export function sslOption(url: string, { baseUrl, ignoresSslIssues }: ServiceConnection) {
	const isOfService = new URL(url).host === new URL(baseUrl).host;
	return ignoresSslIssues && isOfService ? { skipSslCertificateValidation: true } : {};
}
