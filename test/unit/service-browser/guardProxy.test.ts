import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createAddressGuard } from '../../../service/src/browser/addressGuard.ts';
import { createGuardProxy, type GuardProxy } from '../../../service/src/browser/guardProxy.ts';

const cleanUps: Array<() => unknown> = [];
afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0)) await cleanUp();
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

function startProxy(options: {
	allow?: boolean | string[];
	resolve?: (hostname: string) => string;
}): GuardProxy {
	const guard = createAddressGuard({
		allowPrivateAddresses: options.allow ?? false,
		resolveHost: async (hostname) => [
			{ address: options.resolve?.(hostname) ?? '127.0.0.1', family: 4 },
		],
	});
	const proxy = createGuardProxy(guard);
	cleanUps.push(() => proxy.close());
	return proxy;
}

async function dial(proxyAddress: string): Promise<Socket> {
	const socket = connect(Number(new URL(proxyAddress).port), '127.0.0.1');
	cleanUps.push(() => socket.destroy());
	socket.on('error', () => undefined);
	await once(socket, 'connect');
	return socket;
}

async function readSome(socket: Socket): Promise<Buffer> {
	const [data]: Buffer[] = await once(socket, 'data');
	return data ?? Buffer.alloc(0);
}

function encodeConnect(hostname: string, port: number): Buffer {
	const name = Buffer.from(hostname);
	const tail = Buffer.alloc(2);
	tail.writeUInt16BE(port);
	return Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, tail]);
}

/** Speaks SOCKS5 as a browser does and returns the reply code and the open socket. */
async function request(proxyAddress: string, hostname: string, port: number) {
	const socket = await dial(proxyAddress);
	socket.write(Buffer.from([5, 1, 0]));
	expect([...(await readSome(socket))]).toEqual([5, 0]);
	socket.write(encodeConnect(hostname, port));
	return { reply: (await readSome(socket))[1], socket };
}

describe('The door between the browser and the network', () => {
	it('connects to an allowed host and carries bytes both ways', async () => {
		const { port } = await startEcho('echo');
		const proxy = startProxy({ allow: ['shop.example'] });
		const { reply, socket } = await request(await proxy.open(), 'shop.example', port);
		expect(reply).toBe(0);
		socket.write('hello');
		expect((await readSome(socket)).toString()).toBe('echo:hello');
		expect(proxy.explainFailure('shop.example', port)).toBeUndefined();
	});

	it('accepts a request that arrives byte by byte, with data right behind it', async () => {
		const { port } = await startEcho('echo');
		const proxy = startProxy({ allow: true });
		const socket = await dial(await proxy.open());
		const bytes = Buffer.concat([
			Buffer.from([5, 1, 0]),
			encodeConnect('shop.example', port),
			Buffer.from('early'),
		]);
		let received = '';
		socket.on('data', (data) => (received += data.toString('latin1')));
		for (const byte of bytes) socket.write(Buffer.from([byte]));
		while (!received.endsWith('early')) await once(socket, 'data');
		expect(received).toContain('echo:');
	});

	it('refuses a private address, says why, and never connects', async () => {
		const { port, state } = await startEcho('private');
		const proxy = startProxy({});
		const { reply } = await request(await proxy.open(), 'sneaky.example', port);
		expect(reply).toBe(2);
		expect(state.connections).toBe(0);
		expect(proxy.explainFailure('sneaky.example', port)).toContain(
			'sneaky.example (127.0.0.1) is a loopback address',
		);
	});

	it('connects to the address it checked, however the name resolves afterwards', async () => {
		const { port, state } = await startEcho('private');
		const answers = ['203.0.114.1', '127.0.0.1'];
		const asked: string[] = [];
		const proxy = startProxy({
			resolve: (hostname) => {
				asked.push(hostname);
				return answers[asked.length - 1] ?? '127.0.0.1';
			},
		});
		const socket = await dial(await proxy.open());
		socket.write(Buffer.from([5, 1, 0]));
		await readSome(socket);
		socket.write(encodeConnect('rebinding.example', port));
		// No route leads to the public address here: what matters is that loopback is never reached.
		await Promise.race([once(socket, 'data'), new Promise((resolve) => setTimeout(resolve, 300))]);
		expect(asked).toEqual(['rebinding.example']);
		expect(state.connections).toBe(0);
	});

	it('explains a refused connection in the browser’s words', async () => {
		const { port } = await startEcho('gone');
		await cleanUps.pop()?.();
		const proxy = startProxy({ allow: true });
		const { reply } = await request(await proxy.open(), 'shop.example', port);
		expect(reply).toBe(5);
		expect(proxy.explainFailure('shop.example', port)).toBe('net::ERR_CONNECTION_REFUSED');
	});

	it('drops clients that do not speak SOCKS5', async () => {
		const proxy = startProxy({ allow: true });
		const socket = await dial(await proxy.open());
		socket.write('GET / HTTP/1.1\r\n\r\n');
		await once(socket, 'close');
	});

	it('ends open connections when it closes', async () => {
		const { port } = await startEcho('echo');
		const proxy = startProxy({ allow: true });
		const { socket } = await request(await proxy.open(), 'shop.example', port);
		const closed = once(socket, 'close');
		await proxy.close();
		await closed;
		cleanUps.splice(cleanUps.length - 2, 1);
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

	it('connections leave through it by name, and it alone gets the credentials', async () => {
		const { port } = await startEcho('far');
		const upstream = await startHttpProxy(port);
		const proxy = startProxy({ resolve: () => '93.184.216.34' });
		const address = await proxy.open(`http://ann:p%40ss@127.0.0.1:${upstream.port}`);
		const { reply, socket } = await request(address, 'shop.example', 443);
		expect(reply).toBe(0);
		socket.write('hello');
		expect((await readSome(socket)).toString()).toBe('far:hello');
		const login = Buffer.from('ann:p@ss').toString('base64');
		expect(upstream.asked).toEqual([
			`CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\nProxy-Authorization: Basic ${login}\r\n\r\n`,
		]);
	});

	it('private addresses are refused all the same', async () => {
		const upstream = await startHttpProxy(1);
		const proxy = startProxy({ resolve: () => '10.0.0.1' });
		const { reply } = await request(
			await proxy.open(`http://127.0.0.1:${upstream.port}`),
			'inside.example',
			80,
		);
		expect(reply).toBe(2);
		expect(upstream.asked).toEqual([]);
	});

	it('its refusal is passed on with its own words and without its password', async () => {
		const upstream = await startHttpProxy(1, 'HTTP/1.1 407 Sign in first\r\n\r\n');
		const proxy = startProxy({ resolve: () => '93.184.216.34' });
		const address = await proxy.open(`http://ann:secret@127.0.0.1:${upstream.port}`);
		await request(address, 'shop.example', 443);
		expect(proxy.explainFailure('shop.example', 443)).toBe(
			`The proxy 127.0.0.1:${upstream.port} refused shop.example:443: HTTP/1.1 407 Sign in first`,
		);
	});

	it('speaks SOCKS5 with a password', async () => {
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
		const upstreamPort = await listen(server);
		const proxy = startProxy({ resolve: () => '93.184.216.34' });
		const address = await proxy.open(`socks5://ann:secret@127.0.0.1:${upstreamPort}`);
		const { reply, socket } = await request(address, 'shop.example', 80);
		expect(reply).toBe(0);
		socket.write('hello');
		expect((await readSome(socket)).toString()).toBe('far:hello');
		expect(asked).toEqual([
			'\x05\x02\x00\x02',
			'\x01\x03ann\x06secret',
			'\x05\x01\x00\x03\x0cshop.example\x00\x50',
		]);
	});
});
