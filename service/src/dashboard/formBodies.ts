import type { FastifyInstance } from 'fastify';

const MAX_FORM_BYTES = 16 * 1024;

/** Has the server read HTML forms, as objects of texts. */
export function acceptForms(server: FastifyInstance): void {
	server.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
		(_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
	);
}
