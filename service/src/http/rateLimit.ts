import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { CountRequest, RateWindow } from '../db/sharedLimits.ts';
import { ApiError } from './apiError.ts';

const SWEEP_ABOVE_ADDRESSES = 1000;

/** Counts for one process, in memory. */
export function createLocalRateWindows(): CountRequest {
	const windows = new Map<string, RateWindow>();

	const sweep = (nowMs: number): void => {
		if (windows.size < SWEEP_ABOVE_ADDRESSES) return;
		for (const [address, { endsAtMs }] of windows) {
			if (endsAtMs <= nowMs) windows.delete(address);
		}
	};

	return async (address, windowMs) => {
		const nowMs = Date.now();
		let window = windows.get(address);
		if (window === undefined || window.endsAtMs <= nowMs) {
			sweep(nowMs);
			window = { requests: 0, endsAtMs: nowMs + windowMs };
			windows.set(address, window);
		}
		window.requests += 1;
		return { ...window };
	};
}

/**
 * Counts requests per address in fixed windows, polling included, and says so in the
 * `RateLimit-…` headers of every answer (gaps page, "Everywhere").
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
