import { CookieJar } from 'tough-cookie';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type AddressGuard, lookUpAllowed, portOf } from '../net/addressGuard.ts';
import { followRedirects, type LocatedAnswer } from '../net/followRedirects.ts';
import { MAX_HEADER_BYTES } from '../net/guardedFetch.ts';
import type { ProxySession } from '../net/guardProxy.ts';
import { WholeAnswers } from '../net/wholeAnswers.ts';
import type { ParsedCookie } from '../net/cookies.ts';

const MOST_REDIRECTS = 20;
const CONNECT_LIMIT_MS = 10_000;
/** Longest wait for the next part of a response. */
const SILENCE_LIMIT_MS = 30_000;
const CONNECTIONS_PER_HOST = 16;

/** The headers of the service's browser, so that a page is the same in both. */
const HEADERS = {
	accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
	'accept-encoding': 'gzip, deflate, br',
	'accept-language': 'en-US',
	'upgrade-insecure-requests': '1',
	'user-agent':
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
};

/** What the connections of a job go through when it requests a proxy. */
export interface ProxyDoor extends Pick<ProxySession, 'credentials'> {
	/** Of the guard proxy. */
	proxyServer: string;
}

/**
 * Fetches pages without a browser for one job. Each address on the way, redirects included, is checked by
 * the guard, and connections go to the very address that was checked. Cookies that pages set are kept.
 */
export class PlainClient {
	private readonly guard: AddressGuard;
	private readonly answers = new WholeAnswers();
	private readonly dispatcher: Dispatcher;
	private readonly jar = new CookieJar(undefined, { looseMode: true });

	/** @param door undefined to connect without a proxy */
	constructor(guard: AddressGuard, door: ProxyDoor | undefined) {
		this.guard = guard;
		this.dispatcher =
			door === undefined ? createAgent(guard, this.answers) : createProxyAgent(door);
	}

	/**
	 * Adds cookies for the opened host, or for the domain that each specifies.
	 * @returns false when one of them cannot be used here
	 */
	async addCookies(cookies: readonly ParsedCookie[], url: string): Promise<boolean> {
		const page = new URL(url);
		for (const { name, value, domain, path = '/', secure, expires } of cookies) {
			const host = domain?.replace(/^\./, '') ?? page.hostname;
			const isSecure = secure ?? page.protocol === 'https:';
			// Without a dot it is for that host only.
			const scope = domain?.startsWith('.') ? `; Domain=${host}` : '';
			const until =
				expires === undefined ? '' : `; Expires=${new Date(expires * 1000).toUTCString()}`;
			const added = await this.jar.setCookie(
				`${name}=${value}; Path=${path}${scope}${until}${isSecure ? '; Secure' : ''}`,
				`${isSecure ? 'https' : 'http'}://${host}${path}`,
				{ loose: true, ignoreError: true },
			);
			if (added === undefined) return false;
		}
		return true;
	}

	/**
	 * @throws AddressNotAllowedError; the signal's reason; RedirectError; Error when the address does not respond
	 */
	get(address: string, signal: AbortSignal): Promise<LocatedAnswer> {
		const { guard, jar, dispatcher } = this;
		const options = { guard, jar, mostRedirects: MOST_REDIRECTS };
		return followRedirects(new URL(address), options, (url, own) => {
			const headers = { ...HEADERS, ...own };
			return this.answers.fetch(url, { dispatcher, signal, redirect: 'manual', headers });
		});
	}

	/** Ends every connection. */
	async close(): Promise<void> {
		await this.dispatcher.destroy();
	}
}

const LIMITS = {
	maxHeaderSize: MAX_HEADER_BYTES,
	headersTimeout: SILENCE_LIMIT_MS,
	bodyTimeout: SILENCE_LIMIT_MS,
	connections: CONNECTIONS_PER_HOST,
};

function createAgent(guard: AddressGuard, answers: WholeAnswers): Dispatcher {
	return new Agent({
		factory: (origin, options) => {
			const lookup = lookUpAllowed(guard, portOf(new URL(origin)));
			const connect = answers.watch(buildConnector({ timeout: CONNECT_LIMIT_MS, lookup }));
			return new Pool(origin, { ...options, ...LIMITS, connect });
		},
	});
}

function createProxyAgent({ proxyServer, credentials }: ProxyDoor): Dispatcher {
	const { username, password } = credentials;
	const login = Buffer.from(`${username}:${password}`).toString('base64');
	return new ProxyAgent({
		...LIMITS,
		uri: proxyServer,
		token: `Basic ${login}`,
		proxyTunnel: true,
	});
}
