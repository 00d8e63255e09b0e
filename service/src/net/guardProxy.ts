import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { lookup } from 'node:dns';
import {
	Agent,
	createServer as createHttpServer,
	request as requestHttp,
	type IncomingMessage,
	type Server as HttpServer,
} from 'node:http';
import { connect, isIP, isIPv6, Socket, type LookupFunction } from 'node:net';
import {
	RequestError,
	Server,
	type PrepareRequestFunctionOpts,
	type PrepareRequestFunctionResult,
} from 'proxy-chain';
import { type AddressGuard, AddressNotAllowedError, type ResolvedAddress } from './addressGuard.ts';
import { toBrowserError } from './connectionErrors.ts';

/**
 * The one door between the browser and the network: an HTTP proxy on loopback. Every connection of
 * every page goes through it (redirects, sub-resources, web sockets, service workers), the name is
 * resolved here, the answer is checked here, and the connection goes to the very address that was
 * checked. Request interception in the browser would miss redirects and could be fooled by a name
 * that resolves differently the second time. Nobody passes without the password of a door.
 */
export interface GuardProxy {
	/** Address for a client's proxy setting, such as `http://127.0.0.1:40123`. */
	listen(): Promise<string>;
	/** Lets one job through until the door is closed. */
	openDoor(options: DoorOptions): GuardDoor;
	/** Ends every connection. */
	close(): Promise<void>;
}

export interface DoorOptions {
	/** What the job may open. */
	guard: AddressGuard;
	/** Forward proxy that the job's connections leave through: http, https or socks5. */
	upstream?: UpstreamProxy | undefined;
}

/** The operator's proxy behind `useProxy`. */
export interface UpstreamProxy {
	/** Credentials included. */
	url: string;
	/**
	 * Whether the proxy stands outside this network and looks names up itself. Else it is asked for
	 * the address that was checked here: in a network of its own the name might mean another host.
	 */
	resolvesNames: boolean;
}

/** The right of one job to use the proxy. */
export interface GuardDoor {
	credentials: { username: string; password: string };
	/**
	 * Why no connection to a host can be made, found out by trying: as the browser would put it without
	 * a proxy (`net::ERR_CONNECTION_REFUSED`), or in the words of the guard or the upstream proxy.
	 * @returns undefined when a connection can be made
	 */
	explainFailure(hostname: string, port: number): Promise<string | undefined>;
	close(): void;
}

interface OpenDoor extends DoorOptions {
	password: Buffer;
	/** Makes the connections of plain http requests. */
	agent: Agent;
}

const CONNECT_TIMEOUT_MS = 30_000;
const TRIAL_TIMEOUT_MS = 5_000;

/** What proxy-chain calls a refusal by this service; outside the range that web servers use. */
const REFUSED_STATUS = 590;

/** Whether an HTTP status is one by which the proxy says that it could not connect. */
export function isProxyFailureStatus(status: number): boolean {
	return status >= REFUSED_STATUS && status < 600;
}

export function createGuardProxy(): GuardProxy {
	const doors = new Map<string, OpenDoor>();
	const server = new Server({ port: 0, host: '127.0.0.1', prepareRequestFunction: prepare });
	let listening: Promise<void> | undefined;

	async function prepare(
		client: PrepareRequestFunctionOpts,
	): Promise<PrepareRequestFunctionResult> {
		const door = doors.get(client.username);
		if (door === undefined || !isPassword(client.password, door)) {
			return { requestAuthentication: true };
		}
		const addresses = await resolveFor(door, client.hostname, client.port);
		// The type asks for the promisified form as well, which nobody calls.
		const dnsLookup = createFixedLookup(addresses) as typeof lookup;
		if (client.isHttp) return { httpAgent: door.agent, dnsLookup };
		if (door.upstream === undefined) {
			return { customConnectServer: await bridge(client.request.socket, addresses, client.port) };
		}
		// proxy-chain asks the upstream proxy for what stands here.
		const host = chooseHost(door.upstream, client.hostname, addresses);
		client.request.url = toAuthority(host, client.port);
		return { upstreamProxyUrl: door.upstream.url };
	}

	async function openTunnel(
		username: string,
		door: OpenDoor,
		authority: string,
	): Promise<{ answer: IncomingMessage; socket: Socket }> {
		const { promise, resolve, reject } = Promise.withResolvers<{
			answer: IncomingMessage;
			socket: Socket;
		}>();
		const login = Buffer.from(`${username}:${door.password.toString()}`).toString('base64');
		const sent = requestHttp({
			host: '127.0.0.1',
			port: server.port,
			method: 'CONNECT',
			path: authority,
			headers: { 'proxy-authorization': `Basic ${login}` },
		});
		sent.once('connect', (answer, socket) => resolve({ answer, socket }));
		sent.once('error', reject).end();
		return promise;
	}

	async function explain(
		username: string,
		door: OpenDoor,
		hostname: string,
		port: number,
	): Promise<string | undefined> {
		try {
			if (door.upstream === undefined) {
				const addresses = await door.guard.resolveAllowed(hostname, port);
				(await dial(addresses, port, TRIAL_TIMEOUT_MS)).destroy();
				return undefined;
			}
			chooseHost(door.upstream, hostname, await resolveFor(door, hostname, port));
			const authority = toAuthority(hostname, port);
			const { answer, socket } = await openTunnel(username, door, authority);
			socket.destroy();
			if (answer.statusCode === 200) return undefined;
			const { host } = new URL(door.upstream.url);
			return `The proxy ${host} did not connect to ${authority}: ${answer.statusMessage}`;
		} catch (error) {
			if (error instanceof RequestError) return error.message;
			return toBrowserError(error);
		}
	}

	return {
		async listen() {
			listening ??= server.listen();
			await listening;
			return `http://127.0.0.1:${server.port}`;
		},
		openDoor(options) {
			const username = randomBytes(9).toString('base64url');
			const password = Buffer.from(randomBytes(24).toString('base64url'));
			// Plain http takes the same way through an upstream proxy as all else: a tunnel.
			const agent =
				options.upstream === undefined
					? new Agent({ keepAlive: true })
					: new TunnelAgent(async (authority) => {
							const { answer, socket } = await openTunnel(username, door, authority);
							if (answer.statusCode === 200) return socket;
							socket.destroy();
							throw new Error(`The upstream proxy answered ${answer.statusMessage}`);
						});
			const door: OpenDoor = { ...options, password, agent };
			doors.set(username, door);
			return {
				credentials: { username, password: password.toString() },
				explainFailure: (hostname, port) => explain(username, door, hostname, port),
				close() {
					doors.delete(username);
					agent.destroy();
				},
			};
		},
		async close() {
			if (listening === undefined) return;
			await listening;
			for (const { agent } of doors.values()) agent.destroy();
			await server.close(true);
		},
	};
}

/** Connections for plain http requests that lead through a tunnel. */
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

function isPassword(given: string, { password }: OpenDoor): boolean {
	const bytes = Buffer.from(given);
	return bytes.length === password.length && timingSafeEqual(bytes, password);
}

/**
 * The checked addresses of a host; none when only the upstream proxy knows its name.
 * @throws RequestError, in words for the client
 */
async function resolveFor(
	{ guard, upstream }: DoorOptions,
	hostname: string,
	port: number,
): Promise<ResolvedAddress[]> {
	try {
		return await guard.resolveAllowed(hostname, port);
	} catch (error) {
		if (!(error instanceof AddressNotAllowedError) && upstream?.resolvesNames === true) return [];
		throw new RequestError(toBrowserError(error), REFUSED_STATUS);
	}
}

/**
 * What an upstream proxy is asked for: an address that was checked, or a name for it to look up.
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

function createFixedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
	return (_hostname, options, callback) => {
		if (options.all) return callback(null, [...addresses]);
		const [first] = addresses;
		return callback(null, first?.address ?? '', first?.family);
	};
}

/**
 * Connects a client's tunnel to the first of the addresses that answers. What proxy-chain does for a
 * tunnel by itself leaves the connection open for as long as the other side likes, also when the client
 * has gone.
 * @returns what proxy-chain hands the client's socket to once it was told of the connection
 * @throws RequestError
 */
async function bridge(
	client: Socket,
	addresses: readonly ResolvedAddress[],
	port: number,
): Promise<HttpServer> {
	const target = await dial(addresses, port, CONNECT_TIMEOUT_MS).catch((error: unknown) => {
		throw new RequestError(toBrowserError(error), REFUSED_STATUS);
	});
	client.once('close', () => target.destroy());
	target.once('close', () => client.destroy());
	// Either end may vanish at any time; 'close' follows.
	target.on('error', () => target.destroy());
	if (client.destroyed) target.destroy();
	const server = createHttpServer();
	server.removeAllListeners('connection');
	return server.once('connection', () => client.pipe(target).pipe(client));
}

/** @throws Node's error for a connection that cannot be made */
async function dial(
	addresses: readonly ResolvedAddress[],
	port: number,
	timeoutMs: number,
): Promise<Socket> {
	const { promise, resolve, reject } = Promise.withResolvers<Socket>();
	const socket = connect({
		host: 'checked.invalid',
		port,
		lookup: createFixedLookup(addresses),
		autoSelectFamily: true,
		noDelay: true,
	});
	socket.setTimeout(timeoutMs, () =>
		socket.destroy(Object.assign(new Error('The connection timed out'), { code: 'ETIMEDOUT' })),
	);
	socket.once('connect', () => resolve(socket)).once('error', reject);
	await promise;
	return socket.setTimeout(0);
}
