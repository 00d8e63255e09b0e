import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FileStore } from '../files/fileStore.ts';
import { ApiError } from './apiError.ts';
import { publicAddress } from './publicAddress.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
	html: 'text/html; charset=utf-8',
	md: 'text/markdown; charset=utf-8',
	json: 'application/json; charset=utf-8',
	png: 'image/png',
	jpg: 'image/jpeg',
};

const linkSchema = z.object({ expires: z.coerce.number().int(), signature: z.string() });

/** Serves stored files under signed links, without an API key. */
export function registerFileRoute(server: FastifyInstance, files: FileStore): void {
	server.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
		const { name } = request.params;
		const link = linkSchema.safeParse(request.query);
		const isValid =
			link.success && files.isSignatureValid(name, link.data.expires, link.data.signature);
		if (!isValid) {
			throw new ApiError(
				403,
				'This link is wrong or has expired. Read the job again for a new one.',
			);
		}
		const file = await files.read(name);
		if (file === undefined) throw new ApiError(404, 'This file has been deleted.');
		const extension = name.slice(name.lastIndexOf('.') + 1);
		return reply
			.type(CONTENT_TYPES[extension] ?? 'application/octet-stream')
			.headers({
				'Content-Length': file.sizeBytes,
				// Stored pages are not trusted: opened in a browser, they must not run in this origin.
				'Content-Security-Policy': 'sandbox',
				'X-Content-Type-Options': 'nosniff',
				// The link alone gives access, so it must not reach caches or, as a referrer, other sites' logs.
				'Cache-Control': 'private, no-store',
				'Referrer-Policy': 'no-referrer',
			})
			.send(file.stream);
	});
}

/** The absolute link of a stored file, for the client of a request. */
export function linkFile(request: FastifyRequest, files: FileStore, name: string): string {
	return publicAddress(request) + files.sign(name);
}
