import { AddressNotAllowedError } from './addressGuard.ts';

/** Node's error codes for a connection that cannot be made, in Chromium's words. */
const BROWSER_ERRORS: Record<string, string> = {
	ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
	EAI_AGAIN: 'net::ERR_NAME_NOT_RESOLVED',
	EAI_FAIL: 'net::ERR_NAME_NOT_RESOLVED',
	ENODATA: 'net::ERR_NAME_NOT_RESOLVED',
	ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
	ECONNRESET: 'net::ERR_CONNECTION_RESET',
	ETIMEDOUT: 'net::ERR_CONNECTION_TIMED_OUT',
	EHOSTUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
	ENETUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
	EADDRNOTAVAIL: 'net::ERR_ADDRESS_INVALID',
};

/**
 * What the browser would have reported for a failed connection. The browser itself only sees that
 * its proxy failed; people need the cause.
 */
export function toBrowserError(error: unknown): string {
	if (error instanceof AddressNotAllowedError) return error.message;
	return BROWSER_ERRORS[readCode(error)] ?? 'net::ERR_CONNECTION_FAILED';
}

// A host with several addresses fails with one error for all of them, which carries the first's code.
function readCode(error: unknown): string {
	if (typeof error !== 'object' || error === null || !('code' in error)) return '';
	return typeof error.code === 'string' ? error.code : '';
}
