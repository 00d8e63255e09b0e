import { WebDataError } from './webDataError';

const EXAMPLE = 'e.g. http://127.0.0.1:8330/api';

/**
 * The base address as requests use it: without trailing slashes, query or fragment. The reference
 * says that it already ends with the path segment /api.
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
	const path = url.pathname.replace(/\/{1,9}$/, '');
	if (!path.endsWith('/api')) {
		throw new WebDataError(
			"'Base URL' in the credential does not end in /api",
			`Add /api to the address: ${url.origin}${path}/api`,
		);
	}
	return `${url.origin}${path}`;
}
