import { CookieJar } from 'tough-cookie';
import { Agent, buildConnector } from 'undici';
import { decodeUri } from '@web-data-extraction/page/decodeUri';
import { type AddressGuard, AddressNotAllowedError, pinTo } from './addressGuard.ts';
import { describeNetworkError, toBrowserErrorName } from './networkErrors.ts';
import { readRedirect, RedirectError } from './pageAddress.ts';
import { type WholeAnswer, WholeAnswers } from './wholeAnswers.ts';

const MOST_REDIRECTS = 5;

/** The same limit as in browsers. */
export const MAX_HEADER_BYTES = 262_144;

/** Longest wait for the next part of a response. */
const SILENCE_LIMIT_MS = 30_000;

/** A response, with its address after redirects. */
export interface GuardedResponse extends WholeAnswer {
	url: URL;
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

/** Some servers answer 403 to clients without a user agent. */
const HEADERS = {
	accept: '*/*',
	'accept-encoding': 'identity',
	'user-agent': 'Mozilla/5.0 (compatible; web-data-extraction-service)',
};
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an address without a browser. Each address on the way, redirects included, is checked by the
 * guard, and the connection goes to the very address that was checked. Redirects keep cookies: some
 * servers lead to the same address again once they have set one.
 * @param guard decides what may be opened; consulted again for each redirect
 * @throws GuardedFetchError; AddressNotAllowedError; the signal's reason
 */
export async function guardedFetch(
	start: URL,
	guard: AddressGuard,
	signal: AbortSignal,
): Promise<GuardedResponse> {
	let { url, authorization } = takeUserInfo(start);
	const jar = new CookieJar(undefined, { looseMode: true });
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		await guard.assertUrlAllowed(url);
		const cookie = await jar.getCookieString(url.href);
		const headers = {
			...HEADERS,
			...(cookie !== '' && { cookie }),
			...(authorization !== undefined && { authorization }),
		};
		const answer = await send(url, headers, guard, signal);
		const { response } = answer;
		for (const line of response.headers.getSetCookie()) {
			await jar.setCookie(line, url.href, { loose: true, ignoreError: true });
		}
		const location = response.headers.get('location');
		if (!REDIRECTS.has(response.status) || location === null) return { url, ...answer };
		await response.body?.cancel();
		const next = redirectOf(location, url);
		// Another origin must not get these.
		if (next.origin !== url.origin) authorization = undefined;
		url = next;
	}
	throw new GuardedFetchError(start.href, `it redirects more than ${MOST_REDIRECTS} times`);
}

/** @throws GuardedFetchError */
function redirectOf(location: string, url: URL): URL {
	try {
		return readRedirect(location, url);
	} catch (error) {
		if (!(error instanceof RedirectError)) throw error;
		throw new GuardedFetchError(url.href, error.message);
	}
}

/** The name and password of an address go into a header, as in browsers: `fetch` rejects them. */
export function takeUserInfo(start: URL): { url: URL; authorization: string | undefined } {
	const { username, password } = start;
	if (username + password === '') return { url: start, authorization: undefined };
	const url = new URL(start);
	url.username = '';
	url.password = '';
	const pair = `${decodeUri(username)}:${decodeUri(password)}`;
	return { url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function send(
	url: URL,
	headers: Record<string, string>,
	guard: AddressGuard,
	signal: AbortSignal,
): Promise<WholeAnswer> {
	const answers = new WholeAnswers();
	const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
	const connect = buildConnector({
		timeout: SILENCE_LIMIT_MS,
		lookup: (hostname, options, callback) => {
			guard.resolveAllowed(hostname, port).then(
				(addresses) => pinTo(addresses)(hostname, options, callback),
				(error: Error) => callback(error, '', 0),
			);
		},
	});
	const dispatcher = new Agent({
		connect: answers.watch(connect),
		headersTimeout: SILENCE_LIMIT_MS,
		maxHeaderSize: MAX_HEADER_BYTES,
		bodyTimeout: SILENCE_LIMIT_MS,
		pipelining: 0,
	});
	try {
		return await answers.fetch(url, { dispatcher, signal, redirect: 'manual', headers });
	} catch (error) {
		signal.throwIfAborted();
		const cause = error instanceof Error ? (error.cause ?? error) : error;
		if (cause instanceof AddressNotAllowedError) throw cause;
		throw new GuardedFetchError(url.href, describeFetchFailure(cause), { cause });
	}
}

/** Codes of undici and Node whose messages say little. */
const REASONS: Readonly<Record<string, string>> = {
	UND_ERR_HEADERS_TIMEOUT: `the server sent nothing for ${SILENCE_LIMIT_MS / 1000} seconds`,
	UND_ERR_BODY_TIMEOUT: `the server sent nothing for ${SILENCE_LIMIT_MS / 1000} seconds`,
	ECONNRESET: 'the connection closed before all of it arrived',
	UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection closed before all of it arrived',
	UND_ERR_SOCKET: 'the connection closed before all of it arrived',
	Z_BUF_ERROR: 'the connection closed before all of it arrived',
};

/** The reason of a failed request or body, in words. */
export function describeFetchFailure(error: unknown): string {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	if (!(cause instanceof Error)) return String(cause);
	const own = 'code' in cause ? REASONS[String(cause.code)] : undefined;
	const name = toBrowserErrorName(cause);
	return own ?? (name === undefined ? cause.message : describeNetworkError(name, ''));
}
