import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { readUntil } from './readUntil.ts';
import {
	encodeClientGreeting,
	encodeConnectRequest,
	encodePasswordLogin,
	isGreetingAccepted,
	isLoginAccepted,
	measureReply,
	needsPassword,
} from './socksClientMessages.ts';
import type { SocksTarget } from './socksMessages.ts';

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

const ANSWER_TIMEOUT_MS = 30_000;

/** The proxy behind `useProxy` did not make the connection; the message never holds its password. */
export class UpstreamProxyError extends Error {
	override name = 'UpstreamProxyError' as const;
}

/**
 * Opens a connection to a target through a forward proxy: `http:` and `https:` proxies by CONNECT
 * (so the proxy must allow CONNECT to the target's port), `socks5:` proxies by name. Credentials in
 * the proxy's address are sent to the proxy alone.
 * @throws UpstreamProxyError
 */
export async function connectThroughProxy(proxyUrl: string, target: SocksTarget): Promise<Socket> {
	const proxy = new URL(proxyUrl);
	const socket = await openSocket(proxy);
	try {
		if (proxy.protocol === 'socks5:') await requestBySocks(socket, proxy, target);
		else await requestByConnect(socket, proxy, target);
		return socket.setTimeout(0);
	} catch (error) {
		socket.destroy();
		throw error;
	}
}

function openSocket(proxy: URL): Promise<Socket> {
	const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
	const port = proxy.port === '' ? DEFAULT_PORTS[proxy.protocol] : Number(proxy.port);
	if (port === undefined) {
		const message = `A proxy address starts with http, https or socks5, not ${proxy.protocol}`;
		return Promise.reject(new UpstreamProxyError(message));
	}
	return new Promise((resolve, reject) => {
		const isTls = proxy.protocol === 'https:';
		const socket = isTls
			? connectTls({ host, port, servername: host })
			: connectTcp({ host, port });
		socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
		socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket));
		socket.once('error', (cause) => {
			const message = `The proxy ${proxy.host} cannot be reached: ${cause.message}`;
			reject(new UpstreamProxyError(message, { cause }));
		});
	});
}

async function requestByConnect(socket: Socket, proxy: URL, target: SocksTarget): Promise<void> {
	const host = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname;
	const authority = `${host}:${target.port}`;
	const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
	const { user, password } = readCredentials(proxy);
	if (user !== '') {
		const login = Buffer.from(`${user}:${password}`).toString('base64');
		lines.push(`Proxy-Authorization: Basic ${login}`);
	}
	socket.write(`${lines.join('\r\n')}\r\n\r\n`);
	const answer = await readUntil(socket, (bytes) => {
		const end = bytes.indexOf('\r\n\r\n');
		return end === -1 ? undefined : end + 4;
	});
	const statusLine = answer.toString('latin1').split('\r\n', 1)[0] ?? '';
	if (!/^HTTP\/1\.[01] 2\d\d/.test(statusLine)) {
		throw new UpstreamProxyError(`The proxy ${proxy.host} refused ${authority}: ${statusLine}`);
	}
}

async function requestBySocks(socket: Socket, proxy: URL, target: SocksTarget): Promise<void> {
	const { user, password } = readCredentials(proxy);
	socket.write(encodeClientGreeting(user !== ''));
	const greeting = await readUntil(socket, (bytes) => (bytes.length < 2 ? undefined : 2));
	if (!isGreetingAccepted(greeting)) {
		throw new UpstreamProxyError(`The proxy ${proxy.host} accepts no known way to sign in`);
	}
	if (needsPassword(greeting)) {
		socket.write(encodePasswordLogin(user, password));
		const login = await readUntil(socket, (bytes) => (bytes.length < 2 ? undefined : 2));
		if (!isLoginAccepted(login)) {
			throw new UpstreamProxyError(`The proxy ${proxy.host} rejected the user name or password`);
		}
	}
	socket.write(encodeConnectRequest(target));
	const reply = await readUntil(socket, measureReply);
	if (reply[1] !== 0) {
		throw new UpstreamProxyError(
			`The proxy ${proxy.host} refused ${target.hostname}:${target.port} (SOCKS reply ${reply[1]})`,
		);
	}
}

function readCredentials(proxy: URL): { user: string; password: string } {
	return {
		user: decodeURIComponent(proxy.username),
		password: decodeURIComponent(proxy.password),
	};
}
