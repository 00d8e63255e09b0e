import { once } from 'node:events';
import { createServer as createWebServer, request as requestHttp } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createAddressPolicy } from '../../../service/src/net/addressGuard.ts';
import {
	GuardProxy,
	isProxyFailureStatus,
	type ProxySession,
} from '../../../service/src/net/guardProxy.ts';
import type { UpstreamProxy } from '../../../service/src/net/upstreamProxy.ts';

const cleanUps: Array<() => unknown> = [];
afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	cleanUps.push(() => server.close());
	return (server.address() as AddressInfo).port;
}

/** A server that sends back what it gets, with a mark, and counts its connections. */
async function startEcho(mark: string) {
	const state = { connections: 0 };
	const server = createServer((socket) => {
		state.connections++;
		socket.on('data', (data) => socket.write(`${mark}:${data.toString()}`));
		socket.on('error', () => undefined);
	});
	return { port: await listen(server), state };
}

interface DoorSettings {
	/** @default nothing beside the public internet */
	allow?: boolean | string[];
	/** Host that the job names. */
	target?: string;
	/** @default 127.0.0.1 for every name */
	resolve?: (hostname: string) => string;
	upstream?: UpstreamProxy;
	maxBytes?: number;
}

interface Opened {
	address: string;
	door: ProxySession;
	close(): Promise<void>;
}

async function openSession(settings: DoorSettings = {}): Promise<Opened> {
	const { allow = false, target = 'shop.example', upstream, maxBytes } = settings;
	const policy = createAddressPolicy({
		allowPrivateAddresses: allow,
		resolveHost: async (hostname) => {
			const address = settings.resolve?.(hostname) ?? '127.0.0.1';
			return [{ address, family: address.includes(':') ? 6 : 4 }];
		},
	});
	const proxy = new GuardProxy();
	cleanUps.push(() => proxy.close());
	const guard = policy.forTarget(`http://${target}/`);
	const door = proxy.openSession({ guard, upstream, ...(maxBytes !== undefined && { maxBytes }) });
	return { address: await proxy.listen(), door, close: () => proxy.close() };
}

function toLogin({ username, password }: ProxySession['credentials']): string {
	return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Asks for a tunnel as a browser does. */
async function openTunnel({ address, door }: Opened, authority: string, login?: string) {
	const sent = requestHttp(address, {
		method: 'CONNECT',
		path: authority,
		headers: { 'proxy-authorization': login ?? toLogin(door.credentials) },
	}).end();
	const { promise, resolve } = Promise.withResolvers<{ status: number; socket: Socket }>();
	sent.once('connect', ({ statusCode = 0 }, socket: Socket) =>
		resolve({ status: statusCode, socket }),
	);
	sent.once('error', () => resolve({ status: 0, socket: sent.socket ?? connect(1) }));
	const tunnel = await promise;
	tunnel.socket.on('error', () => undefined);
	cleanUps.push(() => tunnel.socket.destroy());
	return tunnel;
}

/** Asks for a plain http address as a browser does. */
async function getThrough({ address, door }: Opened, url: string, login?: string) {
	const sent = requestHttp(address, {
		path: url,
		headers: {
			host: new URL(url).host,
			'proxy-authorization': login ?? toLogin(door.credentials),
		},
	}).end();
	const [response] = await once(sent, 'response');
	let body = '';
	for await (const part of response) body += String(part);
	return { status: response.statusCode, body };
}

async function say(socket: Socket, words: string): Promise<string> {
	socket.write(words);
	const [data]: Buffer[] = await once(socket, 'data');
	return String(data);
}

describe('The door between the browser and the network', () => {
	it('cuts off a page that loads more than one may, says why, and lets the next page load', async () => {
		const port = await listen(
			createServer((socket) => {
				const flood = setInterval(() => socket.write(Buffer.alloc(100_000)), 5);
				socket.on('error', () => undefined).on('close', () => clearInterval(flood));
			}),
		);
		const opened = await openSession({ allow: ['shop.example'], maxBytes: 1_000_000 });
		const { status, socket } = await openTunnel(opened, `shop.example:${port}`);
		expect(status).toBe(200);
		let bytes = 0;
		socket.on('data', (part: Buffer) => void (bytes += part.length));
		await once(socket, 'close');

		expect(bytes).toBeGreaterThan(500_000);
		expect((await openTunnel(opened, `shop.example:${port}`)).status).toBe(590);
		expect(await opened.door.explainFailure('shop.example', port)).toMatch(/^the page loads more/);
		opened.door.beginPage();
		expect((await openTunnel(opened, `shop.example:${port}`)).status).toBe(200);
	});

	it('connects to an allowed host and carries bytes both ways', async () => {
		const { port } = await startEcho('echo');
		const opened = await openSession({ allow: ['shop.example'] });
		const { status, socket } = await openTunnel(opened, `shop.example:${port}`);
		expect(status).toBe(200);
		expect(await say(socket, 'hello')).toBe('echo:hello');
		expect(await opened.door.explainFailure('shop.example', port)).toBeUndefined();
	});

	it('passes plain http on under its own host name', async () => {
		const server = createWebServer((request, response) =>
			response.end(`${request.headers.host} ${request.url}`),
		);
		const port = await listen(server);
		const opened = await openSession({ allow: ['shop.example'] });
		const { status, body } = await getThrough(opened, `http://shop.example:${port}/list?q=1`);
		expect({ status, body }).toEqual({ status: 200, body: `shop.example:${port} /list?q=1` });
	});

	it.each([
		['reset', (socket: Socket) => socket.resetAndDestroy(), false],
		['closed', (socket: Socket) => socket.end(), true],
	])('an answer without a length whose connection is %s', async (_how, end, isWhole) => {
		const server = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.write('HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>half</p>');
			setTimeout(() => end(socket), 50);
		});
		const port = await listen(server);
		const opened = await openSession({ allow: true });
		const url = `http://shop.example:${port}/`;
		const outcome = await getThrough(opened, url).then(
			() => true,
			() => false,
		);
		expect(outcome).toBe(isWhole);
	});

	it('lets nobody through without a password, nor with one of a closed door', async () => {
		const { port, state } = await startEcho('echo');
		const opened = await openSession({ allow: true });
		const { username, password } = opened.door.credentials;
		const logins = [
			'',
			toLogin({ username, password: 'guessed' }),
			toLogin({ username: '', password }),
		];
		for (const login of logins) {
			const { status } = await openTunnel(opened, `shop.example:${port}`, login || 'Basic Og==');
			expect(status).toBe(407);
			const answer = await getThrough(
				opened,
				`http://shop.example:${port}/`,
				login || 'Basic Og==',
			);
			expect(answer.status).toBe(407);
		}
		opened.door.close();
		expect((await openTunnel(opened, `shop.example:${port}`)).status).toBe(407);
		expect(state.connections).toBe(0);
	});

	it('refuses a private address, says why, and never connects', async () => {
		const { port, state } = await startEcho('private');
		const opened = await openSession({ target: 'sneaky.example' });
		const reason = 'sneaky.example (127.0.0.1) is a loopback address';
		const { status } = await openTunnel(opened, `sneaky.example:${port}`);
		expect(isProxyFailureStatus(status)).toBe(true);
		const plain = await getThrough(opened, `http://sneaky.example:${port}/`);
		expect(isProxyFailureStatus(plain.status)).toBe(true);
		expect(plain.body).toContain(reason);
		expect(await opened.door.explainFailure('sneaky.example', port)).toContain(reason);
		expect(state.connections).toBe(0);
	});

	it('opens an allowed private host to the job that names it, and to no other', async () => {
		const { port, state } = await startEcho('intranet');
		const allow = ['intranet.example'];
		const other = await openSession({ allow, target: 'shop.example' });
		const refused = await openTunnel(other, `intranet.example:${port}`);
		expect(isProxyFailureStatus(refused.status)).toBe(true);
		expect(await other.door.explainFailure('intranet.example', port)).toContain(
			'opens only for jobs whose own address names it',
		);
		expect(state.connections).toBe(0);
		const own = await openSession({ allow, target: 'intranet.example' });
		expect((await openTunnel(own, `intranet.example:${port}`)).status).toBe(200);
	});

	it('connects to the address it checked, however the name resolves afterwards', async () => {
		const { port, state } = await startEcho('private');
		const answers = ['127.0.0.2', '127.0.0.1'];
		const asked: string[] = [];
		const opened = await openSession({
			allow: ['127.0.0.2'],
			target: 'rebinding.example',
			resolve: (hostname) => {
				asked.push(hostname);
				return answers[asked.length - 1] ?? '127.0.0.1';
			},
		});
		// Nobody listens at the first address; at the second one somebody does.
		await openTunnel(opened, `rebinding.example:${port}`);
		expect(asked).toEqual(['rebinding.example']);
		expect(state.connections).toBe(0);
	});

	it('explains a refused connection in the browser’s words', async () => {
		const { port } = await startEcho('gone');
		await cleanUps.pop()?.();
		const opened = await openSession({ allow: true });
		const { status } = await openTunnel(opened, `shop.example:${port}`);
		expect(status).not.toBe(200);
		const plain = await getThrough(opened, `http://shop.example:${port}/`);
		expect(isProxyFailureStatus(plain.status)).toBe(true);
		expect(await opened.door.explainFailure('shop.example', port)).toBe(
			'net::ERR_CONNECTION_REFUSED',
		);
	});

	it('ends the connection behind it when the client goes, however long the other side would stay', async () => {
		const { promise: gone, resolve } = Promise.withResolvers<void>();
		const server = createServer({ allowHalfOpen: true }, (socket) => {
			const timer = setInterval(() => socket.write('hello'), 20);
			socket.on('error', () => clearInterval(timer)).on('close', () => resolve());
		});
		const opened = await openSession({ allow: true });
		const { socket } = await openTunnel(opened, `shop.example:${await listen(server)}`);
		await once(socket, 'data');
		socket.destroy();
		await expect(gone).resolves.toBeUndefined();
	});

	it('ends open connections when it closes', async () => {
		const { port } = await startEcho('echo');
		const opened = await openSession({ allow: true });
		const { socket } = await openTunnel(opened, `shop.example:${port}`);
		const closed = once(socket, 'close');
		await opened.close();
		await expect(closed).resolves.toBeDefined();
	});
});

describe('With an upstream proxy', () => {
	/** An HTTP proxy that notes what it is asked and connects everything to one port. */
	async function startHttpProxy(targetPort: number, answer = 'HTTP/1.1 200 OK\r\n\r\n') {
		const asked: string[] = [];
		const server = createServer((client) => {
			client.on('error', () => undefined);
			client.once('data', (data) => {
				asked.push(data.toString());
				client.write(answer);
				if (!answer.includes(' 200 ')) return void client.end();
				const target = connect(targetPort, '127.0.0.1');
				target.on('error', () => undefined);
				client.pipe(target).pipe(client);
				client.on('close', () => target.destroy());
			});
		});
		return { port: await listen(server), asked };
	}

	const publicHost = () => '93.184.216.34';

	it('is asked for the address that was checked, and it alone gets the credentials', async () => {
		const { port } = await startEcho('far');
		const upstream = await startHttpProxy(port);
		const url = `http://ann:p%40ss@127.0.0.1:${upstream.port}`;
		const opened = await openSession({
			resolve: publicHost,
			upstream: { url, resolvesNames: false },
		});
		const { status, socket } = await openTunnel(opened, 'shop.example:443');
		expect(status).toBe(200);
		expect(await say(socket, 'hello')).toBe('far:hello');
		const [question = ''] = upstream.asked;
		expect(question).toMatch(/^CONNECT 93\.184\.216\.34:443 HTTP\/1\.1\r\n/);
		expect(question.toLowerCase()).toContain(
			`proxy-authorization: basic ${Buffer.from('ann:p@ss').toString('base64')}`.toLowerCase(),
		);
	});

	it('plain http takes the same way, under its own host name', async () => {
		const server = createWebServer((request, response) => response.end(request.headers.host));
		const upstream = await startHttpProxy(await listen(server));
		const url = `http://127.0.0.1:${upstream.port}`;
		const opened = await openSession({
			resolve: publicHost,
			upstream: { url, resolvesNames: false },
		});
		const { body } = await getThrough(opened, 'http://shop.example/');
		expect(body).toBe('shop.example');
		expect(upstream.asked[0]).toMatch(/^CONNECT 93\.184\.216\.34:80 /);
	});

	it('is asked for the name when it stands outside, also for one unknown here', async () => {
		const { port } = await startEcho('far');
		const upstream = await startHttpProxy(port);
		const url = `http://127.0.0.1:${upstream.port}`;
		const opened = await openSession({
			resolve: (hostname) => {
				if (hostname === 'far.example') throw new Error('unknown here');
				return publicHost();
			},
			upstream: { url, resolvesNames: true },
		});
		for (const host of ['shop.example', 'far.example']) {
			const { socket } = await openTunnel(opened, `${host}:443`);
			expect(await say(socket, 'hello')).toBe('far:hello');
		}
		expect(upstream.asked.map((question) => question.split(' ', 2)[1])).toEqual([
			'shop.example:443',
			'far.example:443',
		]);
	});

	it.each([true, false])('private addresses are refused all the same', async (resolvesNames) => {
		const upstream = await startHttpProxy(1);
		const url = `http://127.0.0.1:${upstream.port}`;
		const opened = await openSession({
			resolve: () => '10.0.0.1',
			upstream: { url, resolvesNames },
		});
		const { status } = await openTunnel(opened, 'inside.example:80');
		expect(isProxyFailureStatus(status)).toBe(true);
		expect(upstream.asked).toEqual([]);
	});

	it('its refusal is passed on without its password', async () => {
		const upstream = await startHttpProxy(1, 'HTTP/1.1 407 Sign in first\r\n\r\n');
		const url = `http://ann:secret@127.0.0.1:${upstream.port}`;
		const opened = await openSession({
			resolve: publicHost,
			upstream: { url, resolvesNames: false },
		});
		await openTunnel(opened, 'shop.example:443');
		expect(await opened.door.explainFailure('shop.example', 443)).toBe(
			`The proxy 127.0.0.1:${upstream.port} did not connect to shop.example:443: UPSTREAM407`,
		);
	});

	it('speaks SOCKS5 with a password, and names no IPv6 address as if it were a host', async () => {
		const { port } = await startEcho('far');
		const asked: string[] = [];
		const server = createServer((client) => {
			client.on('error', () => undefined);
			const answers = [Buffer.from([5, 2]), Buffer.from([1, 0])];
			client.on('data', (data) => {
				asked.push(data.toString('latin1'));
				const answer = answers.shift();
				if (answer !== undefined) return void client.write(answer);
				client.removeAllListeners('data');
				client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
				const target = connect(port, '127.0.0.1');
				client.pipe(target).pipe(client);
				client.on('close', () => target.destroy());
			});
		});
		const upstream = {
			url: `socks5://ann:secret@127.0.0.1:${await listen(server)}`,
			resolvesNames: false,
		};
		const opened = await openSession({ resolve: publicHost, upstream });
		const { socket } = await openTunnel(opened, 'shop.example:80');
		expect(await say(socket, 'hello')).toBe('far:hello');
		expect(asked.slice(1)).toEqual([
			'\x01\x03ann\x06secret',
			'\x05\x01\x00\x01\x5d\xb8\xd8\x22\x00\x50',
		]);
		const sixth = await openSession({ resolve: () => '2606:4700::1111', upstream });
		await openTunnel(sixth, 'shop.example:80');
		expect(await sixth.door.explainFailure('shop.example', 80)).toBe(
			'a SOCKS proxy can be asked for IPv4 addresses only',
		);
	});
});
