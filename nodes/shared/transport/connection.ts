import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { WebDataError } from './webDataError';

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

/**
 * n8n's options that all requests share. Answers are judged here, not by n8n's own texts; redirects are
 * not followed, so that the API key reaches no other host and no body is kept in memory; certificates of
 * other hosts than the service's are always checked.
 */
export function requestOptions(
	url: string,
	{ baseUrl, ignoresSslIssues }: ServiceConnection,
	{ signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
) {
	const isOfService = new URL(url).host === new URL(baseUrl).host;
	return {
		url,
		timeout: timeoutMs,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true as const,
		...(ignoresSslIssues && isOfService && { skipSslCertificateValidation: true }),
		...(signal && { abortSignal: signal }),
	};
}

const EXAMPLE = 'e.g. http://127.0.0.1:8330/api';

/**
 * The base address as requests use it: without trailing slashes, query or fragment. It ends
 * with the path segment /api (`api/openapi.yaml`, servers).
 * @throws WebDataError naming the field and the fix
 */
export function normalizeBaseUrl(text: string): string {
	const trimmed = text.trim();
	if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol)) {
		throw new WebDataError(
			"'Base URL' in the credential is not a web address",
			`Enter the address of the service, starting with http:// or https:// and ending in /api, ${EXAMPLE}`,
		);
	}
	const url = new URL(trimmed);
	if (url.username !== '' || url.password !== '') {
		throw new WebDataError(
			"'Base URL' in the credential contains a user name or password",
			`Remove it, because only the API key is sent: ${url.origin}${url.pathname}. A proxy with its own login must let requests to the API through.`,
		);
	}
	const path = url.pathname.replace(/\/{1,9}$/, '');
	if (!path.endsWith('/api')) {
		throw new WebDataError(
			"'Base URL' in the credential does not end in /api",
			`Add /api to the address: ${url.origin}${path}/api`,
		);
	}
	return `${url.origin}${path}`;
}
