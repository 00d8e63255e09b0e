import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './apiError.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** `PUBLIC_URL`; undefined when the service is known under the address of each request. */
		publicUrl: string | undefined;
	}
}

/**
 * Top-level names that nobody can register (RFC 6761, 6762, 8375; ICANN for `internal`): they mean
 * this machine or its own network.
 */
const PRIVATE_NAMES = /\.(?:localhost|local|internal|home\.arpa|lan|test)$/;

/**
 * Origin under which the client reaches the service: `PUBLIC_URL`, else what the request was sent to,
 * the only one known to work from where the client is.
 */
export function publicAddress(request: FastifyRequest): string {
	return request.server.publicUrl ?? `${request.protocol}://${request.host}`;
}

/**
 * A request names one host (RFC 9112, 3.2): in one header, and the same in a whole address as its target.
 * @throws ApiError 400
 */
function assertOneHost({ raw, headers }: FastifyRequest): void {
	const names = raw.rawHeaders.filter((_text, at) => at % 2 === 0);
	const count = names.filter((name) => name.toLowerCase() === 'host').length;
	if (count > 1) throw new ApiError(400, 'The request has more than one Host header.');
	const target = URL.parse(raw.url ?? '');
	if (target === null || target.host === '') return;
	if (target.host === URL.parse(`${target.protocol}//${headers.host}`)?.host) return;
	throw new ApiError(
		400,
		`The request is for ${target.host}, its Host header says ${headers.host}.`,
	);
}

/**
 * Makes the check that a request is meant for this service. A page on the web can have its name lead
 * to this machine (DNS rebinding), and a browser then takes the service for part of that site; its
 * requests show that name. Addresses, names without a dot and names of private networks cannot be
 * had so, the others must be those of `PUBLIC_URL` or `HOST`.
 * @returns a fastify hook; throws 421
 */
export function createHostCheck(knownNames: readonly (string | undefined)[]) {
	const known = new Set(knownNames.map((name) => name?.toLowerCase()));
	const isOwn = (host: string): boolean => {
		const name = (URL.parse(`http://${host}`)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1');
		if (name === '' || isIP(name) !== 0 || known.has(name)) return name !== '';
		return !name.includes('.') || PRIVATE_NAMES.test(name);
	};
	return async (request: FastifyRequest): Promise<void> => {
		assertOneHost(request);
		// The name that a trusted proxy was asked for, and the one that this service was asked for.
		const hosts = [request.host, request.headers.host ?? ''];
		const foreign = hosts.find((host) => host !== '' && !isOwn(host));
		if (foreign === undefined) return;
		throw new ApiError(
			421,
			`This service does not answer for ${foreign}. If that is its address, start it with PUBLIC_URL set to it.`,
		);
	};
}
