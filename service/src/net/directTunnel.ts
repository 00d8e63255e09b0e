import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pinTo, type ResolvedAddress } from './addressGuard.ts';

const CONNECT_TIMEOUT_MS = 30_000;

/**
 * Connects a client's tunnel to the first address that answers. proxy-chain's own handling of a
 * tunnel leaves the connection open for as long as the other side likes, even when the client
 * has gone.
 * @returns what proxy-chain passes the client's socket to once it knows of the connection
 * @throws the error of the connection; with several addresses, that of the first
 */
export async function openDirectTunnel(
	client: Socket,
	addresses: readonly ResolvedAddress[],
	port: number,
): Promise<Server> {
	const target = connect({
		host: 'checked.invalid',
		port,
		lookup: pinTo(addresses),
		autoSelectFamily: true,
		noDelay: true,
		timeout: CONNECT_TIMEOUT_MS,
	});
	target.once('timeout', () =>
		target.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })),
	);
	await once(target, 'connect');
	target.setTimeout(0);
	client.once('close', () => target.destroy());
	target.once('close', () => client.destroy());
	// Either end may vanish at any time; 'close' follows.
	target.on('error', () => {
		// A broken connection is not the end of a response: the client should see the difference.
		client.resetAndDestroy();
		target.destroy();
	});
	if (client.destroyed) target.destroy();
	const server = createServer();
	server.removeAllListeners('connection');
	return server.once('connection', () => client.pipe(target).pipe(client));
}
