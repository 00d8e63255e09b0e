import { CookieJar } from 'tough-cookie';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type AddressGuard, pinTo } from '../net/addressGuard.ts';
import { MAX_HEADER_BYTES, takeUserInfo } from '../net/guardedFetch.ts';
import { readRedirect } from '../net/pageAddress.ts';
import type { ProxySession } from '../net/guardProxy.ts';
import { type WholeAnswer, WholeAnswers } from '../net/wholeAnswers.ts';
import type { ParsedCookie } from '../net/cookies.ts';

const MOST_REDIRECTS = 20;
const CONNECT_LIMIT_MS = 10_000;
/** Longest wait for the next part of a response. */
const SILENCE_LIMIT_MS = 30_000;
const CONNECTIONS_PER_HOST = 16;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The headers of the service's browser, so that a page is the same in both. */
const HEADERS = {
	accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
	'accept-encoding': 'gzip, deflate, br',
	'accept-language': 'en-US',
	'upgrade-insecure-requests': '1',
	'user-agent':
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
};

/** A response, with its address after redirects. */
export interface PlainAnswer extends WholeAnswer {
	url: URL;
}

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
	async get(address: string, signal: AbortSignal): Promise<PlainAnswer> {
		let { url, authorization } = takeUserInfo(new URL(address));
		for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
			await this.guard.assertUrlAllowed(url);
			const cookie = await this.jar.getCookieString(url.href);
			const answer = await this.answers.fetch(url, {
				dispatcher: this.dispatcher,
				signal,
				redirect: 'manual',
				headers: {
					...HEADERS,
					...(cookie !== '' && { cookie }),
					...(authorization !== undefined && { authorization }),
				},
			});
			const { response } = answer;
			for (const line of response.headers.getSetCookie()) {
				await this.jar.setCookie(line, url.href, { loose: true, ignoreError: true });
			}
			const location = response.headers.get('location');
			if (!REDIRECTS.has(response.status) || location === null) return { url, ...answer };
			await response.body?.cancel();
			const next = readRedirect(location, url);
			// Another origin must not get these.
			if (next.origin !== url.origin) authorization = undefined;
			url = next;
		}
		throw new Error(`it redirects more than ${MOST_REDIRECTS} times`);
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
			const { port, protocol } = new URL(origin);
			return new Pool(origin, {
				...options,
				...LIMITS,
				connect: answers.watch(buildConnector(connectChecked(guard, protocol, port))),
			});
		},
	});
}

function connectChecked(
	guard: AddressGuard,
	protocol: string,
	port: string,
): buildConnector.BuildOptions {
	const checkedPort = Number(port) || (protocol === 'https:' ? 443 : 80);
	return {
		timeout: CONNECT_LIMIT_MS,
		lookup: (hostname, options, callback) => {
			guard.resolveAllowed(hostname, checkedPort).then(
				(addresses) => pinTo(addresses)(hostname, options, callback),
				(error: Error) => callback(error, '', 0),
			);
		},
	};
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
