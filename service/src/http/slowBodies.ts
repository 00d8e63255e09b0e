import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { writeAnswer } from './clientErrors.ts';

/** A body that delivers fewer bytes than this in a window is ended; a smaller one has one window. */
const MIN_BYTES = 10_000;

/**
 * Answers 408 to requests whose body stops arriving, or arrives byte by byte, and closes the connection. A
 * large body that arrives slowly but steadily is read; the limit for whole requests applies to it.
 * @param windowMs how often this is checked, in milliseconds
 */
export function endSlowBodies(server: FastifyInstance, windowMs: number): void {
	const seconds = windowMs / 1000;
	const message = `The request body arrived too slowly: less than ${MIN_BYTES / 1000} kB in ${seconds} seconds.`;
	server.addHook('onRequest', (request, reply, done) => {
		const { raw } = request;
		if (hasBody(raw.headers)) {
			watchBody(raw, windowMs, () => {
				request.log.info({ reason: message }, 'a request was ended');
				// Written as it is, since whatever would answer still waits for the body.
				if (!reply.raw.headersSent) raw.socket.write(writeAnswer('408 Request Timeout', message));
				raw.socket.destroySoon();
			});
		}
		done();
	});
}

function hasBody(headers: IncomingHttpHeaders): boolean {
	return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

function watchBody(request: IncomingMessage, windowMs: number, endRequest: () => void): void {
	let bytesBefore = request.socket.bytesRead;
	const timer = setInterval(() => {
		const bytes = request.socket.bytesRead - bytesBefore;
		bytesBefore += bytes;
		// Received bytes that are not read yet are this service's delay, not the client's.
		const isSlow = bytes < MIN_BYTES && request.readableLength === 0;
		if (!request.complete && !isSlow) return;
		clearInterval(timer);
		if (!request.complete) endRequest();
	}, windowMs);
	timer.unref();
	request.once('close', () => clearInterval(timer));
}
