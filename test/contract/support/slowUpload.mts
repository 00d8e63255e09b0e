/**
 * Sends requests whose bodies come in ten drops to servers that give requests one second, and their bodies
 * a window to come in; prints the status of each answer, and its message if it has one, in their order. It
 * runs in its own Node process, because the service's modules are ES modules.
 *
 *   node slowUpload.mts <milliseconds that a body takes>[,<bytes of a drop>,<milliseconds of a window>] ...
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { createServer } from '../../../service/src/http/server.ts';

const DROPS = 10;

async function listen(bodyWindowMs: number): Promise<string> {
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
	return await server.listen({ port: 0, host: '127.0.0.1' });
}

async function upload(setting: string): Promise<string> {
	const [durationMs = 0, dropBytes = 1, bodyWindowMs = 60_000] = setting.split(',').map(Number);
	const sent = request(`${await listen(bodyWindowMs)}/upload`, {
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
	return [response?.statusCode, body?.message].join(' ').trim();
}

console.log((await Promise.all(process.argv.slice(2).map(upload))).join('\n'));
process.exit(0);
