/**
 * Sends a request whose body comes in ten drops to a server that gives requests one second, and their bodies
 * a window to come in; prints the status of the answer, and its message if it has one. It runs in its
 * own Node process, because the service's modules are ES modules.
 *
 *   node slowUpload.mts <milliseconds that the body takes> [<bytes of a drop> <milliseconds of a window>]
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { createServer } from '../../../service/src/http/server.ts';

const DROPS = 10;
const [durationMs = 0, dropBytes = 1, bodyWindowMs = 60_000] = process.argv.slice(2).map(Number);

const server = createServer({
	config: { logLevel: 'silent', host: '127.0.0.1', publicUrl: undefined, trustProxy: false },
	requestLimitMs: 1000,
	bodyWindowMs,
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
	headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': DROPS * dropBytes },
});
sent.on('error', () => undefined);
const answered = once(sent, 'response');
for (let drop = 0; drop < DROPS && !sent.destroyed; drop += 1) {
	sent.write('x'.repeat(dropBytes));
	await sleep(durationMs / DROPS);
}
sent.end();
const [response]: IncomingMessage[] = await answered;
const body = response && Object(await json(response));
console.log([response?.statusCode, body?.message].join(' ').trim());
process.exit(0);
