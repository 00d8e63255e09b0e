import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { lookup } from 'node:dns';
import { Agent, request as requestHttp } from 'node:http';
import { isIP, isIPv6, Socket } from 'node:net';
import {
	type PrepareRequestFunctionOpts,
	type PrepareRequestFunctionResult,
	RequestError,
	Server,
} from 'proxy-chain';
import {
	type AddressGuard,
	AddressNotAllowedError,
	pinTo,
	type ResolvedAddress,
} from './addressGuard.ts';
import { AnswerWatch, followAnswers } from './answerWatch.ts';
import { openDirectTunnel } from './directTunnel.ts';
import { toBrowserErrorName } from './networkErrors.ts';
import { TrafficLimit } from './trafficLimit.ts';
import type { UpstreamProxy } from './upstreamProxy.ts';

/** What a job may load through the proxy. */
export interface SessionOptions {
	/** What the job may open. */
	guard: AddressGuard;
	/** Forward proxy for the job's connections: http, https or socks5. */
	upstream?: UpstreamProxy | undefined;
	/**
	 * Bytes that one page may load in total.
	 * @default 524_288_000
	 */
	maxBytes?: number;
}

/** One job's right to use the proxy. */
export interface ProxySession {
	credentials: { username: string; password: string };
	/**
	 * Why no connection to a host can be made, determined by trying: as the browser would put it without
	 * a proxy (`net::ERR_CONNECTION_REFUSED`), or in the words of the guard or the upstream proxy.
	 * @returns undefined when a connection can be made
	 */
	explainFailure(hostname: string, port: number): Promise<string | undefined>;
	/** See {@link AnswerWatch.problemOf}: problems of the page's responses that the browser hides. */
	problemOf(url: string): Promise<string | undefined>;
	/** See {@link AnswerWatch.statusOf}: headers alone are not passed on, only with what follows them. */
	statusOf(url: string): number | undefined;
	/** Counts what the job loads from here on towards another page. */
	beginPage(): void;
	close(): void;
}

interface OpenSession extends SessionOptions {
	username: string;
	password: string;
	/** Makes the connections of plain http requests. */
	agent: Agent;
	traffic: TrafficLimit;
}

/** What one page may load in total, for whatever purpose. */
const MAX_PAGE_BYTES = 500 * 1_048_576;

const TOO_MUCH = `the page loads more than ${MAX_PAGE_BYTES / 1_048_576} MB`;

const CONNECT_TIMEOUT_MS = 30_000;
const TRIAL_TIMEOUT_MS = 5_000;

/** The status for a rejection by this service; outside the range that web servers use. */
const REFUSED_STATUS = 590;

/** Whether an HTTP status is one by which the proxy reports that it could not connect. */
export function isProxyFailureStatus(status: number): boolean {
	return status >= REFUSED_STATUS && status < 600;
}

/**
 * The only way from the browser to the network: an HTTP proxy on loopback. Every connection of
 * every page goes through it (redirects, sub-resources, web sockets, service workers), the name is
 * resolved here, the result is checked here, and the connection goes to the very address that was
 * checked. Request interception in the browser would miss redirects and could be fooled by a name
 * that resolves differently the second time. Nothing passes without the password of a session.
 */
export class GuardProxy {
	readonly #sessions = new Map<string, OpenSession>();
	readonly #watches = new WeakMap<Agent, AnswerWatch>();
	readonly #server = new Server({
		port: 0,
		host: '127.0.0.1',
		prepareRequestFunction: (client) => this.#prepare(client),
	});
	readonly #unfollow = followAnswers((agent) => this.#watches.get(agent));
	#listening: Promise<void> | undefined;

	/** @returns the address for a client's proxy setting, such as `http://127.0.0.1:40123` */
	async listen(): Promise<string> {
		await (this.#listening ??= this.#server.listen());
		return `http://127.0.0.1:${this.#server.port}`;
	}

	/** Lets one job through until the session is closed. */
	openSession(options: SessionOptions): ProxySession {
		const open = (authority: string, timeoutMs?: number) =>
			openTunnel(this.#server.port, session, authority, timeoutMs);
		const session: OpenSession = {
			...options,
			username: randomBytes(9).toString('base64url'),
			password: randomBytes(24).toString('base64url'),
			// Plain http goes through an upstream proxy like everything else: in a tunnel.
			agent:
				options.upstream === undefined ? new Agent({ keepAlive: true }) : new TunnelAgent(open),
			traffic: new TrafficLimit(options.maxBytes ?? MAX_PAGE_BYTES),
		};
		const { username, password, agent, traffic } = session;
		const answers = new AnswerWatch();
		this.#sessions.set(username, session);
		this.#watches.set(agent, answers);
		return {
			credentials: { username, password },
			explainFailure: (hostname, port) =>
				open(toAuthority(hostname, port), TRIAL_TIMEOUT_MS).then(
					(socket) => void socket.destroy(),
					(error: Error) => error.message,
				),
			problemOf: (url) => answers.problemOf(url),
			statusOf: (url) => answers.statusOf(url),
			beginPage() {
				traffic.restart();
				answers.restart();
			},
			close: () => {
				traffic.close();
				this.#sessions.delete(username);
				agent.destroy();
			},
		};
	}

	/** Ends every connection. */
	async close(): Promise<void> {
		this.#unfollow();
		if (this.#listening === undefined) return;
		await this.#listening;
		for (const { agent } of this.#sessions.values()) agent.destroy();
		await this.#server.close(true);
	}

	async #prepare(client: PrepareRequestFunctionOpts): Promise<PrepareRequestFunctionResult> {
		const { hostname, port, request } = client;
		const session = this.#sessions.get(client.username);
		if (session === undefined || !isSame(client.password, session.password)) {
			return { requestAuthentication: true };
		}
		session.traffic.watch(request.socket);
		if (session.traffic.isExceeded) throw new RequestError(TOO_MUCH, REFUSED_STATUS);
		const addresses = await resolveFor(session, hostname, port);
		// The type requires the promisified form as well, which nobody calls.
		if (client.isHttp)
			return { httpAgent: session.agent, dnsLookup: pinTo(addresses) as typeof lookup };
		if (session.upstream === undefined) {
			const opening = openDirectTunnel(request.socket, addresses, port);
			return { customConnectServer: await opening.catch(refuse) };
		}
		// proxy-chain requests from the upstream proxy what is given here.
		request.url = toAuthority(chooseHost(session.upstream, hostname, addresses), port);
		return { upstreamProxyUrl: session.upstream.url };
	}
}

/**
 * Requests a connection of a session from the proxy that listens on `port`.
 * @throws Error in the words of {@link ProxySession.explainFailure}
 */
async function openTunnel(
	port: number,
	{ username, password, upstream }: OpenSession,
	authority: string,
	timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<Socket> {
	const { promise, resolve, reject } = Promise.withResolvers<Socket>();
	const login = Buffer.from(`${username}:${password}`).toString('base64');
	const headers = { 'proxy-authorization': `Basic ${login}` };
	const sent = requestHttp({
		host: '127.0.0.1',
		port,
		method: 'CONNECT',
		path: authority,
		headers,
	});
	sent.setTimeout(timeoutMs, () => sent.destroy(new Error('net::ERR_CONNECTION_TIMED_OUT')));
	sent.once('connect', ({ statusCode, statusMessage }, socket, body) => {
		socket.setTimeout(0);
		if (statusCode === 200) return resolve(socket);
		socket.destroy();
		// A rejection has its reason in the body, which arrives in one piece with the rest.
		const { host } = new URL(upstream?.url ?? 'http://proxy');
		const fallback = `The proxy ${host} did not connect to ${authority}: ${statusMessage}`;
		reject(new Error(body.toString() || fallback));
	});
	sent.once('error', reject).end();
	return await promise;
}

/** Connections for plain http requests through a tunnel. */
class TunnelAgent extends Agent {
	readonly #openTunnel: (authority: string) => Promise<Socket>;

	constructor(openTunnel: (authority: string) => Promise<Socket>) {
		super({ keepAlive: true });
		this.#openTunnel = openTunnel;
	}

	override createConnection(
		...[options, callback]: Parameters<Agent['createConnection']>
	): undefined {
		this.#openTunnel(toAuthority(options.host ?? '', Number(options.port ?? 80))).then(
			(socket) => callback?.(null, socket),
			(error: Error) => callback?.(error, new Socket()),
		);
		return undefined;
	}
}

function isSame(given: string, password: string): boolean {
	const [left, right] = [Buffer.from(given), Buffer.from(password)];
	return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The checked addresses of a host; none when only the upstream proxy knows its name.
 * @throws RequestError, in words for the client
 */
async function resolveFor(
	{ guard, upstream }: SessionOptions,
	hostname: string,
	port: number,
): Promise<ResolvedAddress[]> {
	try {
		return await guard.resolveAllowed(hostname, port);
	} catch (error) {
		if (!(error instanceof AddressNotAllowedError) && upstream?.resolvesNames === true) return [];
		return refuse(error);
	}
}

/**
 * What is requested from an upstream proxy: a checked address, or a name for it to look up.
 * @throws RequestError, in words for the client
 */
function chooseHost(
	{ url, resolvesNames }: UpstreamProxy,
	hostname: string,
	addresses: readonly ResolvedAddress[],
): string {
	const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0;
	if (resolvesNames && isName) return hostname;
	// The SOCKS client of proxy-chain can't name an IPv6 address: it would go out as a host name.
	const isSocks = url.startsWith('socks');
	const chosen = isSocks ? addresses.find(({ family }) => family === 4) : addresses[0];
	if (chosen !== undefined) return chosen.address;
	throw new RequestError('a SOCKS proxy can be asked for IPv4 addresses only', REFUSED_STATUS);
}

function toAuthority(hostname: string, port: number): string {
	return isIPv6(hostname) ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/**
 * Reports a failed connection as the browser would have: it only sees that its proxy failed.
 * @throws RequestError
 */
function refuse(error: unknown): never {
	const isRefusal = error instanceof AddressNotAllowedError;
	const name = toBrowserErrorName(error) ?? 'net::ERR_CONNECTION_FAILED';
	throw new RequestError(isRefusal ? error.message : name, REFUSED_STATUS);
}
