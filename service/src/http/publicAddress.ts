import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './apiError.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** `PUBLIC_URL`; if undefined, the address of each request is used. */
		publicUrl: string | undefined;
	}
}

/**
 * Top-level names that nobody can register (RFC 6761, 6762, 8375; ICANN for `internal`): they refer to
 * this machine or its own network.
 */
const PRIVATE_NAMES = /\.(?:localhost|local|internal|home\.arpa|lan|test)$/;

/**
 * Origin under which the client reaches the service: `PUBLIC_URL`, otherwise where the request was sent,
 * the only origin that is known to work for the client.
 */
export function publicAddress(request: FastifyRequest): string {
	return request.server.publicUrl ?? `${request.protocol}://${request.host}`;
}

/**
 * A request has one host (RFC 9112, 3.2): one `Host` header, with the same host as an absolute target.
 * @throws ApiError 400
 */
function assertOneHost({ raw, headers }: FastifyRequest): void {
	const names = raw.rawHeaders.filter((_text, at) => at % 2 === 0);
	const count = names.filter((name) => name.toLowerCase() === 'host').length;
	if (count > 1) throw new ApiError(400, 'The request has more than one Host header.');
	// HTTP/1.0 has none.
	if (count === 0 && raw.httpVersion === '1.1')
		throw new ApiError(400, 'The request has no Host header.');
	const target = URL.parse(raw.url ?? '');
	if (target === null || target.host === '') return;
	if (target.host === URL.parse(`${target.protocol}//${headers.host}`)?.host) return;
	throw new ApiError(
		400,
		`The request is for ${target.host}, its Host header says ${headers.host}.`,
	);
}

/** Characters that would change its meaning in an address: a user, a path. */
const NOT_IN_HOST = /[@/?#\\\s]/;

/**
 * Makes the check that a request is meant for this service. A website can have its name resolve to this
 * machine (DNS rebinding); browsers then treat the service as part of that site, but their requests carry
 * the site's name. Nobody can do that with IP addresses, names without a dot and names of private
 * networks; any other name must be that of `PUBLIC_URL` or `HOST`.
 * @returns a fastify hook; throws 421
 */
export function createHostCheck(knownNames: readonly (string | undefined)[]) {
	const known = new Set(knownNames.map((name) => name?.toLowerCase()));
	const isOwn = (host: string): boolean => {
		if (NOT_IN_HOST.test(host)) return false;
		const name = (URL.parse(`http://${host}`)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1');
		if (name === '' || isIP(name) !== 0 || known.has(name)) return name !== '';
		return !name.includes('.') || PRIVATE_NAMES.test(name);
	};
	return async (request: FastifyRequest): Promise<void> => {
		assertOneHost(request);
		// The host that a trusted proxy reports, and the one of the request itself.
		const hosts = [request.host, request.headers.host ?? ''];
		const foreign = hosts.find((host) => host !== '' && !isOwn(host));
		if (foreign === undefined) return;
		throw new ApiError(
			421,
			`This service does not answer for ${foreign}. If that is its address, start it with PUBLIC_URL set to it.`,
		);
	};
}
