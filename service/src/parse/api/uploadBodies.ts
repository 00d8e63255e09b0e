import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import { API_PREFIX } from '../../http/server.ts';

const BYTES = 'application/octet-stream';
const UPLOAD_ROUTE = `${API_PREFIX}/parse/uploads/:fileId`;

/**
 * Lets the server take multipart bodies and the raw bytes of prepared uploads, both as streams.
 * To be called before the routes are added.
 */
export async function acceptUploads(server: FastifyInstance): Promise<void> {
	await server.register(multipart);
	// The bytes are taken as they are, whatever the client calls them: JSON must not be parsed.
	server.addHook('onRequest', async (request) => {
		if (request.routeOptions.url === UPLOAD_ROUTE) request.headers['content-type'] = BYTES;
	});
	server.addContentTypeParser(BYTES, (request, payload, done) => {
		if (request.routeOptions.url === UPLOAD_ROUTE) done(null, payload);
		else done(new ApiError(415, 'Send the request body with Content-Type application/json.'));
	});
}
