import { CookieJar } from 'tough-cookie';
import { Agent, buildConnector } from 'undici';
import {
	type AddressGuard,
	AddressNotAllowedError,
	lookUpAllowed,
	portOf,
} from './addressGuard.ts';
import { followRedirects, type LocatedAnswer } from './followRedirects.ts';
import { describeNetworkError, toBrowserErrorName } from './networkErrors.ts';
import { RedirectError } from './pageAddress.ts';
import { type WholeAnswer, WholeAnswers } from './wholeAnswers.ts';

const MOST_REDIRECTS = 5;

/** The same limit as in browsers. */
export const MAX_HEADER_BYTES = 262_144;

/** Longest wait for the next part of a response. */
const SILENCE_LIMIT_MS = 30_000;

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

/**
 * Fetches an address without a browser. Each address on the way, redirects included, is checked by the
 * guard, and the connection goes to the very address that was checked.
 * @param guard decides what may be opened; consulted again for each redirect
 * @throws GuardedFetchError; AddressNotAllowedError; the signal's reason
 */
export async function guardedFetch(
	start: URL,
	guard: AddressGuard,
	signal: AbortSignal,
): Promise<LocatedAnswer> {
	const jar = new CookieJar(undefined, { looseMode: true });
	const options = { guard, jar, mostRedirects: MOST_REDIRECTS };
	try {
		return await followRedirects(start, options, (url, headers) =>
			send(url, { ...HEADERS, ...headers }, guard, signal),
		);
	} catch (error) {
		if (!(error instanceof RedirectError)) throw error;
		throw new GuardedFetchError(error.url, error.message);
	}
}

async function send(
	url: URL,
	headers: Record<string, string>,
	guard: AddressGuard,
	signal: AbortSignal,
): Promise<WholeAnswer> {
	const answers = new WholeAnswers();
	const connect = buildConnector({
		timeout: SILENCE_LIMIT_MS,
		lookup: lookUpAllowed(guard, portOf(url)),
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
