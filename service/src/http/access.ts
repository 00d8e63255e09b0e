import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { KeysRepository } from '../db/keys.ts';
import type { CountRequest, RateWindow } from '../db/sharedLimits.ts';
import { inTurnOf } from '../turns/turn.ts';
import { ApiError } from './apiError.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Identifies the key of the request; empty without one. */
		asker: string;
	}
}

/** Characters of a key's digest that identify its jobs. */
const ASKER_LENGTH = 16;

/**
 * Makes the check that every request with a key passes: `Authorization: Bearer <key>` or
 * `x-api-key: <key>` (api/openapi.yaml, securitySchemes).
 * @param environmentKeys keys accepted in addition to the stored ones, from `API_KEYS`
 * @returns a fastify hook; throws 401 in the contract's words
 */
export function createAuthentication(keys: KeysRepository, environmentKeys: string[]) {
	const environmentDigests = environmentKeys.map(digest);
	const isAccepted = async (key: string): Promise<boolean> =>
		environmentDigests.some((known) => timingSafeEqual(known, digest(key))) ||
		(await keys.accepts(key));

	return async (request: FastifyRequest): Promise<void> => {
		for (const key of readKeys(request)) {
			if (!(await isAccepted(key))) continue;
			request.asker = digest(key).toString('hex').slice(0, ASKER_LENGTH);
			return;
		}
		throw new ApiError(401, 'Access token invalid or expired');
	};
}

/** Handles each request on behalf of its key. */
export function noteAskers(server: FastifyInstance): void {
	server.decorateRequest('asker', '');
	// In no earlier hook: the context is lost while the body is awaited.
	server.addHook('preHandler', ({ asker, id }, _reply, done) => {
		inTurnOf({ asker, group: id, isBulk: false }, done);
	});
}

function readKeys({ headers }: FastifyRequest): string[] {
	const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
	return [bearer, headers['x-api-key']].flat().flatMap((key) => key || []);
}

function digest(key: string): Buffer {
	return createHash('sha256').update(key).digest();
}

const SWEEP_ABOVE_ADDRESSES = 1000;

/** Counts for one process, in memory. */
export function createLocalRateWindows(): CountRequest {
	const windows = new Map<string, RateWindow>();

	return async (address, windowMs) => {
		const nowMs = Date.now();
		const known = windows.get(address);
		const isOver = known === undefined || known.endsAtMs <= nowMs;
		if (isOver && windows.size >= SWEEP_ABOVE_ADDRESSES) {
			for (const [other, { endsAtMs }] of windows) if (endsAtMs <= nowMs) windows.delete(other);
		}
		const window = isOver
			? { requests: 1, endsAtMs: nowMs + windowMs }
			: { ...known, requests: known.requests + 1 };
		windows.set(address, window);
		return window;
	};
}

/**
 * Counts requests per address in fixed windows, polling included, and reports them in the
 * `RateLimit-…` headers of every response (api/openapi.yaml, info, Rate limits).
 * @returns a fastify hook; throws 429 with `Retry-After` when the window is used up
 */
export function createRateLimit(
	{ requests: limit, windowSeconds }: Config['rateLimit'],
	countRequest: CountRequest,
) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		if (limit === 0) return;
		const { requests, endsAtMs } = await countRequest(request.ip, windowSeconds * 1000);
		const resetSeconds = Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
		reply.headers({
			'RateLimit-Limit': limit,
			'RateLimit-Remaining': Math.max(0, limit - requests),
			'RateLimit-Reset': resetSeconds,
		});
		if (requests <= limit) return;
		throw new ApiError(
			429,
			`Rate limit of ${limit} requests in ${windowSeconds} seconds reached. ` +
				`Try again in ${resetSeconds} seconds.`,
			{ retryAfterSeconds: resetSeconds },
		);
	};
}
