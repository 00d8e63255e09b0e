import { once } from 'node:events';
import { connect, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import type { AddressGuard, ResolvedAddress } from './addressGuard.ts';
import { toBrowserError, toSocksReply } from './connectionErrors.ts';
import { readUntil } from './readUntil.ts';
import {
	encodeReply,
	measureGreeting,
	parseConnectRequest,
	SOCKS_GREETING_ANSWER,
	SOCKS_REPLY,
	type SocksTarget,
} from './socksMessages.ts';
import { connectThroughProxy } from './upstreamProxy.ts';

/**
 * The one door between the browser and the network: a SOCKS5 proxy on loopback. Every connection of
 * every page goes through it (redirects, sub-resources, web sockets, service workers), the name is
 * resolved here, the answer is checked here, and the connection goes to the very address that was
 * checked. Request interception in the browser would miss redirects and could be fooled by a name
 * that resolves differently the second time.
 */
export interface GuardProxy {
	/**
	 * Address for the browser's proxy setting, such as `socks5://127.0.0.1:40123`. With `proxyUrl`
	 * the connections leave through that proxy.
	 */
	open(proxyUrl?: string): Promise<string>;
	/**
	 * Why the latest connection to a host failed, as the browser would have put it without a proxy
	 * (`net::ERR_CONNECTION_REFUSED`) or in the guard's words; undefined when none failed.
	 */
	explainFailure(hostname: string, port: number): string | undefined;
	close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 30_000;
const REMEMBERED_FAILURES = 500;

export function createGuardProxy(guard: AddressGuard): GuardProxy {
	const servers = new Map<string, Promise<Server>>();
	const sockets = new Set<Socket>();
	const failures = new Map<string, string>();

	function track(socket: Socket): void {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		// Either end may vanish at any time; 'close' follows and ends the other one.
		socket.on('error', () => socket.destroy());
	}

	function remember(target: SocksTarget, error: unknown): void {
		const key = toKey(target.hostname, target.port);
		failures.delete(key);
		failures.set(key, toBrowserError(error));
		const oldest = failures.keys().next();
		if (failures.size > REMEMBERED_FAILURES && !oldest.done) failures.delete(oldest.value);
	}

	async function serve(client: Socket, proxyUrl: string | undefined): Promise<void> {
		track(client);
		const target = await readTarget(client);
		try {
			const upstream = await openUpstream(guard, target, proxyUrl);
			track(upstream);
			failures.delete(toKey(target.hostname, target.port));
			client.write(encodeReply(SOCKS_REPLY.succeeded));
			join(client, upstream);
		} catch (error) {
			remember(target, error);
			client.end(encodeReply(toSocksReply(error)));
		}
	}

	async function listen(proxyUrl: string | undefined): Promise<Server> {
		const server = createServer({ noDelay: true }, (client) => {
			serve(client, proxyUrl).catch(() => client.destroy());
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return server;
	}

	return {
		async open(proxyUrl) {
			const key = proxyUrl ?? '';
			const server = servers.get(key) ?? listen(proxyUrl);
			servers.set(key, server);
			return toAddress(await server);
		},
		explainFailure: (hostname, port) => failures.get(toKey(hostname, port)),
		async close() {
			const open = await Promise.all(servers.values());
			const closed = open.map((server) => once(server.close(), 'close'));
			for (const socket of sockets) socket.destroy();
			await Promise.all(closed);
		},
	};
}

function toKey(hostname: string, port: number): string {
	return `${hostname.replace(/^\[(.*)\]$/, '$1')}:${port}`;
}

function toAddress(server: Server): string {
	const address = server.address();
	if (address === null || typeof address === 'string') {
		throw new Error('The address guard has no port');
	}
	return `socks5://127.0.0.1:${address.port}`;
}

async function readTarget(client: Socket): Promise<SocksTarget> {
	await readUntil(client, measureGreeting);
	client.write(SOCKS_GREETING_ANSWER);
	const request = await readUntil(client, (bytes) => parseConnectRequest(bytes)?.lengthBytes);
	const parsed = parseConnectRequest(request);
	if (parsed === undefined) throw new Error('The connect request is incomplete');
	return parsed.target;
}

async function openUpstream(
	guard: AddressGuard,
	target: SocksTarget,
	proxyUrl: string | undefined,
): Promise<Socket> {
	if (proxyUrl !== undefined) {
		await assertAllowedBehindProxy(guard, target);
		return connectThroughProxy(proxyUrl, target);
	}
	const addresses = await guard.resolveAllowed(target.hostname, target.port);
	return connectDirectly(target, addresses);
}

// The proxy resolves the name where it stands, so a name unknown here may still be a public host.
async function assertAllowedBehindProxy(guard: AddressGuard, target: SocksTarget): Promise<void> {
	const host = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname;
	await guard.assertUrlAllowed(`http://${host}:${target.port}/`);
}

async function connectDirectly(
	target: SocksTarget,
	addresses: readonly ResolvedAddress[],
): Promise<Socket> {
	const socket = connect({
		host: target.hostname,
		port: target.port,
		lookup: createFixedLookup(addresses),
		autoSelectFamily: true,
		noDelay: true,
		timeout: CONNECT_TIMEOUT_MS,
	});
	const giveUp = () =>
		socket.destroy(Object.assign(new Error('The connection timed out'), { code: 'ETIMEDOUT' }));
	socket.once('timeout', giveUp);
	await once(socket, 'connect');
	socket.off('timeout', giveUp).setTimeout(0);
	return socket;
}

function createFixedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
	return (_hostname, options, callback) => {
		if (options.all) return callback(null, [...addresses]);
		const [first] = addresses;
		return callback(null, first?.address ?? '', first?.family);
	};
}

function join(client: Socket, upstream: Socket): void {
	client.pipe(upstream);
	upstream.pipe(client);
	client.once('close', () => upstream.destroy());
	upstream.once('close', () => client.destroy());
}
