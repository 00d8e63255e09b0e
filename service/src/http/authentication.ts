import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { KeysRepository } from '../db/keys.ts';
import { ApiError } from './apiError.ts';

/**
 * Makes the check that every request with a key passes: `Authorization: Bearer <key>` or
 * `x-api-key: <key>` (reference, "Authentication").
 * @param environmentKeys keys accepted beside the stored ones, from `API_KEYS`
 * @returns a fastify hook; throws 401 in the reference's words
 */
export function createAuthentication(keys: KeysRepository, environmentKeys: string[]) {
	const environmentDigests = environmentKeys.map(digest);
	const isAccepted = async (key: string): Promise<boolean> =>
		environmentDigests.some((known) => timingSafeEqual(known, digest(key))) ||
		(await keys.accepts(key));

	return async (request: FastifyRequest): Promise<void> => {
		for (const key of readKeys(request)) if (await isAccepted(key)) return;
		throw new ApiError(401, 'Access token invalid or expired');
	};
}

function readKeys({ headers }: FastifyRequest): string[] {
	const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
	const header = headers['x-api-key'];
	return [bearer, header].filter((key) => typeof key === 'string' && key !== '').map(String);
}

function digest(key: string): Buffer {
	return createHash('sha256').update(key).digest();
}
