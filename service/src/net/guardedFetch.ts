import type { LookupFunction } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import type { AddressGuard } from './addressGuard.ts';

export interface GuardedFetchOptions {
	/** What may be opened; asked again for each redirect. */
	guard: AddressGuard;
	signal: AbortSignal;
	/**
	 * Longest wait for the next part of an answer, in milliseconds.
	 * @default 30_000
	 */
	silenceLimitMs?: number;
	/** @default 5 */
	maxRedirects?: number;
}

/** An answer, with the address that gave it after redirects. */
export interface GuardedResponse {
	url: URL;
	/** Compressed bodies come decoded. */
	response: Response;
}

/** A request failed; the message is the reason, `url` the address that failed after redirects. */
export class GuardedFetchError extends Error {
	override name = 'GuardedFetchError' as const;
	readonly url: string;

	constructor(url: string, reason: string, options?: ErrorOptions) {
		super(reason, options);
		this.url = url;
	}
}

/** Some servers answer 403 to whoever gives no name. */
const HEADERS = {
	accept: '*/*',
	'accept-encoding': 'identity',
	'user-agent': 'Mozilla/5.0 (compatible; web-data-extraction-service)',
};
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Gets an address without a browser. Each address on the way, redirects included, is put to the
 * guard, and the connection goes to the very address that was checked.
 * @throws GuardedFetchError; AddressNotAllowedError; the signal's reason
 */
export async function guardedFetch(
	start: URL,
	{ guard, signal, silenceLimitMs = 30_000, maxRedirects = 5 }: GuardedFetchOptions,
): Promise<GuardedResponse> {
	let url = start;
	for (let redirects = 0; redirects <= maxRedirects; redirects++) {
		await guard.assertUrlAllowed(url);
		const response = await send(url, guard, signal, silenceLimitMs);
		const location = response.headers.get('location');
		if (!REDIRECTS.has(response.status) || location === null) return { url, response };
		await response.body?.cancel();
		const next = URL.parse(location, url);
		if (next === null) throw new GuardedFetchError(url.href, `it redirects to "${location}"`);
		url = next;
	}
	throw new GuardedFetchError(start.href, `it redirects more than ${maxRedirects} times`);
}

async function send(
	url: URL,
	guard: AddressGuard,
	signal: AbortSignal,
	silenceLimitMs: number,
): Promise<Response> {
	const isSecure = url.protocol === 'https:';
	const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
	const dispatcher = new Agent({
		connect: { lookup: createGuardedLookup(guard, port), timeout: silenceLimitMs },
		headersTimeout: silenceLimitMs,
		bodyTimeout: silenceLimitMs,
		pipelining: 0,
	});
	try {
		return await fetch(url, { dispatcher, signal, redirect: 'manual', headers: HEADERS });
	} catch (error) {
		signal.throwIfAborted();
		const cause = error instanceof Error ? (error.cause ?? error) : error;
		if (cause instanceof Error && cause.name === 'AddressNotAllowedError') throw cause;
		throw new GuardedFetchError(url.href, describeFetchFailure(cause, silenceLimitMs), { cause });
	}
}

/** Codes of a connection that ended early. */
const CUT_OFF: ReadonlySet<string> = new Set([
	'ECONNRESET',
	'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
	'UND_ERR_SOCKET',
]);

/**
 * The reason of a failed request or body, in words.
 * @param silenceLimitMs see {@link GuardedFetchOptions}
 */
export function describeFetchFailure(error: unknown, silenceLimitMs = 30_000): string {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
	if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
		return `the server sent nothing for ${silenceLimitMs / 1000} seconds`;
	}
	if (typeof code === 'string' && CUT_OFF.has(code)) {
		return 'the connection ended before all of it came';
	}
	return cause instanceof Error ? cause.message : String(cause);
}

// Connects only to addresses that the guard has let pass, so that no name resolves anew.
function createGuardedLookup(guard: AddressGuard, port: number): LookupFunction {
	return (hostname, options, callback) => {
		guard.resolveAllowed(hostname, port).then(
			(addresses) => {
				const [first] = addresses;
				if (options.all) callback(null, addresses);
				else if (first) callback(null, first.address, first.family);
				else callback(new Error(`${hostname} has no address`), '', 0);
			},
			(error: Error) => callback(error, '', 0),
		);
	};
}
