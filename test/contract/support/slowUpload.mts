/**
 * Sends a request whose body comes drop by drop to a server that gives requests one second, and prints
 * the status of the answer. It runs in its own Node process, because the service's modules are ES
 * modules.
 *
 *   node slowUpload.mts <milliseconds that the body takes>
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createServer } from '../../../service/src/http/server.ts';

const DROPS = 10;
const durationMs = Number(process.argv[2]);

const server = createServer({
	config: { logLevel: 'silent', host: '127.0.0.1', publicUrl: undefined, trustProxy: false },
	requestLimitMs: 1000,
});
server.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
	done(null, payload),
);
server.post('/upload', async ({ body }) => {
	const bytes = body instanceof Readable ? await buffer(body) : Buffer.of();
	return { bytes: bytes.length };
});
const address = await server.listen({ port: 0, host: '127.0.0.1' });

const sent = request(`${address}/upload`, {
	method: 'POST',
	headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': DROPS },
});
sent.on('error', () => undefined);
const answered = once(sent, 'response');
for (let drop = 0; drop < DROPS && !sent.destroyed; drop += 1) {
	sent.write('x');
	await sleep(durationMs / DROPS);
}
sent.end();
const [response]: IncomingMessage[] = await answered;
console.log(response?.statusCode);
process.exit(0);
